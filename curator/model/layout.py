"""The cells of a dialogue under a task: one for each field at each target that it statically applies to.

The order is shared with the labelling page (tests/model/plan-cases.json): turn by turn, then what is about the
participants, the pairs, the candidates, the parts, the dialogue and the case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from curator.model.dialogue import Candidate, Dialogue, Part, Participant, Turn
from curator.model.grammar import Scope, evaluate
from curator.model.project import Task
from curator.model.schema import Field, Schema
from curator.model.targets import Target, TargetName

AFTER_TURNS: tuple[TargetName, ...] = ("participant", "pair", "candidate", "part", "dialogue", "case")
"""The groups of cells that are about no single turn, in reading order."""


class Cell(NamedTuple):
    """One field at one target."""

    field: Field
    target: Target

    def as_json(self) -> dict[str, object]:
        """The shape in a 409's `missing`: {"field", "target"}."""
        return {"field": self.field.id, "target": self.target.as_json()}


def cells(schema: Schema, task: Task, dialogue: Dialogue) -> Iterator[Cell]:
    """Every cell that statically applies, in reading order.

    task.order *turn*: turn by turn all its fields, then the groups of AFTER_TURNS; *field*: field by field.
    """
    asked = fields_of(schema, task)
    layout = Layout(schema.peopled(dialogue))
    if task.order == "field":
        for one in asked:
            for turn_idx in range(len(dialogue.turns)):
                yield from layout.in_turn(one, turn_idx)
            yield from layout.beyond_turns(one)
        return
    for turn_idx in range(len(dialogue.turns)):
        for one in asked:
            yield from layout.in_turn(one, turn_idx)
    for group in AFTER_TURNS:
        for one in asked:
            if one.target == group:
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


class Layout:
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
            if self._has_what_it_orders(one, turn.id) and self._applies_in(one, turn, turn_idx, None):
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

    def _has_what_it_orders(self, one: Field, turn_id: str) -> bool:
        """What orders candidates is asked only where there are some (`turn_id` empty: of the dialogue)."""
        return one.of != "candidates" or bool(self._places.candidates.get(turn_id))

    def _whole_targets(self, one: Field) -> Iterator[Target]:
        if one.target == "dialogue":
            if self._has_what_it_orders(one, ""):
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
                scopes = ((person, Scope(self.dialogue, participant=person)) for person in people)
                chosen = [person for person, scope in scopes if person.can("be_an_end") and evaluate(one.among, scope)]
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
