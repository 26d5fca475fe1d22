"""Trying a schema before anybody else sees it: a project of one invented conversation that no workspace ever holds.

A preview is a real store in a temporary folder, so that everything is answered as it will be: what is asked where,
what is refused, what is missing at submit. It belongs to one person, appears in no list, and is gone with the next
one, with the app, or when others push it out.
"""

from __future__ import annotations

import secrets
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from curator.model.base import Json
from curator.model.schema import Schema
from curator.store import open_store
from curator.store.interface import Incoming
from curator.work import projects
from curator.work.access import Person, allow
from curator.work.preview_talk import facts_of, invented
from curator.work.shelf import Shelf

__all__ = ["Preview", "Previews", "facts_of"]

MOST = 4
"""So many previews are open at once in one app."""


@dataclass(frozen=True)
class Preview:
    """project: its id, which cannot be guessed. dialogue: the one that it holds."""

    project: str
    dialogue: str
    owner: str
    shelf: Shelf
    folder: tempfile.TemporaryDirectory[str]

    def close(self) -> None:
        self.shelf.store.close()
        self.folder.cleanup()


class Previews:
    """The open previews of one app, one a person. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: OrderedDict[str, Preview] = OrderedDict()

    def open(self, person: Person | None, schema: Schema, facts: Mapping[str, Json] | None = None) -> Preview:
        """In place of the person's last one. facts: attributes of the conversation (see `facts_of`).

        Raises NotSignedInError, NotAllowedError, StorageFullError.
        """
        who = allow(person, "preview")
        made = _made(who.name, schema, facts)
        with self._lock:
            gone = [self._open.pop(who.name)] if who.name in self._open else []
            self._open[who.name] = made
            while len(self._open) > MOST:
                gone.append(self._open.popitem(last=False)[1])
        for one in gone:
            one.close()
        return made

    def find(self, person: Person | None, project: str) -> Preview | None:
        """The person's preview, if its project is called so."""
        found = self._open.get(person.name) if person is not None else None
        return found if found is not None and found.project == project else None

    def close(self) -> None:
        with self._lock:
            gone = list(self._open.values())
            self._open.clear()
        for one in gone:
            one.close()


def _made(owner: str, schema: Schema, facts: Mapping[str, Json] | None) -> Preview:
    folder = tempfile.TemporaryDirectory(prefix="curator-preview-")
    try:
        store = open_store(Path(folder.name) / "preview.duckdb")
        try:
            dialogue = invented(schema, facts)
            project = f"preview-{secrets.token_hex(8)}"
            projects.create(store, project, schema)
            store.add_dialogues(project, [Incoming(dialogue)], source="invented", schema_version=schema.version)
        except BaseException:
            store.close()
            raise
    except BaseException:
        folder.cleanup()
        raise
    return Preview(project, dialogue.id, owner, Shelf(store), folder)
