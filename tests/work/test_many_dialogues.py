"""Few dialogues are read one by one, many in one go, with the same result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.store import Store, open_store
from curator.store.interface import Incoming
from curator.work.many_dialogues import WORTH_ALL, dialogues_of
from tests.builders import a_dialogue, a_project, a_schema

N = WORTH_ALL + 2


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "curator.duckdb")
    store.create_project(a_project(), a_schema())
    talks = [Incoming(a_dialogue(f"d{n}", turns=1)) for n in range(N)]
    store.add_dialogues("p", talks, source="made", schema_version=1)
    yield store
    store.close()


@pytest.mark.parametrize("wanted", [[], ["d3"], ["d3", "nix"], ["nix", ""], [f"d{n}" for n in range(N)]])
def test_those_that_are_wanted_and_there(store: Store, wanted: list[str]) -> None:
    found = list(dialogues_of(store, "p", wanted))
    assert {one.id for one in found} == {*wanted} - {"nix", ""}
    assert all(one == store.dialogue("p", one.id) for one in found)
    assert len(found) == len({one.id for one in found})
