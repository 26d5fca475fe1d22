"""Labels of a source file that are items: several at one target, each kept by itself."""

from __future__ import annotations

from curator.model.annotation import ImportedLabel
from curator.model.base import Json
from curator.model.targets import Target
from curator.store.interface import Incoming, Store
from tests.builders import a_dialogue, a_project, a_schema

SCHEMA = a_schema(
    """
id: items
fields:
  - {id: deed, target: turn, kind: records, parts: [{id: words, kind: text}]}
"""
)


def a_deed(item: str, value: Json) -> ImportedLabel:
    return ImportedLabel(
        "deed", Target(turn="t0"), "none" if value is None else "value", value, value or [], "source", "unknown", item
    )


def bring(store: Store, *labels: ImportedLabel) -> int:
    incoming = [Incoming(a_dialogue("d1"), labels)]
    return store.add_dialogues("items", incoming, source="made.jsonl", schema_version=1).labels


def ratings(store: Store) -> list[tuple[str, str, Json]]:
    kept = store.labels("items", task="main", round=1, dialogue="d1", annotator="source")
    return sorted((one.event.item, one.event.state, one.event.value) for one in kept if not one.stale)


def test_items_of_one_target_are_kept_one_by_one_and_once(store: Store) -> None:
    store.create_project(a_project("items", SCHEMA), SCHEMA)
    deeds = [a_deed("one", {"words": "nods"}), a_deed("two", {"words": "smiles"})]
    assert bring(store, *deeds) == 2
    assert bring(store, *deeds) == 0
    assert ratings(store) == [("one", "value", {"words": "nods"}), ("two", "value", {"words": "smiles"})]
    assert (
        len({one.event.id for one in store.labels("items", task="main", round=1, dialogue="d1", annotator="source")})
        == 2
    )


def test_an_item_that_reads_otherwise_now_follows_its_own_old_one(store: Store) -> None:
    store.create_project(a_project("items", SCHEMA), SCHEMA)
    bring(store, a_deed("one", {"words": "nods"}), a_deed("two", {"words": "smiles"}))
    assert bring(store, a_deed("one", {"words": "nods twice"}), a_deed("two", {"words": "smiles"})) == 1
    assert ratings(store) == [("one", "value", {"words": "nods twice"}), ("two", "value", {"words": "smiles"})]


def test_nothing_found_is_about_the_whole_field(store: Store) -> None:
    store.create_project(a_project("items", SCHEMA), SCHEMA)
    assert bring(store, a_deed("", None)) == 1
    assert ratings(store) == [("", "none", None)]
