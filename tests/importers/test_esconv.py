from __future__ import annotations

import copy
from typing import Any

import pytest

from curator.errors import ProblemsError, UsageError
from curator.importers import IMPORTERS, SourceFile
from curator.model.annotation import ImportedLabel
from curator.model.schema import Schema, parse_schema
from curator.model.targets import Target

RAW: dict[str, Any] = {
    "experience_type": "Current Experience",
    "emotion_type": "anxiety",
    "problem_type": "job crisis",
    "situation": " The night shifts go on. ",
    "survey_score": {"seeker": {"initial_emotion_intensity": "4", "final_emotion_intensity": "2"}, "supporter": {}},
    "dialog": [
        {"speaker": "speaker", "annotation": {}, "content": "Hello\n"},
        {"speaker": "listener", "annotation": {"strategy": "Questions"}, "content": "What happened?"},
        {"speaker": "speaker", "annotation": {"feedback": "5"}, "content": ""},
    ],
    "seeker_question1": "",
}
FLAT: dict[str, Any] = {
    "emotion_type": "fear",
    "situation": "An exam",
    "dialog": [{"text": "Hi", "speaker": "usr"}, {"text": "Tell me", "speaker": "sys", "strategy": "Question"}],
}


def label(labels: Any, field: str) -> ImportedLabel:
    (found,) = [one for one in labels if one.field == field]
    assert isinstance(found, ImportedLabel)
    return found


def test_the_raw_form_becomes_a_dialogue(read: Any) -> None:
    (one,) = read([RAW])
    dialogue = one.dialogue
    assert [(turn.id, turn.speakers, turn.text) for turn in dialogue.turns] == [
        ("t0", ("speaker",), "Hello\n"),
        ("t1", ("listener",), "What happened?"),
        ("t2", ("speaker",), ""),
    ]
    assert [(person.id, person.role) for person in dialogue.participants] == [
        ("speaker", "seeker"),
        ("listener", "supporter"),
    ]
    assert dialogue.attributes == {key: RAW[key] for key in RAW if key not in ("dialog", "seeker_question1")}
    assert dialogue.extra == {"seeker_question1": ""}
    assert one.unknown_roles == {}


def test_labels_of_the_raw_form_are_the_participants_own(read: Any) -> None:
    (one,) = read([RAW])
    strategy = label(one.labels, "strategy")
    assert strategy == ImportedLabel(
        "strategy", Target(turn="t1"), "value", "question", "Questions", "supporter", "participant"
    )
    assert label(one.labels, "feedback") == ImportedLabel(
        "feedback", Target(turn="t2"), "value", 5, "5", "seeker", "participant"
    )
    assert label(one.labels, "emotion").target == Target()
    assert (label(one.labels, "emotion_before").value, label(one.labels, "emotion_before").raw) == (4, "4")
    assert label(one.labels, "emotion_after").value == 2
    assert len(one.labels) == 6


def test_the_flattened_form_becomes_the_same_kind_of_dialogue(read: Any) -> None:
    (one,) = read([FLAT])
    assert [(turn.text, turn.speakers) for turn in one.dialogue.turns] == [("Hi", ("usr",)), ("Tell me", ("sys",))]
    assert [person.role for person in one.dialogue.participants] == ["seeker", "supporter"]
    assert label(one.labels, "strategy").value == "question"
    assert {one.field for one in one.labels} == {"strategy", "emotion"}


def test_what_is_neither_label_nor_text_stays_with_the_turn(read: Any) -> None:
    raw, flat = copy.deepcopy(RAW), copy.deepcopy(FLAT)
    raw["dialog"][1] = {"speaker": "listener", "content": "", "note": "no annotation"}
    raw["dialog"][0] |= {"time": 3, "annotation": {"note": "late", "strategy": None}}
    flat["dialog"][1]["all_strategy"] = ["Question"]
    flat["dialog"][0]["strategy"] = ""
    assert [turn.extra for turn in read([raw])[0].dialogue.turns] == [
        {"time": 3, "annotation": {"note": "late", "strategy": None}},
        {"note": "no annotation"},
        {},
    ]
    turns = read([flat])[0].dialogue.turns
    assert [turn.extra for turn in turns] == [{"strategy": ""}, {"all_strategy": ["Question"]}]


def test_labels_outside_the_scheme_are_kept_as_they_stand(read: Any) -> None:
    raw = copy.deepcopy(RAW)
    raw["dialog"][1]["annotation"]["strategy"] = "Direct Guidance"
    raw["dialog"][2]["annotation"]["feedback"] = "9"
    (one,) = read([raw])
    for field, spelling in (("strategy", "Direct Guidance"), ("feedback", "9")):
        found = label(one.labels, field)
        assert (found.state, found.value, found.raw) == ("unmapped", None, spelling)


def test_an_unknown_role_is_counted_by_turns_and_the_speaker_stays(read: Any) -> None:
    flat = copy.deepcopy(FLAT)
    flat["dialog"] += [{"text": "I join", "speaker": "friend"}, {"text": "again", "speaker": "friend"}]
    (one,) = read([flat])
    assert one.unknown_roles == {"friend": 2}
    assert one.dialogue.role_of("friend") == ""


def test_ids_depend_on_content_and_file_name_alone(read: Any) -> None:
    first = [one.dialogue.id for one in read([RAW, RAW, FLAT | {"dialog": RAW["dialog"]}, RAW], format="esconv")]
    again = [one.dialogue.id for one in read([RAW], format="esconv")]
    other = [one.dialogue.id for one in read([RAW], format="esconv", name="other.json")]
    assert first[1] == f"{first[0]}-2"
    assert first[3] == f"{first[0]}-3"
    assert len(set(first)) == 4
    assert again == first[:1] != other


def test_copies_are_said(read: Any) -> None:
    assert [len(one.warnings) for one in read([RAW, RAW])] == [0, 1]


def test_a_schema_without_the_fields_keeps_the_values_and_says_so(read: Any) -> None:
    other = parse_schema("{id: other, fields: [{id: note, target: dialogue, kind: text}]}", where="other.yaml")
    (one,) = read([FLAT], schema=other)
    assert not [found for found in one.labels if found.field == "strategy"]
    assert one.dialogue.turns[1].extra == {"strategy": "Question"}
    assert any("'strategy'" in warning for warning in one.warnings)


@pytest.mark.parametrize(
    ("change", "problem", "where"),
    [
        ({"dialog": []}, "the dialogue has no turns.", "made.json, dialogue 2"),
        ({"dialog": None}, 'this is no dialogue: it has no list "dialog".', "made.json, dialogue 2"),
        ({"dialog": ["Hi"]}, "the turn is not an object.", "made.json, dialogue 2, turn 1"),
        ({"dialog": [{"text": "Hi"}]}, "the turn has no speaker.", "made.json, dialogue 2, turn 1"),
        ({"dialog": [{"text": "Hi", "speaker": 3}]}, "3 is not a speaker.", "made.json, dialogue 2, turn 1"),
        ({"dialog": [{"speaker": "usr"}]}, "the turn has no text.", "made.json, dialogue 2, turn 1"),
        (
            {"dialog": [{"speaker": "usr", "text": 7}]},
            "the turn's text is not a piece of text.",
            "made.json, dialogue 2, turn 1",
        ),
        (
            {"dialog": [{"speaker": "usr", "text": "", "annotation": "x"}]},
            '"annotation" is not an object.',
            "made.json, dialogue 2, turn 1",
        ),
    ],
)
def test_bad_dialogues_are_placed(read: Any, change: dict[str, Any], problem: str, where: str) -> None:
    with pytest.raises(ProblemsError) as caught:
        read([FLAT, FLAT | change], format="esconv-flat")
    (found,) = caught.value.problems
    assert (found.problem, found.where) == (problem, where)
    assert found.fix


def test_all_problems_come_together_and_the_rest_is_counted(read: Any) -> None:
    bad = FLAT | {"dialog": [{"text": "Hi"}]}
    with pytest.raises(ProblemsError) as caught:
        read([bad] * 23)
    assert len(caught.value.problems) == 21
    assert caught.value.problems[-1].problem == "3 more problems of this file not listed here."


def test_an_option_it_does_not_have_is_refused(esconv: Schema) -> None:
    with pytest.raises(UsageError, match="no option mapping"):
        IMPORTERS.get("esconv").read(SourceFile("a.json", b"[]"), esconv, {"mapping": {}})
