"""The JSON Schema of the schema file, for editors: `python -m curator.model.json_schema docs/schema.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from curator.model.base import Json
from curator.model.kinds import KINDS
from curator.model.schema import Schema

_SCALAR: Json = {"type": ["string", "number", "boolean"]}
_EXPR = {"$ref": "#/$defs/Expr"}
_EXPR_DEFINITION: Json = {
    "title": "Expr",
    "description": "A condition: {key: test, …} (all must hold), {all: […]}, {any: […]} or {not: {…}}.",
    "anyOf": [
        {
            "type": "object",
            "properties": {"all": {"$ref": "#/$defs/ExprList"}},
            "required": ["all"],
            "maxProperties": 1,
        },
        {
            "type": "object",
            "properties": {"any": {"$ref": "#/$defs/ExprList"}},
            "required": ["any"],
            "maxProperties": 1,
        },
        {"type": "object", "properties": {"not": _EXPR}, "required": ["not"], "maxProperties": 1},
        {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"not": {"enum": ["all", "any", "not"]}},
            "additionalProperties": {"$ref": "#/$defs/Test"},
        },
    ],
}
_TEST_DEFINITION: Json = {
    "title": "Test",
    "description": "any, none, a value, a list of values (one of them), or one comparison.",
    "anyOf": [
        _SCALAR,
        {"type": "array", "items": _SCALAR, "minItems": 1},
        *(
            {"type": "object", "properties": {op: of}, "required": [op], "additionalProperties": False}
            for op, of in [
                ("gt", {"type": "number"}),
                ("ge", {"type": "number"}),
                ("lt", {"type": "number"}),
                ("le", {"type": "number"}),
                ("contains", _SCALAR),
                ("overlaps", {"type": "string"}),
            ]
        ),
    ],
}


def json_schema() -> Json:
    """JSON Schema (2020-12) of a schema file, shorthands included, as an editor's YAML reader types it."""
    shape = _linked(Schema.model_json_schema(by_alias=True, mode="validation"))
    shape["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    shape["title"] = "A curator label schema"
    shape["properties"]["extends"] = {
        "title": "Extends",
        "type": "string",
        "description": "A shipped schema, or a file beside this one, that this file is laid over.",
    }
    shape["required"] = [name for name in shape["required"] if name != "fields"]
    shape["anyOf"] = [{"required": ["fields"]}, {"required": ["extends"]}]
    definitions = shape["$defs"]
    definitions["Expr"] = _EXPR_DEFINITION
    definitions["ExprList"] = {"type": "array", "items": _EXPR, "minItems": 1}
    definitions["Test"] = _TEST_DEFINITION
    for name in ("Field", "Question"):
        definitions[name]["properties"]["kind"]["enum"] = KINDS.names()
    return shape


def as_file() -> str:
    """The text of docs/schema.json."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _linked(shape: Json) -> Json:
    """The same schema with the grammar's definition where a condition stands."""
    if isinstance(shape, dict):
        if shape.get("title") == "Expr":
            return {**{key: value for key, value in shape.items() if key == "default"}, **_EXPR}
        return {key: _linked(value) for key, value in shape.items()}
    return [_linked(item) for item in shape] if isinstance(shape, list) else shape


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(as_file(), encoding="utf-8")
