"""A schema laid over another one: a shipped one, or a file beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator.errors import ProblemsError
from curator.model.schema import Schema, load_schema, parse_schema

BASE = """
id: base
version: 4
status: verified
title: Base
sources: [A book]
roles: {client: [usr], therapist: [sys]}
option_sets:
  moods: [calm, angry]
fields:
  - {id: mood, target: turn, kind: choice, options: moods, required: true}
  - {id: why, target: turn, kind: text}
rules:
  - {forbid: {mood: calm, why: any}, say: Calm needs no reason.}
guidelines: Read this.
"""
CHILD = """
id: child
extends: base
roles: {guest: [visitor]}
option_sets:
  moods: [calm, angry, sad]
fields:
  - {id: whole, target: dialogue, kind: text}
  - {id: mood, required: false, definition: Of the voice.}
rules:
  - {require: {whole: any}, say: Say it., level: ask}
"""


def _child(folder: Path, child: str = CHILD, base: str = BASE) -> Schema:
    (folder / "base.yaml").write_text(base, encoding="utf-8")
    path = folder / "child.yaml"
    path.write_text(child, encoding="utf-8")
    return load_schema(path)


def _problems(folder: Path, child: str, base: str = BASE) -> list[tuple[str, str]]:
    with pytest.raises(ProblemsError) as refused:
        _child(folder, child, base)
    return [(problem.where, problem.problem) for problem in refused.value.problems]


def test_what_a_file_says_itself_stands_over_what_it_takes_over(tmp_path: Path) -> None:
    schema = _child(tmp_path)
    assert [field.id for field in schema.fields] == ["mood", "why", "whole"]
    mood = schema.fields[0]
    assert (mood.required, mood.definition, list(mood.option_ids)) == (False, "Of the voice.", ["calm", "angry", "sad"])
    assert list(schema.roles) == ["client", "therapist", "guest"]
    assert [rule.say for rule in schema.rules] == ["Calm needs no reason.", "Say it."]
    assert (schema.version, schema.status, schema.title, schema.sources) == (1, "own", {}, ("A book",))
    assert schema.guidelines == "Read this."
    assert parse_schema(schema.as_yaml(), where="alone.yaml") == schema


def test_a_shipped_schema_is_found_by_its_id() -> None:
    schema = parse_schema("id: mine\nextends: esconv", where="mine.yaml")
    assert schema.field("strategy") is not None


def test_problems_are_told_where_the_file_can_be_mended(tmp_path: Path) -> None:
    child = CHILD.replace("required: false", "kind: odd").replace("{whole: any}", "{nobody: any}")
    assert _problems(tmp_path, child) == [
        ("child.yaml, fields[1].kind (line 9)", "no kind of field is called 'odd'."),
        ("child.yaml, rules[0].require (line 11)", "no field is called 'nobody'."),
    ]
    taken_away = CHILD.replace("moods: [calm, angry, sad]", "moods: [angry, sad]")
    [(where, problem)] = _problems(tmp_path, taken_away)
    assert where == "child.yaml, extends (line 3)"
    assert problem == "'mood' has no option 'calm'."


@pytest.mark.parametrize(
    ("extends", "base", "problem"),
    [
        ("extends: nobody", BASE, "there is no schema 'nobody' to extend."),
        ("extends: ../base", BASE, "`extends` names a schema by its id."),
        ("extends: [base]", BASE, "`extends` names a schema by its id."),
        ("extends: child", BASE, "schemas extend each other in a circle: child → child."),
        ("extends: base", f"{BASE}extends: child", "schemas extend each other in a circle: child → base → child."),
        ("extends: base", "- a list", "base.yaml is no schema."),
    ],
)
def test_what_cannot_be_extended(tmp_path: Path, extends: str, base: str, problem: str) -> None:
    assert _problems(tmp_path, CHILD.replace("extends: base", extends), base) == [
        ("child.yaml, extends (line 3)", problem)
    ]
