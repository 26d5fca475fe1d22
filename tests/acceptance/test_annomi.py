"""AnnoMI through the command line: every row comes in, and agreement is what its authors published."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.workspaces import done, lines
from tests.paths import SHARED

pytestmark = pytest.mark.shared
FULL = (SHARED or Path()) / "data" / "annomi" / "AnnoMI-full.csv"
SIMPLE = FULL.with_name("AnnoMI-simple.csv")
BY_TEN = {"7", "27", "55", "56", "66", "109", "130"}
"""Transcripts that all ten annotators labelled; the others have one annotator."""
PUBLISHED = {"main_therapist_behaviour": 0.74, "client_talk_type": 0.47}
LABELS = (
    "therapist_input_exists",
    "therapist_input_subtype",
    "reflection_exists",
    "reflection_subtype",
    "question_exists",
    "question_subtype",
    "main_therapist_behaviour",
    "client_talk_type",
)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`w`: a workspace with the projects `whole` (the file as it is) and `seven` (rows of ten people)."""
    folder = tmp_path_factory.mktemp("annomi")
    workspace = ("--workspace", folder / "w")
    rows = rows_of(FULL)
    with (folder / "seven.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(row for row in rows if row["transcript_id"] in BY_TEN)
    done("init", folder / "w")
    for project, path in (("whole", FULL), ("seven", folder / "seven.csv")):
        done(*workspace, "project", "create", project, "--schema", "annomi")
        answer = done(*workspace, "import", project, path)
        assert (answer["unknown_labels"], answer["unknown_roles"]) == ({}, {})
        if project == "whole":
            assert (answer["dialogues"], answer["turns"], answer["new"]) == (133, 9_699, 133)
            assert answer["warnings"] == [
                "AnnoMI-full.csv: a timestamp is not HH:MM:SS; it is kept as it stands (1 dialogue).",
                "AnnoMI-full.csv: a turn begins before the one above it; times are kept as they stand (8 dialogues).",
            ]
    return folder


def test_every_label_of_every_annotator_is_there_as_it_was_spelt(folder: Path) -> None:
    done("--workspace", folder / "w", "export", "whole", "ratings", "--out", folder / "out")
    found = Counter(
        (row["dialogue_id"], row["turn_id"], row["annotator"], row["field"], row["raw"])
        for row in lines(folder / "out" / "ratings.jsonl")
    )
    wanted = Counter(
        (row["transcript_id"], row["utterance_id"], row["annotator_id"], column, row[column])
        for row in rows_of(FULL)
        for column in LABELS
        if row[column] != "n/a"
    )
    assert found == wanted


def headline(folder: Path, project: str, field: str, *flags: str) -> Any:
    found = done("--workspace", folder / "w", "agreement", project, "--field", field, "--resamples", "0", *flags)
    whole = [one for one in found["results"] if not (one.get("option") or one.get("annotators") or one.get("by"))]
    return {one["metric"]: one for one in whole}


@pytest.mark.parametrize("field", PUBLISHED)
@pytest.mark.parametrize("project", ["seven", "whole"])
def test_fleiss_kappa_is_the_published_one(folder: Path, project: str, field: str) -> None:
    """Also beside 126 transcripts of one annotator each, which would draw chance agreement elsewhere."""
    kappa = headline(folder, project, field)["fleiss_kappa"]
    assert kappa["value"] == pytest.approx(PUBLISHED[field], abs=0.01)
    units = {"main_therapist_behaviour": 216, "client_talk_type": 212}
    assert (kappa["n_pairable_units"], kappa["n_annotators"]) == (units[field], 10)


@pytest.mark.parametrize("field", PUBLISHED)
def test_na_rows_are_no_agreement(folder: Path, field: str) -> None:
    """As answers they would double the units and raise the value: everybody says n/a of the other's turns."""
    alpha = headline(folder, "whole", field)["alpha"]
    assert alpha["value"] == pytest.approx(PUBLISHED[field], abs=0.01)
    assert "n/a" not in alpha["domain"]


OUTLIER = "3"
"""Without this annotator the other nine agree best, on both fields."""


@pytest.mark.parametrize("field", PUBLISHED)
@pytest.mark.parametrize("project", ["seven", "whole"])
def test_the_outlier_is_ranked_lowest(folder: Path, project: str, field: str) -> None:
    workspace = ("--workspace", folder / "w")
    found = done(*workspace, "diagnose", project, "--field", field, "--resamples", "0")
    ranked = {one["annotator"]: one["rank"] for one in found["leave_one_out"]}
    assert (found["leave_one_out"][0]["annotator"], ranked[OUTLIER]) == (OUTLIER, 10)
    assert sorted(ranked.values()) == list(range(1, 11))
    results = done(*workspace, "agreement", project, "--field", field, "--resamples", "0")["results"]
    without = {
        one["by"]["without"]: one["value"]
        for one in results
        if one["metric"] == "alpha" and not one.get("option") and "without" in (one.get("by") or {})
    }
    assert max(without, key=lambda name: without[name]) == OUTLIER
    assert without == {one["annotator"]: one["value_without"] for one in found["leave_one_out"]}


def test_what_to_do_about_it(folder: Path) -> None:
    found = done("--workspace", folder / "w", "diagnose", "whole", "--field", "client_talk_type", "--resamples", "200")
    assert found["confused_pairs"][0]["options"] == ["change", "neutral"]
    assert len(found["confusion"]) == 45
    assert {one["dialogue"] for one in found["costly_turns"]} <= BY_TEN
    assert BY_TEN.isdisjoint(found["more"]["next"])
    assert (found["more"]["now"]["n_dialogues"], found["more"]["needed"] > 0) == (7, True)


def test_the_file_without_annotators_is_nobodys_in_particular(folder: Path) -> None:
    workspace = ("--workspace", folder / "w")
    done(*workspace, "project", "create", "simple", "--schema", "annomi")
    answer = done(*workspace, "import", "simple", SIMPLE)
    assert (answer["dialogues"], answer["turns"], answer["labels"]) == (133, 9_699, 9_699)
    assert (answer["unknown_labels"], answer["unknown_roles"]) == ({}, {})
    assert headline(folder, "simple", "client_talk_type")["alpha"]["undefined"]
