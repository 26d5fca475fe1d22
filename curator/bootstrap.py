"""Settings in, services out: one wiring for the app, the command line and the tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from curator.errors import StateError
from curator.settings import Settings
from curator.store import open_store
from curator.store.interface import Store
from curator.work.access import Access, Person
from curator.work.preview import Previews
from curator.work.shelf import Shelf


@dataclass(frozen=True)
class Services:
    """What use cases need. `shelf` holds what labelling reads again and again; `previews` have shelves of their own."""

    settings: Settings
    store: Store
    access: Access
    shelf: Shelf
    previews: Previews

    shared: ClassVar[Services | None] = None
    """Those of the app that runs in this process: its pages and its routes see the same."""

    def shelf_for(self, person: Person | None, project: str) -> Shelf:
        """Where labelling this project reads and writes: the workspace, or the person's own preview."""
        preview = self.previews.find(person, project)
        return self.shelf if preview is None else preview.shelf

    def close(self) -> None:
        self.previews.close()
        self.store.close()


def open_services(settings: Settings) -> Services:
    """Opens (or makes) the workspace's database. Raises DatabaseHeldError, NewerDatabaseError."""
    settings.workspace.mkdir(parents=True, exist_ok=True)
    store = open_store(settings.database)
    return Services(settings, store, Access(store, settings.workspace), Shelf(store), Previews(settings.workspace))


def share(services: Services | None) -> None:
    """Makes these services the ones of this process; None takes them away."""
    Services.shared = services


def shared_services() -> Services:
    """Raises StateError where no app runs in this process."""
    if Services.shared is None:
        raise StateError("the app is not running.", fix="Start it with `curator serve`.")
    return Services.shared
