"""Everything that is wrong with a schema file, in one go: its shape, then what its parts say of each other."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

from pydantic import ValidationError

from curator.errors import Problem
from curator.model.base import Json
from curator.model.extending import extended
from curator.model.field_checks import Found, condition_problems, field_problems
from curator.model.grammar import fields_of
from curator.model.rules import fields_in
from curator.model.schema import Schema
from curator.model.words import in_words, redirected
from curator.model.yaml_source import Path, YamlSource, at


def problems_in(
    source: YamlSource, where: str, folder: pathlib.Path | None = None
) -> tuple[Schema | None, list[Problem]]:
    """The schema (None where its shape is wrong) and every problem, by line. A field of the wrong shape is set aside,
    so that the rest is checked too. folder: where a schema that this one extends may lie."""
    problems: list[Problem] = []
    if not isinstance(source.data, dict):
        return None, [Problem("a schema file is a mapping {id: …, fields: […]}.", where, "Begin with `id:`.")]
    whole = extended(source.data, folder)
    if whole.problem:
        return None, [Problem(whole.problem[0], at(("extends",), source, where), whole.problem[1])]
    schema, wrong = _shaped(whole.data)
    found: list[Found] = [*source.problems, *wrong]
    rest, order = (schema, None) if schema else _rest_of(whole.data, found)
    if rest is not None:
        raw_ids = _raw_ids(whole.data)
        for place, problem, fix in schema_problems(rest, raw_ids):
            path = (place[0], order[int(place[1])], *place[2:]) if order and place[0] == "fields" else place
            found.append((path, problem, fix))
    seen: set[tuple[str, str]] = set()
    for path, problem, fix in found:
        spot = at(whole.place(redirected(path, whole.data)), source, where)
        if (spot, problem) not in seen:
            seen.add((spot, problem))
            problems.append(Problem(problem, spot, fix))
    return schema, problems


def schema_problems(schema: Schema, known: frozenset[str] = frozenset()) -> Iterator[Found]:
    """What the parts of a schema of the right shape say wrongly of each other. known: further field ids to trust."""
    yield from _roles(schema)
    yield from _twice(("fields",), [field.id for field in schema.fields], "field")
    for idx, field in enumerate(schema.fields):
        for place, problem, fix in field_problems(schema, field, known):
            yield ("fields", idx, *place), problem, fix
    yield from _cycles(schema)
    for name, options in schema.option_sets.items():
        yield from _twice(("option_sets", name), [option.id for option in options], "option")
    yield from _rules(schema, known)


def _shaped(data: Json) -> tuple[Schema | None, list[Found]]:
    try:
        return Schema.model_validate(data), []
    except ValidationError as error:
        # pydantic calls a list too short when all of its entries are wrong: those are told one by one
        told = [one for one in error.errors() if not (one["type"] == "too_short" and one["input"])]
        return None, [in_words(dict(one)) for one in told]


def _rest_of(data: dict[str, Json], found: list[Found]) -> tuple[Schema | None, list[int] | None]:
    """The schema without what is wrong in shape, and the positions in the file of the fields that are left."""
    bad = {
        path[:2] if path and path[0] in ("fields", "option_sets", "roles", "rules") else path[:1]
        for path, _, _ in found
    }
    fields = data.get("fields")
    if not isinstance(fields, list) or ("fields",) in bad:
        return None, None
    order = [idx for idx in range(len(fields)) if ("fields", idx) not in bad]
    rest = {key: value for key, value in data.items() if (key,) not in bad}
    rest |= {"fields": [fields[idx] for idx in order], "id": "rest"}
    for key in ("option_sets", "roles"):
        if isinstance(rest.get(key), dict):
            rest[key] = {name: value for name, value in rest[key].items() if (key, name) not in bad}
    if isinstance(rest.get("rules"), list):
        rest["rules"] = [rule for idx, rule in enumerate(rest["rules"]) if ("rules", idx) not in bad]
    schema, _ = _shaped(rest)
    return schema, order


def _raw_ids(data: dict[str, Json]) -> frozenset[str]:
    fields = data.get("fields")
    entries = fields if isinstance(fields, list) else []
    return frozenset(str(field["id"]) for field in entries if isinstance(field, dict) and "id" in field)


def _roles(schema: Schema) -> Iterator[Found]:
    owner: dict[str, str] = {}
    for role, aliases in schema.roles.items():
        for spelling in dict.fromkeys((role, *aliases)):
            first = owner.setdefault(spelling, role)
            if first != role:
                yield ("roles", role), f"{spelling!r} is a spelling of {first!r} too.", "Leave it with one role."


def _twice(path: Path, ids: list[str], what: str) -> Iterator[Found]:
    for idx, name in enumerate(ids):
        if name in ids[:idx]:
            yield (*path, idx), f"the {what} id {name!r} appears twice.", "Rename or remove one of them."


def _cycles(schema: Schema) -> Iterator[Found]:
    """`when` may not come back to the field itself: the answer would take itself away."""
    asks = {field.id: set(fields_of(field.when)) if field.when else set() for field in schema.fields}
    for idx, field in enumerate(schema.fields):
        reached: set[str] = set()
        waiting = list(asks[field.id])
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += asks.get(name, ())
        if field.id in reached:
            yield ("fields", idx, "when"), f"`when` of {field.id} depends on {field.id} itself.", "Break the circle."


def _rules(schema: Schema, known: frozenset[str]) -> Iterator[Found]:
    for idx, rule in enumerate(schema.rules):
        for name in ("when", "forbid", "require"):
            expr = getattr(rule, name)
            if expr is not None:
                for problem, fix in condition_problems(schema, expr, known):
                    yield ("rules", idx, name), problem, fix
        about = {one.target for name in fields_in(rule) if (one := schema.field(name)) is not None}
        apart = sorted(about & {"part", "candidate", "pair", "participant"})
        if len(apart) > 1 and apart != ["pair", "participant"]:
            problem = f"a rule cannot speak about a {apart[0]} and a {apart[1]} at once."
            yield ("rules", idx), problem, "Write two rules."
