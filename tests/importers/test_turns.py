from __future__ import annotations

from typing import Any

import pytest

from curator.errors import ProblemsError
from curator.importers.turns import DIALOGUE_IDS, SPEAKERS, TEXTS, TURN_LISTS
from curator.model.annotation import ImportedLabel
from curator.model.schema import Schema, parse_schema
from curator.model.targets import Target

FAMILY = """
id: family
roles: {client: [user, human], therapist: [assistant, gpt]}
fields:
  - {id: tone, target: turn, kind: choice, options: [{id: warm}, {id: cold, aliases: [icy]}]}
  - {id: distress, target: dialogue, kind: scale, level: ordinal, from: 1, to: 5}
"""


@pytest.fixture
def family() -> Schema:
    return parse_schema(FAMILY, where="family.yaml")


def one(read: Any, content: Any, schema: Schema) -> Any:
    (found,) = read(content, format="turns", schema=schema)
    return found


@pytest.mark.parametrize("turns", TURN_LISTS)
@pytest.mark.parametrize("speaker", SPEAKERS)
@pytest.mark.parametrize("text", TEXTS)
def test_every_usual_key_is_understood(read: Any, family: Schema, turns: str, speaker: str, text: str) -> None:
    found = one(read, {turns: [{speaker: "user", text: " Hi \n"}, {speaker: "gpt", text: ""}]}, family)
    assert [(turn.id, turn.speakers, turn.text, turn.extra) for turn in found.dialogue.turns] == [
        ("t0", ("user",), " Hi \n", {}),
        ("t1", ("gpt",), "", {}),
    ]
    assert [person.role for person in found.dialogue.participants] == ["client", "therapist"]


@pytest.mark.parametrize("key", ["id", *DIALOGUE_IDS])
def test_the_source_id_is_the_id(read: Any, family: Schema, key: str) -> None:
    for given in ("a/1", 1):
        dialogue = one(read, {key: given, "turns": [{"speaker": "user", "text": "Hi"}]}, family).dialogue
        assert (dialogue.id, dialogue.source_id) == (str(given), str(given))
        assert key not in dialogue.attributes


def test_details_of_a_turn(read: Any, family: Schema) -> None:
    turn = {
        "turn_id": 7,
        "speaker": ["Ann", "Ben"],
        "addressees": "Dr. Cho",
        "text": "We know.",
        "start": 1.5,
        "end_time": 3,
        "attributes": {"tempo": "slow"},
        "gesture": ["nods"],
    }
    found = one(read, {"turns": [turn, {"speaker": "Dr. Cho", "role": "gpt", "text": "Good."}]}, family)
    first = found.dialogue.turns[0]
    assert (first.id, first.speakers, first.addressees) == ("7", ("Ann", "Ben"), ("Dr. Cho",))
    assert (first.start, first.end, first.attributes, first.extra) == (
        1.5,
        3.0,
        {"tempo": "slow"},
        {"gesture": ["nods"]},
    )
    assert [(person.id, person.role, person.attributes) for person in found.dialogue.participants] == [
        ("Ann", "", {}),
        ("Ben", "", {}),
        ("Dr. Cho", "therapist", {"source_role": "gpt"}),
    ]
    assert found.unknown_roles == {"Ann": 1, "Ben": 1}


def test_what_else_a_dialogue_has_becomes_attributes_and_extra(read: Any, family: Schema) -> None:
    found = one(
        read,
        {
            "turns": [{"speaker": "user", "text": "Hi"}],
            "case": "c1",
            "scenario": "couple",
            "attributes": {"session": 2},
            "survey": {"a": [1]},
        },
        family,
    )
    assert found.dialogue.case == "c1"
    assert found.dialogue.attributes == {"scenario": "couple", "session": 2}
    assert found.dialogue.extra == {"survey": {"a": [1]}}


def test_a_list_of_participants_comes_first(read: Any, family: Schema) -> None:
    listed = [
        {"id": "p1", "name": "Ann", "role": "user", "age": 40},
        {"id": "both", "kind": "group", "members": ["p1", "p2"]},
        "p2",
    ]
    people = one(read, {"participants": listed, "turns": [{"speaker": "p2", "text": ""}]}, family).dialogue.participants
    assert [(person.id, person.name, person.role, person.kind, person.members) for person in people] == [
        ("p1", "Ann", "client", "person", ()),
        ("both", "", "", "group", ("p1", "p2")),
        ("p2", "", "", "person", ()),
    ]
    assert people[0].attributes == {"age": 40, "source_role": "user"}


def test_a_count_of_participants_is_an_attribute(read: Any, family: Schema) -> None:
    found = one(read, {"participants": 2, "turns": [{"speaker": "a", "text": ""}]}, family)
    assert found.dialogue.attributes == {"participants": 2}


def test_keys_that_are_fields_hold_labels_of_an_unknown_rater(read: Any, family: Schema) -> None:
    turns = [
        {"speaker": "user", "text": "", "tone": "icy"},
        {"speaker": "user", "text": "", "tone": ["warm"]},
        {"speaker": "user", "text": "", "tone": None},
    ]
    found = one(read, {"distress": "4", "turns": turns}, family)
    assert sorted(found.labels, key=lambda label: label.target) == [
        ImportedLabel("distress", Target(), "value", 4, "4", "source", "unknown"),
        ImportedLabel("tone", Target(turn="t0"), "value", "cold", "icy", "source", "unknown"),
        ImportedLabel("tone", Target(turn="t1"), "unmapped", None, ["warm"], "source", "unknown"),
    ]
    assert [turn.extra for turn in found.dialogue.turns] == [{}, {}, {"tone": None}]
    assert "distress" not in found.dialogue.attributes


def test_a_bare_list_of_turns_is_a_dialogue(read: Any, family: Schema) -> None:
    turns = [{"speaker": "a", "text": "1"}, {"speaker": "b", "text": "2"}]
    assert [turn.text for turn in one(read, turns, family).dialogue.turns] == ["1", "2"]
    assert len(read([turns, turns[:1]], format="turns", schema=family)) == 2


def test_one_turn_a_line_is_joined_by_dialogue_id(read: Any, family: Schema) -> None:
    lines = """{"dialogue_id": "x", "speaker": "a", "text": "1", "id": "u1"}
{"dialogue_id": "y", "speaker": "a", "text": "2"}
{"dialogue_id": "x", "speaker": "b", "text": "3"}
"""
    found = [item.dialogue for item in read(lines, format="turns", schema=family)]
    assert [(d.id, [(t.id, t.text) for t in d.turns]) for d in found] == [
        ("x", [("u1", "1"), ("t1", "3")]),
        ("y", [("t0", "2")]),
    ]


def test_rows_that_name_no_dialogue_are_one_and_that_is_said(read: Any, family: Schema) -> None:
    found = one(read, '{"speaker": "a", "text": "1"}\n{"speaker": "b", "text": "2"}\n', family)
    assert [turn.text for turn in found.dialogue.turns] == ["1", "2"]
    assert found.warnings == ["the rows name no dialogue, so all of them are one"]


def test_a_bad_row_is_placed_by_its_line(read: Any, family: Schema) -> None:
    with pytest.raises(ProblemsError) as caught:
        read('{"speaker": "a", "text": "1"}\n{"text": "2"}\n["x"]', name="rows.jsonl", format="turns", schema=family)
    assert [str(problem).split(". ")[0] for problem in caught.value.problems] == [
        "rows.jsonl, line 2: the turn has no speaker",
        "rows.jsonl, line 3: the turn is not an object",
    ]


def test_a_name_beside_a_role_is_the_speaker(read: Any, family: Schema) -> None:
    found = one(read, {"messages": [{"role": "user", "content": "Hi", "name": "Ann"}]}, family)
    assert [(person.id, person.role) for person in found.dialogue.participants] == [("Ann", "client")]
    assert found.unknown_roles == {}


def test_two_roles_and_odd_times_are_warnings(read: Any, family: Schema) -> None:
    turns = [
        {"speaker": "Ann", "role": "user", "text": "", "start": "00:01"},
        {"speaker": "Ann", "role": "gpt", "text": ""},
    ]
    found = one(read, {"turns": turns}, family)
    assert found.dialogue.role_of("Ann") == "client"
    assert found.dialogue.turns[0].extra == {"start": "00:01"}
    assert len(found.warnings) == 2


def test_no_roles_in_the_schema_means_none_is_unknown(read: Any) -> None:
    schema = parse_schema("{id: plain, fields: [{id: note, target: turn, kind: text}]}", where="plain.yaml")
    assert one(read, {"turns": [{"speaker": "Ann", "text": ""}]}, schema).unknown_roles == {}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"foo": 1}, "this is no dialogue: it has no list of turns."),
        ("[3]", "dialogue 1: this is no dialogue"),
        ({"turns": []}, "the dialogue has no turns."),
        (
            [{"turns": [{"speaker": "a", "text": "x"}], "id": "1"}] * 2,
            "the dialogue id '1' is used twice (first in dialogue 1)",
        ),
        ({"turns": [{"id": "u", "speaker": "a", "text": "x"}] * 2}, "the turn id 'u' is used twice."),
        ({"turns": [{"speaker": ["a", ""], "text": "x"}]}, "turn 1: the turn has no speaker."),
        ({"turns": [{"speaker": {"id": "a"}, "text": "x"}]}, "turn 1: the turn has no speaker."),
        (
            {"turns": [{"role": "user", "content": [{"type": "text"}]}]},
            "turn 1: the turn's text is not a piece of text.",
        ),
        ({"turns": [{"role": "user", "content": None}]}, "turn 1: the turn has no text."),
    ],
)
def test_what_cannot_be_read_is_told(read: Any, family: Schema, content: Any, problem: str) -> None:
    with pytest.raises(ProblemsError, match=r"made\.json") as caught:
        read(content, format="turns", schema=family)
    assert problem in str(caught.value.problems[0])
    assert caught.value.problems[0].fix


TALK = [{"speaker": "user", "text": "Hi", "start": 0.5, "end": 1.25}]


@pytest.mark.parametrize(
    ("media", "wanted"),
    [
        ([{"kind": "video", "path": "couple 7/one.webm"}], [("video", "couple 7/one.webm")]),
        ([{"kind": "audio", "path": "one.webm"}, {"path": "one.mp4"}], [("audio", "one.webm"), ("video", "one.mp4")]),
        ("Gespräch.WAV", [("audio", "Gespräch.WAV")]),
        ({"path": "a..b.mp3"}, [("audio", "a..b.mp3")]),
    ],
)
def test_recordings_are_named_by_path(read: Any, family: Schema, media: Any, wanted: Any) -> None:
    found = one(read, {"id": "d1", "media": media, "turns": TALK}, family)
    assert [(medium.kind, medium.path) for medium in found.dialogue.media] == wanted
    assert not found.warnings
    assert "media" not in found.dialogue.attributes | found.dialogue.extra
    assert (found.dialogue.turns[0].start, found.dialogue.turns[0].end) == (0.5, 1.25)


@pytest.mark.parametrize(
    "media",
    [
        "/data/one.mp4",
        "../one.mp4",
        "a/../one.mp4",
        "https://example.org/one.mp4",
        "C:\\one.mp4",
        "",
        7,
        [{"kind": "picture", "path": "one.png"}],
        [{"path": "one.mp4", "fps": 25}],
        [{"path": "one.mp4"}, {"path": "/two.mp4"}],
    ],
)
def test_what_names_no_file_of_the_media_folder_is_kept_and_told(read: Any, family: Schema, media: Any) -> None:
    found = one(read, {"id": "d1", "media": media, "turns": TALK}, family)
    assert found.dialogue.media == ()
    assert (found.dialogue.attributes | found.dialogue.extra)["media"] == media
    assert [warning for warning in found.warnings if "media" in warning]


def test_a_recording_without_turns_is_a_dialogue(read: Any, family: Schema) -> None:
    found = one(read, {"id": "d1", "media": "one.mp4", "turns": [], "participants": ["Ann"]}, family)
    assert (found.dialogue.turns, len(found.dialogue.media)) == ((), 1)
    with pytest.raises(ProblemsError, match="no turns"):
        read({"id": "d1", "media": "/one.mp4", "turns": []}, format="turns", schema=family)
