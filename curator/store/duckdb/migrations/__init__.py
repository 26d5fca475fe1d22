"""Numbered SQL files, each run once and in order, in one transaction with the record that it ran."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import duckdb

FOLDER = Path(__file__).parent
_NAME = re.compile(r"(\d{4})_[a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Migration:
    version: int
    name: str
    sql: str


def shipped(folder: Path = FOLDER) -> list[Migration]:
    """Every migration of this folder by version. Raises ValueError on a gap or a name out of form."""
    found = []
    for path in sorted(folder.glob("*.sql")):
        match = _NAME.fullmatch(path.stem)
        if match is None:
            raise ValueError(f"{path.name} is not a migration's name: use 0001_what_it_does.sql")
        found.append(Migration(int(match[1]), path.stem, path.read_text(encoding="utf-8")))
    if [migration.version for migration in found] != list(range(1, len(found) + 1)):
        raise ValueError("migrations are numbered 0001, 0002, … without a gap")
    return found


def applied(connection: duckdb.DuckDBPyConnection) -> list[int]:
    """Versions that this database has, in order; empty for a new file."""
    known = connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'schema_migrations'").fetchone()
    if known is None:
        return []
    return [row[0] for row in connection.execute("SELECT version FROM schema_migrations ORDER BY version").fetchall()]


def pending(connection: duckdb.DuckDBPyConnection, migrations: list[Migration]) -> list[Migration]:
    done = set(applied(connection))
    return [migration for migration in migrations if migration.version not in done]


def apply(connection: duckdb.DuckDBPyConnection, migration: Migration) -> None:
    """All of it or nothing."""
    connection.execute("BEGIN")
    try:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_migrations "
            "(version INTEGER PRIMARY KEY, name VARCHAR NOT NULL, applied_at TIMESTAMPTZ NOT NULL DEFAULT now())"
        )
        connection.execute(migration.sql)
        connection.execute(
            "INSERT INTO schema_migrations (version, name) VALUES (?, ?)", [migration.version, migration.name]
        )
        connection.execute("COMMIT")
    except duckdb.Error:
        rollback(connection)
        raise


def rollback(connection: duckdb.DuckDBPyConnection) -> None:
    """Ends the transaction if one is still open: a failed COMMIT has ended it already."""
    try:
        connection.execute("ROLLBACK")
    except duckdb.TransactionException as error:
        if "no transaction is active" not in str(error):
            raise
