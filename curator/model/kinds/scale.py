"""`scale`: a point on an ordinal or interval scale, with named anchors and a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import AgreementPlan, Kind, Wrong
from curator.model.kinds.numbers import Steps
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question
    from curator.model.schema import Field


METRICS = ("alpha", "percent_agreement", "cohen_kappa")


class Scale(Kind):
    name = "scale"
    summary = "a point on an ordinal or interval scale"
    value = "`3`"
    settings = frozenset({"level", "from_", "to", "step", "anchors"})
    rules: ClassVar[Mapping[str, str]] = {"median": "median", "mean": "mean", "majority": "majority", "all": "same"}
    drawable = True
    is_number = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        return Steps.of(field).checked(field, value)

    def from_source(self, field: Question, raw: Json) -> Json | None:
        """A number on the scale, also written as text, or an anchor's name."""
        number = _number(raw)
        steps = Steps.of(field)
        if number is None and isinstance(raw, str):
            wanted = raw.strip().casefold()
            names = {name.casefold(): point for point, texts in field.anchors.items() for name in texts.values()}
            number = _number(names.get(wanted))
        if number is None or not steps.holds(number):
            return None
        return int(number) if number.is_integer() else number

    def column_type(self, field: Question) -> str:
        return "BIGINT" if Steps.of(field).whole else "DOUBLE"

    def gold_rule(self, field: Field) -> str:
        if field.gold is None or field.gold.rule is None:
            return {"interval": "mean", "nominal": "majority"}.get(field.level or "ordinal", "median")
        return super().gold_rule(field)

    def agreement(self, field: Question) -> AgreementPlan:
        level = field.level or "ordinal"
        return AgreementPlan(level, Steps.of(field).points(), [*METRICS, *(() if level == "nominal" else ("icc",))])

    def wrong(self, field: Question) -> Iterator[Wrong]:
        if field.from_ is None:
            yield Wrong("from", "a scale needs its lowest point.", "Write `from`, such as `from: 1`.")
        if field.to is None:
            yield Wrong("to", "a scale needs its highest point.", "Write `to`, such as `to: 5`.")
        if field.from_ is None or field.to is None:
            return
        steps = Steps.of(field)
        yield from steps.wrong("to")
        for point in field.anchors:
            number = _number(point)
            if number is None or not steps.holds(number):
                yield Wrong(
                    "anchors", f"{point!r} is not a point of the scale.", "Name points between `from` and `to`."
                )


def _number(raw: Json) -> float | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return None
    try:
        number = float(raw)
    except (ValueError, OverflowError):
        return None
    return number if abs(number) < 1e15 else None
