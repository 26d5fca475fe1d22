"""Opening one dialogue must stay quick beside millions of events: the plan filters on plain columns in the scan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from curator.store.duckdb.connection import Database
from curator.store.duckdb.events import PAGE
from curator.store.duckdb.log import HEADS


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """With 100,000 events, 50 a dialogue, as they come when dialogues are labelled one after the other."""
    database = Database(tmp_path_factory.mktemp("plans") / "curator.duckdb")
    database.rows(
        """INSERT INTO annotation_events
        SELECT i, uuid(), 'p', 'main', 1, format('d{:06}', i // 50), 'move', '', 't' || (i % 50), '', '', '', '', '',
            'ana', 'person', 'value', '"question"', NULL, NULL, NULL, NULL, false, 'typed', NULL, now(), NULL, 1, 1, ''
        FROM range(100000) r(i)"""
    )
    database.rows("CHECKPOINT")
    yield database
    database.close()


def scans(database: Database, sql: str, *params: object) -> list[dict[str, Any]]:
    """Every scan of `annotation_events` in the plan as it ran."""
    (row,) = database.rows(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", *params)
    found: list[dict[str, Any]] = []

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            told = node.get("extra_info", {})
            if str(told.get("Table", "")).endswith("annotation_events"):
                found.append(told)
        for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            walk(child)

    walk(json.loads(row[1]))
    return found


QUERIES: dict[str, tuple[str, list[object]]] = {
    "a page's labels": (PAGE, ["p", "main", 1, "d001234", "ana"]),
    "what the writer remembers of a page": (HEADS, ["p", "main", 1, "d001234", "ana"]),
    "ratings": ("SELECT * FROM published.ratings WHERE project_id = ? AND dialogue_id = ?", ["p", "d001234"]),
}


@pytest.mark.parametrize("name", QUERIES)
def test_one_dialogue_is_filtered_in_the_scan(database: Database, name: str) -> None:
    sql, params = QUERIES[name]
    found = scans(database, sql, *params)
    assert found
    assert all("dialogue_id = 'd001234'" in told.get("Filters", "") for told in found), found


def test_the_filter_is_missed_where_it_is_not_plain(database: Database) -> None:
    """So that the test above can fail: a computed column is no plain filter."""
    (told,) = scans(database, "SELECT * FROM annotation_events WHERE md5(dialogue_id) = md5(?)", "d001234")
    assert "dialogue_id = " not in told.get("Filters", "")
