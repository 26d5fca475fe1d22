"""A copy made while people work is one moment of the whole database."""

from __future__ import annotations

import threading
from pathlib import Path

import duckdb
import pytest

from curator.errors import StateError
from curator.store import Store, open_store
from tests.builders import an_event


def test_a_copy_made_meanwhile_is_of_one_moment(store: Store, tmp_path: Path) -> None:
    stop = threading.Event()

    def work() -> None:
        based_on = None
        while not stop.is_set():
            event = an_event("x" * 500, field="note", based_on=based_on)
            assert store.append([event])[0].status == "saved"
            based_on = event.id

    thread = threading.Thread(target=work)
    thread.start()
    copies = [tmp_path / f"copy{number}.duckdb" for number in range(3)]
    for copy in copies:
        store.backup(copy)
    stop.set()
    thread.join()
    written = [stored.event for stored in store.events("p")]
    for copy in copies:
        other = open_store(copy)
        events = [stored.event for stored in other.events("p")]
        assert events == written[: len(events)]
        assert sum(work.n_events for work in other.work("p")) == len(events)
        other.close()
    assert not list(tmp_path.glob("*.part*"))


def test_a_copy_needs_a_free_name_in_a_folder(store: Store, path: Path, tmp_path: Path) -> None:
    with pytest.raises(StateError, match="exists already"):
        store.backup(path)
    with pytest.raises(StateError, match="cannot be opened") as refused:
        store.backup(tmp_path / "nowhere" / "copy.duckdb")
    assert str(tmp_path) not in str(refused.value)


def test_the_views_come_along(store: Store, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.duckdb")
    with duckdb.connect(str(tmp_path / "copy.duckdb"), read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM published.turns").fetchall() == [(6,)]
