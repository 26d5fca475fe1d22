"""The stores that are held to the contract, and short ways to ask them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from curator.store import Store, open_store
from curator.store.interface import Added, Incoming, StoredEvent

Opening = Callable[[Path], Store]
STORES: dict[str, Opening] = {"duckdb": lambda folder: open_store(folder / "curator.duckdb")}
"""A second store joins by adding its way to be opened."""


def add(store: Store, *incoming: Incoming, **settings: str) -> Added:
    return store.add_dialogues("p", incoming, source="made.json", schema_version=1, **settings)


def page(store: Store, who: str = "ana", dialogue: str = "d1", round: int = 1) -> list[StoredEvent]:
    return store.labels("p", task="main", round=round, dialogue=dialogue, annotator=who)


def values(labels: list[StoredEvent]) -> list[tuple[object, bool]]:
    return [(label.event.value, label.stale) for label in labels]
