"""A second database in memory with one project's published views, locked before anybody's SQL runs in it."""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa

from curator.errors import DataError
from curator.store.duckdb.connection import Cursor, Database
from curator.store.duckdb.wide import wide_views

_PLAIN = (
    "dialogues",
    "participants",
    "turns",
    "parts",
    "candidates",
    "cases",
    "media",
    "events",
    "ratings",
    "options",
    "splits",
)
_TABLE_FUNCTIONS = frozenset({"range", "generate_series", "unnest", "json_each", "json_tree"})
SECONDS = 300.0
MEMORY = "2GB"


class LockedSession:
    """Answers SELECTs over the published views, one at a time; see `curator.store.interface.RecipeSession`."""

    def __init__(self, connection: Cursor, tables: frozenset[str], seconds: float = SECONDS) -> None:
        self._connection = connection
        self._tables = tables
        self._seconds = seconds
        self._found_good: set[str] = set()

    def columns(self, sql: str) -> list[tuple[str, str]]:
        with closing(self._connection.cursor()) as cursor, self._limited(cursor):
            self._check(cursor, sql)
            described = cursor.sql(sql)
            return list(zip(described.columns, map(str, described.types), strict=True))

    def stream(self, sql: str, *, batch_rows: int = 10_000) -> pa.RecordBatchReader:
        cursor = self._connection.cursor()
        with self._limited(cursor):
            self._check(cursor, sql)
            reader = cursor.sql(sql).to_arrow_reader(batch_rows)
        return pa.RecordBatchReader.from_batches(reader.schema, self._batches(cursor, reader))

    def frame(self, sql: str) -> pl.DataFrame:
        with closing(self._connection.cursor()) as cursor, self._limited(cursor):
            self._check(cursor, sql)
            frame: pl.DataFrame = cursor.sql(sql).pl()
        return frame

    def _check(self, cursor: Cursor, sql: str) -> None:
        """Once a text: a recipe is described before it is run."""
        if sql not in self._found_good:
            check_select(cursor, sql, self._tables)
            self._found_good.add(sql)

    def _batches(self, cursor: Cursor, reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
        with closing(cursor):
            while True:
                with self._limited(cursor):
                    batch = next(reader, None)
                if batch is None:
                    return
                yield batch

    @contextmanager
    def _limited(self, cursor: Cursor) -> Iterator[None]:
        """Stops what takes too long, and tells DuckDB's complaints in words that a recipe's author can use."""
        timer = threading.Timer(self._seconds, cursor.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield
        except duckdb.InterruptException as error:
            raise DataError(f"the query took longer than {self._seconds:g} s.", fix="Make it simpler.") from error
        except duckdb.OutOfMemoryException as error:
            raise DataError(f"the query needs more than {MEMORY} of memory.", fix="Make it simpler.") from error
        except (duckdb.Error, OSError) as error:
            raise DataError(f"the query cannot be run: {str(error).splitlines()[0]}") from error
        finally:
            timer.cancel()


def check_select(connection: Cursor, sql: str, tables: frozenset[str]) -> None:
    """Raises DataError unless this is one SELECT over these tables and its own subqueries."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise DataError(f"a recipe is one SELECT, and here are {len(statements)} statements.", fix="Leave one of them.")
    kind = statements[0].type
    if kind != duckdb.StatementType.SELECT:
        raise DataError(f"a recipe is one SELECT, and this is {kind.name}.", fix="Write a SELECT.")
    rows = connection.execute("SELECT json_serialize_sql(?::VARCHAR)", [statements[0].query]).fetchall()
    tree = json.loads(rows[0][0])
    if tree.get("error"):
        raise DataError(f"a recipe is one plain SELECT: {tree.get('error_message', 'this is not')}.")
    nodes = list(_nodes(tree))
    own = {entry["key"] for node in nodes for entry in (node.get("cte_map") or {}).get("map", ())}
    for node in nodes:
        if node.get("type") == "BASE_TABLE" and not _is_known(node, tables | own):
            name = ".".join(filter(None, (node.get("catalog_name"), node.get("schema_name"), node["table_name"])))
            raise DataError(f"there is no view {name!r}.", fix=f"Known: {', '.join(sorted(tables))}.")
        function = (node.get("function") or {}).get("function_name") if node.get("type") == "TABLE_FUNCTION" else None
        if function is not None and function not in _TABLE_FUNCTIONS:
            raise DataError(f"{function}() is not open to recipes.", fix="Read from the published views alone.")


def _is_known(node: Mapping[str, Any], names: frozenset[str] | set[str]) -> bool:
    return not node.get("schema_name") and not node.get("catalog_name") and node["table_name"] in names


def _nodes(tree: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(tree, dict):
        yield tree
        for child in tree.values():
            yield from _nodes(child)
    elif isinstance(tree, list):
        for child in tree:
            yield from _nodes(child)


@contextmanager
def recipe_session(
    database: Database, project: str, threads: int | None, views: Collection[str] | None = None
) -> Iterator[LockedSession]:
    """A snapshot: what is written meanwhile is not in it. views: the ones that are wanted, None = all."""
    copying = ThreadPoolExecutor(max_workers=1, thread_name_prefix="curator-snapshot")
    opened = copying.submit(_in_memory)
    try:
        with copying, database.reading() as cursor:
            tables = _snapshot(cursor, opened, copying, project, views)
        _lock(opened.result(), threads)
        yield LockedSession(opened.result(), tables)
    finally:
        opened.result().close()


def _in_memory() -> Cursor:
    connection = duckdb.connect(":memory:")
    connection.execute("SET TimeZone = 'UTC'")
    return connection


def _snapshot(
    cursor: Cursor, opened: Future[Cursor], copying: Executor, project: str, wanted: Collection[str] | None
) -> frozenset[str]:
    """Copies the published views through Arrow; their names. Rows come as they come: a recipe has its own order.

    One thread reads from one snapshot while the other fills the tables of what has been read.
    """
    plain = [name for name in _PLAIN if wanted is None or name in wanted]
    filled = []

    def copy(name: str, sql: str) -> None:
        relation = cursor.sql(sql, params=[project])
        columns = list(zip(relation.columns, map(str, relation.types), strict=True))
        rows = relation.to_arrow_table()
        filled.append(copying.submit(lambda: _fill(opened.result(), name, columns, rows)))

    for name in plain:
        copy(name, f"SELECT * EXCLUDE project_id FROM published.{name} WHERE project_id = ?")
    if wanted is not None and not any(name.startswith("gold") for name in wanted):
        _wait(filled)
        return frozenset(plain)
    copy("gold", "SELECT * FROM published.gold(?, NULL::VARCHAR)")
    fields = cursor.execute(
        "SELECT field, target, column_type, items FROM fields JOIN projects USING (project_id, schema_version) "
        "WHERE project_id = ? ORDER BY fields.position",
        [project],
    ).fetchall()
    _wait(filled)
    views = {name: sql for name, sql in wide_views(fields).items() if wanted is None or name in wanted}
    for name, sql in views.items():
        opened.result().execute(f"CREATE TABLE {name} AS {sql}")
    return frozenset((*plain, "gold", *views))


def _wait(jobs: Iterable[Future[None]]) -> None:
    for job in jobs:
        job.result()


def _fill(connection: Cursor, name: str, columns: Iterable[tuple[str, str]], rows: pa.Table) -> None:
    """Column types are written out, since Arrow knows no JSON."""
    typed = ", ".join(f'"{column}" {kind}' for column, kind in columns)
    connection.execute(f"CREATE TABLE {name} ({typed})")
    connection.register("staged", rows)
    connection.execute(f"INSERT INTO {name} SELECT * FROM staged")
    connection.unregister("staged")


def _lock(connection: Cursor, threads: int | None) -> None:
    settings = {
        "python_enable_replacements": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "preserve_insertion_order": "true",
        "memory_limit": f"'{MEMORY}'",
        "temp_directory": "''",
        "enable_external_access": "false",
        **({"threads": str(threads)} if threads else {}),
        "lock_configuration": "true",
    }
    for name, value in settings.items():
        connection.execute(f"SET {name} = {value}")
