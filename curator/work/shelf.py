"""What labelling reads again and again, kept in memory: projects, schemas, guidelines, dialogues and their cells.

One process holds the database, so the store's own counter of changes says when all of it has to be read anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from curator.errors import NotFoundError
from curator.model.annotation import AnnotatorKind
from curator.model.dialogue import Dialogue, Participant
from curator.model.identity import text_revision
from curator.model.plan import cells, fields_of
from curator.model.project import Project, Task
from curator.model.schema import Field, Schema
from curator.model.targets import Target
from curator.store.interface import Store

MOST_SHEETS = 200


@dataclass(frozen=True)
class Book:
    """One project as its annotators meet it. `place`: dialogue id -> position, in the order they were loaded."""

    project: Project
    schema: Schema
    guidelines: tuple[int, str]
    place: Mapping[str, int]
    annotators: Mapping[str, AnnotatorKind]

    def task(self, task_id: str) -> Task:
        """Raises NotFoundError."""
        task = self.project.task(task_id)
        if task is None:
            known = ", ".join(task.id for task in self.project.tasks)
            raise NotFoundError(f"there is no task {task_id!r}.", where=self.project.id, fix=f"Known: {known}.")
        return task


@dataclass(frozen=True)
class Sheet:
    """One dialogue under one task, with everybody who can be named in it. `cells`: every (field id, target) that can
    be answered. `case_parts`: ids of parts of the case."""

    book: Book
    task: Task
    dialogue: Dialogue
    text_revision: str
    fields: Mapping[str, Field]
    cells: frozenset[tuple[str, Target]]
    case_parts: frozenset[str]
    own: Mapping[str, Sheet] = field(default_factory=dict)
    """Of annotators who added people to the dialogue: with these."""

    def of(self, annotator: str) -> Sheet:
        """The sheet as this annotator has it."""
        return self.own.get(annotator, self)


class Shelf:
    """Threads may share it. Raises NotFoundError for what is not there."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._revision = -1
        self._books: dict[str, Book] = {}
        self._sheets: OrderedDict[tuple[str, str, str], Sheet] = OrderedDict()

    def book(self, project: str) -> Book:
        revision = self._fresh()
        book = self._books.get(project)
        if book is None:
            book = self._read_book(project)
            with self._lock:
                if revision == self._revision:
                    self._books[project] = book
        return book

    def at_hand(self, project: str, task: str, dialogue: str) -> Sheet | None:
        """The sheet if it is in memory: answers at once, so that the event loop may ask."""
        self._fresh()
        return self._sheets.get((project, task, dialogue))

    def sheet(self, project: str, task: str, dialogue: str) -> Sheet:
        revision = self._fresh()
        key = (project, task, dialogue)
        sheet = self._sheets.get(key)
        if sheet is None:
            sheet = self._read_sheet(project, task, dialogue)
            with self._lock:
                if revision == self._revision:
                    self._sheets[key] = sheet
                    while len(self._sheets) > MOST_SHEETS:
                        self._sheets.popitem(last=False)
        return sheet

    def _fresh(self) -> int:
        revision = self.store.revision()
        if revision != self._revision:
            with self._lock:
                self._books.clear()
                self._sheets.clear()
                self._revision = revision
        return revision

    def _read_book(self, project: str) -> Book:
        store = self.store
        return Book(
            store.project(project),
            store.schema(project),
            store.guidelines(project),
            {dialogue: place for place, dialogue in enumerate(store.dialogue_ids(project))},
            store.annotators(project),
        )

    def _read_sheet(self, project: str, task_id: str, dialogue_id: str) -> Sheet:
        book = self.book(project)
        task = book.task(task_id)
        added = self.store.added_people(project, dialogue=dialogue_id) if book.schema.entities.open else {}
        return sheet_of(book, task, self.store.dialogue(project, dialogue_id), added)


def sheet_of(
    book: Book, task: Task, kept: Dialogue, added: Mapping[str, tuple[Participant, ...]] | None = None
) -> Sheet:
    """kept: the dialogue as it is stored. added: annotator -> whom they added to it."""
    own = {
        name: sheet_of(book, task, kept.model_copy(update={"participants": (*kept.participants, *people)}))
        for name, people in (added or {}).items()
    }
    dialogue = book.schema.peopled(kept)
    return Sheet(
        book,
        task,
        dialogue,
        text_revision(kept),
        {field.id: field for field in fields_of(book.schema, task)},
        frozenset((cell.field.id, cell.target) for cell in cells(book.schema, task, dialogue)),
        frozenset(part.id for part in dialogue.parts if part.of_kind == "case"),
        own,
    )
