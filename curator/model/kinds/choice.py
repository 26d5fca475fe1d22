"""`choice`: one option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import AgreementPlan, Kind, Wrong, checked_option, inverse_option, needs_options
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Choice(Kind):
    name = "choice"
    summary = "one option"
    value = '`"id"`'
    settings = frozenset({"options", "open", "level"})
    rules: ClassVar[Mapping[str, str]] = {"majority": "majority", "all": "same"}
    drawable = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        return checked_option(field, value, dialogue)

    def inverse(self, field: Question, value: Json) -> Json | None:
        return inverse_option(field, value)

    def from_source(self, field: Question, raw: Json) -> Json | None:
        option = field.option_for(raw)
        if option is None and field.open and isinstance(raw, str) and raw.strip():
            return raw.strip()
        return option

    def column_type(self, field: Question) -> str:
        return "VARCHAR"

    def agreement(self, field: Question) -> AgreementPlan:
        level = field.level or "nominal"
        domain: list[Json] | None = None if field.open else list(field.option_ids)
        metrics = ["alpha", "percent_agreement", "cohen_kappa", "fleiss_kappa", "gwet_ac1"]
        return AgreementPlan(level, domain, metrics)

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from needs_options(field)
        if field.level == "interval":
            yield Wrong("level", "options have no distances.", "Use nominal or ordinal, or a `scale`.")
