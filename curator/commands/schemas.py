"""`schemas` and `schema check`: the label schemas that ship with curator, and what is wrong with one of your own."""

from __future__ import annotations

from typing import Any

from curator import resources
from curator.commands.command import Call, Command, Request, Upload
from curator.errors import DataError, Problem, ProblemsError, UsageError
from curator.model.base import Json
from curator.model.refusals import refusals
from curator.model.schema import Schema, load_schema, parse_schema


class NoRequest(Request):
    """A command without flags."""


class SchemaCheck(Request):
    """Ids of shipped schemas; files travel as uploads called "file"."""

    ids: tuple[str, ...] = ()


def list_schemas(call: Call, request: NoRequest) -> dict[str, Json]:
    return {"schemas": [_summary(load_schema(path)) for path in resources.schema_files().values()]}


def check_schemas(call: Call, request: SchemaCheck) -> dict[str, Json]:
    """Every problem of every file together; what the page cannot draw yet is told, and is not an error."""
    files = call.files("file")
    if not request.ids and not files:
        raise UsageError("name a schema file, or the id of one that ships with curator.", where="schema check")
    problems: list[Problem] = []
    checked: list[Json] = []
    for upload in files:
        try:
            schema = read_schema(upload)
        except ProblemsError as error:
            problems.extend(error.problems)
        except DataError as error:
            problems.append(Problem(error.problem, error.where, error.fix))
        else:
            checked.append(_report(schema, upload.name))
    checked.extend(_report(load_schema(resources.schema_file(name)), name) for name in request.ids)
    if problems:
        raise ProblemsError(problems)
    return {"schemas": checked}


def read_schema(upload: Upload) -> Schema:
    """Raises DataError if the file is not UTF-8, ProblemsError with all that is wrong with the schema."""
    return parse_schema(upload.text(), where=upload.name)


def _summary(schema: Schema) -> dict[str, Json]:
    return {
        "id": schema.id,
        "version": schema.version,
        "title": dict(schema.title),
        "status": schema.status,
        "fields": [field.id for field in schema.fields],
    }


def _report(schema: Schema, where: str) -> dict[str, Json]:
    refused = [{"problem": p.problem, "where": p.where, "fix": p.fix} for p in refusals(schema)]
    return {**_summary(schema), "where": where, "page_cannot_draw": refused}


COMMANDS: list[Command[Any]] = [
    Command(
        "schemas", "list the label schemas that ship with curator", NoRequest, list_schemas, role="annotator", pure=True
    ),
    Command(
        "schema-check",
        "what is wrong with a schema",
        SchemaCheck,
        check_schemas,
        role="annotator",
        pure=True,
        parts=("file",),
    ),
]
