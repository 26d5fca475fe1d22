"""ESConv and FailedESConv as published: every dialogue, turn and label that their READMEs count."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from curator.importers import Imported, SourceFile, importer_for
from curator.importers.labels import spelling
from curator.model.schema import Schema
from tests.paths import SHARED

pytestmark = pytest.mark.shared
DATA = (SHARED or Path()) / "data"
ESCONV = ("train.txt", "valid.txt", "test.txt")
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


def imported(path: Path, schema: Schema) -> list[Imported]:
    source = SourceFile.at(path)
    return list(importer_for(source).read(source, schema, {}))


@pytest.fixture(scope="module")
def all_esconv(esconv: Schema) -> dict[str, list[Imported]]:
    return {name: imported(DATA / "esconv" / name, esconv) for name in ESCONV}


@pytest.fixture(scope="module")
def failed(esconv: Schema) -> list[Imported]:
    return imported(DATA / "failed-esconv" / "FailedESConv.json", esconv)


def raw_counts(items: list[Imported], field: str) -> Counter[str]:
    return Counter(spelling(label.raw) for item in items for label in item.labels if label.field == field)


def test_every_dialogue_and_turn_of_esconv(all_esconv: dict[str, list[Imported]]) -> None:
    sizes = {name: (len(items), sum(len(item.dialogue.turns) for item in items)) for name, items in all_esconv.items()}
    assert sizes == {"train.txt": (910, 26648), "valid.txt": (195, 5678), "test.txt": (195, 6039)}


def test_every_label_of_esconv(all_esconv: dict[str, list[Imported]]) -> None:
    items = list(chain(*all_esconv.values()))
    assert raw_counts(items, "strategy") == STRATEGIES
    assert {label.state for item in items for label in item.labels} == {"value"}
    fields = Counter(label.field for item in items for label in item.labels)
    assert fields == {
        "strategy": 18376,
        "emotion": 1300,
        "problem": 1300,
        "emotion_before": 1300,
        "emotion_after": 1150,
    }
    assert raw_counts(items, "emotion")["anxiety"] == 354
    assert raw_counts(items, "problem")["Sleep Problems"] == 28
    assert not any(item.unknown_roles or item.warnings for item in items)


def test_no_id_is_used_twice_in_esconv(all_esconv: dict[str, list[Imported]]) -> None:
    ids = [item.dialogue.id for item in chain(*all_esconv.values())]
    assert len(set(ids)) == 1300


@pytest.mark.parametrize("name", ESCONV)
def test_a_record_of_esconv_can_be_put_together_again(all_esconv: dict[str, list[Imported]], name: str) -> None:
    lines = (DATA / "esconv" / name).read_text(encoding="utf-8").splitlines()
    for line, item in zip(lines, all_esconv[name], strict=True):
        record = json.loads(line)
        strategies = {label.target.turn: label.raw for label in item.labels if label.field == "strategy"}
        dialog: list[dict[str, Any]] = [
            {"text": turn.text, "speaker": turn.speakers[0]}
            | ({"strategy": strategies[turn.id]} if turn.id in strategies else {})
            | turn.extra
            for turn in item.dialogue.turns
        ]
        assert {**item.dialogue.attributes, "dialog": dialog, **item.dialogue.extra} == record


def test_the_sample_is_an_array_of_the_same_form(esconv: Schema) -> None:
    items = imported(DATA / "esconv" / "sample.json", esconv)
    assert (len(items), len(items[0].dialogue.turns)) == (10, 25)


def test_every_dialogue_and_label_of_failed_esconv(failed: list[Imported]) -> None:
    assert (len(failed), sum(len(item.dialogue.turns) for item in failed)) == (196, 5230)
    unknown = Counter(
        (label.field, spelling(label.raw)) for item in failed for label in item.labels if label.state == "unmapped"
    )
    assert unknown == {
        ("strategy", "Direct Guidance"): 11,
        ("strategy", "Approval and Reassurance"): 7,
        ("strategy", "Restatement"): 3,
    }
    strategies = raw_counts(failed, "strategy")
    assert (strategies["Questions"], strategies["Question"], strategies["Other"]) == (520, 8, 400)
    assert raw_counts(failed, "feedback") == {"3": 264, "4": 209, "2": 174, "1": 172, "5": 168}
    assert {person.id: person.role for item in failed for person in item.dialogue.participants} == {
        "speaker": "seeker",
        "listener": "supporter",
    }


def test_a_record_of_failed_esconv_can_be_put_together_again(failed: list[Imported]) -> None:
    records = json.loads((DATA / "failed-esconv" / "FailedESConv.json").read_text(encoding="utf-8"))
    for record, item in zip(records, failed, strict=True):
        given = {(label.target.turn, label.field): label.raw for label in item.labels}
        dialog = [
            {
                "speaker": turn.speakers[0],
                "annotation": {f: given[turn.id, f] for f in ("strategy", "feedback") if (turn.id, f) in given},
                "content": turn.text,
            }
            | turn.extra
            for turn in item.dialogue.turns
        ]
        assert {**item.dialogue.attributes, "dialog": dialog, **item.dialogue.extra} == record
