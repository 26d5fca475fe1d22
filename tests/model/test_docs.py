"""docs/schema-language.md tells the truth: its tables are current, its examples are read, no setting is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from curator.model.kinds.tables import TABLES, renewed
from curator.model.question import Option
from curator.model.schema import Field, Schema, parse_schema

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "schema-language.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
_HEAD = "id: example\nroles: {client: [], counsellor: []}\nfields:\n"


def test_the_tables_are_current() -> None:
    assert renewed(TEXT) == TEXT, "run: python -m curator.model.kinds.tables docs/schema-language.md"
    assert all(table() in TEXT for table in TABLES.values())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[0][:40])
def test_every_example_is_a_schema_or_a_list_of_fields(example: str) -> None:
    schema = parse_schema(example if example.startswith("id:") else _HEAD + example, where="example.yaml")
    assert parse_schema(schema.as_yaml(), where="again.yaml") == schema


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 20


@pytest.mark.parametrize("model", [Schema, Field, Option])
def test_every_setting_is_explained(model: type[Schema] | type[Field] | type[Option]) -> None:
    for name, info in model.model_fields.items():
        word = info.alias or name
        assert re.search(rf"`{word}[`:]", TEXT), f"{model.__name__}.{word} is not explained"
