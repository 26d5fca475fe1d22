"""The writer goes on, whatever happens to one job."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from curator.errors import DataError, StateError
from curator.model.annotation import Event, Outcome
from curator.store import Store
from curator.store.duckdb.connection import Cursor, Database
from curator.store.duckdb.log import EventLog
from curator.store.duckdb.writer import Writer
from tests.builders import an_event


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    database = Database(path)
    yield database
    database.close()


def together(writer: Writer, jobs: list[list[Event]]) -> list[Future[list[Outcome]]]:
    """Appends that queue behind a slow write, so that they share a transaction."""

    def slow(cursor: Cursor, log: EventLog) -> list[Future[list[Outcome]]]:
        return [writer.append(job) for job in jobs]

    return writer.call(slow)


def test_queued_appends_share_a_transaction(database: Database) -> None:
    writer = Writer(database)
    futures = together(writer, [[an_event(turn=f"t{number}")] for number in range(20)])
    assert [future.result(10)[0].seq for future in futures] == list(range(1, 21))
    moments = database.rows("SELECT count(DISTINCT recorded_at) FROM annotation_events")
    assert moments == [(1,)]
    writer.close()


def test_one_bad_job_does_not_fail_its_neighbours(database: Database) -> None:
    writer = Writer(database)
    first, unwritable, last = an_event(turn="t0"), an_event("\ud83d"), an_event(turn="t2")
    futures = together(writer, [[first], [unwritable], [last, an_event("other", turn="t2", based_on=last.id)]])
    assert futures[0].result(10)[0].status == "saved"
    with pytest.raises(DataError, match="half a character"):
        futures[1].result(10)
    assert [outcome.status for outcome in futures[2].result(10)] == ["saved", "saved"]
    assert database.rows("SELECT count(*) FROM annotation_events") == [(3,)]
    writer.close()


def test_a_failed_write_is_forgotten(database: Database) -> None:
    """Neither its events nor what it made current stay in memory."""
    writer = Writer(database)
    first = an_event()

    def fails(cursor: Cursor, log: EventLog) -> None:
        log.append(cursor, [first])
        raise StateError("no.")

    with pytest.raises(StateError, match="no"):
        writer.call(fails)
    (outcome,) = writer.append([an_event("other")]).result(10)
    assert (outcome.status, outcome.seq) == ("saved", 1)
    assert database.rows("SELECT n_events FROM progress") == [(1,)]
    writer.close()


def test_what_is_queued_at_closing_is_written(database: Database) -> None:
    writer = Writer(database)
    futures = [writer.append([an_event(turn=f"t{number}")]) for number in range(50)]
    writer.close()
    assert all(future.result(0)[0].status == "saved" for future in futures)


def test_the_database_is_opened_anew_when_it_went_bad(store: Store) -> None:
    """DuckDB can declare an instance invalid; here its connection is gone."""
    before = an_event()
    store.append([before])
    database: Database = store._database  # type: ignore[attr-defined]  # no user can break it from outside
    database._root.close()
    with pytest.raises(Exception, match="closed"):
        store.append([an_event(turn="t0")])
    assert store.append([replace(before, id=an_event().id)])[0].status == "stale"
    assert len(list(store.events("p"))) == 2
    store.ping()


def test_memory_of_pages_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("curator.store.duckdb.log._MOST_PAGES", 2)
    writer = Writer(database)
    based_on: dict[str, str] = {}
    for _ in range(2):
        for dialogue in ("d1", "d2", "d3", "d4"):
            event = an_event(dialogue=dialogue, based_on=based_on.get(dialogue))
            assert writer.append([event]).result(10)[0].status == "saved"
            based_on[dialogue] = event.id
    assert database.rows("SELECT DISTINCT n_events, n_answered FROM progress") == [(2, 1)]
    writer.close()
