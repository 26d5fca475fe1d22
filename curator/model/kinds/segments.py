"""`segments`: labelled stretches of the recording, in seconds; or states, each of which lasts until the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import AgreementPlan, Wrong, needs_options, object_with, refuse
from curator.model.kinds.items import Items, labelled
from curator.model.kinds.numbers import exact, plain
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Segments(Items):
    name = "segments"
    way = "stretches"
    summary = "labelled stretches of the recording"
    value = 'an item `{"start", "end", "label"}` (seconds; no `end` with `states`)'
    targets = ("dialogue", "turn", "participant", "pair")
    settings = frozenset({"options", "open", "min", "max", "parts", "states", "initial", "grid", "lag"})
    drawable = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        needed = {"start"} if field.states else {"start", "end"}
        segment = object_with(field, value, needed, {"end", "label", "parts"}, "a segment")
        if field.states and segment.get("end") is not None:
            raise refuse(field, "a state lasts until the next one and has no end.", "Leave `end` out.")
        times: dict[str, Json] = {name: self._seconds(field, segment[name]) for name in sorted(needed, reverse=True)}
        if not field.states and times["end"] <= times["start"]:
            raise refuse(field, "the segment ends before it starts.")
        return {**times, **labelled(field, segment, dialogue, target)}

    def _seconds(self, field: Question, value: Json) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
            raise refuse(field, f"{value!r} is not a time.", "Write seconds from the start of the recording.")
        if field.grid is not None and exact(value) % exact(field.grid):
            raise refuse(field, f"{value} is not on the grid of {field.grid} s.")
        return plain(value)

    def agreement(self, field: Question) -> AgreementPlan:
        plan = super().agreement(field)
        return replace(plan, way="states") if field.states else plan

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from super().wrong(field)
        yield from needs_options(field)
        if field.states and any(part.required is True for part in field.parts):
            yield Wrong("parts", "a state is set before its parts are asked.", "Make its parts optional.")
        if field.initial and not field.states:
            yield Wrong("initial", "only states have a start value.", "Add `states: true`.")
        if field.initial and not field.open and field.initial not in field.option_ids:
            yield Wrong("initial", f"there is no option {field.initial!r}.", f"Known: {', '.join(field.option_ids)}.")
