"""Exported files read back as what they tell of: events for the fold, ratings and gold to compare with it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from curator.model.annotation import Event
from curator.model.targets import COLUMNS, Target
from curator.store.interface import StoredEvent
from tests.oracle.fold import Fold, Gold, Key

_SAME = ("id", "task", "round", "field", "annotator", "annotator_kind", "state", "value", "raw", "based_on", "origin")


def event(project: str, line: dict[str, Any]) -> StoredEvent:
    """One line of `events.jsonl`."""
    told = Event(
        project=project,
        dialogue=line["dialogue_id"],
        target=Target(*(line[name] for name in COLUMNS)),
        item=line["item_id"],
        **{name: line[name] for name in _SAME},
    )
    return StoredEvent(told, line["seq"], datetime.fromisoformat(line["recorded_at"]), line["stale"])


def same_ratings(expected: Fold, lines: Iterable[dict[str, Any]]) -> bool:
    """`lines`: of `ratings.jsonl`."""
    return {(line["seq"], line["is_independent"], line["is_current"]) for line in lines} == expected.ratings


def gold(row: dict[str, Any]) -> tuple[Key, Gold]:
    """One row of the Hub folder's `gold`."""
    key = (row["dialogue_id"], row["field"], Target(*(row[name] for name in COLUMNS)), row["item_id"])
    value, raw = (None if row[name] is None else json.loads(row[name]) for name in ("value", "raw"))
    return key, Gold(row["state"], value, row["gold_source"], row["n_annotators"], raw)
