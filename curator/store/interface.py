"""What the rest of curator asks of a store, in use-case words. Every store passes tests/contracts/test_store.py.

Threads may call any method. Writes go to one writer; a method that writes returns after COMMIT, never before.
Raises DatabaseHeldError, NewerDatabaseError (on opening), StorageFullError (any write), NotFoundError (unknown ids).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

import polars as pl
import pyarrow as pa

from curator.model.annotation import AnnotatorKind, Event, ImportedLabel, Outcome
from curator.model.base import Json
from curator.model.dialogue import Dialogue, Participant
from curator.model.project import Project
from curator.model.schema import Schema

NoteKind = Literal["comment", "flag"]
Verdict = Literal["same", "partly", "different"]
Role = Literal["annotator", "lead", "engineer", "admin"]


@dataclass(frozen=True, slots=True)
class Incoming:
    """A dialogue about to be stored, with the labels that its source carried."""

    dialogue: Dialogue
    labels: Sequence[ImportedLabel] = ()


@dataclass(frozen=True, slots=True)
class Added:
    """Dialogues by what became of them, turns of all of them, and label events newly written.

    same_texts: new ones with the speakers and texts of a dialogue that is stored under another id.
    """

    new: int
    unchanged: int
    changed: int
    turns: int
    labels: int
    same_texts: int = 0


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as kept: with the writer's order, the server's clock (UTC), and whether it came too late."""

    event: Event
    seq: int
    recorded_at: datetime
    stale: bool


@dataclass(frozen=True, slots=True)
class Work:
    """One annotator's work on one dialogue in a task and round. Times are UTC."""

    dialogue: str
    annotator: str
    state: Literal["open", "submitted"]
    n_answered: int
    n_events: int
    last_at: datetime | None
    submitted_at: datetime | None


@dataclass(frozen=True, slots=True)
class Note:
    """A comment or a flag on a turn (`turn` empty: on the dialogue). `id` is a UUID; `at` is UTC."""

    id: str
    project: str
    task: str
    dialogue: str
    turn: str
    kind: NoteKind
    text: str
    author: str
    at: datetime

    def same_as(self, other: Note) -> bool:
        """Whether both say the same, whenever."""
        return replace(self, at=other.at) == other


@dataclass(frozen=True, slots=True)
class Skip:
    """A dialogue that an annotator passed over, and why. `at` is UTC."""

    task: str
    round: int
    dialogue: str
    annotator: str
    reason: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether two annotators' texts say the same. first < second: `seq` of the two ratings. `at` is UTC."""

    project: str
    field: str
    first: int
    second: int
    judge: str
    verdict: Verdict
    at: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in person or a script. `id_hash`: SHA-256 of the random id or token; the id itself is never stored."""

    id_hash: str
    name: str
    role: Role
    kind: Literal["session", "token"]
    csrf: str
    created_at: datetime
    expires_at: datetime | None


class RecipeSession(Protocol):
    """A second, locked database that holds a snapshot of one project's published views. Close after use."""

    def columns(self, sql: str) -> list[tuple[str, str]]:
        """(name, database type) of each column of the one SELECT. Raises DataError naming what is refused."""

    def stream(self, sql: str, *, batch_rows: int = 10_000) -> pa.RecordBatchReader:
        """The rows of the one SELECT in its own order."""

    def frame(self, sql: str) -> pl.DataFrame: ...


class Store(Protocol):
    # --- projects and schemas -------------------------------------------------------------------------------------
    def create_project(self, project: Project, schema: Schema) -> None:
        """Raises StateError if the id is taken."""

    def projects(self) -> list[Project]: ...

    def project(self, project: str) -> Project: ...

    def schema(self, project: str, version: int | None = None) -> Schema:
        """The schema in force, or the stored one with this version."""

    def guidelines(self, project: str) -> tuple[int, str]:
        """(revision, markdown); (1, "") where none were written."""

    def write_guidelines(self, project: str, markdown: str) -> int:
        """The new revision."""

    # --- dialogues ------------------------------------------------------------------------------------------------
    def add_dialogues(
        self, project: str, incoming: Sequence[Incoming], *, source: str, split: str = "", schema_version: int
    ) -> Added:
        """All or nothing, through staging tables and one short transaction; positions go on from the last one.

        A dialogue whose stored content is equal is unchanged; a different one with the same id replaces the content
        (labels stay; text revision changes). A label is written only if it differs from the current imported label
        of that annotator for that key. Imported labels have origin *import*, round 1, task *main*.
        """

    def preview_dialogues(
        self, project: str, incoming: Sequence[Incoming], *, source: str, schema_version: int
    ) -> Added:
        """What `add_dialogues` would answer now; writes nothing."""

    def dialogue_ids(self, project: str) -> list[str]:
        """In the order they were loaded."""

    def dialogue(self, project: str, dialogue: str) -> Dialogue: ...

    def dialogues(self, project: str) -> Iterator[Dialogue]:
        """In the order they were loaded."""

    def add_person(self, project: str, *, dialogue: str, annotator: str, participant: Participant) -> None:
        """Somebody whom an annotator added to a dialogue; the same id again changes nothing. Exports see them among
        the participants, `dialogue` does not."""

    def added_people(self, project: str, *, dialogue: str) -> Mapping[str, tuple[Participant, ...]]:
        """annotator -> whom they added, in that order."""

    def revision(self) -> int:
        """One more after each committed change of a project, schema, guidelines, dialogue, added person or split by
        this process.

        In memory, and cheap to ask: what is remembered above the store is forgotten when it moves.
        """

    def counts(self, project: str) -> Mapping[str, int]:
        """dialogues, turns, participants, events, annotators."""

    # --- labels ---------------------------------------------------------------------------------------------------
    def append(self, events: Sequence[Event]) -> list[Outcome]:
        """One outcome an event, in order, after COMMIT. Events must have been checked against schema and dialogue.

        Known id with the same author and content: duplicate; with another: refused. `based_on` not the current event
        of the key (and there is a current one): kept as stale.
        """

    def append_soon(self, events: Sequence[Event]) -> Future[list[Outcome]]:
        """As `append`, without waiting: the future is done after COMMIT."""

    def labels(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> list[StoredEvent]:
        """What this annotator's page shows: the current event of each key (also *none*, *cannot_tell*, *retracted*),
        and every stale event that is newer than the current one of its key (`stale` set): these are offered."""

    def events(self, project: str) -> Iterator[StoredEvent]:
        """All of them, stale, *submitted* and *reopened* ones too, by seq."""

    def ratings(self, project: str, *, field: str | None = None) -> pl.DataFrame:
        """The published view `ratings` (contracts), of one field or all."""

    def gold(self, project: str, *, field: str | None = None) -> pl.DataFrame:
        """The published view `gold` (contracts)."""

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
        """Writes the by-submit events and the *submitted* event in one transaction; its seq.

        case: its answers are handed in too, by a *submitted* event of their own (dialogue empty, target the case).
        """

    def reopen(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> None: ...

    def open_work(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> None:
        """Marks the dialogue as taken by this annotator (no change if it is already)."""

    def work(self, project: str, *, task: str | None = None, annotator: str | None = None) -> list[Work]:
        """From the small `progress` table, kept by the writer in the same transaction as the events."""

    def annotators(self, project: str) -> Mapping[str, AnnotatorKind]: ...

    # --- notes and skips ------------------------------------------------------------------------------------------
    def add_note(self, note: Note) -> Note:
        """The note as it is kept; the same one again changes nothing. Raises StateError (another's id)."""

    def note(self, note_id: str) -> Note: ...

    def notes(self, project: str, *, dialogue: str | None = None) -> list[Note]:
        """Of one dialogue or all, by time."""

    def remove_note(self, note_id: str) -> None:
        """No change where there is none."""

    def skip(
        self, project: str, *, task: str, round: int, dialogue: str, annotator: str, reason: str, text: str = ""
    ) -> None:
        """A second skip of the same dialogue keeps the newer reason."""

    def unskip(self, project: str, *, task: str, round: int, dialogue: str, annotator: str) -> None:
        """No change where it is not skipped."""

    def skips(self, project: str, *, task: str | None = None, annotator: str | None = None) -> list[Skip]: ...

    # --- judgements of texts --------------------------------------------------------------------------------------
    def judge(self, judgement: Judgement) -> None:
        """A second verdict of the same judge on the same pair takes the place of the first."""

    def judgements(self, project: str, *, field: str | None = None) -> list[Judgement]:
        """Of one field or all, by time."""

    # --- splits ---------------------------------------------------------------------------------------------------
    def splits(self, project: str) -> Mapping[str, str]:
        """dialogue id -> split name, of those that have one."""

    def write_splits(self, project: str, splits: Mapping[str, str]) -> None: ...

    # --- sessions and tokens --------------------------------------------------------------------------------------
    def add_session(self, session: Session) -> None: ...

    def session(self, id_hash: str) -> Session | None:
        """None if unknown, revoked or expired."""

    def end_session(self, id_hash: str) -> None: ...

    def setting(self, name: str) -> Json:
        """A workspace-wide value (None if never written), such as the names of people who signed in."""

    def write_setting(self, name: str, value: Json) -> None: ...

    # --- whole database -------------------------------------------------------------------------------------------
    def recipe_session(
        self, project: str, threads: int | None = None, *, views: Collection[str] | None = None
    ) -> AbstractContextManager[RecipeSession]:
        """threads: of the session alone (None = as many as the database takes by itself). views: the ones that the
        snapshot holds (None = all): copying those that nobody reads costs more than most queries."""

    def backup(self, path: Path) -> None:
        """A complete copy while people work. Raises StateError if the path exists."""

    def ping(self) -> None:
        """Returns when the writer and a reader answer; raises what is wrong with them."""

    def close(self) -> None:
        """Waits for what is queued, then lets the database go."""
