"""What every importer keeps to. A new one is found through the registry; give it a sample here."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from curator import resources
from curator.errors import CuratorError, DataError, ProblemsError
from curator.importers import IMPORTERS, Imported, SourceFile, importer_for
from curator.model.schema import Schema, load_schema

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "annomi": [
        {
            **{"transcript_id": "1", "utterance_id": "t0", "interlocutor": "client"},
            **{"utterance_text": " I can’t sleep 😔\n", "main_therapist_behaviour": "n/a", "kept": "as it is"},
        },
        {
            **{"transcript_id": "1", "utterance_id": "t1", "interlocutor": "therapist"},
            **{"utterance_text": "Since when?", "main_therapist_behaviour": "Direct Guidance", "kept": "as it is"},
        },
        {
            **{"transcript_id": "1", "utterance_id": "t2", "interlocutor": "guest"},
            **{"utterance_text": "…", "main_therapist_behaviour": "n/a", "kept": "as it is"},
        },
        {
            **{"transcript_id": "2", "utterance_id": "t0", "interlocutor": "client"},
            **{"utterance_text": "", "main_therapist_behaviour": "n/a", "kept": ""},
        },
    ],
    "esconv": [
        {
            "emotion_type": "anxiety",
            "dialog": [
                {"speaker": "seeker", "annotation": {}, "content": " I can’t sleep 😔\n"},
                {"speaker": "supporter", "annotation": {"strategy": "Direct Guidance"}, "content": "Since when?"},
                {"speaker": "guest", "annotation": {}, "content": "…"},
            ],
            "kept": {"as": ["it", "is"]},
        },
        {"dialog": [{"speaker": "seeker", "annotation": {"feedback": "3"}, "content": ""}]},
    ],
    "esconv-flat": [
        {
            "emotion_type": "anxiety",
            "dialog": [
                {"text": " I can’t sleep 😔\n", "speaker": "usr"},
                {"text": "Since when?", "speaker": "sys", "strategy": "Direct Guidance"},
                {"text": "…", "speaker": "guest"},
            ],
            "kept": {"as": ["it", "is"]},
        },
        {"dialog": [{"text": "", "speaker": "usr"}]},
    ],
    "rescue": [
        {
            "scenario": "couple",
            "participants": ["Ann"],
            "rows": [
                {"primary_speaker": "Ann", "dialogue_cleaned": " I can’t sleep 😔\n"},
                {
                    "primary_speaker": "Therapist",
                    "dialogue_cleaned": "Since when?",
                    "utterance_type": "Direct Guidance",
                },
                {"primary_speaker": "guest", "dialogue_cleaned": "…"},
            ],
            "kept": {"as": ["it", "is"]},
        },
        {"rows": [{"primary_speaker": "Ann", "dialogue_cleaned": ""}]},
    ],
    "turns": [
        {
            "messages": [
                {"role": "user", "content": " I can’t sleep 😔\n"},
                {"role": "assistant", "content": "Since when?", "strategy": "Direct Guidance"},
                {"role": "guest", "content": "…"},
            ],
            "kept": {"as": ["it", "is"]},
        },
        {"messages": [{"role": "user", "content": ""}]},
    ],
}
TABLES = ("annomi",)
"""Formats that are CSV tables; their samples are rows. All others are JSON."""
UNKNOWN_LABEL = {"rescue": "utterance_type", "annomi": "main_therapist_behaviour"}
"""The field that a sample answers outside the scheme, where it is not `strategy`."""
KEPT = {"annomi": "as it is"}
"""What a sample's first dialogue has under `kept`, where it is no object."""
SCHEMAS = {"rescue": "rescue-bench", "annomi": "annomi"}
EMPTY_DIALOGUE: dict[str, Any] = {"dialog": [], "messages": [], "rows": []}


@pytest.fixture(params=IMPORTERS.names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[name for name in IMPORTERS.names() if name not in TABLES])
def json_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def json_schema(json_name: str) -> Schema:
    return a_shipped_schema(SCHEMAS.get(json_name, "esconv"))


@pytest.fixture
def schema(name: str) -> Schema:
    return a_shipped_schema(SCHEMAS.get(name, "esconv"))


@cache
def a_shipped_schema(schema_id: str) -> Schema:
    return load_schema(resources.schema_file(schema_id))


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def as_csv(rows: list[dict[str, Any]]) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def sample_of(name: str) -> bytes:
    """The sample as a file."""
    return as_csv(SAMPLES[name]) if name in TABLES else as_json(SAMPLES[name])


def read(
    name: str, data: bytes, schema: Schema, *, file: str = "made.json", encoding: str | None = None
) -> list[Imported]:
    return list(IMPORTERS.get(name).read(SourceFile(file, data, encoding), schema, {}))


def problems_of(name: str, data: bytes, schema: Schema) -> list[str]:
    with pytest.raises(ProblemsError) as caught:
        read(name, data, schema)
    assert all(problem.where.startswith("made.json") and problem.fix for problem in caught.value.problems)
    return [f"{problem.where}: {problem.problem}" for problem in caught.value.problems]


def test_it_has_a_name_a_title_and_a_sample(name: str) -> None:
    importer = IMPORTERS.get(name)
    assert importer.name == name
    assert importer.title
    assert SAMPLES[name]


def test_it_knows_its_own_file_best(name: str) -> None:
    data = sample_of(name)
    assert importer_for(SourceFile("made.json", data)) is IMPORTERS.get(name)
    for importer in IMPORTERS:
        assert 0 <= importer.sniff(data.decode(), "made.json") <= 1


def test_texts_come_in_byte_for_byte_and_nothing_is_dropped(name: str, schema: Schema) -> None:
    first, second = read(name, sample_of(name), schema)
    assert [turn.text for turn in first.dialogue.turns] == [" I can’t sleep 😔\n", "Since when?", "…"]
    assert [turn.text for turn in second.dialogue.turns] == [""]
    assert first.dialogue.extra["kept"] == KEPT.get(name, {"as": ["it", "is"]})


def test_unknown_labels_and_roles_are_kept_and_reported(name: str, schema: Schema) -> None:
    first = read(name, sample_of(name), schema)[0]
    (label,) = [label for label in first.labels if label.field == UNKNOWN_LABEL.get(name, "strategy")]
    assert (label.state, label.value, label.raw, label.target.turn) == ("unmapped", None, "Direct Guidance", "t1")
    assert first.unknown_roles == {"guest": 1}
    assert first.dialogue.role_of("guest") == ""
    assert first.dialogue.turns[2].speakers == ("guest",)


def test_reading_again_gives_the_same(name: str, schema: Schema) -> None:
    assert read(name, sample_of(name), schema) == read(name, sample_of(name), schema)


def test_another_file_name_gives_other_ids(json_name: str, json_schema: Schema) -> None:
    ids = {item.dialogue.id for item in read(json_name, sample_of(json_name), json_schema)}
    assert len(ids) == 2
    assert ids.isdisjoint(
        item.dialogue.id for item in read(json_name, as_json(SAMPLES[json_name]), json_schema, file="other.json")
    )


def test_every_way_to_pack_and_encode_is_one(json_name: str, json_schema: Schema) -> None:
    sample = SAMPLES[json_name]
    lines = "\r\n".join(json.dumps(record, ensure_ascii=False) for record in sample)
    packed = {
        "lines": lines.encode(),
        "wrapped": as_json({"data": sample}),
        "mark": codecs.BOM_UTF8 + as_json(sample),
        "utf-16": as_json(sample).decode().encode("utf-16"),
        "crlf": as_json(sample).replace(b"\n", b"\r\n"),
        "escaped": json.dumps(sample).encode(),
    }
    expected = read(json_name, as_json(sample), json_schema)
    for way, data in packed.items():
        assert read(json_name, data, json_schema) == expected, way
    assert read(json_name, lines.encode("gb18030"), json_schema, encoding="gb18030") == expected


def test_what_is_wrong_is_told_with_its_place(json_name: str, json_schema: Schema) -> None:
    sample = SAMPLES[json_name]
    assert problems_of(json_name, b"", json_schema) == ["made.json: the file is empty."]
    assert "line 2, column" in problems_of(json_name, b'[{"a": 1},\n{"b" 2}]', json_schema)[0]
    assert problems_of(json_name, b"[]", json_schema) == ["made.json: the file holds no dialogues."]
    assert problems_of(json_name, as_json([*sample, EMPTY_DIALOGUE]), json_schema) == [
        "made.json, dialogue 3: the dialogue has no turns."
    ]
    speaker_keys = b'"(speaker|role|primary_speaker)"'
    mute = json.loads(re.sub(speaker_keys, b'"nobody"', as_json(sample)))
    assert problems_of(json_name, as_json(mute), json_schema) == [
        "made.json, dialogue 1, turn 1: the turn has no speaker.",
        "made.json, dialogue 1, turn 2: the turn has no speaker.",
        "made.json, dialogue 1, turn 3: the turn has no speaker.",
        "made.json, dialogue 2, turn 1: the turn has no speaker.",
    ]


@pytest.mark.parametrize("junk", ["null", "3", '"text"', "[[]]", '[{"dialog": 3, "messages": "x"}]', "[null]", "{}"])
def test_odd_json_is_an_error_of_ours(name: str, schema: Schema, junk: str) -> None:
    with pytest.raises(CuratorError):
        read(name, junk.encode(), schema)


def test_a_wrong_encoding_names_byte_and_line(name: str, schema: Schema) -> None:
    data = sample_of(name).decode().replace("’", "").replace("😔", "é").replace("…", "").encode("latin-1")
    with pytest.raises(DataError, match=r"made\.json: byte \d+ \(line \d+\) is not UTF-8 text\."):
        read(name, data, schema)
    assert len(read(name, data, schema, encoding="latin-1")) == 2


NAMES = st.sampled_from(["usr", "sys", "friend", ""])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | NAMES
OBJECTS = st.dictionaries(st.sampled_from(["id", "strategy", "seeker", "person", "source", "target"]), SCALARS)
ANY = SCALARS | st.lists(SCALARS | OBJECTS, max_size=2) | OBJECTS
TURN_KEYS = ["id", "role", "annotation", "strategy", "feedback", "addressees", "start", "end", "attributes", "odd"]
TURN_KEYS += ["target", "internal_emotion", "viewpoints_attitudes", "relation_pattern", "row_index"]
DIALOGUE_KEYS = ["id", "case", "participants", "attributes", "survey_score", "emotion_type", "data", "odd", "sample_id"]


def dialogues(texts: st.SearchStrategy[Any], speakers: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    spoken = {"text": texts, "content": texts, "speaker": speakers}
    spoken |= {"dialogue_cleaned": texts, "primary_speaker": speakers}
    turns = st.lists(st.fixed_dictionaries(spoken, optional=dict.fromkeys(TURN_KEYS, ANY)), max_size=3)
    return st.fixed_dictionaries(
        dict.fromkeys(["dialog", "turns", "rows"], turns),
        optional=dict.fromkeys(DIALOGUE_KEYS, ANY | st.lists(ANY, max_size=2)),
    )


NEARLY_FINE = dialogues(st.text(max_size=3), st.sampled_from(["usr", "sys", "friend"]))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(junk=st.lists(NEARLY_FINE, min_size=1, max_size=2) | st.lists(dialogues(ANY, ANY) | ANY))
def test_whatever_json_comes_it_is_read_or_refused_in_words(name: str, schema: Schema, junk: object) -> None:
    items: list[Imported] = []
    with suppress(CuratorError):
        items = read(name, json.dumps(junk).encode(), schema)
    assert all(item.dialogue.turns and item.dialogue.id for item in items)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=40))
def test_whatever_bytes_come_they_are_refused_in_words(name: str, schema: Schema, data: bytes) -> None:
    with pytest.raises(CuratorError):
        read(name, data, schema)
