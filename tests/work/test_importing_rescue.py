"""RESCUE-BENCH's rows in a project: every label of the file comes back through `ratings`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curator import resources
from curator.exporting import export, load_recipe
from curator.model.schema import load_schema
from curator.store import Store, open_store
from curator.work import projects
from curator.work.importing import SourceFile, import_files
from tests.paths import SHARED

SAMPLE: dict[str, Any] = {
    "sample_id": "lena_and_max/1",
    "scenario": "couple",
    "participants": ["Lena", "Max"],
    "rows": [
        {
            "primary_speaker": "Lena",
            "dialogue_cleaned": "You were late again.",
            "target": ["Max"],
            "utterance_type": "accusation",
            "tone_of_voice": "",
            "interaction_behavior": [
                {"initiator": "Lena", "target": ["Max"], "description": "points at him"},
                {"initiator": "Max", "target": ["Lena"], "description": "leans back"},
            ],
            "internal_emotion": [{"person": "Max", "emotion_description": "caught", "intensity": 4}],
            "viewpoints_attitudes": [
                {"source": "Lena", "target": "Max", "viewpoint": "he does not care", "attitude": "bitter"}
            ],
            "row_index": 1,
        },
        {
            "primary_speaker": "Therapist",
            "dialogue_cleaned": "One waits, and the other comes later each time.",
            "target": ["Couple"],
            "support_strategy": [
                {"provider": "Therapist", "target": ["Couple"], "strategy_type": "track", "strategy_content": "…"},
                {"provider": "Therapist", "target": ["Max"], "strategy_type": "hug", "strategy_content": "…"},
            ],
            "relation_pattern": "pursue_withdraw",
            "relation_pattern_reason": "She waits, he stays away.",
            "relation_pattern_evidence_rows": [1],
            "row_index": 2,
        },
    ],
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "curator.duckdb")
    projects.create(store, "p", load_schema(resources.schema_file("rescue-bench")))
    yield store
    store.close()


def ratings(store: Store, folder: Path) -> list[dict[str, Any]]:
    export(store, "p", load_recipe("ratings"), folder)
    return [json.loads(line) for line in (folder / "ratings.jsonl").read_text(encoding="utf-8").splitlines()]


def given(rows: list[dict[str, Any]]) -> set[tuple[str, str, str, str, str]]:
    """What the source says, each with its place; blanks aside."""
    return {
        (row["field"], row["turn_id"], row["participant_id"], row["other_id"], json.dumps(row["raw"]))
        for row in rows
        if row["raw"] not in ("", [])
    }


def test_every_label_comes_back_with_what_the_source_said(store: Store, tmp_path: Path) -> None:
    report = import_files(store, "p", [SourceFile("made.jsonl", json.dumps(SAMPLE).encode())])
    rows = ratings(store, tmp_path / "out")
    assert len(rows) == report.labels
    first, second = SAMPLE["rows"]
    (emotion,), (view,) = first["internal_emotion"], first["viewpoints_attitudes"]
    expected: list[tuple[str, str, str, str, Any]] = [
        ("target", "t0", "", "", ["Max"]),
        ("utterance_type", "t0", "", "", "accusation"),
        *(("interaction_behavior", "t0", "", "", act) for act in first["interaction_behavior"]),
        ("internal_emotion", "t0", "Max", "", emotion),
        ("viewpoints_attitudes", "t0", "Lena", "Max", view),
        ("target", "t1", "", "", ["Couple"]),
        *(("support_strategy", "t1", "", "", strategy) for strategy in second["support_strategy"]),
        ("relation_pattern", "t1", "", "", "pursue_withdraw"),
        ("pattern_reason", "t1", "", "", "She waits, he stays away."),
        ("pattern_evidence", "t1", "", "", [1]),
    ]
    assert given(rows) == {(*place, json.dumps(raw)) for *place, raw in expected}
    states = Counter(row["state"] for row in rows)
    # none: the tone of the first turn, Lena's emotion, and Max's view of her
    assert (states["unmapped"], states["none"]) == (1, 3)
    (evidence,) = [row["value"] for row in rows if row["field"] == "pattern_evidence"]
    assert evidence == ["t0"]
    assert {(row["annotator"], row["annotator_kind"], row["origin"]) for row in rows} == {
        ("source", "unknown", "import")
    }


def test_what_is_not_understood_is_reported_and_a_second_time_nothing_is_new(store: Store) -> None:
    file = SourceFile("made.jsonl", json.dumps(SAMPLE).encode())
    report = import_files(store, "p", [file])
    (unknown,) = report.unknown_labels["support_strategy"]
    assert json.loads(unknown)["strategy_type"] == "hug"
    again = import_files(store, "p", [file])
    assert (again.new, again.unchanged, again.labels) == (0, 1, 0)


@pytest.mark.shared
def test_the_invented_twin_of_the_release_comes_in_whole(store: Store, tmp_path: Path) -> None:
    path = (SHARED or Path()) / "data" / "formats-made" / "rescue_like.jsonl"
    report = import_files(store, "p", [SourceFile.at(path)])
    assert (report.dialogues, report.turns, report.unknown_labels, report.unknown_roles) == (2, 8, {}, {})
    rows = ratings(store, tmp_path / "out")
    found = Counter(row["field"] for row in rows if row["state"] == "value")
    wanted: Counter[str] = Counter()
    for sample in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        for row in sample["rows"]:
            wanted["target"] += 1
            for key in ("utterance_type", "tone_of_voice"):
                wanted[key] += bool(row[key])
            for key in ("internal_emotion", "viewpoints_attitudes", "support_strategy", "interaction_behavior"):
                wanted[key] += len(row[key])
            for column in ("relation_pattern", "relation_cycle"):
                state = row.get("relation_cycle_state" if column == "relation_cycle" else column)
                wanted["relation_pattern"] += bool(state)
                wanted["pattern_reason"] += bool(row.get(f"{column}_reason"))
                wanted["pattern_evidence"] += bool(row.get(f"{column}_evidence_rows"))
    assert found == +wanted
    assert {row["state"] for row in rows} == {"value", "none"}
