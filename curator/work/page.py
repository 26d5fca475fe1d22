"""A dialogue and its questions as the labelling page gets them: what is shown, and no more."""

from __future__ import annotations

from collections.abc import Iterator

from curator.model import grammar
from curator.model.base import Json
from curator.model.dialogue import Participant, Turn
from curator.model.refusals import refusals
from curator.model.schema import Field, Option
from curator.work.shelf import Sheet


def dialogue_json(sheet: Sheet) -> dict[str, Json]:
    """`attributes` are those that the task shows; `facts` are others that a condition asks about (not for display)."""
    dialogue, shown = sheet.dialogue, sheet.task.shown
    asked = _asked_attributes(sheet)
    roles = {person.id: person.role for person in dialogue.participants}
    return {
        "id": dialogue.id,
        "source_id": dialogue.source_id,
        "position": [sheet.book.place[dialogue.id] + 1, len(sheet.book.place)],
        "attributes": {key: dialogue.attributes[key] for key in shown.attributes if key in dialogue.attributes},
        "facts": _chosen(dialogue.attributes, asked, "dialogue."),
        "participants": [_participant(person, asked, shown.names) for person in dialogue.participants],
        "turns": [_turn(turn, idx, roles, asked) for idx, turn in enumerate(dialogue.turns)],
        "text_revision": sheet.text_revision,
    }


def schema_json(sheet: Sheet) -> dict[str, Json]:
    """The questions of the task. `cannot_draw`: what the page of today leaves out, in words."""
    schema = sheet.book.schema
    left_out = refusals(schema.model_copy(update={"fields": tuple(sheet.fields.values())}))
    return {
        "id": schema.id,
        "version": schema.version,
        "title": schema.title,
        "roles": {role: list(aliases) for role, aliases in schema.roles.items()},
        "fields": [_field(field) for field in sheet.fields.values()],
        "order": sheet.task.order,
        "cannot_draw": [problem.problem for problem in left_out],
    }


def _participant(person: Participant, asked: set[str], names: str) -> dict[str, Json]:
    return {
        "id": person.id,
        "name": (person.name or person.id) if names == "names" else (person.role or person.id),
        "role": person.role,
        "kind": person.kind,
        "attributes": _chosen(person.attributes, asked, "participant."),
    }


def _turn(turn: Turn, idx: int, roles: dict[str, str], asked: set[str]) -> dict[str, Json]:
    return {
        "id": turn.id,
        "idx": idx,
        "speakers": list(turn.speakers),
        "addressees": list(turn.addressees),
        "text": turn.text,
        "start": turn.start,
        "end": turn.end,
        "roles": [role for speaker in turn.speakers if (role := roles[speaker])],
        "attributes": _chosen(turn.attributes, asked, "turn."),
    }


def _field(field: Field) -> dict[str, Json]:
    return {
        "id": field.id,
        "target": field.target,
        "kind": field.kind,
        "label": field.label,
        "definition": field.definition,
        "applies_to": None if field.applies_to is None else grammar.as_json(field.applies_to),
        "when": None if field.when is None else grammar.as_json(field.when),
        "required": field.required if isinstance(field.required, bool) else grammar.as_json(field.required),
        "blank": field.blank,
        "min": field.min,
        "max": field.max,
        "settings": field.settings,
        "options": [_option(option) for option in field.options],
    }


def _option(option: Option) -> dict[str, Json]:
    return {
        "id": option.id,
        "label": option.label,
        "definition": option.definition,
        "examples": list(option.examples),
        "key": option.key,
        "colour": option.colour,
        "group": option.group,
        "only_if": None if option.only_if is None else grammar.as_json(option.only_if),
    }


def _asked_attributes(sheet: Sheet) -> set[str]:
    """The keys `dialogue.ATTR`, `turn.ATTR` and `participant.ATTR` that conditions of the task ask about."""
    return {test.key for expr in _conditions(sheet) for test in grammar.tests(expr) if "." in test.key}


def _conditions(sheet: Sheet) -> Iterator[grammar.Expr]:
    for field in sheet.fields.values():
        if not isinstance(field.required, bool):
            yield field.required
        yield from (expr for expr in (field.applies_to, field.when) if expr is not None)
        yield from (option.only_if for option in field.options if option.only_if is not None)


def _chosen(attributes: dict[str, Json], asked: set[str], scope: str) -> dict[str, Json]:
    return {key: value for key, value in attributes.items() if scope + key in asked}
