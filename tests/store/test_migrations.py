"""Migrations run once, in order, whole or not at all."""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from curator.errors import DataError, NewerDatabaseError
from curator.store import open_store
from curator.store.duckdb import migrations, projects
from curator.store.duckdb.connection import Database
from curator.store.duckdb.log import EventLog
from curator.store.duckdb.migrations import Migration
from tests.builders import a_project, a_schema, an_event

FIRST = migrations.shipped()[0]
ADDS_A_TABLE = Migration(2, "0002_adds_a_table", "CREATE TABLE more (x INTEGER); INSERT INTO more VALUES (7)")
FAILS = Migration(3, "0003_fails", "CREATE TABLE half (x INTEGER); INSERT INTO nowhere VALUES (1)")


def versions(path: Path) -> list[int]:
    with duckdb.connect(str(path)) as connection:
        return migrations.applied(connection)


def tables(path: Path) -> set[str]:
    with duckdb.connect(str(path)) as connection:
        return {row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def test_a_new_file_gets_them_all(path: Path) -> None:
    open_store(path).close()
    assert versions(path) == [migration.version for migration in migrations.shipped()]
    assert not (path.parent / "backups").exists()


def test_they_run_once(path: Path) -> None:
    for _ in range(2):
        Database(path, [FIRST, ADDS_A_TABLE]).close()
    with duckdb.connect(str(path)) as connection:
        assert connection.execute("SELECT * FROM more").fetchall() == [(7,)]


def test_what_is_pending(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        assert migrations.pending(connection, [FIRST, ADDS_A_TABLE]) == [FIRST, ADDS_A_TABLE]
        migrations.apply(connection, FIRST)
        assert migrations.pending(connection, [FIRST, ADDS_A_TABLE]) == [ADDS_A_TABLE]
        migrations.apply(connection, ADDS_A_TABLE)
        assert migrations.pending(connection, [FIRST, ADDS_A_TABLE]) == []


def test_a_failing_one_leaves_no_trace(path: Path) -> None:
    with pytest.raises(duckdb.CatalogException, match="nowhere"):
        Database(path, [FIRST, ADDS_A_TABLE, FAILS])
    assert versions(path) == [1, 2]
    assert "more" in tables(path)
    assert "half" not in tables(path)


def test_a_database_of_the_first_shape_is_copied_and_then_upgraded(path: Path) -> None:
    """Projects and labels written when there were no notes are there afterwards, and notes can be kept."""
    database = Database(path, [FIRST])
    with closing(database.cursor()) as cursor:
        projects.create(cursor, a_project(), a_schema())
        EventLog().append(cursor, [an_event("question")])
    database.close()
    store = open_store(path)
    assert store.project("p") == a_project()
    assert [stored.event.value for stored in store.events("p")] == ["question"]
    assert (store.notes("p"), store.skips("p")) == ([], [])
    store.skip("p", task="main", round=1, dialogue="d1", annotator="ana", reason="unclear")
    store.close()
    (copy,) = (path.parent / "backups").iterdir()
    assert copy.name == "curator-before-0002_notes_and_skips.duckdb"
    assert versions(copy) == [1]
    assert "notes" not in tables(copy)
    assert versions(path) == [migration.version for migration in migrations.shipped()]


def test_a_second_try_keeps_the_first_copy(path: Path) -> None:
    Database(path, [FIRST]).close()
    failing = Migration(2, "0002_fails", FAILS.sql)
    for _ in range(2):
        with pytest.raises(duckdb.CatalogException):
            Database(path, [FIRST, failing])
    names = {copy.name for copy in (path.parent / "backups").iterdir()}
    assert names == {"curator-before-0002_fails.duckdb", "curator-before-0002_fails-2.duckdb"}


def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    Database(path, [FIRST, ADDS_A_TABLE]).close()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(NewerDatabaseError, match=r"version 2, and this curator knows up to 1\. Install") as refused:
        Database(path, [FIRST])
    assert refused.value.where == "curator.duckdb"
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before


def test_another_file_is_no_database(path: Path) -> None:
    path.write_text("some notes\n" * 1000, encoding="utf-8")
    with pytest.raises(DataError, match="not a database of curator"):
        open_store(path)
    assert path.read_text(encoding="utf-8").startswith("some notes")


@pytest.mark.parametrize(
    ("names", "problem"),
    [(["0001_a.sql", "0003_c.sql"], "gap"), (["0001_a.sql", "0001_b.sql"], "gap"), (["first.sql"], "not a migration")],
)
def test_files_are_numbered_without_a_gap(tmp_path: Path, names: list[str], problem: str) -> None:
    for name in names:
        (tmp_path / name).write_text("SELECT 1", encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        migrations.shipped(tmp_path)


def test_new_views_reach_an_old_database_and_the_same_write_nothing(path: Path) -> None:
    open_store(path).close()
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE views_written SET stamp = 'old'; DROP VIEW published.events")
    open_store(path).close()
    with duckdb.connect(str(path)) as connection:
        assert connection.execute("SELECT count(*) FROM published.events").fetchall() == [(0,)]
    before = path.read_bytes()
    open_store(path).close()
    assert path.read_bytes() == before
