"""Trying a schema before anybody else sees it: a project of one invented conversation that no workspace ever holds.

A preview is a real store in a temporary folder, so that everything is answered as it will be: what is asked where,
what is refused, what is missing at submit. It belongs to one person, appears in no list, and is gone with the next
one in the same tab, with the app, or when others push it out. What a killed app has left is cleared by the next one.
"""

from __future__ import annotations

import secrets
import shutil
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

MOST = 6
"""So many previews are open at once in one app: the one that was used least lately goes."""
FOLDER = ".previews"
"""Their place in the workspace. Who opens a workspace holds it alone: what lies there then was left by a killed app."""


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
    """The open previews of one app; a person has one in each tab. Threads may share it."""

    def __init__(self, workspace: Path) -> None:
        self._place = workspace / FOLDER
        self._lock = threading.Lock()
        self._open: OrderedDict[str, Preview] = OrderedDict()
        shutil.rmtree(self._place, ignore_errors=True)

    def open(
        self,
        person: Person | None,
        schema: Schema,
        facts: Mapping[str, Json] | None = None,
        *,
        instead_of: str | None = None,
    ) -> Preview:
        """A new one. facts: attributes of the conversation (see `facts_of`). instead_of: the project of a preview of
        the same person, which goes; those of other tabs stay.

        Raises NotSignedInError, NotAllowedError, StorageFullError.
        """
        who = allow(person, "preview")
        made = _made(self._place, who.name, schema, facts)
        with self._lock:
            old = self._open.get(instead_of) if instead_of is not None else None
            gone = [self._open.pop(old.project)] if old is not None and old.owner == who.name else []
            self._open[made.project] = made
            while len(self._open) > MOST:
                gone.append(self._open.popitem(last=False)[1])
        for one in gone:
            one.close()
        return made

    def find(self, person: Person | None, project: str) -> Preview | None:
        """The preview whose project is called so, if it is this person's."""
        if project not in self._open:
            return None
        with self._lock:
            found = self._open.get(project)
            if found is None or person is None or found.owner != person.name:
                return None
            self._open.move_to_end(project)
        return found

    def close(self) -> None:
        with self._lock:
            gone = list(self._open.values())
            self._open.clear()
        for one in gone:
            one.close()
        shutil.rmtree(self._place, ignore_errors=True)


def _made(place: Path, owner: str, schema: Schema, facts: Mapping[str, Json] | None) -> Preview:
    place.mkdir(parents=True, exist_ok=True)
    folder = tempfile.TemporaryDirectory(prefix="preview-", dir=place)
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
