"""`project create`, `project list`, `project show`."""

from __future__ import annotations

from typing import Any

from curator import resources
from curator.commands.command import Call, Command, Request
from curator.commands.schemas import NoRequest, read_schema
from curator.errors import UsageError
from curator.model.base import Json
from curator.model.schema import Schema, load_schema
from curator.work import projects


class ProjectCreate(Request):
    """schema: the id of a shipped one; a schema file travels as "schema", a project file as "project_file"."""

    id: str
    schema_id: str = ""
    title: str = ""


class ProjectShow(Request):
    id: str


def create(call: Call, request: ProjectCreate) -> dict[str, Json]:
    upload = call.file("project_file")
    tasks = projects.read_project_file(upload.text(), where=upload.name) if upload else None
    schema = _schema(call, request.schema_id or (tasks.schema_id if tasks else ""))
    return projects.create(call.open_services.store, request.id, schema, title=request.title, file=tasks)


def list_projects(call: Call, request: NoRequest) -> dict[str, Json]:
    return {"projects": projects.overview(call.open_services.store)}


def show(call: Call, request: ProjectShow) -> dict[str, Json]:
    return projects.show(call.open_services.store, request.id)


def _schema(call: Call, schema_id: str) -> Schema:
    upload = call.file("schema")
    if upload is not None:
        return read_schema(upload)
    if not schema_id:
        known = ", ".join(resources.schema_files())
        raise UsageError("which schema?", where="--schema", fix=f"Give a file, or one of: {known}.")
    return load_schema(resources.schema_file(schema_id))


COMMANDS: list[Command[Any]] = [
    Command("project-create", "start a project over a schema", ProjectCreate, create, parts=("schema", "project_file")),
    Command("project-list", "the projects of the workspace", NoRequest, list_projects, role="engineer"),
    Command("project-show", "one project: its schema, tasks and counts", ProjectShow, show, role="engineer"),
]
