"""Which cells a dialogue has under a task, which of them count now, and what is missing at submit.

A cell is one field at one target. `applies_to` decides which cells exist; `when` decides which of them count, given
the answers so far: the answers of a cell that does not count are as if they were not there, and return when it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from curator.model.annotation import Event
from curator.model.base import Json
from curator.model.dialogue import Candidate, Dialogue, Part, Participant, Turn
from curator.model.grammar import Answer, Scope, evaluate
from curator.model.project import Task
from curator.model.schema import Field, Schema
from curator.model.targets import Target

ANSWERED = ("value", "none", "cannot_tell", "no_agreement")
"""States that answer a cell; *retracted* and *unmapped* leave it open."""

Given: TypeAlias = Mapping[tuple[str, Target], Answer]
"""(field id, target) -> the answer of one annotator. Of a field with items: all their values in one list."""


class Cell(NamedTuple):
    """One field at one target."""

    field: Field
    target: Target

    def as_json(self) -> dict[str, object]:
        """The shape in a 409's `missing`: {"field", "target"}."""
        return {"field": self.field.id, "target": self.target.as_json()}


# --- the cells that exist ---------------------------------------------------------------------------------------------
def cells(schema: Schema, task: Task, dialogue: Dialogue) -> Iterator[Cell]:
    """Every cell that statically applies, in reading order.

    task.order *turn*: turn by turn all its fields, then what is about the whole dialogue; *field*: field by field.
    """
    asked = fields_of(schema, task)
    layout = _Layout(dialogue)
    if task.order == "field":
        for one in asked:
            for turn_idx in range(len(dialogue.turns)):
                yield from layout.in_turn(one, turn_idx)
            yield from layout.beyond_turns(one)
        return
    for turn_idx in range(len(dialogue.turns)):
        for one in asked:
            yield from layout.in_turn(one, turn_idx)
    for one in asked:
        yield from layout.beyond_turns(one)


def fields_of(schema: Schema, task: Task) -> tuple[Field, ...]:
    """The fields that the task asks, in the schema's order; FIELD stands for all its entries."""
    if task.fields is None:
        return schema.asked
    wanted = set(task.fields)
    return tuple(one for one in schema.asked if one.id in wanted or one.id.partition(".")[0] in wanted)


@dataclass(slots=True)
class _Places:
    """Candidates and parts by what they belong to: ("turn", id) | ("candidate", id) | ("dialogue", "") | …"""

    candidates: dict[str, list[Candidate]] = field(default_factory=dict)
    parts: dict[tuple[str, str], list[Part]] = field(default_factory=dict)


class _Layout:
    """One dialogue's targets; what a condition says is remembered where only roles and the dialogue count."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self.people = {person.id: person for person in dialogue.participants}
        self._applies: dict[tuple[str, object], bool] = {}
        self._ends: dict[str, list[Participant]] = {}

    @cached_property
    def turn_idx(self) -> dict[str, int]:
        return {turn.id: idx for idx, turn in enumerate(self.dialogue.turns)}

    @cached_property
    def _places(self) -> _Places:
        places = _Places()
        for candidate in self.dialogue.candidates:
            places.candidates.setdefault(candidate.turn, []).append(candidate)
        for part in self.dialogue.parts:
            places.parts.setdefault((part.of_kind, part.of_id), []).append(part)
        return places

    def turn_of(self, target: Target) -> str:
        """The turn that a target is in, or an empty string."""
        if target.turn:
            return target.turn
        candidate = target.candidate
        if target.part:
            part = next((part for part in self.dialogue.parts if part.id == target.part), None)
            if part is None or part.of_kind == "turn":
                return part.of_id if part else ""
            candidate = part.of_id if part.of_kind == "candidate" else ""
        return next((one.turn for one in self.dialogue.candidates if candidate and one.id == candidate), "")

    def in_turn(self, one: Field, turn_idx: int) -> Iterator[Cell]:
        turn = self.dialogue.turns[turn_idx]
        if one.target == "turn":
            if self._applies_in(one, turn, turn_idx, None):
                yield Cell(one, Target(turn=turn.id))
        elif one.target in ("participant", "pair"):
            if one.per == "turn":
                yield from self._people_cells(one, turn, turn_idx)
        elif one.target == "candidate":
            for candidate in self._places.candidates.get(turn.id, ()):
                if self._applies_in(one, turn, turn_idx, None):
                    yield Cell(one, Target(candidate=candidate.id))
        elif one.target == "part":
            for part in self._parts_in(one, turn):
                if self._applies_in(one, turn, turn_idx, None):
                    yield Cell(one, Target(part=part.id))

    def beyond_turns(self, one: Field) -> Iterator[Cell]:
        if one.target in ("participant", "pair"):
            if one.per != "turn":
                yield from self._people_cells(one, None, None)
            return
        for target in self._whole_targets(one):
            if self._applies_in(one, None, None, None):
                yield Cell(one, target)

    def _whole_targets(self, one: Field) -> Iterator[Target]:
        if one.target == "dialogue":
            yield Target()
        elif one.target == "case" and self.dialogue.case:
            yield Target(case=self.dialogue.case)
        elif one.target == "candidate":
            yield from (Target(candidate=candidate.id) for candidate in self._places.candidates.get("", ()))
        elif one.target == "part":
            whole = [candidate.id for candidate in self._places.candidates.get("", ())]
            for (of_kind, of_id), parts in self._places.parts.items():
                if of_kind in ("dialogue", "case") or (of_kind == "candidate" and of_id in whole):
                    yield from (Target(part=part.id) for part in parts if _is_asked(one, part))

    def _parts_in(self, one: Field, turn: Turn) -> Iterator[Part]:
        owners = [("turn", turn.id)]
        owners += [("candidate", candidate.id) for candidate in self._places.candidates.get(turn.id, ())]
        for owner in owners:
            yield from (part for part in self._places.parts.get(owner, ()) if _is_asked(one, part))

    def _people_cells(self, one: Field, turn: Turn | None, turn_idx: int | None) -> Iterator[Cell]:
        turn_id = turn.id if turn else ""
        ends = self._ends_of(one)
        if one.target == "participant":
            for person in ends:
                if self._applies_in(one, turn, turn_idx, person):
                    yield Cell(one, Target(participant=person.id, turn=turn_id))
            return
        for first in ends:
            if not self._applies_in(one, turn, turn_idx, first):
                continue
            for second in ends:
                if first.id != second.id and (one.directed or first.id < second.id):
                    yield Cell(one, Target(participant=first.id, other=second.id, turn=turn_id))

    def _ends_of(self, one: Field) -> list[Participant]:
        """Who can be the participant, or an end of the pair: persons, unless `among` says otherwise."""
        if one.id not in self._ends:
            people = self.dialogue.participants
            if one.among is None:
                chosen = [person for person in people if person.kind == "person"]
            else:
                chosen = [p for p in people if evaluate(one.among, Scope(self.dialogue, participant=p))]
            self._ends[one.id] = chosen
        return self._ends[one.id]

    def _applies_in(self, one: Field, turn: Turn | None, turn_idx: int | None, person: Participant | None) -> bool:
        expr = one.applies_to
        if expr is None:
            return True
        whom: object = person.id if person else turn.speakers if turn else None
        key = (one.id, whom)
        if one.asks_who_alone:
            if key not in self._applies:
                self._applies[key] = evaluate(expr, Scope(self.dialogue, turn, person, turn_idx=turn_idx))
            return self._applies[key]
        return evaluate(expr, Scope(self.dialogue, turn, person, turn_idx=turn_idx))


def _is_asked(one: Field, part: Part) -> bool:
    return (not one.of or part.of_kind == one.of.removesuffix("s")) and (not one.type or part.type == one.type)


# --- the cells that count, given answers ------------------------------------------------------------------------------
def answers_of(events: Iterable[Event]) -> dict[tuple[str, Target], Answer]:
    """One annotator's current events as answers; the items of a field at a target come together as one list
    (and beat a *none* for the whole field)."""
    found: dict[tuple[str, Target], Answer] = {}
    items: dict[tuple[str, Target], list[Json]] = {}
    for event in events:
        key = (event.field, event.target)
        if event.item and event.state == "value":
            items.setdefault(key, []).append(event.value)
        elif event.state in (*ANSWERED, "unmapped"):
            found[key] = Answer(event.state, event.value)
    return {**found, **{key: Answer("value", values) for key, values in items.items()}}


class Answers:
    """One annotator's answers to one dialogue, as conditions see them."""

    def __init__(self, schema: Schema, dialogue: Dialogue, given: Given) -> None:
        self.schema, self.dialogue, self.given = schema, dialogue, given
        self._layout = _Layout(dialogue)
        self._counts: dict[tuple[str, Target], bool] = {}

    def get(self, cell: Cell) -> Answer | None:
        """The answer that is written for this cell, whether the cell counts or not."""
        return self.given.get((cell.field.id, cell.target))

    def scope(self, target: Target) -> Scope:
        """What a condition sees here: answers of fields that count, at this target or at what it lies in."""
        turn_idx = self._layout.turn_idx.get(self._layout.turn_of(target))
        return Scope(
            self.dialogue,
            turn=None if turn_idx is None else self.dialogue.turns[turn_idx],
            participant=self._layout.people.get(target.participant),
            answers=lambda field_id: self._counting(field_id, target),
            turn_idx=turn_idx,
        )

    def counts(self, cell: Cell) -> bool:
        """Whether `applies_to` and `when` hold here."""
        one = cell.field
        if one.when is None and one.applies_to is None:
            return True
        key = (one.id, cell.target)
        if key not in self._counts:
            self._counts[key] = False  # a condition that comes back to itself does not hold
            scope = self.scope(cell.target)
            self._counts[key] = (one.applies_to is None or evaluate(one.applies_to, scope)) and (
                one.when is None or evaluate(one.when, scope)
            )
        return self._counts[key]

    def _counting(self, field_id: str, target: Target) -> Answer | None:
        other = self.schema.field(field_id)
        if other is None:
            return None
        cell = Cell(other, self._seen_from(other, target))
        answer = self.given.get((other.id, cell.target))
        return answer if answer is not None and self.counts(cell) else None

    def _seen_from(self, other: Field, target: Target) -> Target:
        """The target at which a condition here finds the other field's answer."""
        turn = self._layout.turn_of(target)
        if other.target == "turn":
            return Target(turn=turn)
        if other.target == "participant":
            return Target(participant=target.participant, turn=turn if other.per == "turn" else "")
        if other.target == "pair":
            ends = (target.participant, target.other)
            first, second = ends if other.directed else sorted(ends)
            return Target(participant=first, other=second, turn=turn if other.per == "turn" else "")
        if other.target == "case":
            return Target(case=self.dialogue.case)
        return Target() if other.target == "dialogue" else target


def applicable(cell: Cell, answers: Answers) -> bool:
    """Whether the cell counts, given the answers so far."""
    return answers.counts(cell)


def required(cell: Cell, answers: Answers) -> bool:
    """Whether the cell has to be answered before submit; it may depend on other answers."""
    wanted = cell.field.required
    if isinstance(wanted, bool):
        return wanted
    return evaluate(wanted, answers.scope(cell.target))


def by_submit(schema: Schema, task: Task, dialogue: Dialogue, given: Given) -> list[Cell]:
    """The untouched cells that count as *none* at submit (`blank: none`), in reading order.

    A cell that only counts because another one became none is among them.
    """
    blank = [cell for cell in cells(schema, task, dialogue) if cell.field.blank == "none"]
    blank = [cell for cell in blank if not _is_touched(given.get((cell.field.id, cell.target)))]
    filled = dict(given)
    found: set[int] = set()
    while True:
        answers = Answers(schema, dialogue, filled)
        new = [idx for idx, cell in enumerate(blank) if idx not in found and answers.counts(cell)]
        if not new:
            break
        found.update(new)
        filled.update(((blank[idx].field.id, blank[idx].target), Answer("none")) for idx in new)
    answers = Answers(schema, dialogue, filled)
    return [cell for idx, cell in enumerate(blank) if idx in found and answers.counts(cell)]


def missing(schema: Schema, task: Task, dialogue: Dialogue, given: Given) -> list[Cell]:
    """The cells that have to be answered before submit and are not, in reading order."""
    filled = dict(given)
    filled.update(((cell.field.id, cell.target), Answer("none")) for cell in by_submit(schema, task, dialogue, given))
    answers = Answers(schema, dialogue, filled)
    return [
        cell
        for cell in cells(schema, task, dialogue)
        if cell.field.required is not False
        and not _is_answered(cell, filled.get((cell.field.id, cell.target)), dialogue)
        and answers.counts(cell)
        and required(cell, answers)
    ]


def _is_answered(cell: Cell, answer: Answer | None, dialogue: Dialogue) -> bool:
    if answer is None or answer.state not in ANSWERED:
        return False
    kind = cell.field.kind_class
    return not (kind.items and answer.state == "value") or kind.whole(cell.field, answer.value, dialogue, cell.target)


def _is_touched(answer: Answer | None) -> bool:
    """An imported label outside the scheme is no answer, but nothing is written over it either."""
    return answer is not None and answer.state in (*ANSWERED, "unmapped")
