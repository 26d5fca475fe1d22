"""The questions of a task as the labelling page gets them: fields, their parts and options, rules across them."""

from __future__ import annotations

from collections.abc import Iterator

from curator.model import grammar
from curator.model.base import Json
from curator.model.question import Option, Question
from curator.model.refusals import refusals
from curator.model.rules import expressions, fields_in
from curator.model.schema import Field, Rule
from curator.work.shelf import Sheet


def schema_json(sheet: Sheet) -> dict[str, Json]:
    """`cannot_draw`: what the page of today leaves out, in words. `rules`: those whose fields the task asks."""
    schema = sheet.book.schema
    asked = schema.model_copy(update={"fields": tuple(sheet.fields.values())})
    return {
        "id": schema.id,
        "version": schema.version,
        "title": schema.title,
        "roles": {role: list(aliases) for role, aliases in schema.roles.items()},
        "fields": [_field(sheet, field) for field in sheet.fields.values()],
        "rules": [_rule(index, rule) for index, rule in rules_of(sheet)],
        "order": sheet.task.order,
        "entities": {"open": schema.entities.open, "kinds": list(schema.entities.kinds)},
        "candidates": schema.candidates.model_dump(mode="json") if schema.candidates else None,
        "repairs": list(schema.repairs),
        "cannot_draw": [problem.problem for problem in refusals(asked)],
    }


def rules_of(sheet: Sheet) -> list[tuple[int, Rule]]:
    """The rules that this task can break, each with its place among the schema's."""
    rules = enumerate(sheet.book.schema.rules)
    return [(index, rule) for index, rule in rules if set(fields_in(rule)) <= set(sheet.fields)]


def conditions(sheet: Sheet) -> Iterator[grammar.Expr]:
    """Every condition that the page evaluates."""
    for field in sheet.fields.values():
        yield from (expr for expr in (field.applies_to, field.when) if expr is not None)
        for question in (field, *field.parts):
            if not isinstance(question.required, bool):
                yield question.required
            if question.among is not None:
                yield question.among
            yield from (option.only_if for option in question.options if option.only_if is not None)
    for _, rule in rules_of(sheet):
        yield from expressions(rule)


def _field(sheet: Sheet, field: Field) -> dict[str, Json]:
    """`of`, `entry` and `heading`: of which field this is one entry, and that field's label. `of` and `type` of parts
    are in the settings."""
    settings = dict(field.settings)
    if field.target == "part":
        settings |= {"of": field.of, "type": field.type}
    shape = _question(field) | {
        "target": field.target,
        "per": field.per or None,
        "directed": field.directed if field.target == "pair" else None,
        "among": _written(field.among),
        "applies_to": _written(field.applies_to),
        "when": _written(field.when),
        "blank": field.blank,
        "settings": settings,
        "persists": field.persists,
        "certainty": field.certainty,
        "by": field.by,
    }
    parent, _, entry = field.id.partition(".")
    if not entry:
        return shape
    whole = sheet.book.schema.field(parent)
    return shape | {"of": parent, "entry": entry, "heading": whole.label if whole else {}}


def _question(question: Question) -> dict[str, Json]:
    """A field or a part: what is asked, and what an answer looks like."""
    required = question.required
    return {
        "id": question.id,
        "kind": question.kind,
        "label": question.label,
        "definition": question.definition,
        "required": required if isinstance(required, bool) else grammar.as_json(required),
        "min": question.min,
        "max": question.max,
        "items": question.kind_class.items,
        "open": question.open,
        "settings": question.settings,
        "options": [_option(option) for option in question.options],
        "parts": [_question(part) for part in question.parts],
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
        "inverse": option.inverse,
        "only_if": _written(option.only_if),
    }


def _rule(index: int, rule: Rule) -> dict[str, Json]:
    return {
        "index": index,
        "when": _written(rule.when),
        "forbid": _written(rule.forbid),
        "require": _written(rule.require),
        "say": rule.say,
        "level": rule.level,
    }


def _written(expr: grammar.Expr | None) -> Json:
    return None if expr is None else grammar.as_json(expr)
