"""Opening the one database file, and handing out a cursor to each reader."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb

from curator.errors import CuratorError, DatabaseHeldError, DataError, NewerDatabaseError, StateError, StorageFullError
from curator.model.identity import digest
from curator.store.duckdb import migrations
from curator.store.duckdb.backup import copy_database

Cursor = duckdb.DuckDBPyConnection
_VIEWS = Path(__file__).with_name("views.sql")
_FULL = (
    "File too large",
    "No space left",
    "Disk quota exceeded",
    "Out of disk",
    "Could not write",
    "Could not truncate",
)
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "checkpoint_threshold": "64MB",
}
"""A checkpoint holds up every commit: with DuckDB's own 16 MB an import of 38,000 turns pays for one, or for two."""


class Database:
    """One open file. Readers take a cursor each, since threads that share a connection share its transaction."""

    def __init__(self, path: Path, shipped: Sequence[migrations.Migration] | None = None) -> None:
        """Migrates an older file, after a copy of it went to `backups/` beside it. shipped: other migrations than
        curator's own; then no views are written, for they are of the newest shape.

        Raises DatabaseHeldError, NewerDatabaseError, StorageFullError, DataError (no database).
        """
        self.path = path
        self._swap = threading.Lock()
        self._held = _hold(path)
        try:
            self._root = _connect(path)
        except BaseException:
            _release(self._held)
            raise
        try:
            with closing(self._root.cursor()) as cursor:
                _migrate(cursor, path, list(shipped) if shipped is not None else migrations.shipped())
                if shipped is None:
                    _write_views(cursor)
        except BaseException:
            self.close()
            raise

    def cursor(self) -> Cursor:
        with self._swap:
            return self._root.cursor()

    @contextmanager
    def reading(self) -> Iterator[Cursor]:
        """A cursor for one read, in one snapshot."""
        with closing(self.cursor()) as cursor:
            cursor.execute("BEGIN TRANSACTION READ ONLY")
            yield cursor

    def rows(self, sql: str, *params: object) -> list[tuple[Any, ...]]:
        with closing(self.cursor()) as cursor:
            return cursor.execute(sql, list(params)).fetchall()

    def is_sound(self) -> bool:
        """False once DuckDB has declared this instance invalid (a failed write can do that)."""
        try:
            self.rows("SELECT 1 FROM settings LIMIT 1")
        except duckdb.Error:
            return False
        return True

    def reopen(self) -> None:
        """Opens the file anew, as after a restart: what was committed is there, nothing else."""
        with self._swap:
            try:
                self._root.close()
            finally:
                self._root = _connect(self.path)

    def close(self) -> None:
        with self._swap:
            self._root.close()
            _release(self._held)


_open: set[Path] = set()
"""Files that this process has open: DuckDB's lock keeps other processes out, not a second writer in this one."""
_open_lock = threading.Lock()


def _hold(path: Path) -> Path:
    file = path.resolve()
    with _open_lock:
        if file in _open:
            raise DatabaseHeldError(
                "this process has this database open already.",
                where=path.name,
                fix="Use that store, or close it first.",
            )
        _open.add(file)
    return file


def _release(file: Path) -> None:
    with _open_lock:
        _open.discard(file)


def _connect(path: Path) -> Cursor:
    try:
        root = duckdb.connect(str(path), config=_CONFIG)
    except duckdb.Error as error:
        raise translated(error, path.name) from error
    root.execute("SET GLOBAL TimeZone = 'UTC'")
    root.execute("SET GLOBAL python_enable_replacements = false")  # no table name may mean a Python variable
    return root


def translated(error: duckdb.Error, where: str) -> CuratorError:
    """The same trouble in curator's words. Surprises travel: an unknown error is raised as it is."""
    text = str(error)
    if "Could not set lock" in text or "Conflicting lock" in text or "already open" in text:
        return DatabaseHeldError(
            "another process has this database open.",
            where=where,
            fix="Use the running app, or stop it and try again.",
        )
    if "newer version" in text or "version number" in text:
        return NewerDatabaseError(
            "this database was written by a newer version.", where=where, fix="Install the newest curator."
        )
    if "not a valid DuckDB database" in text:
        return DataError("this file is not a database of curator.", where=where, fix="Give another path.")
    if any(words in text for words in _FULL):
        return StorageFullError(
            "nothing could be written: the disk is full.",
            where=where,
            fix="Free some space; what was called saved is kept.",
        )
    if "Cannot open file" in text:
        return StateError(
            "this database cannot be opened.", where=where, fix="Check that the folder can be written to."
        )
    raise error


def _migrate(cursor: Cursor, path: Path, shipped: list[migrations.Migration]) -> None:
    done = migrations.applied(cursor)
    if done and done[-1] > len(shipped):
        raise NewerDatabaseError(
            f"this database is at version {done[-1]}, and this curator knows up to {len(shipped)}.",
            where=path.name,
            fix="Install the newest curator.",
        )
    pending = migrations.pending(cursor, shipped)
    try:
        if done and pending:
            copy_database(cursor, _backup_name(path, pending[0]))
        for migration in pending:
            migrations.apply(cursor, migration)
    except duckdb.Error as error:
        raise translated(error, path.name) from error


def _backup_name(path: Path, migration: migrations.Migration) -> Path:
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    name, count = f"{path.stem}-before-{migration.name}", 1
    while (target := folder / (f"{name}-{count}.duckdb" if count > 1 else f"{name}.duckdb")).exists():
        count += 1
    return target


def _write_views(cursor: Cursor) -> None:
    """Only when they are not those of this curator, so that opening a database writes nothing."""
    sql = _VIEWS.read_text(encoding="utf-8")
    stamp = digest(sql)
    if cursor.execute("SELECT stamp FROM views_written").fetchall() == [(stamp,)]:
        return
    cursor.execute("BEGIN")
    cursor.execute(sql)
    cursor.execute("DELETE FROM views_written")
    cursor.execute("INSERT INTO views_written VALUES (?)", [stamp])
    cursor.execute("COMMIT")
