"""The Hugging Face folder, opened as its readers open it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import datasets
import pytest
import yaml

from curator.errors import DataError
from curator.exporting import export
from curator.model.schema import parse_schema
from curator.store import Store
from tests.exporting.projects import PROJECT, a_dialogue, a_store, add, content, says

SCHEMA = """
id: tour
title: {en: A tour}
status: paraphrased
sources: ["Somebody (2020)"]
roles: {seeker: [], supporter: []}
fields:
  - id: strategy
    target: turn
    kind: choice
    definition: What the turn does.
    options: [{id: question, label: Question}, others]
  - {id: skills, target: turn, kind: choices, options: [empathy, structure, warmth]}
  - {id: distress, target: turn, kind: scale, level: ordinal, from: 1, to: 5}
  - {id: reason, target: turn, kind: text}
  - {id: addressed, target: turn, kind: participants}
  - {id: outcome, target: dialogue, kind: choice, options: [better, worse]}
guidelines: |
  # How to label
  Read the whole turn.
"""


def fill(store: Store) -> None:
    add(store, [a_dialogue("d2", ["a", "b | c"]), a_dialogue("d1", ["d", "e", "f"])], split="train")
    add(store, [a_dialogue("d3", ["g"], attributes={"situation": "exams"})], split="test")
    for name in ("zoe", "ana"):
        says(store, name, "d1", "strategy", "others", turn="t1", submit=False)
        says(store, name, "d1", "skills", ["warmth", "empathy"], turn="t1", submit=False)
        says(store, name, "d1", "reason", f"{name}'s reason", turn="t1", submit=False)
        says(store, name, "d1", "addressed", ["seeker"], turn="t1", submit=False)
        says(store, name, "d1", "outcome", "worse", submit=False)
        says(store, name, "d1", "distress", 3 if name == "zoe" else 4, turn="t2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp_path = tmp_path_factory.mktemp("store")
    with a_store(tmp_path, parse_schema(SCHEMA, where="tour.yaml")) as store:
        fill(store)
        store.write_guidelines(PROJECT, "# How to label\n")
        export(store, PROJECT, "hub", tmp_path / "hub", agreement=AGREEMENT)
    return tmp_path / "hub"


AGREEMENT: list[dict[str, Any]] = [
    {
        "field": "strategy",
        "metric": "alpha",
        "level": "nominal",
        "value": 0.5,
        "undefined": None,
        "ci_low": 0.25,
        "ci_high": 0.75,
        "n_pairable_units": 12,
        "n_annotators": 2,
        "treatment": "independent answers of persons",
    },
    {"field": "strategy", "metric": "alpha", "level": "nominal", "value": 0.1, "annotators": ["ana", "zoe"]},
    {
        "field": "distress",
        "metric": "alpha",
        "level": "ordinal",
        "value": None,
        "undefined": "one unit only",
        "ci_low": None,
        "ci_high": None,
        "n_pairable_units": 1,
        "n_annotators": 2,
    },
]


def opened(folder: Path, tmp_path: Path, config: str | None = None) -> Any:
    return datasets.load_dataset(str(folder), config, cache_dir=str(tmp_path / "cache"))


def test_it_opens_with_the_declared_features_and_row_counts(folder: Path, tmp_path: Path) -> None:
    data = opened(folder, tmp_path)
    assert {name: part.num_rows for name, part in data.items()} == {"train": 5, "test": 1}
    features = data["train"].features
    assert features["strategy"] == datasets.ClassLabel(names=["question", "others"])
    assert features["skills"].feature == datasets.ClassLabel(names=["empathy", "structure", "warmth"])
    assert features["distress"].dtype == "float64"
    assert features["text"].dtype == "string"
    card = yaml.safe_load((folder / "README.md").read_text(encoding="utf-8").split("---")[1])
    for info in card["dataset_info"]:
        whole = opened(folder, tmp_path, info["config_name"])
        assert [feature["name"] for feature in info["features"]] == list(whole["train"].features)
        assert {one["name"]: one["num_examples"] for one in info["splits"]} == {k: v.num_rows for k, v in whole.items()}


def test_a_turn_has_its_decided_labels(folder: Path, tmp_path: Path) -> None:
    train = opened(folder, tmp_path)["train"]
    assert [(row["dialogue_id"], row["turn_id"], row["text"]) for row in train] == [
        ("d1", "t0", "d"),
        ("d1", "t1", "e"),
        ("d1", "t2", "f"),
        ("d2", "t0", "a"),
        ("d2", "t1", "b | c"),
    ]
    names = train.features["strategy"].names
    assert [names[value] if value is not None else None for value in train["strategy"]] == [None, "others", *[None] * 3]
    skills = train.features["skills"].feature
    assert {skills.int2str(value) for value in train[1]["skills"]} == {"empathy", "warmth"}
    assert train[1]["addressed"] == ["seeker"]
    assert train[2]["distress"] == 3.5


def test_dialogues_hold_their_turns_with_equal_keys(folder: Path, tmp_path: Path) -> None:
    data = opened(folder, tmp_path, "dialogues")
    first, second = data["train"]
    assert [len(first["turns"]), len(second["turns"])] == [3, 2]
    assert len({tuple(turn) for turn in first["turns"] + second["turns"]}) == 1
    assert first["turns"][1]["strategy"] == 1
    assert data["train"].features["outcome"].int2str(first["outcome"]) == "worse"
    assert json.loads(data["test"][0]["attributes"]) == {"situation": "exams"}


def test_every_annotators_label_is_there(folder: Path, tmp_path: Path) -> None:
    ratings = opened(folder, tmp_path, "ratings")["train"]
    found = {(row["annotator"], json.loads(row["value"])) for row in ratings if row["field"] == "distress"}
    assert found == {("A1", 3), ("A2", 4)}
    gold = opened(folder, tmp_path, "gold")["train"]
    assert {row["gold_source"] for row in gold if row["field"] == "strategy"} == {"rule"}


def test_a_parquet_file_alone_keeps_its_names(folder: Path, tmp_path: Path) -> None:
    file = str(folder / "turns/train.parquet")
    data = datasets.load_dataset("parquet", data_files=file, cache_dir=str(tmp_path / "cache"))["train"]
    assert data.features["strategy"].names == ["question", "others"]


def test_the_card_says_what_a_reader_needs(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert "| strategy | alpha, nominal | 0.500 | 0.250 to 0.750 | 12 | 2 |" in text
    assert "| distress | alpha, ordinal | one unit only |  | 1 | 2 |" in text
    assert "strategy: independent answers of persons." in text
    assert "ana" not in text.replace("answers", "")
    assert "| A1 | person | 6 |" in text
    assert "What the turn does." in text
    assert "Somebody (2020)" in text
    for heading in ("Licence", "Consent", "Limits", "Annotators", "Agreement", "Fields", "Tables"):
        assert f"\n## {heading}\n" in text
    assert (folder / "guidelines.md").read_text(encoding="utf-8") == "# How to label\n"
    assert parse_schema((folder / "schema.yaml").read_text(encoding="utf-8"), where="schema.yaml").id == "tour"


def test_the_manifest_lists_every_file(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert sorted(manifest["files"]) == sorted(set(content(folder)) - {"manifest.json"})
    assert manifest["options"]["anonymous"] is True
    assert manifest["counts"]["turns"] == 6


def test_it_is_the_same_when_run_again(folder: Path, tmp_path: Path) -> None:
    with a_store(tmp_path / "again", parse_schema(SCHEMA, where="tour.yaml")) as store:
        fill(store)
        store.write_guidelines(PROJECT, "# How to label\n")
        export(store, PROJECT, "hub", tmp_path / "other", agreement=AGREEMENT)
    assert content(folder) == content(tmp_path / "other")


def test_without_splits_all_is_train(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        add(store, [a_dialogue("d1")])
        export(store, PROJECT, "hub", tmp_path / "hub")
    assert list(opened(tmp_path / "hub", tmp_path)) == ["train"]


def test_fields_called_like_other_columns_get_another_name(tmp_path: Path) -> None:
    schema = """
id: clash
fields:
  - {id: text, target: turn, kind: choice, options: [short, long]}
  - {id: turns, target: dialogue, kind: scale, level: ordinal, from: 1, to: 3}
"""
    with a_store(tmp_path, parse_schema(schema, where="clash.yaml")) as store:
        add(store, [a_dialogue("d1")])
        export(store, PROJECT, "hub", tmp_path / "hub")
    assert opened(tmp_path / "hub", tmp_path)["train"].features["label_text"].names == ["short", "long"]
    assert "label_turns" in opened(tmp_path / "hub", tmp_path, "dialogues")["train"].features


def test_a_split_that_the_hub_cannot_name_is_refused(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        add(store, [a_dialogue("d1")], split="hold-out")
        with pytest.raises(DataError, match="hold-out"):
            export(store, PROJECT, "hub", tmp_path / "hub")
