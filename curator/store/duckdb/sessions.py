"""Sign-ins, tokens and workspace-wide settings: small rows, read at each request."""

from __future__ import annotations

from datetime import UTC, datetime

from curator.model.base import Json
from curator.store.duckdb.columns import json_text, parsed
from curator.store.duckdb.connection import Cursor, Database
from curator.store.interface import Session

_COLUMNS = "id_hash, name, role, kind, csrf, created_at, expires_at"


def session(database: Database, id_hash: str) -> Session | None:
    rows = database.rows(
        f"SELECT {_COLUMNS} FROM sessions WHERE id_hash = ? AND (expires_at IS NULL OR expires_at > ?)",
        id_hash,
        datetime.now(UTC),
    )
    return Session(*rows[0]) if rows else None


def add_session(cursor: Cursor, new: Session) -> None:
    """Takes the opportunity to drop those that have expired."""
    cursor.execute("DELETE FROM sessions WHERE expires_at <= ?", [datetime.now(UTC)])
    cursor.execute(
        f"INSERT INTO sessions ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [new.id_hash, new.name, new.role, new.kind, new.csrf, new.created_at, new.expires_at],
    )


def end_session(cursor: Cursor, id_hash: str) -> None:
    cursor.execute("DELETE FROM sessions WHERE id_hash = ?", [id_hash])


def setting(database: Database, name: str) -> Json:
    rows = database.rows("SELECT value FROM settings WHERE name = ?", name)
    return parsed(rows[0][0]) if rows else None


def write_setting(cursor: Cursor, name: str, value: Json) -> None:
    cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [name, json_text(value, name)])
