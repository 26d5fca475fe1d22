"""docs/schema.json is what editors check schema files with: current, and of one mind with the model."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from curator import resources
from curator.model.base import Json
from curator.model.json_schema import as_file, json_schema
from curator.model.kinds import KINDS

ROOT = Path(__file__).resolve().parents[2]
FILES = [*resources.schema_files().values(), Path(__file__).parent / "schemas" / "everything.yaml"]
CHECK = jsonschema.Draft202012Validator(json_schema())


def test_the_file_is_current() -> None:
    kept = (ROOT / "docs" / "schema.json").read_text(encoding="utf-8")
    assert kept == as_file(), "run: python -m curator.model.json_schema docs/schema.json"


def test_it_is_a_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_good_files_pass_as_an_editor_reads_them(path: Path) -> None:
    typed = json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8"))))
    assert [error.message for error in CHECK.iter_errors(typed)] == []


def _file(**changes: Json) -> Json:
    field = {"id": "f", "target": "turn", "kind": "choice", "options": ["a", True, 1, {"id": 1.5}]}
    return {"id": "s", "fields": [{**field, **changes}]}


def test_shorthands_pass() -> None:
    shorthands: list[dict[str, Json]] = [
        {},
        {"options": "moods"},
        {"options": {"open": True}},
        {"applies_to": "client", "label": "Mood", "gold": "majority"},
        {"when": {"all": [{"a": "any"}, {"not": {"b": {"gt": 1}}}]}, "required": {"c": ["x", 1]}},
        {"among": "any"},
        {"for_each": ["val", {"id": "act"}]},
    ]
    for changes in shorthands:
        assert [error.message for error in CHECK.iter_errors(_file(**changes))] == []


def test_mistakes_fail() -> None:
    mistakes: list[dict[str, Json]] = [
        {"kind": "slider"},
        {"requird": True},
        {"target": "line"},
        {"when": "always"},
        {"when": {"a": {"is": 1}}},
        {"blank": "maybe"},
        {"options": [{"label": "no id"}]},
    ]
    for changes in mistakes:
        assert not CHECK.is_valid(_file(**changes)), changes
    assert not CHECK.is_valid({"id": "s"})


def test_all_kinds_are_offered() -> None:
    assert json_schema()["$defs"]["Field"]["properties"]["kind"]["enum"] == KINDS.names()
