"""What somebody means to answer to every question of a conversation, so that it can be submitted.

The first answer to a field is a value. Later ones go round: values, *none*, *cannot tell*, and cells that are left
untouched where the submit makes them *none*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.grammar import Answer
from curator.model.plan import Answers, Cell, by_submit, cells, missing
from curator.model.project import Task
from curator.model.rules import broken_rules, fields_in
from curator.model.schema import Field, Schema
from curator.model.targets import Target
from tests.browser.choosing import At, chosen, items

TASK = Task()
TRIES = 40
LATER = ("beside", "value", "untouched", "value", "none", "value", "cannot_tell")
"""The states of the second and later answers to a field; *beside* is *none* or *cannot tell* in turn."""


@dataclass(frozen=True)
class Meant:
    """One cell's answer; of fields with items `value` is all of them. `untouched`: left for the submit."""

    cell: Cell
    state: str
    value: Json = None
    certainty: int | None = None

    @property
    def answer(self) -> Answer:
        return Answer("value", self.value) if self.state == "value" else _NO_VALUE[self.state]


_NO_VALUE = {"none": Answer("none"), "cannot_tell": Answer("cannot_tell")}
Key = tuple[str, Target]


@dataclass
class Plan:
    """Everything meant, by (field id, target). `of`: what a submit leaves, its own *none* included."""

    schema: Schema
    dialogue: Dialogue
    pushed: Counter[Key] = field(default_factory=Counter)  # answers that a rule forbids are replaced by later ones
    meant: dict[Key, Meant] = field(default_factory=dict)

    @property
    def given(self) -> dict[Key, Answer]:
        return {key: one.answer for key, one in self.meant.items() if one.state != "untouched"}

    @property
    def blanks(self) -> set[Key]:
        return {(cell.field.id, cell.target) for cell in by_submit(self.schema, TASK, self.dialogue, self.given)}

    @property
    def asks_once_more(self) -> bool:
        """Whether the submit wants a second word: about what becomes none, or about a rule."""
        return bool(self.blanks or broken_rules(self.schema, TASK, self.dialogue, self.given))


def plan_for(schema: Schema, dialogue: Dialogue) -> Plan:
    """Raises AssertionError where the answers would not let the dialogue be submitted."""
    people = schema.peopled(dialogue)
    plan = Plan(schema, dialogue)
    for _ in range(TRIES):
        plan = _planned(Plan(schema, dialogue, plan.pushed), people)
        stops = [one for one in broken_rules(schema, TASK, dialogue, plan.given) if one.rule.level == "stop"]
        if not stops:
            break
        asked = {name for one in stops for name in fields_in(one.rule)}
        plan.pushed.update(key for key in plan.meant if key[0] in asked and key[1].turn == stops[0].target.turn)
    else:
        raise AssertionError(f"a rule always stops: {stops[0].rule.say}")
    assert missing(schema, TASK, dialogue, plan.given) == []
    answered = {name for (name, _), one in plan.meant.items() if one.state == "value"}
    assert {one.id for one in schema.asked} - answered == set(), "every field has a value somewhere"
    return plan


def _planned(plan: Plan, people: Dialogue) -> Plan:
    """Cell by cell, and anew until no further question comes up; what does not count in the end is left out."""
    every = list(cells(plan.schema, TASK, plan.dialogue))
    count: Counter[str] = Counter()
    while True:
        before = len(plan.meant)
        for cell in every:
            key = (cell.field.id, cell.target)
            if key not in plan.meant and Answers(plan.schema, plan.dialogue, plan.given).counts(cell):
                plan.meant[key] = _meant(plan, cell, count, people)
        if len(plan.meant) == before:
            break
    answers = Answers(plan.schema, plan.dialogue, plan.given)
    return replace(plan, meant={key: one for key, one in plan.meant.items() if answers.counts(one.cell)})


def _meant(plan: Plan, cell: Cell, count: Counter[str], people: Dialogue) -> Meant:
    one, at = cell.field, At(people, cell.target)
    nth = count[one.id]
    count[one.id] += 1
    pushed = plan.pushed[one.id, cell.target]
    state = "value" if pushed else _state(one, nth, plan.schema.asked)
    value = _value(one, nth + pushed, at) if state == "value" else None
    if state == "value" and not value and value != 0:
        state = "untouched" if one.blank == "none" else "none"  # nobody and nothing is there to be named
        value = None
    sure = (nth + pushed) % 4 if one.certainty and state == "value" else 0
    return Meant(cell, state, value, certainty=sure or None)


def _value(one: Field, n: int, at: At) -> Json:
    return items(one, n, at) if one.kind_class.items else chosen(one, n, at)


def _state(one: Field, nth: int, asked: Iterable[Field]) -> str:
    if nth == 0:
        return "value"
    state = LATER[(nth - 1) % len(LATER)]
    if state == "beside":
        state = ("none", "cannot_tell")[list(asked).index(one) % 2]
    if state == "none" and not takes_none(one):
        return "cannot_tell"
    if state == "untouched" and one.blank != "none":
        return "value"
    return state


def takes_none(one: Field) -> bool:
    """A scheme that needs one option says that there is one."""
    must = one.required is True and one.blank != "none"
    several = one.kind in ("choices", "participants", "turns", "ranking") or one.kind_class.items
    return not must or (several and not one.min)
