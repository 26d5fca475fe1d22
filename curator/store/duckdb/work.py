"""Who has which dialogue, and how far they are."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from curator.model.annotation import Event, State
from curator.model.targets import Target
from curator.store.duckdb.connection import Cursor, Database
from curator.store.duckdb.log import EventLog, PageKey, settled
from curator.store.interface import Work


def submit(cursor: Cursor, log: EventLog, key: PageKey, by_submit: Sequence[Event], case: str) -> int:
    """Idempotent: a second submit of a submitted dialogue answers the seq of the first."""
    if log.page(cursor, key).state == "submitted":
        return _last_submit(cursor, key)
    events = [event for each in by_submit if (event := settled(each, log.head(cursor, each)))]
    log.append(cursor, events)
    if case:
        project, task, round_, _, annotator = key
        of_case = _mark(cursor, (project, task, round_, "", annotator), "submitted")
        log.mark(cursor, replace(of_case, target=Target(case=case)), datetime.now(UTC))
    return log.mark(cursor, _mark(cursor, key, "submitted"), datetime.now(UTC))


def reopen(cursor: Cursor, log: EventLog, key: PageKey) -> None:
    """No change where it is open."""
    if log.page(cursor, key).state == "submitted":
        log.mark(cursor, _mark(cursor, key, "reopened"), datetime.now(UTC))


def open_work(cursor: Cursor, log: EventLog, key: PageKey) -> None:
    page = log.page(cursor, key)
    if not page.is_kept:
        page.last_at = datetime.now(UTC)
        log.write(cursor, [], {key: page})


def work(database: Database, project: str, task: str | None, annotator: str | None) -> list[Work]:
    """By dialogue and annotator; answers about a case are no work on a dialogue."""
    rows = database.rows(
        "SELECT dialogue_id, annotator, state, n_answered, n_events, last_at, submitted_at FROM progress "
        "WHERE project_id = ? AND dialogue_id <> '' AND (? IS NULL OR task = ?) AND (? IS NULL OR annotator = ?) "
        "ORDER BY dialogue_id, annotator, task, round",
        project,
        task,
        task,
        annotator,
        annotator,
    )
    return [Work(*row) for row in rows]


def _mark(cursor: Cursor, key: PageKey, state: State) -> Event:
    project, task, round_, dialogue, annotator = key
    row = cursor.execute(
        "SELECT p.schema_version, coalesce(max(g.revision), 1), coalesce(any_value(a.kind), 'person') FROM projects p "
        "LEFT JOIN guidelines g USING (project_id) "
        "LEFT JOIN annotators a ON a.project_id = p.project_id AND a.annotator = ? "
        "WHERE p.project_id = ? GROUP BY p.schema_version",
        [annotator, project],
    ).fetchone()
    version, revision, kind = row or (1, 1, "person")
    return Event(
        id=str(uuid.uuid4()),
        project=project,
        dialogue=dialogue,
        field="",
        annotator=annotator,
        state=state,
        task=task,
        round=round_,
        annotator_kind=kind,
        schema_version=version,
        guidelines=revision,
    )


def _last_submit(cursor: Cursor, key: PageKey) -> int:
    row = cursor.execute(
        "SELECT max(seq) FROM annotation_events WHERE project_id = ? AND task = ? AND round = ? AND dialogue_id = ? "
        "AND annotator = ? AND field = '' AND state = 'submitted'",
        list(key),
    ).fetchone()
    return int(row[0]) if row and row[0] is not None else 0
