"""`curator project …`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curator.cli.app import AsJson, group, settings_of
from curator.cli.files import uploads
from curator.cli.output import show
from curator.cli.reach import answer
from curator.cli.schemas import is_id

project = group("project", "Projects of the workspace.")
Id = Annotated[str, typer.Argument(metavar="ID", help="Small letters, digits, - and _.")]


@project.command()
def create(
    context: typer.Context,
    project_id: Id,
    schema: Annotated[
        str, typer.Option(metavar="ID|FILE", help="A shipped schema's id, or a schema file of your own.")
    ] = "",
    project_file: Annotated[Path | None, typer.Option(metavar="YAML", help="The project's tasks.")] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="What people see.")] = "",
    as_json: AsJson = False,
) -> None:
    """Start a project over a label schema."""
    named = is_id(schema)
    files = [*uploads("schema", [] if named else [Path(schema)]), *uploads("project_file", [project_file])]
    request = {"id": project_id, "schema_id": schema if named else "", "title": title}
    show(answer(settings_of(context), "project-create", request, files), as_json=as_json)


@project.command("list")
def list_projects(context: typer.Context, as_json: AsJson = False) -> None:
    """List the projects of the workspace."""
    show(answer(settings_of(context), "project-list", {}), as_json=as_json)


@project.command("show")
def show_project(context: typer.Context, project_id: Id, as_json: AsJson = False) -> None:
    """Tell what a project holds: schema, tasks, counts."""
    show(answer(settings_of(context), "project-show", {"id": project_id}), as_json=as_json)
