"""Rules across fields: where each is asked, and which of them the answers break."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from curator.model import grammar
from curator.model.dialogue import Dialogue
from curator.model.plan import Answers, Cell, Given, cells, fields_of, filled_in
from curator.model.project import Task
from curator.model.schema import Field, Rule, Schema
from curator.model.targets import Target

DEPTH = {"case": 0, "dialogue": 1, "turn": 2, "part": 3, "candidate": 3, "participant": 3, "pair": 4}
"""A rule is asked at the deepest target that it speaks about: there it sees all the others."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that the answers break at one target. `index`: its place among the schema's rules."""

    index: int
    rule: Rule
    target: Target

    def as_json(self) -> dict[str, object]:
        """{"rule", "target", "say", "level"}"""
        return {
            "rule": self.index,
            "target": self.target.as_json(),
            "say": self.rule.say,
            "level": self.rule.level,
        }


def broken_rules(
    schema: Schema, task: Task, dialogue: Dialogue, given: Given, blanks: Sequence[Cell] | None = None
) -> list[Broken]:
    """Every rule that is broken once the dialogue is submitted, rule by rule in reading order. blanks: what `by_submit`
    answers, where it is known already.

    A rule is passed over in a task that does not ask all of its fields, and at targets where none of them counts.
    """
    if not schema.rules:
        return []
    answers = Answers(schema, dialogue, filled_in(schema, task, dialogue, given, blanks))
    every = list(cells(schema, task, dialogue))
    asked = {one.id: one for one in fields_of(schema, task)}
    found: list[Broken] = []
    for index, rule in enumerate(schema.rules):
        names = set(fields_in(rule))
        if names <= set(asked):
            fields = [asked[name] for name in names]
            places = _places(rule, fields, every, dialogue, answers)
            found += [Broken(index, rule, target) for target in places if _is_broken(rule, answers.scope(target))]
    return found


def fields_in(rule: Rule) -> Iterator[str]:
    """The ids of the fields that the rule speaks about."""
    for expr in expressions(rule):
        yield from grammar.fields_of(expr)


def expressions(rule: Rule) -> list[grammar.Expr]:
    return [expr for expr in (rule.when, rule.forbid, rule.require) if expr is not None]


def _is_broken(rule: Rule, scope: grammar.Scope) -> bool:
    if rule.when is not None and not grammar.evaluate(rule.when, scope):
        return False
    if rule.forbid is not None:
        return grammar.evaluate(rule.forbid, scope)
    return rule.require is not None and not grammar.evaluate(rule.require, scope)


def _places(
    rule: Rule, fields: list[Field], every: Iterable[Cell], dialogue: Dialogue, answers: Answers
) -> Iterator[Target]:
    """The targets of the deepest fields; all turns where the rule asks about turns beside what is about none."""
    deepest = max((DEPTH[one.target] for one in fields), default=0)
    both_ways = any(one.directed for one in fields)
    ids = {one.id for one in fields if DEPTH[one.target] == deepest and one.directed == both_ways}
    found = list(dict.fromkeys(cell.target for cell in every if cell.field.id in ids)) if ids else [Target()]
    if _asks_turns(rule, fields) and not any(_is_in_turn(target) for target in found):
        found = [_at_turn(target, turn.id) for turn in dialogue.turns for target in found]
    for target in found:
        if not fields or any(answers.counts(Cell(one, answers.seen_from(one, target))) for one in fields):
            yield target


def _asks_turns(rule: Rule, fields: list[Field]) -> bool:
    if any(one.target == "turn" or one.per == "turn" for one in fields):
        return True
    keys = [test.key for expr in expressions(rule) for test in grammar.tests(expr)]
    whom = any(one.target in ("participant", "pair") for one in fields)
    return any(key.startswith("turn.") or (key == "role" and not whom) for key in keys)


def _is_in_turn(target: Target) -> bool:
    return bool(target.turn or target.part or target.candidate)


def _at_turn(target: Target, turn: str) -> Target:
    return Target(turn=turn, participant=target.participant, other=target.other)
