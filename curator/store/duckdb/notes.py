"""Comments, flags and skips: beside the labels, and no part of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from curator.errors import NotFoundError, StateError
from curator.store.duckdb.connection import Cursor, Database
from curator.store.duckdb.log import PageKey
from curator.store.interface import Note, Skip

_NOTE = "note_id, project_id, task, dialogue_id, turn_id, kind, text, author, recorded_at"


def add_note(cursor: Cursor, note: Note) -> Note:
    """The note as it is kept: the same one again changes nothing."""
    kept = _read(cursor.execute(f"SELECT {_NOTE} FROM notes WHERE note_id = ?", [note.id]).fetchall())
    if kept:
        if kept[0].same_as(note):
            return kept[0]
        raise StateError("this id belongs to another note.", where="id", fix="Give the note an id of its own.")
    row = [note.id, note.project, note.task, note.dialogue, note.turn, note.kind, note.text, note.author]
    cursor.execute(f"INSERT INTO notes ({_NOTE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [*row, note.at])
    return note


def note(database: Database, note_id: str) -> Note:
    found = _read(database.rows(f"SELECT {_NOTE} FROM notes WHERE note_id = ?", note_id))
    if not found:
        raise NotFoundError("there is no such note.", where="notes")
    return found[0]


def notes(database: Database, project: str, dialogue: str | None) -> list[Note]:
    """By time."""
    sql = f"SELECT {_NOTE} FROM notes WHERE project_id = ? AND (?::VARCHAR IS NULL OR dialogue_id = ?) "
    return _read(database.rows(f"{sql} ORDER BY recorded_at, note_id", project, dialogue, dialogue))


def remove_note(cursor: Cursor, note_id: str) -> None:
    cursor.execute("DELETE FROM notes WHERE note_id = ?", [note_id])


def skip(cursor: Cursor, key: PageKey, reason: str, text: str) -> None:
    """A second skip of the same dialogue keeps the newer reason."""
    cursor.execute(
        "INSERT INTO skips VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
        "reason = excluded.reason, text = excluded.text, recorded_at = excluded.recorded_at",
        [*key, reason, text, datetime.now(UTC)],
    )


def unskip(cursor: Cursor, key: PageKey) -> None:
    names = ("project_id", "task", "round", "dialogue_id", "annotator")
    cursor.execute(f"DELETE FROM skips WHERE {' AND '.join(f'{name} = ?' for name in names)}", list(key))


def skips(database: Database, project: str, task: str | None, annotator: str | None) -> list[Skip]:
    """By dialogue and annotator."""
    rows = database.rows(
        "SELECT task, round, dialogue_id, annotator, reason, text, recorded_at FROM skips "
        "WHERE project_id = ? AND (?::VARCHAR IS NULL OR task = ?) AND (?::VARCHAR IS NULL OR annotator = ?) "
        "ORDER BY dialogue_id, annotator, task, round",
        *(project, task, task, annotator, annotator),
    )
    return [replace(kept, at=kept.at.astimezone(UTC)) for kept in (Skip(*row) for row in rows)]


def _read(rows: list[tuple[Any, ...]]) -> list[Note]:
    return [replace(kept, at=kept.at.astimezone(UTC)) for kept in (Note(*row) for row in rows)]
