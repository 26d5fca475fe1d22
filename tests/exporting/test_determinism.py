"""One content, one file: whatever the order of loading and the number of threads.

Without a total order joins gave different files from 300,000 rows on, where small goldens showed nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from curator.exporting import Recipe, export, parse_recipe
from curator.model.annotation import ImportedLabel
from curator.model.targets import Target
from curator.store import Store
from curator.store.interface import Incoming, RecipeSession
from tests.exporting.projects import PROJECT, a_dialogue, a_store, content

DIALOGUES, TURNS = 3_000, 100
WORDS = ["and", "then", "she", "said", "nothing", "for", "a", "while", "because", "nobody", "asked"]
JOINED = """/*
title: Turns with their labels, and dialogues put together
for: tests
format: FORMAT
file: "{side}.FORMAT"
grain: turn
needs: {turn: [strategy]}
unique_order: [dialogue_id, turn_id]
*/
WITH whole AS (
    SELECT dialogue_id, string_agg(text, ' ' ORDER BY idx) AS said, sum(length(text)::BIGINT) AS letters
    FROM turns GROUP BY dialogue_id
)
SELECT t.dialogue_id, t.turn_id, t.text, g.strategy, length(w.said) AS n, w.letters,
    CASE WHEN t.dialogue_id < 'd1500' THEN 'left' ELSE 'right' END AS side
FROM turns t
JOIN whole w USING (dialogue_id)
LEFT JOIN gold_turn g USING (dialogue_id, turn_id)
ORDER BY t.dialogue_id, t.turn_id
"""


class WithThreads:
    """The store, whose recipe sessions take so many threads."""

    def __init__(self, store: Store, threads: int) -> None:
        self._store, self._threads = store, threads

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def recipe_session(self, project: str, **more: Any) -> AbstractContextManager[RecipeSession]:
        return self._store.recipe_session(project, self._threads, **more)


def joined(format: str) -> Recipe:
    return parse_recipe(JOINED.replace("FORMAT", format), name="joined")


def incoming() -> list[Incoming]:
    pick = random.Random(1)
    made = []
    for number in range(DIALOGUES):
        texts = [" ".join(pick.choices(WORDS, k=6)) for _ in range(TURNS)]
        dialogue = a_dialogue(f"d{number:04}", texts)
        labels = [
            ImportedLabel(
                "strategy", Target(turn=f"t{idx}"), "value", "question", "Question", "supporter", "participant"
            )
            for idx in range(1, TURNS, 20)
        ]
        made.append(Incoming(dialogue, labels))
    return made


@contextmanager
def loaded(folder: Path, order: list[Incoming]) -> Iterator[Store]:
    with a_store(folder) as store:
        store.add_dialogues(PROJECT, order, source="made", schema_version=1)
        yield store


@pytest.mark.slow
def test_300_000_turns_give_one_hash_in_two_orders_with_one_and_four_threads(tmp_path: Path) -> None:
    forwards = incoming()
    shuffled = random.Random(2).sample(forwards, len(forwards))
    found: dict[str, set[bytes]] = {"joined.jsonl": set(), "joined.parquet": set(), "hub": set()}
    for name, order in (("forwards", forwards), ("shuffled", shuffled)):
        with loaded(tmp_path / name, order) as store:
            for threads in (1, 4):
                busy = cast(Store, WithThreads(store, threads))
                out = tmp_path / f"{name}-{threads}"
                for format in ("jsonl", "parquet"):
                    report = export(busy, PROJECT, joined(format), out / format)
                    assert report.counts["rows"] == DIALOGUES * TURNS
                    found[f"joined.{format}"].add((out / format / "manifest.json").read_bytes())
                export(busy, PROJECT, "hub", out / "hub")
                found["hub"].add(content(out / "hub")["manifest.json"])
    # The manifest holds the hash of every file.
    assert {name: len(hashes) for name, hashes in found.items()} == dict.fromkeys(found, 1)
