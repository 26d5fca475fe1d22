"""Each store in turn, for the suites that every store has to pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.store import Store
from curator.store.interface import Incoming
from tests.builders import a_dialogue, a_project, a_schema
from tests.contracts.stores import STORES, Opening


@pytest.fixture(params=STORES)
def opening(request: pytest.FixtureRequest) -> Opening:
    return STORES[request.param]


@pytest.fixture
def store(opening: Opening, tmp_path: Path) -> Iterator[Store]:
    """With project p, its schema `rules`, and the dialogue d1 of three turns."""
    store = opening(tmp_path)
    store.create_project(a_project(), a_schema())
    store.add_dialogues("p", [Incoming(a_dialogue())], source="made.json", schema_version=1)
    yield store
    store.close()
