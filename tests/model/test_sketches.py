"""Sketches of real codebooks, and the contract's own example: the language carries them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from curator.errors import ProblemsError
from curator.model.schema import Schema, parse_schema
from tests.paths import SHARED

_HEAD = """id: sketch
roles: {client: [], therapist: [], supporter: [], seeker: []}
option_sets: {strategy: [a, b], skills: [a, b], emotions: [a, b]}
"""


def _blocks(path: Path) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def _comes_back(schema: Schema) -> bool:
    again = parse_schema(schema.as_yaml(), where="again.yaml")
    return again == schema and Schema.model_validate(schema.as_json()) == schema


@pytest.mark.shared
def test_the_contracts_example_is_read_and_comes_back() -> None:
    assert SHARED is not None
    [tour] = [text for text in _blocks(SHARED / "contracts.md") if text.startswith("id: language-tour")]
    schema = parse_schema(tour, where="language-tour.yaml")
    assert len(schema.fields) == 10
    assert schema.role_of("counselor") == "therapist"
    assert _comes_back(schema)


@pytest.mark.shared
def test_every_sketch_is_read_or_refused_for_its_tasks_alone() -> None:
    assert SHARED is not None
    sketches = [
        text
        for block in _blocks(SHARED / "research" / "schema-sketches.md")
        for text in re.split(r"(?m)^---.*$", block)
    ]
    assert len(sketches) == 15
    read, refused = 0, []
    for text in sketches:
        whole = text if re.search(r"(?m)^id:", text) else _HEAD + text
        try:
            schema = parse_schema(whole, where="sketch.yaml")
        except ProblemsError as error:
            refused += [problem.problem for problem in error.problems]
        else:
            read += 1
            assert _comes_back(schema)
    assert read == 13
    assert sorted(refused) == ["`fields` is missing.", *["tasks are never in a schema."] * 2]
