"""The invented schemes leave nothing of the schema language out, and the documented table is what the model allows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
import yaml
from pydantic import BaseModel

from curator.model import grammar
from curator.model.checks import schema_problems
from curator.model.kinds import KINDS
from curator.model.question import Entry, Gold, Intensity, Option, Question
from curator.model.schema import CandidateSettings, Entities, Entity, Field, Rule, Schema
from curator.model.targets import TARGET_NAMES
from tests.model.invented import FILES, invented

SCHEMAS = list(invented().values())
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "schema-language.md"
MODELS = (Schema, Entities, Entity, Rule, CandidateSettings, Field, Question, Gold, Option, Entry, Intensity)
LEAST: dict[str, dict[str, Any]] = {
    "choice": {"options": ["a"]},
    "choices": {"options": ["a"]},
    "scale": {"from": 1, "to": 3},
    "ranking": {"of": "candidates"},
    "segments": {"options": ["a"]},
    "records": {"parts": [{"id": "note", "kind": "text"}]},
}
"""What a question of a kind needs at least."""


def pieces(of: object) -> Iterator[BaseModel | grammar.Expr]:
    """Everything that a schema is made of, conditions included."""
    if isinstance(of, BaseModel | grammar.Node | grammar.Test):
        yield of
    if isinstance(of, BaseModel):
        for name in type(of).model_fields:
            yield from pieces(getattr(of, name))
    elif isinstance(of, grammar.Node):
        for item in of.items:
            yield from pieces(item)
    elif isinstance(of, dict):
        for value in of.values():
            yield from pieces(value)
    elif isinstance(of, list | tuple):
        for value in of:
            yield from pieces(value)


ALL = [piece for schema in SCHEMAS for piece in pieces(schema)]
QUESTIONS = [piece for piece in ALL if isinstance(piece, Question)]
FIELDS = [piece for piece in QUESTIONS if isinstance(piece, Field)]
PARTS = [piece for piece in QUESTIONS if not isinstance(piece, Field)]


def says(piece: BaseModel, name: str) -> bool:
    """Whether the setting is another one than where nothing is written."""
    info = type(piece).model_fields[name]
    return info.is_required() or getattr(piece, name) != info.get_default(call_default_factory=True)


# --- kinds and targets ------------------------------------------------------------------------------------------------
def documented() -> dict[tuple[str, str], bool]:
    """(kind, target) -> whether the table in the documentation allows it."""
    table = DOCUMENT.read_text(encoding="utf-8").partition("<!-- table targets-by-kind -->\n")[2].partition("<!--")[0]
    head, _, *rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.strip().split("\n")]
    return {(kind, target): bool(sign) for kind, *signs in rows for target, sign in zip(head[1:], signs, strict=True)}


def test_the_documented_table_is_of_every_kind_and_target() -> None:
    assert set(documented()) == set(product(KINDS.names(), TARGET_NAMES))


@pytest.mark.parametrize(("kind", "target"), list(product(KINDS.names(), TARGET_NAMES)))
def test_what_the_table_does_not_allow_is_refused_by_name(kind: str, target: str) -> None:
    written = {"id": "f", "target": target, "kind": kind, **LEAST.get(kind, {})}
    schema = Schema.model_validate({"id": "s", "fields": [written]})
    problems = [problem for _, problem, _ in schema_problems(schema)]
    refused = f"`{kind}` cannot be about a {target}."
    assert documented()[kind, target] is (not problems)
    assert documented()[kind, target] or problems[0] == refused


def test_every_allowed_kind_and_target_is_used_together() -> None:
    allowed = {(kind.name, target) for kind in KINDS for target in kind.targets}
    assert {(field.kind, field.target) for field in FIELDS} == allowed


def test_whatever_is_asked_of_people_is_asked_at_a_turn_too() -> None:
    of_people = {(kind.name, target) for kind in KINDS for target in kind.targets if target in ("participant", "pair")}
    for per in ("", "turn"):
        assert {(field.kind, field.target) for field in FIELDS if field.per == per} >= of_people, per


def test_every_kind_but_records_is_a_part_of_an_item() -> None:
    assert {part.kind for part in PARTS} == set(KINDS.names()) - {"records"}
    nested = {"id": "inner", "kind": "records", **LEAST["records"]}
    written = {"id": "f", "target": "turn", "kind": "records", "parts": [nested]}
    problems = [problem for _, problem, _ in schema_problems(Schema.model_validate({"id": "s", "fields": [written]}))]
    assert problems == ["a part has no parts of its own."]


# --- settings ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_setting_is_used(model: type[BaseModel]) -> None:
    used = [piece for piece in ALL if isinstance(piece, model)]
    own = set(model.model_fields) - set(Question.model_fields if model is Field else ())
    unused = {name for name in own if not any(says(piece, name) for piece in used)}
    assert unused == ({"ties"} if model is Gold else set())  # of which there is one word, and it need not be written


def test_every_setting_of_a_kind_is_used_with_it() -> None:
    used: defaultdict[str, set[str]] = defaultdict(set)
    for question in QUESTIONS:
        used[question.kind] |= {name for name in question.kind_class.settings if says(question, name)}
    assert {kind.name: set(kind.settings) - used[kind.name] for kind in KINDS} == {
        name: set() for name in KINDS.names()
    }


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_word_that_a_setting_can_be_is_used(model: type[BaseModel]) -> None:
    used = [piece for piece in ALL if isinstance(piece, model)]
    for name, info in model.model_fields.items():
        words = set(literals(info.annotation))
        if not words:
            continue
        found = {word for piece in used for word in listed(getattr(piece, name))}
        assert words <= found, f"{model.__name__}.{name}: {words - found}"


def literals(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    else:
        for inner in get_args(annotation):
            yield from literals(inner)


def listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple) else [value]


def test_a_scheme_lies_over_another_one() -> None:
    written = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES.values()]
    assert any("extends" in one for one in written)
    for key in ("fields", "option_sets"):
        assert all(key in one for one in written if "extends" in one)


def test_every_way_to_give_options_is_used() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in FILES.values())
    for way in (r"options: \[", r"options: [a-z]", r"options: \{open: true\}", r"options: \{open: true, list: [a-z]"):
        assert re.search(way, text), way


# --- conditions -------------------------------------------------------------------------------------------------------
def test_every_form_of_a_condition_is_used() -> None:
    found = [piece for piece in ALL if isinstance(piece, grammar.Test)]
    assert {test.op for test in found} == {"any", "none", "in", "gt", "ge", "lt", "le", "contains", "overlaps"}
    scopes = {"FIELD" if grammar.is_field(test.key) else test.key.partition(".")[0] for test in found}
    assert scopes == {"FIELD", "role", "dialogue", "turn", "participant"}
    assert any(len(test.values) > 1 for test in found if test.op == "in")
    assert any("." in test.key for test in found if grammar.is_field(test.key)), "FIELD.ENTRY"
    joined = {piece.op for piece in ALL if isinstance(piece, grammar.Node)}
    assert joined == {"all", "any", "not"}
