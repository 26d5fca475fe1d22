"""Reading the log: one annotator's page, or all of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import polars as pl

from curator.model.annotation import AnnotatorKind
from curator.store.duckdb.columns import SELECT_EVENTS, stored_event
from curator.store.duckdb.connection import Database
from curator.store.duckdb.log import PageKey
from curator.store.interface import StoredEvent

PAGE = f"""{SELECT_EVENTS} WHERE project_id = ? AND task = ? AND round = ? AND dialogue_id = ? AND annotator = ?
    AND field <> '' ORDER BY seq"""
"""Plain filters on plain columns: DuckDB skips every row group without this dialogue."""
_BLOCK = 5_000
GOLD = """SELECT g.* FROM published.gold(?, ?::VARCHAR) g
    LEFT JOIN dialogues d ON d.project_id = ? AND d.dialogue_id = g.dialogue_id
    LEFT JOIN turns t ON t.project_id = d.project_id AND t.dialogue_id = g.dialogue_id AND t.turn_id = g.turn_id
    ORDER BY d.position, t.idx, field, g.case_id, g.turn_id, participant_id, other_id, part_id, candidate_id, item_id"""


def page_labels(database: Database, key: PageKey) -> list[StoredEvent]:
    """The current event of each key, and the stale ones that are newer than it, by seq."""
    current: dict[object, StoredEvent] = {}
    late: list[StoredEvent] = []
    for row in database.rows(PAGE, *key):
        stored = stored_event(row)
        if stored.stale:
            late.append(stored)
        else:
            current[stored.event.key] = stored
    offered = [stored for stored in late if stored.seq > current[stored.event.key].seq]
    return sorted([*current.values(), *offered], key=lambda stored: stored.seq)


def all_events(database: Database, project: str) -> Iterator[StoredEvent]:
    """By seq, from one snapshot, some thousand rows in memory at a time."""
    with closing(database.cursor()) as cursor:
        cursor.execute(f"{SELECT_EVENTS} WHERE project_id = ? ORDER BY seq", [project])
        while rows := cursor.fetchmany(_BLOCK):
            yield from map(stored_event, rows)


def annotators(database: Database, project: str) -> dict[str, AnnotatorKind]:
    rows = database.rows("SELECT annotator, kind FROM annotators WHERE project_id = ? ORDER BY annotator", project)
    return dict(rows)


def ratings(database: Database, project: str, field: str | None) -> pl.DataFrame:
    """The published view, by seq."""
    with closing(database.cursor()) as cursor:
        frame: pl.DataFrame = cursor.sql(
            "SELECT * EXCLUDE project_id FROM published.ratings "
            "WHERE project_id = ? AND (?::VARCHAR IS NULL OR field = ?) ORDER BY seq, is_independent",
            params=[project, field, field],
        ).pl()
    return frame


def gold(database: Database, project: str, field: str | None) -> pl.DataFrame:
    """The published view, in the order in which dialogues were loaded."""
    with closing(database.cursor()) as cursor:
        frame: pl.DataFrame = cursor.sql(GOLD, params=[project, field, project]).pl()
    return frame
