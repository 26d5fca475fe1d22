"""Projects: made from a schema and, if one likes, a file of tasks; listed; shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import yaml
from pydantic import Field, ValidationError, field_validator

from curator.errors import DataError, Problem, ProblemsError, UsageError
from curator.model.base import Json, Model
from curator.model.project import SLUG, Project, Slug, Task
from curator.model.refusals import refusals
from curator.model.schema import Schema
from curator.store.interface import Store


class ProjectFile(Model):
    """A file of tasks: {id?, title?, schema?, tasks: [{id, fields, order, shown, round}]}."""

    id: Slug | None = None
    title: str = ""
    schema_id: Annotated[str, Field(alias="schema")] = ""
    tasks: tuple[Task, ...] = (Task(),)

    @field_validator("tasks")
    @classmethod
    def _at_least_one(cls, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
        # Not `min_length`, which would count the tasks that have problems of their own as absent.
        if not tasks:
            raise ValueError("a project has at least one task")
        return tasks


def read_project_file(text: str, *, where: str) -> ProjectFile:
    """Raises ProblemsError with everything that is wrong, each with its place."""
    try:
        shape = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = where if mark is None else f"{where}, line {mark.line + 1}"
        raise DataError("this is not YAML.", where=place, fix="Check indentation, brackets and quotes.") from error
    if not isinstance(shape, dict):
        raise DataError("a project file is a mapping with `tasks`.", where=where)
    try:
        return ProjectFile.model_validate(shape)
    except ValidationError as error:
        raise ProblemsError([_problem(one["loc"], one["msg"], where) for one in error.errors()], where=where) from error


def create(
    store: Store, project_id: str, schema: Schema, *, title: str = "", file: ProjectFile | None = None
) -> dict[str, Json]:
    """Makes the project; what `show` says of it, and what the labelling page cannot draw yet.

    Raises UsageError (not an id), ProblemsError (the file does not fit), StateError (the id is taken).
    """
    if not SLUG.fullmatch(project_id):
        raise UsageError(
            f"{project_id!r} is not an id.",
            where="id",
            fix="Use small letters, digits, - and _ (at most 63).",
        )
    file = file or ProjectFile()
    if problems := list(_misfits(project_id, schema, file)):
        raise ProblemsError(problems, where="project file")
    store.create_project(
        Project(
            id=project_id,
            title=title or file.title,
            schema_id=schema.id,
            schema_version=schema.version,
            tasks=file.tasks,
        ),
        schema,
    )
    if schema.guidelines:
        store.write_guidelines(project_id, schema.guidelines)
    cannot = [{"problem": one.problem, "where": one.where, "fix": one.fix} for one in refusals(schema)]
    return {**show(store, project_id), "page_cannot_draw": cannot}


def overview(store: Store) -> list[dict[str, Json]]:
    return [_summary(store, project) for project in store.projects()]


def show(store: Store, project_id: str) -> dict[str, Json]:
    """Raises NotFoundError."""
    project = store.project(project_id)
    return {
        **_summary(store, project),
        "tasks": [task.model_dump(mode="json") for task in project.tasks],
        "fields": [field.id for field in store.schema(project_id).asked],
    }


def _summary(store: Store, project: Project) -> dict[str, Json]:
    return {
        "project": project.id,
        "title": project.title,
        "schema": project.schema_id,
        "schema_version": project.schema_version,
        **store.counts(project.id),
    }


def _misfits(project_id: str, schema: Schema, file: ProjectFile) -> list[Problem]:
    found = []
    if file.id is not None and file.id != project_id:
        found.append(
            Problem(f"the file is of the project {file.id!r}.", "id", f"Make it {project_id!r}, or leave it out.")
        )
    if file.schema_id and file.schema_id != schema.id:
        found.append(Problem(f"the file is about the schema {file.schema_id!r}, not {schema.id!r}.", "schema"))
    ids = [task.id for task in file.tasks]
    for place, task in enumerate(file.tasks):
        where = f"tasks[{place}]"
        if task.id in ids[:place]:
            found.append(Problem(f"the task id {task.id!r} is used twice.", where, "Rename one of them."))
        for name in task.fields or ():
            if schema.field(name) is None:
                known = ", ".join(field.id for field in schema.fields)
                found.append(Problem(f"the schema has no field {name!r}.", f"{where}.fields", f"Known: {known}."))
    return found


def _problem(place: Sequence[int | str], message: str, where: str) -> Problem:
    path = ""
    for step in place:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    if message.startswith("Extra inputs"):
        return Problem(
            f"the key {place[-1]!r} is not known here.", f"{where}, {path}", "Check its spelling, or drop it."
        )
    return Problem(message.removeprefix("Value error, ") + ".", f"{where}, {path}")
