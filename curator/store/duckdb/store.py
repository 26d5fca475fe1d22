"""The store on one DuckDB file. Each method is a few words; the work is in the modules beside this one."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing
from pathlib import Path

import duckdb
import polars as pl

from curator.model.annotation import AnnotatorKind, Event, Outcome
from curator.model.base import Json
from curator.model.dialogue import Dialogue, Participant
from curator.model.project import Project
from curator.model.schema import Schema
from curator.store.duckdb import dialogues, events, importing, judging, notes, projects, sessions, work
from curator.store.duckdb.backup import copy_database
from curator.store.duckdb.connection import Database, translated
from curator.store.duckdb.recipes import LockedSession, recipe_session
from curator.store.duckdb.writer import Writer
from curator.store.interface import Added, Incoming, Judgement, Note, Session, Skip, StoredEvent, Work


class DuckDBStore:
    """See `curator.store.interface.Store`."""

    def __init__(self, path: Path) -> None:
        self._database = Database(path)
        self._writer = Writer(self._database)
        self._importing = threading.Lock()
        """One import at a time: it is made ready outside the writer's thread and must still be true when written."""
        self._changes = itertools.count(1)
        self._revision = 0

    def revision(self) -> int:
        return self._revision

    def _changed(self) -> None:
        self._revision = next(self._changes)

    # --- projects and schemas -------------------------------------------------------------------------------------
    def create_project(self, project: Project, schema: Schema) -> None:
        self._writer.call(lambda cursor, _: projects.create(cursor, project, schema))
        self._changed()

    def projects(self) -> list[Project]:
        return projects.projects(self._database)

    def project(self, project: str) -> Project:
        return projects.project(self._database, project)

    def schema(self, project: str, version: int | None = None) -> Schema:
        return projects.schema(self._database, project, version)

    def guidelines(self, project: str) -> tuple[int, str]:
        return projects.guidelines(self._database, project)

    def write_guidelines(self, project: str, markdown: str) -> int:
        self.project(project)
        revision = self._writer.call(lambda cursor, _: projects.write_guidelines(cursor, project, markdown))
        self._changed()
        return revision

    # --- dialogues ------------------------------------------------------------------------------------------------
    def add_dialogues(
        self, project: str, incoming: Sequence[Incoming], *, source: str, split: str = "", schema_version: int
    ) -> Added:
        self.project(project)
        splits = {entry.dialogue.id: split for entry in incoming} if split else {}
        with self._importing:
            plan = importing.prepare(self._database, project, incoming, source=source, schema_version=schema_version)
            added = self._writer.call(lambda cursor, log: importing.apply(cursor, log, project, plan, splits))
        self._changed()
        return added

    def preview_dialogues(
        self, project: str, incoming: Sequence[Incoming], *, source: str, schema_version: int
    ) -> Added:
        self.project(project)
        return importing.prepare(self._database, project, incoming, source=source, schema_version=schema_version).added

    def dialogue_ids(self, project: str) -> list[str]:
        self.project(project)
        return dialogues.dialogue_ids(self._database, project)

    def dialogue(self, project: str, dialogue: str) -> Dialogue:
        return dialogues.dialogue(self._database, project, dialogue)

    def dialogues(self, project: str) -> Iterator[Dialogue]:
        return dialogues.dialogues(self._database, project)

    def add_person(self, project: str, *, dialogue: str, annotator: str, participant: Participant) -> None:
        self.project(project)
        self._writer.call(lambda cursor, _: dialogues.add_person(cursor, project, dialogue, annotator, participant))
        self._changed()

    def added_people(self, project: str, *, dialogue: str) -> Mapping[str, tuple[Participant, ...]]:
        return dialogues.added_people(self._database, project, dialogue)

    def counts(self, project: str) -> Mapping[str, int]:
        self.project(project)
        return projects.counts(self._database, project)

    # --- labels ---------------------------------------------------------------------------------------------------
    def append(self, events: Sequence[Event]) -> list[Outcome]:
        return self._writer.append(events).result()

    def append_soon(self, events: Sequence[Event]) -> Future[list[Outcome]]:
        return self._writer.append(events)

    def labels(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> list[StoredEvent]:
        return events.page_labels(self._database, (project, task, round, dialogue, annotator))

    def events(self, project: str) -> Iterator[StoredEvent]:
        return events.all_events(self._database, project)

    def ratings(self, project: str, *, field: str | None = None) -> pl.DataFrame:
        self.project(project)
        return events.ratings(self._database, project, field)

    def gold(self, project: str, *, field: str | None = None) -> pl.DataFrame:
        self.project(project)
        return events.gold(self._database, project, field)

    # --- work -----------------------------------------------------------------------------------------------------
    def submit(
        self,
        project: str,
        *,
        task: str,
        round: int,
        dialogue: str,
        annotator: str,
        by_submit: Sequence[Event],
        case: str = "",
    ) -> int:
        key = (project, task, round, dialogue, annotator)
        return self._writer.call(lambda cursor, log: work.submit(cursor, log, key, by_submit, case))

    def reopen(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> None:
        key = (project, task, round, dialogue, annotator)
        self._writer.call(lambda cursor, log: work.reopen(cursor, log, key))

    def open_work(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> None:
        key = (project, task, round, dialogue, annotator)
        self._writer.call(lambda cursor, log: work.open_work(cursor, log, key))

    def work(self, project: str, *, task: str | None = None, annotator: str | None = None) -> list[Work]:
        return work.work(self._database, project, task, annotator)

    def annotators(self, project: str) -> Mapping[str, AnnotatorKind]:
        return events.annotators(self._database, project)

    # --- notes and skips ------------------------------------------------------------------------------------------
    def add_note(self, note: Note) -> Note:
        self.project(note.project)
        return self._writer.call(lambda cursor, _: notes.add_note(cursor, note))

    def note(self, note_id: str) -> Note:
        return notes.note(self._database, note_id)

    def notes(self, project: str, *, dialogue: str | None = None) -> list[Note]:
        self.project(project)
        return notes.notes(self._database, project, dialogue)

    def remove_note(self, note_id: str) -> None:
        self._writer.call(lambda cursor, _: notes.remove_note(cursor, note_id))

    def skip(
        self, project: str, *, task: str, round: int, dialogue: str, annotator: str, reason: str, text: str = ""
    ) -> None:
        self.project(project)
        key = (project, task, round, dialogue, annotator)
        self._writer.call(lambda cursor, _: notes.skip(cursor, key, reason, text))

    def unskip(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> None:
        key = (project, task, round, dialogue, annotator)
        self._writer.call(lambda cursor, _: notes.unskip(cursor, key))

    def skips(self, project: str, *, task: str | None = None, annotator: str | None = None) -> list[Skip]:
        self.project(project)
        return notes.skips(self._database, project, task, annotator)

    # --- judgements of texts --------------------------------------------------------------------------------------
    def judge(self, judgement: Judgement) -> None:
        self.project(judgement.project)
        self._writer.call(lambda cursor, _: judging.judge(cursor, judgement))

    def judgements(self, project: str, *, field: str | None = None) -> list[Judgement]:
        self.project(project)
        return judging.judgements(self._database, project, field)

    # --- splits ---------------------------------------------------------------------------------------------------
    def splits(self, project: str) -> Mapping[str, str]:
        self.project(project)
        return dialogues.splits(self._database, project)

    def write_splits(self, project: str, splits: Mapping[str, str]) -> None:
        self.project(project)
        self._writer.call(lambda cursor, _: importing.write_splits(cursor, project, splits))
        self._changed()

    # --- sessions and tokens --------------------------------------------------------------------------------------
    def add_session(self, session: Session) -> None:
        self._writer.call(lambda cursor, _: sessions.add_session(cursor, session))

    def session(self, id_hash: str) -> Session | None:
        return sessions.session(self._database, id_hash)

    def end_session(self, id_hash: str) -> None:
        self._writer.call(lambda cursor, _: sessions.end_session(cursor, id_hash))

    def setting(self, name: str) -> Json:
        return sessions.setting(self._database, name)

    def write_setting(self, name: str, value: Json) -> None:
        self._writer.call(lambda cursor, _: sessions.write_setting(cursor, name, value))

    # --- whole database -------------------------------------------------------------------------------------------
    def recipe_session(
        self, project: str, threads: int | None = None, *, views: Collection[str] | None = None
    ) -> AbstractContextManager[LockedSession]:
        """`threads`: of the session alone; None = as many as DuckDB takes by itself."""
        self.project(project)
        return recipe_session(self._database, project, threads, views)

    def backup(self, path: Path) -> None:
        try:
            with closing(self._database.cursor()) as cursor:
                copy_database(cursor, path)
        except duckdb.Error as error:
            raise translated(error, path.name) from error

    def ping(self) -> None:
        self._database.rows("SELECT 1")
        self._writer.call(lambda cursor, _: cursor.execute("SELECT 1").fetchall())

    def close(self) -> None:
        self._writer.close()
        self._database.close()
