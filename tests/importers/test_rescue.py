"""RESCUE-BENCH's layout with its known defects, in invented samples."""

from __future__ import annotations

from typing import Any

import pytest

from curator import resources
from curator.importers import Imported
from curator.model.annotation import ImportedLabel
from curator.model.schema import Schema, load_schema
from curator.model.targets import Target

Row = dict[str, Any]


@pytest.fixture(scope="module")
def rescue() -> Schema:
    return load_schema(resources.schema_file("rescue-bench"))


def a_row(speaker: Any = "Mia", text: Any = "I waited for you.", **more: Any) -> Row:
    return {"primary_speaker": speaker, "dialogue_cleaned": text, **more}


def a_sample(*rows: Row, **more: Any) -> dict[str, Any]:
    shape = {"sample_id": "mia_and_tom/3", "scenario": "couple", "participants": ["Mia", "Tom"]}
    return {**shape, **more, "rows": list(rows) or [a_row()]}


@pytest.fixture
def one(read: Any, rescue: Schema) -> Any:
    """one(row, …, **of the sample): the sample with these rows, read under the scheme."""

    def run(*rows: Row, schema: Schema = rescue, **more: Any) -> Imported:
        (found,) = read(a_sample(*rows, **more), schema=schema)
        assert isinstance(found, Imported)
        return found

    return run


def of(found: Imported, field: str) -> list[ImportedLabel]:
    return [label for label in found.labels if label.field == field]


def told(found: Imported, field: str) -> list[tuple[str, Any]]:
    return [(label.state, label.value) for label in of(found, field)]


def test_sample_and_turns(one: Any) -> None:
    heard = [{"speaker": "Tom", "target": ["Mia"], "content": "Me too."}]
    first = a_row(start_time=0, end_time=4.25, background_dialogue=heard, row_index=1, odd={"kept": True})
    found = one(first, a_row("Therapist", "Hm."), source_file="x.json")
    dialogue = found.dialogue
    assert (dialogue.id, dialogue.source_id, dialogue.case) == ("mia_and_tom/3", "mia_and_tom/3", "mia_and_tom")
    assert (dialogue.attributes, dialogue.extra) == ({"scenario": "couple"}, {"source_file": "x.json"})
    assert [(person.id, person.role) for person in dialogue.participants] == [
        ("Mia", "client"),
        ("Tom", "client"),
        ("Therapist", "therapist"),
    ]
    turn = dialogue.turns[0]
    assert (turn.id, turn.speakers, turn.start, turn.end, turn.secondary) == ("t0", ("Mia",), 0.0, 4.25, tuple(heard))
    assert turn.extra == {"row_index": 1, "odd": {"kept": True}}
    assert (found.unknown_roles, found.warnings) == ({}, [])


def test_all_families_lie_in_one_folder_which_is_no_case(one: Any) -> None:
    assert one(scenario="family", sample_id="family_therapy/7").dialogue.case == ""


@pytest.mark.parametrize("key", ["utterance_type", "tone_of_voice", "relation_pattern"])
def test_null_and_an_absent_key_are_not_annotated(one: Any, key: str) -> None:
    assert told(one(a_row(**{key: None})), key) == told(one(a_row()), key) == []


def test_an_empty_text_says_that_nothing_was_found(one: Any) -> None:
    found = one(a_row(tone_of_voice="", relation_pattern="", relation_pattern_reason="Too early to say."))
    (tone,) = of(found, "tone_of_voice")
    assert (tone.state, tone.value, tone.raw, tone.target) == ("none", None, "", Target(turn="t0"))
    assert told(found, "relation_pattern") == [("none", None)]
    assert told(found, "pattern_reason") == [("value", "Too early to say.")]


def test_an_empty_list_says_so_of_everybody_who_is_asked_about(one: Any) -> None:
    found = one(a_row(body_posture=[], internal_emotion=[], viewpoints_attitudes=[], support_strategy=[]))
    people = {field: [label.target.participant for label in of(found, field)] for field in ("body_posture",)}
    assert people == {"body_posture": ["Mia", "Tom"]}
    assert told(found, "internal_emotion") == [("none", None)] * 2
    assert [label.target.as_json() for label in of(found, "viewpoints_attitudes")] == [
        {"pair": ["Mia", "Tom"], "turn": "t0"},
        {"pair": ["Tom", "Mia"], "turn": "t0"},
    ]
    assert of(found, "support_strategy") == []  # not asked of a client's turn


def test_a_blank_where_nothing_is_asked_is_nothing(one: Any) -> None:
    found = one(a_row("Therapist", utterance_type=""))
    assert (of(found, "utterance_type"), found.warnings) == ([], [])


def test_a_blank_where_an_answer_is_needed_is_told(one: Any) -> None:
    found = one(a_row(target=[], utterance_type=""))
    assert (of(found, "target"), of(found, "utterance_type")) == ([], [])
    assert found.warnings == [
        f"{key!r} is blank in a row and counts as not annotated there" for key in ("target", "utterance_type")
    ]


def test_people_and_groups_who_are_spoken_to(one: Any) -> None:
    rows = [a_row(target=["Tom"]), a_row("Therapist", target=["Couple"]), a_row("Tom", target=["Therapist", "Mia"])]
    found = one(*rows)
    assert told(found, "target") == [
        ("value", ["Tom"]),
        ("value", ["Couple"]),
        ("value", ["Mia", "Therapist"]),
    ]
    assert of(found, "target")[2].raw == ["Therapist", "Mia"]
    assert all(turn.addressees == () for turn in found.dialogue.turns)


@pytest.mark.parametrize("target", [["Mia"], ["Couple", "Tom"], ["Family"], [7], {"odd": 1}])
def test_whom_the_scheme_does_not_take_stays_unmapped(one: Any, target: Any) -> None:
    found = one(a_row(target=target))
    assert [(label.state, label.raw) for label in of(found, "target")] == [("unmapped", target)]


def test_somebody_who_is_only_named_is_added(one: Any) -> None:
    found = one(a_row(target=["Gran"]))
    (gran,) = [person for person in found.dialogue.participants if person.id == "Gran"]
    assert (gran.kind, gran.role) == ("mentioned", "")
    assert told(found, "target") == [("value", ["Gran"])]
    assert found.warnings == ["a row names somebody who is not among the participants: added as mentioned"]


def test_a_person_in_a_turn(one: Any) -> None:
    found = one(a_row(facial_expressions=[{"person": "Tom", "description": "looks down"}]))
    labels = {
        label.target.participant: (label.state, label.value, label.raw) for label in of(found, "facial_expressions")
    }
    assert labels == {
        "Tom": ("value", "looks down", {"person": "Tom", "description": "looks down"}),
        "Mia": ("none", None, []),
    }


def test_records_are_items_with_ids_that_stay(one: Any) -> None:
    acts = [
        {"initiator": "Mia", "target": ["Tom"], "description": "turns to him"},
        {"initiator": "Tom", "target": ["Mia"], "description": "takes her hand"},
    ]
    found = one(a_row(interaction_behavior=acts))
    first, second = of(found, "interaction_behavior")
    assert first.value == {"initiator": ["Mia"], "target": ["Tom"], "description": "turns to him"}
    assert (first.raw, first.target) == (acts[0], second.target)
    assert first.item
    assert first.item != second.item
    assert of(one(a_row(interaction_behavior=acts)), "interaction_behavior") == [first, second]


def test_inner_emotions_and_views_are_about_their_people(one: Any) -> None:
    feels = {"person": "Tom", "emotion_description": "ashamed", "intensity": 7}
    sees = {"source": "Mia", "target": "Tom", "viewpoint": "he hides", "attitude": "worried"}
    found = one(a_row(internal_emotion=[feels], viewpoints_attitudes=[sees]))
    (emotion,) = [label for label in of(found, "internal_emotion") if label.state == "value"]
    assert (emotion.target.participant, emotion.value) == ("Tom", {"emotion_description": "ashamed", "intensity": 7})
    (view,) = [label for label in of(found, "viewpoints_attitudes") if label.state == "value"]
    assert view.target == Target(turn="t0", participant="Mia", other="Tom")
    assert (view.value, view.raw) == ({"viewpoint": "he hides", "attitude": "worried"}, sees)


@pytest.mark.parametrize(
    ("key", "entry"),
    [
        ("internal_emotion", {"person": "Therapist", "emotion_description": "moved", "intensity": 3}),
        ("internal_emotion", {"person": "Tom", "emotion_description": "sad", "intensity": 11}),
        ("internal_emotion", {"person": "Tom", "emotion_description": "sad", "intensity": None}),
        ("internal_emotion", "sad"),
        ("viewpoints_attitudes", {"source": "Mia", "target": "Mia", "viewpoint": "tired", "attitude": "harsh"}),
        ("viewpoints_attitudes", {"source": "Mia", "target": "Therapist", "viewpoint": "kind", "attitude": "warm"}),
        ("viewpoints_attitudes", {"source": "Mia", "viewpoint": "kind", "attitude": "warm"}),
        ("interaction_behavior", {"initiator": "Mia", "target": ["Mia"], "description": "nods"}),
        ("interaction_behavior", 5),
        ("body_posture", {"person": "Tom", "description": 4}),
    ],
)
def test_what_the_scheme_does_not_take_stays_whole_and_unmapped(one: Any, key: str, entry: Any) -> None:
    found = one(a_row(**{key: [entry]}))
    assert [(label.value, label.raw) for label in of(found, key) if label.state == "unmapped"] == [(None, entry)]
    assert not [label for label in of(found, key) if label.state == "value"]


def test_a_second_emotion_of_one_person_is_one_too_many(one: Any) -> None:
    two = [{"person": "Tom", "emotion_description": words, "intensity": 2} for words in ("sad", "glad")]
    found = one(a_row(internal_emotion=two))
    assert [label.state for label in of(found, "internal_emotion")] == ["value", "unmapped", "none"]


@pytest.mark.parametrize(
    ("scenario", "strategy", "state"),
    [
        ("couple", "evoke", "value"),
        ("family", "evoke", "unmapped"),
        ("family", "boundary", "value"),
        ("couple", "boundary", "unmapped"),
        ("couple", "Track", "value"),
        ("couple", "advise", "unmapped"),
    ],
)
def test_strategies_depend_on_the_scenario(one: Any, scenario: str, strategy: str, state: str) -> None:
    given = {"provider": "Therapist", "target": ["Mia"], "strategy_type": strategy, "strategy_content": "…"}
    found = one(a_row("Therapist", support_strategy=[given]), scenario=scenario)
    (label,) = of(found, "support_strategy")
    assert (label.state, label.raw) == (state, given)
    if state == "value":
        assert label.value["strategy_type"] == strategy.lower()


def test_both_columns_of_patterns_are_kept_apart(one: Any) -> None:
    before = {
        "relation_pattern": "pursue_withdraw",
        "relation_pattern_reason": "She asks, he leaves.",
        "relation_pattern_evidence_rows": [1, 2],
    }
    rows = [a_row(row_index=1), a_row("Tom", row_index=2, **before)]
    rows.append(a_row("Therapist", row_index=3, relation_pattern=None, relation_cycle_state="pursue_withdraw"))
    found = one(*rows)
    assert [(label.annotator, label.target.turn, label.value) for label in of(found, "relation_pattern")] == [
        ("source", "t1", "pursue_withdraw"),
        ("source (cycle state)", "t2", "pursue_withdraw"),
    ]
    (evidence,) = of(found, "pattern_evidence")
    assert (evidence.value, evidence.raw) == (["t0", "t1"], [1, 2])
    assert told(found, "pattern_reason") == [("value", "She asks, he leaves.")]


@pytest.mark.parametrize("rows", [[9], [2], ["first"]])
def test_evidence_that_is_no_earlier_row_stays_unmapped(one: Any, rows: list[Any]) -> None:
    found = one(a_row(relation_pattern="pursue_withdraw", relation_pattern_evidence_rows=rows), a_row("Tom"))
    (evidence,) = of(found, "pattern_evidence")
    assert (evidence.state, evidence.raw) == ("unmapped", rows)


def test_a_pattern_of_the_other_scenario_is_unmapped(one: Any) -> None:
    assert told(one(a_row(relation_pattern="cross_generational_coalition")), "relation_pattern") == [("unmapped", None)]


def test_broken_characters_are_kept_and_told(one: Any) -> None:
    broken = "I donâ\x80\x99t know."
    found = one(a_row(text=broken))
    assert found.dialogue.turns[0].text == broken
    assert [warning[:20] for warning in found.warnings] == ["texts look like UTF-"]


def test_under_another_schema_nothing_is_lost(one: Any, esconv: Schema) -> None:
    found = one(a_row(target=["Tom"], tone_of_voice="tense", body_posture=[]), schema=esconv)
    turn = found.dialogue.turns[0]
    assert (turn.addressees, turn.extra) == (("Tom",), {"tone_of_voice": "tense", "body_posture": []})
    assert found.labels == []
    assert [warning[:42] for warning in found.warnings] == ["the schema has no field for 'tone_of_voice'"[:42]]
    assert found.unknown_roles == {"client": 1}
