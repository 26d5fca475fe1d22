"""`records`: small records whose parts are questions of their own (a strategy, its targets, its words)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import Wrong, refuse
from curator.model.kinds.items import Items, checked_parts
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Records(Items):
    name = "records"
    way = "records"
    summary = "small records whose parts are questions of their own"
    quotes = True
    value = "an item `{part: value, …}`"
    settings = frozenset({"parts", "min", "max", "ordered"})
    drawable = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        record = checked_parts(field, value, dialogue, target)
        if not record:
            raise refuse(field, "an empty record is no answer.", "Answer none, or take the record back.")
        return record

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from super().wrong(field)
        if not field.parts:
            yield Wrong("parts", "a record needs parts.", "List `parts`, each with an id and a kind.")
