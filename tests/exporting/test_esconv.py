"""ESConv in and out: a file that nobody touched comes back byte for byte, and what people decided is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from curator.errors import IncompleteError
from curator.exporting import export
from tests.exporting.projects import FLAT, NESTED, PROJECT, a_store, load, says
from tests.paths import SHARED

REAL = SHARED / "data" if SHARED else Path()


def lines(records: list[dict[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def test_a_flattened_file_comes_back_byte_for_byte(tmp_path: Path) -> None:
    plain = [
        {**record, "dialog": [{k: v for k, v in turn.items() if k != "mood"} for turn in record["dialog"]]}
        for record in FLAT
    ]
    with a_store(tmp_path) as store:
        load(store, "train.jsonl", lines(plain))
        export(store, PROJECT, "esconv-flat", tmp_path / "out")
    assert (tmp_path / "out/all.jsonl").read_bytes() == lines(plain)


def test_keys_that_nobody_knows_come_back_with_their_nulls(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        load(store, "train.jsonl", lines(FLAT), split="train")
        export(store, PROJECT, "esconv-flat", tmp_path / "out")
    back = [json.loads(line) for line in (tmp_path / "out/train.jsonl").read_text(encoding="utf-8").splitlines()]
    assert back == FLAT


def test_a_nested_file_comes_back_byte_for_byte_with_its_odd_spellings(tmp_path: Path) -> None:
    source = json.dumps([{**NESTED[0], "dialog": NESTED[0]["dialog"][:4]}], indent=1).encode()
    with a_store(tmp_path) as store:
        load(store, "failed.json", source)
        report = export(store, PROJECT, "esconv", tmp_path / "out")
    assert (tmp_path / "out/ESConv.json").read_bytes() == source
    assert not report.missing


def test_a_turns_other_keys_come_back(tmp_path: Path) -> None:
    odd = json.loads(json.dumps(NESTED))
    odd[0]["dialog"][1]["annotation"] = {"strategy": "Questions", "seconds": {"from": 1.5}, "who": None}
    with a_store(tmp_path) as store:
        load(store, "failed.json", odd)
        export(store, PROJECT, "esconv", tmp_path / "out")
    assert json.loads((tmp_path / "out/ESConv.json").read_bytes()) == odd


def test_what_people_decided_replaces_the_sources_label(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        [_, dialogue] = load(store, "train.jsonl", lines(FLAT))
        says(store, "ana", dialogue.id, "strategy", "affirmation", turn="t0", submit=False)
        says(store, "ana", dialogue.id, "emotion", "anger", submit=False)
        says(store, "ana", dialogue.id, "emotion_before", 2)
        export(store, PROJECT, "esconv-flat", tmp_path / "out")
    first, second = map(json.loads, (tmp_path / "out/all.jsonl").read_text(encoding="utf-8").splitlines())
    assert first == FLAT[0]
    assert second["dialog"][0]["strategy"] == "Affirmation and Reassurance"
    assert second["dialog"][2]["strategy"] == "Self-disclosure"
    assert second["emotion_type"] == "anger"
    assert second["problem_type"] == "breakup with partner"
    assert second["survey_score"]["seeker"] == {"initial_emotion_intensity": "2", "empathy": "4"}


def test_one_form_is_written_as_the_other_with_the_benchmarks_own_words(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        load(store, "failed.json", [{**NESTED[0], "dialog": NESTED[0]["dialog"][:3]}])
        load(store, "train.jsonl", lines(FLAT))
        export(store, PROJECT, "esconv-flat", tmp_path / "flat")
        export(store, PROJECT, "esconv", tmp_path / "nested")
    flat = json.loads((tmp_path / "flat/all.jsonl").read_text(encoding="utf-8").splitlines()[0])["dialog"]
    assert flat == [
        {"text": "hey\n", "speaker": "usr"},
        {"text": "hi, what is up?", "speaker": "sys", "strategy": "Question"},
        {"text": "exams, und keine Zeit für Schlaf\n", "speaker": "usr", "feedback": "4"},
    ]
    nested = json.loads((tmp_path / "nested/ESConv.json").read_bytes())[1]["dialog"]
    assert nested[:2] == [
        {"speaker": "seeker", "annotation": {}, "content": "Hi, is anybody there?"},
        {"speaker": "supporter", "annotation": {"strategy": "Question"}, "content": "Yes! What happened?\n"},
    ]


def test_the_loaders_facts_hold(tmp_path: Path) -> None:
    """What `_reformat/process.py` reads: without these keys it stops."""
    with a_store(tmp_path) as store:
        load(store, "train.jsonl", lines(FLAT))
        export(store, PROJECT, "esconv", tmp_path / "out")
    for record in json.loads((tmp_path / "out/ESConv.json").read_bytes()):
        assert {"emotion_type", "problem_type", "situation", "dialog"} <= set(record)
        for turn in record["dialog"]:
            assert {"content", "speaker", "annotation"} <= set(turn)
            assert turn["speaker"] == "seeker" or turn["annotation"]["strategy"]


@pytest.mark.parametrize("name", ["esconv", "esconv-flat"])
def test_supporter_turns_without_a_strategy_are_refused_with_a_list(tmp_path: Path, name: str) -> None:
    bare = [{**record, "dialog": [dict(turn) for turn in record["dialog"]]} for record in FLAT]
    del bare[0]["dialog"][3]["strategy"]
    bare[1]["dialog"][0]["strategy"] = ""
    with a_store(tmp_path) as store:
        first, second = load(store, "train.jsonl", lines(bare))
        with pytest.raises(IncompleteError) as caught:
            export(store, PROJECT, name, tmp_path / "out")
        assert not (tmp_path / "out").exists()
        report = export(store, PROJECT, name, tmp_path / "out", allow_missing=True)
    wanted = [{"dialogue": first.id, "turn": "t3"}, {"dialogue": second.id, "turn": "t0"}]
    assert caught.value.missing == wanted
    assert f"2 turns without strategy: {first.id} t3; {second.id} t0." in caught.value.problem
    assert list(report.missing) == wanted
    assert report.left_out["missing"] == {"turns": 2, "dialogues": 2}


def test_a_label_outside_the_scheme_is_missing_in_another_form(tmp_path: Path) -> None:
    """A trainer asserts that each label is one of eight: it is better stopped here."""
    with a_store(tmp_path) as store:
        [dialogue] = load(store, "failed.json", NESTED)
        with pytest.raises(IncompleteError) as caught:
            export(store, PROJECT, "esconv-flat", tmp_path / "out")
    assert caught.value.missing == [{"dialogue": dialogue.id, "turn": "t3"}]


@pytest.mark.shared
def test_the_real_files_come_back_byte_for_byte(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        for split in ("train", "valid", "test"):
            load(store, f"{split}.txt", (REAL / f"esconv/{split}.txt").read_bytes(), split=split)
        report = export(store, PROJECT, "esconv-flat", tmp_path / "out")
    for split in ("train", "valid", "test"):
        assert (tmp_path / f"out/{split}.jsonl").read_bytes() == (REAL / f"esconv/{split}.txt").read_bytes()
    assert report.counts == {"rows": 1300, "dialogues": 1300, "turns": 38_365}
    assert report.splits == {"train": 910, "valid": 195, "test": 195}


@pytest.mark.shared
def test_failed_esconv_comes_back_byte_for_byte(tmp_path: Path) -> None:
    source = (REAL / "failed-esconv/FailedESConv.json").read_bytes()
    with a_store(tmp_path) as store:
        load(store, "FailedESConv.json", source)
        report = export(store, PROJECT, "esconv", tmp_path / "out")
    assert (tmp_path / "out/ESConv.json").read_bytes() == source
    assert not report.missing
