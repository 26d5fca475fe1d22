"""The API described for machines, from the list of routes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from curator import __version__
from curator.api.ask import Op
from curator.model.base import Json

_ERROR = {
    "description": "what is wrong, where, and how to mend it",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}
_PARTS = {name: {"type": "string"} for name in ("problem", "where", "fix")}
_SCHEMAS: dict[str, Json] = {
    "Error": {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "object", "required": list(_PARTS), "properties": _PARTS}},
    }
}


def document(ops: Sequence[Op], prefix: str) -> dict[str, Json]:
    paths: dict[str, Json] = {}
    for op in ops:
        path = re.sub(r":\w+}", "}", f"{prefix}/{op.path}")
        paths.setdefault(path, {})[op.method.lower()] = _operation(op, path)
    return {
        "openapi": "3.1.0",
        "info": {"title": "curator", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _operation(op: Op, path: str) -> dict[str, Json]:
    names = re.findall(r"{(\w+)}", path)
    shape: dict[str, Json] = {
        "operationId": f"{op.method.lower()}_{re.sub(r'[^a-z]+', '_', op.path.lower()).strip('_')}",
        "summary": op.summary,
        "parameters": [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names],
        "responses": {
            **{str(status): {"description": told} for status, told in op.answers.items()},
            "default": _ERROR,
        },
    }
    if op.takes:
        schema = op.body.model_json_schema() if op.body else {"type": "object"}
        types = {"json": "application/json", "form": "multipart/form-data"}
        shape["requestBody"] = {"required": True, "content": {types[kind]: {"schema": schema} for kind in op.takes}}
    return shape
