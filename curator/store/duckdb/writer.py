"""The one thread that writes: appends that have queued share a transaction, every other write has one to itself."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, TypeVar

import duckdb

from curator.errors import StateError
from curator.model.annotation import Event, Outcome
from curator.store.duckdb.connection import Cursor, Database, translated
from curator.store.duckdb.log import EventLog
from curator.store.duckdb.migrations import rollback

T = TypeVar("T")
_MOST_EVENTS = 2_000
"""Of one transaction: enough for fifty clients with full batches, and still some milliseconds."""


@dataclass(slots=True)
class _Append:
    events: Sequence[Event]
    done: Future[list[Outcome]] = field(default_factory=Future)


@dataclass(slots=True)
class _Call:
    function: Callable[[Cursor, EventLog], Any]
    done: Future[Any] = field(default_factory=Future)


class _Stop:
    pass


class Writer:
    """Futures are done after COMMIT, never before. After `close` a write raises StateError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._log = EventLog()
        self._queue: queue.SimpleQueue[_Append | _Call | _Stop] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        with closing(database.cursor()) as cursor:
            self._log.start(cursor)
        self._thread = threading.Thread(target=self._run, name="curator-writer", daemon=True)
        self._thread.start()

    def append(self, events: Sequence[Event]) -> Future[list[Outcome]]:
        job = _Append(list(events))
        self._put(job)
        return job.done

    def call(self, function: Callable[[Cursor, EventLog], T]) -> T:
        """Runs the function alone in a transaction of the writer's thread, and waits."""
        job = _Call(function)
        self._put(job)
        result: T = job.done.result()
        return result

    def close(self) -> None:
        """Waits for what is queued."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(_Stop())
        self._thread.join()

    def _put(self, job: _Append | _Call) -> None:
        with self._gate:
            if self._closed:
                raise StateError("the store is closed.", fix="Start the app again.")
            self._queue.put(job)

    def _run(self) -> None:
        following: _Append | _Call | _Stop | None = None
        while True:
            job: _Append | _Call | _Stop = following or self._queue.get()
            following = None
            if isinstance(job, _Stop):
                return
            if isinstance(job, _Call):
                self._finish([job])
                continue
            batch, following = self._batch(job)
            if not self._finish(batch):
                for one in batch:  # somebody's events broke the transaction: the others must not suffer
                    self._finish([one])

    def _batch(self, first: _Append) -> tuple[list[_Append], _Call | _Stop | None]:
        """The appends that have queued, and what was met after them."""
        batch, count = [first], len(first.events)
        while count < _MOST_EVENTS and not self._queue.empty():
            job = self._queue.get()
            if not isinstance(job, _Append):
                return batch, job
            batch.append(job)
            count += len(job.events)
        return batch, None

    def _finish(self, jobs: Sequence[_Append] | Sequence[_Call]) -> bool:
        """Runs the jobs in one transaction and gives each its result, or all of them the error.

        False: several jobs failed together for a reason that may be one job's own; none has been answered.
        """
        futures: list[Future[Any]] = [job.done for job in jobs]
        try:
            results = self._transaction(jobs)
        except Exception as error:  # noqa: BLE001 - it travels to whoever waits; the writer goes on
            trouble = self._recover(error)
            if len(jobs) > 1 and trouble is error:
                return False
            for future in futures:
                future.set_exception(trouble)
            return True
        for future, result in zip(futures, results, strict=True):
            future.set_result(result)
        return True

    def _transaction(self, jobs: Sequence[_Append] | Sequence[_Call]) -> list[Any]:
        with closing(self._database.cursor()) as cursor:
            cursor.execute("BEGIN")
            try:
                results = self._results(cursor, jobs)
                cursor.execute("COMMIT")
            except BaseException:
                rollback(cursor)
                raise
        return results

    def _results(self, cursor: Cursor, jobs: Sequence[_Append] | Sequence[_Call]) -> list[Any]:
        """Outcomes of all appends together, or what the one function answers."""
        calls = [job for job in jobs if isinstance(job, _Call)]
        if calls:
            return [call.function(cursor, self._log) for call in calls]
        batches = [job.events for job in jobs if isinstance(job, _Append)]
        return list(self._log.append_all(cursor, batches))

    def _recover(self, error: Exception) -> Exception:
        """Makes memory agree with the file again. Answers the error in curator's words where it has some."""
        trouble = error
        try:
            if isinstance(error, duckdb.Error):
                trouble = translated(error, self._database.path.name)
                trouble.__cause__ = error
        except duckdb.Error:
            pass
        try:
            if not self._database.is_sound():
                self._database.reopen()
            with closing(self._database.cursor()) as cursor:
                self._log.start(cursor)
        except Exception:  # noqa: BLE001 - the next write tries again; this one's own error says more
            self._log.forget()
        return trouble
