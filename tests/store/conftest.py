"""A DuckDB store of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.store import Store, open_store
from curator.store.interface import Incoming
from tests.builders import a_dialogue, a_project, a_schema


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "curator.duckdb"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """With project p, its schema `rules`, and the dialogues d1 and d2 of three turns."""
    store = open_store(path)
    store.create_project(a_project(), a_schema())
    incoming = [Incoming(a_dialogue(name)) for name in ("d1", "d2")]
    store.add_dialogues("p", incoming, source="made.json", schema_version=1)
    yield store
    store.close()
