"""Which cells exist, which count, and what is missing at submit."""

from __future__ import annotations

import time

import pytest

from curator.model.annotation import Event, State
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.grammar import Answer
from curator.model.plan import Answers, Cell, answers_of, applicable, by_submit, cells, missing, required
from curator.model.project import Task
from curator.model.schema import Schema
from curator.model.targets import Target
from tests.model.making import a_dialogue, a_schema

TASK = Task()


def _t(turn: int) -> Target:
    return Target(turn=f"t{turn}")


def _named(found: list[Cell]) -> list[str]:
    """["f@t1", …]; `@` alone is the dialogue."""
    return [f"{cell.field.id}@{'/'.join(filter(None, cell.target.columns))}" for cell in found]


def _all(schema: Schema, dialogue: Dialogue, task: Task = TASK) -> list[str]:
    return _named(list(cells(schema, task, dialogue)))


# --- cells ------------------------------------------------------------------------------------------------------------
def test_turn_by_turn_then_the_whole() -> None:
    schema = a_schema(
        "id: whole, target: dialogue, kind: text",
        "id: move, target: turn, applies_to: therapist, kind: text",
        "id: mood, target: turn, applies_to: client, kind: text",
        "id: to, target: turn, kind: participants",
    )
    dialogue = a_dialogue()
    assert _all(schema, dialogue) == (
        ["move@t0", "to@t0", "mood@t1", "to@t1", "mood@t2", "to@t2", "move@t3", "to@t3", "whole@"]
    )
    by_field = Task(order="field")
    assert _all(schema, dialogue, by_field) == (
        ["whole@", "move@t0", "move@t3", "mood@t1", "mood@t2", "to@t0", "to@t1", "to@t2", "to@t3"]
    )
    assert _all(schema, dialogue, Task(fields=("mood",))) == ["mood@t1", "mood@t2"]


def test_a_turn_of_two_speakers_has_the_roles_of_both() -> None:
    schema = a_schema("id: m, target: turn, applies_to: therapist, kind: text")
    assert _all(schema, a_dialogue([("ana+tess", "Yes."), ("ana", "No.")])) == ["m@t0"]


def test_participants_and_pairs_in_the_dialogue_and_by_turn() -> None:
    dialogue = a_dialogue([("ana", "Yes.")])
    schema = a_schema(
        "id: p, target: participant, kind: text",
        "id: c, target: participant, per: turn, applies_to: client, kind: text",
        "id: u, target: pair, kind: text",
        "id: d, target: pair, per: turn, directed: true, among: client, kind: text",
    )
    assert _all(schema, dialogue) == [
        *["c@t0/ana", "c@t0/ben", "d@t0/ana/ben", "d@t0/ben/ana"],
        *["p@ana", "p@ben", "p@tess", "u@ana/ben", "u@ana/tess", "u@ben/tess"],
    ]
    everyone = a_schema("id: p, target: participant, among: any, kind: text")
    assert _all(everyone, dialogue) == ["p@ana", "p@ben", "p@tess", "p@both"]


def test_candidates_parts_and_the_case() -> None:
    dialogue = a_dialogue(
        [("ana", "Yes."), ("tess", "Good.")],
        case="couple-1",
        candidates=[{"id": "c0", "turn": "t1"}, {"id": "c1", "turn": "t1"}, {"id": "whole"}],
        parts=[
            {"id": "s0", "of_kind": "turn", "of_id": "t0", "type": "sentence"},
            {"id": "r0", "of_kind": "candidate", "of_id": "c1", "type": "step"},
            {"id": "r1", "of_kind": "candidate", "of_id": "whole", "type": "step"},
            {"id": "q0", "of_kind": "case", "type": "question"},
        ],
    )
    schema = a_schema(
        "id: fit, target: candidate, kind: text",
        "id: any_part, target: part, kind: text",
        "id: step, target: part, of: candidate, type: step, kind: text",
        "id: history, target: case, kind: text",
    )
    assert _all(schema, dialogue) == [
        *["any_part@s0", "fit@c0", "fit@c1", "any_part@r0", "step@r0"],
        *["fit@whole", "any_part@r1", "any_part@q0", "step@r1", "history@couple-1"],
    ]
    assert "history@couple-1" not in _all(schema, a_dialogue())


def test_a_condition_on_the_turn_is_asked_anew_at_each_turn() -> None:
    schema = a_schema("id: m, target: turn, applies_to: {role: client, turn.words: {ge: 4}}, kind: text")
    dialogue = a_dialogue([("ana", "Yes."), ("ana", "Yes I do know."), ("tess", "I see that you do.")])
    assert _all(schema, dialogue) == ["m@t1"]


def test_a_field_with_entries_has_a_cell_for_each() -> None:
    schema = a_schema("id: vad, target: turn, kind: scale, from: 1, to: 5, for_each: [val, act]")
    dialogue = a_dialogue([("ana", "Yes.")])
    assert _all(schema, dialogue) == ["vad.val@t0", "vad.act@t0"]
    assert _all(schema, dialogue, Task(fields=("vad",))) == ["vad.val@t0", "vad.act@t0"]
    assert _all(schema, dialogue, Task(fields=("vad.act",))) == ["vad.act@t0"]


# --- what counts ------------------------------------------------------------------------------------------------------
CHAIN = (
    "id: a, target: turn, kind: choice, options: [x, y]",
    "id: b, target: turn, kind: choice, options: [x, y], when: {a: x}, required: true",
    "id: c, target: turn, kind: text, when: {b: x}, required: true",
)


def test_answers_of_a_cell_that_does_not_count_are_as_if_not_there_and_return() -> None:
    schema, dialogue = a_schema(*CHAIN), a_dialogue([("ana", "Yes.")])
    given = {("a", _t(0)): Answer("value", "x"), ("b", _t(0)): Answer("value", "x")}
    assert _named(missing(schema, TASK, dialogue, given)) == ["c@t0"]
    given[("a", _t(0))] = Answer("value", "y")
    assert missing(schema, TASK, dialogue, given) == []
    answers = Answers(schema, dialogue, given)
    b, c = (Cell(schema.fields[idx], _t(0)) for idx in (1, 2))
    assert (applicable(b, answers), applicable(c, answers)) == (False, False)
    assert answers.get(b) == Answer("value", "x")
    given[("a", _t(0))] = Answer("value", "x")
    assert _named(missing(schema, TASK, dialogue, given)) == ["c@t0"]


def test_an_answer_where_the_field_does_not_apply_counts_for_nothing() -> None:
    schema = a_schema(
        "id: a, target: turn, applies_to: therapist, kind: text",
        "id: b, target: turn, kind: text, when: {a: any}, required: true",
    )
    given = {("a", _t(0)): Answer("value", "imported")}
    assert missing(schema, TASK, a_dialogue([("ana", "Yes.")]), given) == []


def test_conditions_see_the_same_place_and_what_it_lies_in() -> None:
    schema = a_schema(
        "id: whole, target: dialogue, kind: choice, options: [x]",
        "id: here, target: turn, kind: choice, options: [x]",
        "id: who, target: participant, per: turn, among: client, kind: choice, options: [x]",
        "id: p, target: participant, per: turn, among: client, kind: text, when: {who: x}",
        "id: q, target: pair, per: turn, kind: text, when: {here: x, whole: x}",
        "id: r, target: candidate, kind: text, when: {here: x}",
        "id: u, target: pair, kind: choice, options: [x]",
        "id: v, target: pair, directed: true, kind: text, when: {u: x}",
    )
    dialogue = a_dialogue(candidates=[{"id": "c1", "turn": "t1"}, {"id": "c2", "turn": "t2"}])
    x = Answer("value", "x")
    given = {
        ("whole", Target()): x,
        ("here", _t(1)): x,
        ("who", Target(participant="ana", turn="t2")): x,
        ("u", Target(participant="ana", other="tess")): x,
    }
    answers = Answers(schema, dialogue, given)
    counting = [cell for cell in cells(schema, TASK, dialogue) if cell.field.when and applicable(cell, answers)]
    assert _named(counting) == (
        ["q@t1/ana/ben", "q@t1/ana/tess", "q@t1/ben/tess", "r@c1", "p@t2/ana", "v@ana/tess", "v@tess/ana"]
    )


@pytest.mark.parametrize(("state", "open"), [("value", False), ("none", False), ("cannot_tell", False)])
def test_every_answer_satisfies_a_required_field(state: State, open: bool) -> None:
    schema, dialogue = a_schema("id: a, target: turn, kind: text, required: true"), a_dialogue([("ana", "Yes.")])
    given = {("a", _t(0)): Answer(state, "x" if state == "value" else None)}
    assert bool(missing(schema, TASK, dialogue, given)) is open


@pytest.mark.parametrize("state", ["retracted", "unmapped"])
def test_a_withdrawn_or_unmapped_label_leaves_the_cell_open(state: State) -> None:
    schema, dialogue = a_schema("id: a, target: turn, kind: text, required: true"), a_dialogue([("ana", "Yes.")])
    assert _named(missing(schema, TASK, dialogue, {("a", _t(0)): Answer(state)})) == ["a@t0"]


def test_a_field_can_be_required_on_a_condition() -> None:
    schema = a_schema(
        "id: a, target: turn, kind: choice, options: [x, y]",
        "id: why, target: turn, kind: text, required: {a: x}",
    )
    dialogue = a_dialogue([("ana", "Yes."), ("ana", "No.")])
    given = {("a", _t(0)): Answer("value", "x"), ("a", _t(1)): Answer("value", "y")}
    assert _named(missing(schema, TASK, dialogue, given)) == ["why@t0"]
    assert not required(Cell(schema.fields[1], _t(1)), Answers(schema, dialogue, given))


# --- submit -----------------------------------------------------------------------------------------------------------
def test_untouched_cells_count_as_none_where_the_field_says_so() -> None:
    schema = a_schema(
        "id: a, target: turn, kind: choices, options: [x], blank: none",
        "id: b, target: turn, kind: text, when: {a: any}, blank: none",
        "id: c, target: turn, kind: text",
    )
    dialogue = a_dialogue([("ana", "1"), ("ana", "2"), ("ana", "3"), ("ana", "4"), ("ana", "5")])
    states: list[State] = ["value", "cannot_tell", "retracted", "unmapped"]
    given = {("a", _t(idx)): Answer(state, ["x"] if state == "value" else None) for idx, state in enumerate(states)}
    assert _named(by_submit(schema, TASK, dialogue, given)) == ["b@t0", "a@t2", "a@t4"]


def test_a_cell_that_counts_only_because_another_became_none_is_seen() -> None:
    schema = a_schema(
        "id: c, target: turn, kind: text, when: {b: none}, blank: none",
        "id: a, target: turn, kind: choices, options: [x], blank: none",
        "id: b, target: turn, kind: text, when: {a: none}, blank: none",
        "id: why, target: turn, kind: text, when: {b: none}, required: true",
        "id: not_this, target: turn, kind: text, when: {b: any}, required: true",
    )
    dialogue = a_dialogue([("ana", "1")])
    assert _named(by_submit(schema, TASK, dialogue, {})) == ["c@t0", "a@t0", "b@t0"]
    assert _named(missing(schema, TASK, dialogue, {})) == ["why@t0"]


def test_items_are_missing_until_there_are_enough_or_the_turn_is_covered() -> None:
    schema = a_schema(
        "id: links, target: turn, kind: links, options: [x], min: 2, required: true",
        "id: moves, target: turn, kind: spans, options: [x], tile: true, required: true",
    )
    dialogue = a_dialogue([("ana", "One. Two."), ("ben", "Hm.")])
    task = Task(order="field")

    def span(start: int, end: int) -> Json:
        return {"turn": "t0", "start": start, "end": end, "text": "One. Two."[start:end], "label": "x"}

    link = {"to": ["t1"], "label": "x"}
    none = {("links", _t(1)): Answer("none"), ("moves", _t(1)): Answer("none")}
    given = {**none, ("links", _t(0)): Answer("value", [link]), ("moves", _t(0)): Answer("value", [span(0, 4)])}
    assert _named(missing(schema, task, dialogue, given)) == ["links@t0", "moves@t0"]
    given[("links", _t(0))] = Answer("value", [link, link])
    given[("moves", _t(0))] = Answer("value", [span(5, 9), span(0, 4)])
    assert missing(schema, task, dialogue, given) == []
    given[("moves", _t(0))] = Answer("value", [span(0, 6), span(5, 9)])
    assert _named(missing(schema, task, dialogue, given)) == ["moves@t0"]


# --- events as answers ------------------------------------------------------------------------------------------------
def _event(field: str, value: Json = None, state: State = "value", item: str = "") -> Event:
    return Event("e", "p", "d", field, "ana", state, value, _t(0), item)


def test_events_become_answers_and_items_come_together() -> None:
    found = answers_of(
        [
            _event("a", "x"),
            _event("gone", state="retracted"),
            _event("spans", {"n": 1}, item="i1"),
            _event("spans", {"n": 2}, item="i2"),
            _event("spans", state="retracted", item="i3"),
            _event("links", state="none"),
            _event("odd", state="unmapped"),
        ]
    )
    assert found == {
        ("a", _t(0)): Answer("value", "x"),
        ("spans", _t(0)): Answer("value", [{"n": 1}, {"n": 2}]),
        ("links", _t(0)): Answer("none"),
        ("odd", _t(0)): Answer("unmapped"),
    }


@pytest.mark.parametrize("first", ["items", "none"])
def test_an_item_beats_a_none_for_the_whole_field_in_either_order(first: str) -> None:
    events = [_event("spans", {"n": 1}, item="i1"), _event("spans", state="none")]
    found = answers_of(events if first == "items" else reversed(events))
    assert found == {("spans", _t(0)): Answer("value", [{"n": 1}])}


# --- cost -------------------------------------------------------------------------------------------------------------
def test_cells_of_ten_thousand_turns_are_cheap() -> None:
    schema = a_schema(
        "id: a, target: turn, applies_to: therapist, kind: text, required: true",
        "id: b, target: turn, applies_to: {role: client, dialogue.scenario: couple}, kind: text, required: true",
        "id: c, target: turn, kind: text, when: {a: any}, required: true",
        "id: d, target: turn, kind: text, blank: none",
    )
    dialogue = a_dialogue([("ana" if idx % 2 else "tess", "Yes.") for idx in range(10_000)])
    times = []
    for _ in range(3):
        start = time.perf_counter()
        count = sum(1 for _ in cells(schema, TASK, dialogue))
        times.append(time.perf_counter() - start)
    assert count == 25_000
    assert min(times) < 0.2, f"{min(times):.3f} s (measured alone: 0.05 s)"
