"""Real conversations through the command line: all counted, given back as they were, and fit for their readers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.loader import as_the_loader_does
from tests.acceptance.workspaces import contents, done, lines, truly
from tests.paths import SHARED

pytestmark = pytest.mark.shared
DATA = (SHARED or Path()) / "data"
FAILED = DATA / "failed-esconv" / "FailedESConv.json"
SPLITS = {"train": (910, 26_648), "valid": (195, 5_678), "test": (195, 6_039)}
"""Dialogues and turns, as the folder's README counts them."""
STRATEGIES = {
    "Question": 3801,
    "Others": 3341,
    "Providing Suggestions": 2954,
    "Affirmation and Reassurance": 2827,
    "Self-disclosure": 1713,
    "Reflection of feelings": 1436,
    "Information": 1215,
    "Restatement or Paraphrasing": 1089,
}
UNKNOWN = {"strategy": {"Direct Guidance": 11, "Approval and Reassurance": 7, "Restatement": 3}}


def source(split: str) -> Path:
    return DATA / "esconv" / f"{split}.txt"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`w`: a workspace with the project `p`, ESConv in its published splits. `flat`, `raw`: its two exports."""
    folder = tmp_path_factory.mktemp("real")
    workspace = ("--workspace", folder / "w")
    done("init", folder / "w")
    done(*workspace, "project", "create", "p", "--schema", "esconv")
    for split, (dialogues, turns) in SPLITS.items():
        answer = done(*workspace, "import", "p", source(split), "--split", split)
        assert (answer["dialogues"], answer["turns"], answer["new"]) == (dialogues, turns, dialogues)
        assert (answer["unknown_labels"], answer["unknown_roles"], answer["warnings"]) == ({}, {}, [])
    done(*workspace, "export", "p", "esconv-flat", "--out", folder / "flat")
    done(*workspace, "export", "p", "esconv", "--out", folder / "raw")
    return folder


@pytest.fixture(scope="module")
def raw(folder: Path) -> Any:
    return json.loads((folder / "raw/ESConv.json").read_text(encoding="utf-8"))


def test_every_dialogue_and_turn_came_in(folder: Path) -> None:
    shown = done("--workspace", folder / "w", "project", "show", "p")
    assert (shown["dialogues"], shown["turns"]) == (1300, 38_365)


@pytest.mark.parametrize("split", SPLITS)
def test_the_flattened_export_is_the_source_key_by_key(folder: Path, split: str) -> None:
    assert lines(folder / f"flat/{split}.jsonl") == lines(source(split))


def test_a_trainer_reads_the_flattened_form(folder: Path) -> None:
    """It puts each strategy in brackets and asserts that this is one of the eight tokens it added."""
    used: Counter[str] = Counter()
    for record in [record for split in SPLITS for record in lines(folder / f"flat/{split}.jsonl")]:
        assert all(isinstance(record[key], str) for key in ("emotion_type", "problem_type", "situation"))
        for turn in record["dialog"]:
            assert isinstance(turn["text"], str)
            assert turn["speaker"] in ("usr", "sys")
            assert ("strategy" in turn) == (turn["speaker"] == "sys")
        used.update(turn["strategy"] for turn in record["dialog"] if turn["speaker"] == "sys")
    assert used == STRATEGIES


def test_the_benchmarks_own_loader_reads_the_raw_form(raw: Any) -> None:
    loaded = [as_the_loader_does(record) for record in raw]
    assert (len(loaded), sum(len(record["dialog"]) for record in loaded)) == (1300, 38_365)
    used = Counter(turn["strategy"] for record in loaded for turn in record["dialog"] if turn["speaker"] == "sys")
    assert used == STRATEGIES
    # The flattened files were made by this loader: the way round has to end where it began.
    flat = [record for split in SPLITS for record in lines(source(split))]
    assert sorted(texts(record) for record in loaded) == sorted(texts(record) for record in flat)


def texts(record: Any) -> list[str]:
    """What was said, with the spaces that the loader would have collapsed taken out."""
    return [" ".join(turn["text"].split()) for turn in record["dialog"]]


def test_the_raw_form_has_the_keys_of_esconv(raw: Any) -> None:
    for record in raw:
        assert {"experience_type", "emotion_type", "problem_type", "situation", "survey_score", "dialog"} <= set(record)
        assert "initial_emotion_intensity" in record["survey_score"]["seeker"]
        for turn in record["dialog"]:
            assert set(turn) == {"speaker", "annotation", "content"}
            assert turn["speaker"] in ("seeker", "supporter")
            assert set(turn["annotation"]) == ({"strategy"} if turn["speaker"] == "supporter" else set())


def test_a_second_import_brings_nothing_new(folder: Path) -> None:
    before = contents(folder / "w")
    called = truly("--workspace", folder / "w", "import", "p", *map(source, SPLITS), "--json")
    assert (called.code, called.err) == (0, ""), called
    answer = called.json
    assert (answer["dialogues"], answer["new"], answer["changed"], answer["unchanged"]) == (1300, 0, 0, 1300)
    assert contents(folder / "w") == before


def test_failed_esconv_comes_back_as_it_was(tmp_path: Path) -> None:
    workspace = ("--workspace", tmp_path / "w")
    done("init", tmp_path / "w")
    done(*workspace, "project", "create", "p", "--schema", "esconv")
    before = contents(tmp_path / "w")
    planned = done(*workspace, "import", "p", FAILED, "--dry-run")
    assert contents(tmp_path / "w") == before
    answer = done(*workspace, "import", "p", FAILED)
    assert planned.pop("dry_run")
    assert planned.pop("first_turns")[0]["speakers"] == ["speaker"]
    assert planned == answer
    assert (answer["dialogues"], answer["turns"], answer["new"]) == (196, 5_230, 196)
    assert (answer["unknown_labels"], answer["unknown_roles"]) == (UNKNOWN, {})
    done(*workspace, "export", "p", "esconv", "--out", tmp_path / "out")
    back = json.loads((tmp_path / "out/ESConv.json").read_text(encoding="utf-8"))
    assert back == json.loads(FAILED.read_text(encoding="utf-8"))
    strategies = Counter(turn["annotation"].get("strategy") for record in back for turn in record["dialog"])
    assert (strategies["Questions"], strategies["Question"], strategies["Other"]) == (520, 8, 400)


def test_unknown_labels_stop_the_export_of_the_other_form(tmp_path: Path) -> None:
    """A trainer asserts that each label is one of eight: it is better stopped here, with a list."""
    workspace = ("--workspace", tmp_path / "w")
    done("init", tmp_path / "w")
    done(*workspace, "project", "create", "p", "--schema", "esconv")
    done(*workspace, "import", "p", FAILED)
    refused = truly(*workspace, "export", "p", "esconv-flat", "--out", tmp_path / "out", "--json")
    assert refused.code == 1
    assert len(refused.json["error"]["missing"]) == sum(UNKNOWN["strategy"].values())
    assert not (tmp_path / "out").exists()
