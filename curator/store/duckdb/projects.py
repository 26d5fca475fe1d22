"""Projects with their schemas and guidelines, and what the views need to know of each field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from curator.errors import NotFoundError, StateError
from curator.model.identity import canonical_json
from curator.model.project import Project
from curator.model.schema import Schema
from curator.store.duckdb.connection import Cursor, Database

_BETWEEN = ("median", "mean")
"""Rules whose result can lie between two whole points, which a BIGINT column would round in silence."""


def create(cursor: Cursor, project: Project, schema: Schema) -> None:
    if cursor.execute("SELECT 1 FROM projects WHERE project_id = ?", [project.id]).fetchone():
        raise StateError(f"a project called {project.id!r} exists already.", fix="Choose another id.")
    cursor.execute(
        "INSERT INTO projects SELECT ?, count(*), ?, ? FROM projects",
        [project.id, project.schema_version, canonical_json(project.model_dump(mode="json"))],
    )
    _write_schema(cursor, project.id, project.schema_version, schema)


def _write_schema(cursor: Cursor, project: str, version: int, schema: Schema) -> None:
    content = json.dumps(schema.model_dump(mode="json"), ensure_ascii=False)
    cursor.execute("INSERT INTO schemas VALUES (?, ?, ?)", [project, version, content])
    for position, field in enumerate(schema.asked):
        kind = field.kind_class
        rule, column = kind.gold_rule(field), kind.column_type(field)
        if rule in _BETWEEN and column == "BIGINT":
            column = "DOUBLE"
        row = [project, version, position, field.id, field.target, rule, column, kind.items]
        cursor.execute("INSERT INTO fields VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        for place, option in enumerate(field.options):
            label = option.label.get("en") or next(iter(option.label.values()), option.id)
            cursor.execute(
                "INSERT INTO options VALUES (?, ?, ?, ?, ?, ?, ?)",
                [project, version, field.id, place, option.id, label, option.export_alias or None],
            )


def projects(database: Database) -> list[Project]:
    rows = database.rows("SELECT content FROM projects ORDER BY position")
    return [Project.model_validate_json(row[0]) for row in rows]


def project(database: Database, project_id: str) -> Project:
    rows = database.rows("SELECT content FROM projects WHERE project_id = ?", project_id)
    if not rows:
        known = ", ".join(found.id for found in projects(database)) or "none"
        raise NotFoundError(f"no project is called {project_id!r}.", fix=f"Known: {known}.")
    return Project.model_validate_json(rows[0][0])


def schema(database: Database, project_id: str, version: int | None) -> Schema:
    rows = database.rows(
        "SELECT s.content FROM schemas s JOIN projects p USING (project_id) "
        "WHERE p.project_id = ? AND s.version = coalesce(?, p.schema_version)",
        project_id,
        version,
    )
    if not rows:
        project(database, project_id)
        raise NotFoundError(f"this project has no version {version} of its schema.", where=project_id)
    return Schema.model_validate(json.loads(rows[0][0]))


def guidelines(database: Database, project_id: str) -> tuple[int, str]:
    rows = database.rows(
        "SELECT revision, markdown FROM guidelines WHERE project_id = ? ORDER BY revision DESC LIMIT 1", project_id
    )
    return (rows[0][0], rows[0][1]) if rows else (1, "")


def write_guidelines(cursor: Cursor, project_id: str, markdown: str) -> int:
    """The first text is revision 1; the same text again is no new revision."""
    row = cursor.execute(
        "SELECT revision, markdown FROM guidelines WHERE project_id = ? ORDER BY revision DESC LIMIT 1", [project_id]
    ).fetchone()
    if row is not None and row[1] == markdown:
        return int(row[0])
    revision = int(row[0]) + 1 if row else 1
    cursor.execute("INSERT INTO guidelines VALUES (?, ?, ?, ?)", [project_id, revision, markdown, datetime.now(UTC)])
    return revision


def counts(database: Database, project_id: str) -> Mapping[str, int]:
    tables = {
        "dialogues": "dialogues",
        "turns": "turns",
        "participants": "participants",
        "events": "annotation_events",
        "annotators": "annotators",
    }
    sums = ", ".join(f"(SELECT count(*) FROM {table} WHERE project_id = $1)" for table in tables.values())
    return dict(zip(tables, database.rows(f"SELECT {sums}", project_id)[0], strict=True))
