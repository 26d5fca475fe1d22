"""`text`: free text, kept byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import AgreementPlan, Kind, Wrong, min_below_max, refuse, whole_characters
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Text(Kind):
    name = "text"
    summary = "free text"
    quotes = True
    free_text = True
    value = '`"…"`'
    settings = frozenset({"min", "max", "prefill"})
    drawable = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        if not isinstance(value, str):
            raise refuse(field, f"the answer is text, not {value!r}.")
        if not value.strip():
            raise refuse(field, "an empty text is no answer.", "Answer none, or take the answer back.")
        if field.min is not None and len(value) < field.min:
            raise refuse(field, f"at least {field.min} characters are wanted, not {len(value)}.")
        if field.max is not None and len(value) > field.max:
            raise refuse(field, f"at most {field.max} characters are allowed, not {len(value)}.")
        return whole_characters(field, value)

    def from_source(self, field: Question, raw: Json) -> Json | None:
        return raw if isinstance(raw, str) and raw.strip() else None

    def column_type(self, field: Question) -> str:
        return "VARCHAR"

    def agreement(self, field: Question) -> AgreementPlan:
        """Of texts there is no coefficient but for whether one was written."""
        return AgreementPlan("nominal", [False, True], ["alpha", "percent_agreement"], "texts")

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from min_below_max(field)
