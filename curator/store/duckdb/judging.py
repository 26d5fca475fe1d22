"""Judgements of two annotators' texts: small rows, one a pair and judge."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

from curator.store.duckdb.connection import Cursor, Database
from curator.store.interface import Judgement

_COLUMNS = "project_id, field, first_seq, second_seq, judge, verdict, recorded_at"


def judge(cursor: Cursor, new: Judgement) -> None:
    """A second verdict of the same judge on the same pair takes the place of the first."""
    row = [new.project, new.field, new.first, new.second, new.judge, new.verdict, new.at]
    cursor.execute(f"INSERT OR REPLACE INTO judgements ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def judgements(database: Database, project: str, field: str | None) -> list[Judgement]:
    """By time."""
    rows = database.rows(
        f"SELECT {_COLUMNS} FROM judgements WHERE project_id = ? AND (?::VARCHAR IS NULL OR field = ?) "
        "ORDER BY recorded_at, first_seq, second_seq, judge",
        *(project, field, field),
    )
    return [replace(one, at=one.at.astimezone(UTC)) for one in (Judgement(*row) for row in rows)]
