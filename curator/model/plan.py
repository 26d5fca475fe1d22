"""Which cells of a dialogue count now, which are missing at submit, and which become *none* by it.

A cell is one field at one target. `applies_to` decides which cells exist (layout.py); `when` decides which of them
count, given the answers so far: the answers of a cell that does not count are as if they were not there, and return
when it does. An answer of a field that `persists` holds at the later turns until another one stands there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from curator.model.annotation import Event
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.grammar import Answer, Scope, evaluate
from curator.model.layout import Cell, Layout, cells, fields_of
from curator.model.project import Task
from curator.model.schema import Field, Schema
from curator.model.targets import Target

__all__ = [
    "ANSWERED",
    "Answers",
    "Cell",
    "Given",
    "answers_of",
    "applicable",
    "by_submit",
    "cells",
    "fields_of",
    "filled_in",
    "missing",
    "required",
]

ANSWERED = ("value", "none", "cannot_tell", "no_agreement")
"""States that answer a cell; *retracted* and *unmapped* leave it open."""

Given: TypeAlias = Mapping[tuple[str, Target], Answer]
"""(field id, target) -> the answer of one annotator. Of a field with items: all their values in one list."""
Chain: TypeAlias = tuple[str, str, str]
"""(field id, participant, other): what a field that persists is asked about, turn after turn."""


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
        self.schema, self.dialogue, self.given = schema, schema.peopled(dialogue), given
        self._layout = Layout(self.dialogue)
        self._counts: dict[tuple[str, Target], bool] = {}

    def get(self, cell: Cell) -> Answer | None:
        """The answer that is written for this cell, whether the cell counts or not."""
        return self.given.get((cell.field.id, cell.target))

    def carried(self, cell: Cell) -> Answer | None:
        """Of a field that persists: the last answer that counts at a turn before this one."""
        here = self._layout.turn_idx.get(cell.target.turn)
        if not cell.field.persists or here is None:
            return None
        changes = self._changes.get(chain_of(cell), [])
        for _, target in reversed(changes[: bisect_left(changes, (here, Target()))]):
            if self.counts(Cell(cell.field, target)):
                return self.given[cell.field.id, target]
        return None

    @cached_property
    def _changes(self) -> dict[Chain, list[tuple[int, Target]]]:
        """The turns at which fields that persist were answered, in order."""
        found: dict[Chain, list[tuple[int, Target]]] = {}
        holding = {one.id: one for one in self.schema.asked if one.persists}
        for (field_id, target), answer in self.given.items():
            idx = self._layout.turn_idx.get(target.turn)
            if field_id in holding and idx is not None and answer.state in ANSWERED:
                found.setdefault(chain_of(Cell(holding[field_id], target)), []).append((idx, target))
        for changes in found.values():
            changes.sort()
        return found

    def scope(self, target: Target) -> Scope:
        """What a condition sees here: answers of fields that count, at this target or at what it lies in."""
        turn_idx = self._layout.turn_idx.get(self._layout.turn_of(target))
        return Scope(
            self.dialogue,
            turn=None if turn_idx is None else self.dialogue.turns[turn_idx],
            participant=self._layout.people.get(target.participant),
            answers=lambda field_id: self.seen(field_id, target),
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

    def seen(self, field_id: str, target: Target) -> Answer | None:
        """The answer that a condition at this target finds for the field: the one that stands there, or the one that
        holds since an earlier turn; None where the field does not count."""
        other = self.schema.field(field_id)
        if other is None:
            return None
        cell = Cell(other, self.seen_from(other, target))
        own = self.given.get((other.id, cell.target))
        if other.persists and (own is None or own.state not in ANSWERED):
            own = self.carried(cell) or own
        return own if own is not None and self.counts(cell) else None

    def seen_from(self, other: Field, target: Target) -> Target:
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


def chain_of(cell: Cell) -> Chain:
    return (cell.field.id, cell.target.participant, cell.target.other)


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

    A cell that only counts because another one became none is among them. Of a field that persists it is the first
    one alone: none holds from there.
    """
    blank = [cell for cell in cells(schema, task, dialogue) if cell.field.blank == "none"]
    blank = [cell for cell in blank if not _is_touched(given.get((cell.field.id, cell.target)))]
    filled = dict(given)
    found: set[int] = set()
    while True:
        answers = Answers(schema, dialogue, filled)
        new = list(_newly_none(blank, found, answers))
        if not new:
            break
        found.update(new)
        filled.update(((blank[idx].field.id, blank[idx].target), Answer("none")) for idx in new)
    answers = Answers(schema, dialogue, filled)
    return [cell for idx, cell in enumerate(blank) if idx in found and answers.counts(cell)]


def _newly_none(blank: list[Cell], found: set[int], answers: Answers) -> Iterator[int]:
    begun: set[Chain] = set()
    for idx, cell in enumerate(blank):
        if idx in found or not answers.counts(cell):
            continue
        if cell.field.persists:
            if chain_of(cell) in begun or answers.carried(cell) is not None:
                continue
            begun.add(chain_of(cell))
        yield idx


def filled_in(
    schema: Schema, task: Task, dialogue: Dialogue, given: Given, blanks: Sequence[Cell] | None = None
) -> dict[tuple[str, Target], Answer]:
    """The answers as a submit would leave them. blanks: what `by_submit` answers, where it is known already."""
    blanks = by_submit(schema, task, dialogue, given) if blanks is None else blanks
    return {**given, **{(cell.field.id, cell.target): Answer("none") for cell in blanks}}


def missing(
    schema: Schema, task: Task, dialogue: Dialogue, given: Given, blanks: Sequence[Cell] | None = None
) -> list[Cell]:
    """The cells that keep a dialogue from being submitted, in reading order: required and not answered, or items that
    are too few, too many or leave gaps. blanks: as for `filled_in`."""
    filled = filled_in(schema, task, dialogue, given, blanks)
    answers = Answers(schema, dialogue, filled)
    return [
        cell
        for cell in cells(schema, task, dialogue)
        if (cell.field.required is not False or cell.field.kind_class.items)
        and _is_lacking(cell, filled.get((cell.field.id, cell.target)), answers)
    ]


def _is_lacking(cell: Cell, answer: Answer | None, answers: Answers) -> bool:
    kind = cell.field.kind_class
    if answer is not None and answer.state in ANSWERED:
        if not kind.items or answer.state != "value":
            return False
        whole = kind.whole(cell.field, answer.value, answers.dialogue, cell.target)
        return not whole and answers.counts(cell)
    if cell.field.required is False or not answers.counts(cell) or not required(cell, answers):
        return False
    return answers.carried(cell) is None


def _is_touched(answer: Answer | None) -> bool:
    """An imported label outside the scheme is no answer, but nothing is written over it either."""
    return answer is not None and answer.state in (*ANSWERED, "unmapped")
