"""Points on a scale: from, to and step, exact for steps such as 0.1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from curator.model.base import Json
from curator.model.kinds.base import Wrong, refuse

if TYPE_CHECKING:
    from curator.model.question import Intensity, Question

MAX_POINTS = 1001
"""More points than this are no domain that a coefficient enumerates, and no scale that a person can use."""


def exact(number: float) -> Fraction:
    """The number as it is written: 0.1 is a tenth."""
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def plain(number: Fraction | float) -> int | float:
    """3, not 3.0: one spelling for one value."""
    as_float = float(number)
    return int(as_float) if as_float.is_integer() else as_float


@dataclass(frozen=True, slots=True)
class Steps:
    low: Fraction
    high: Fraction
    step: Fraction

    @classmethod
    def of(cls, source: Question | Intensity) -> Steps:
        return cls(exact(source.from_ or 0), exact(source.to or 0), exact(source.step))

    def holds(self, number: float) -> bool:
        point = exact(number)
        return self.low <= point <= self.high and (point - self.low) % self.step == 0

    def points(self) -> list[Json] | None:
        """Every point, lowest first; None where there are more than MAX_POINTS."""
        count = (self.high - self.low) // self.step + 1
        if count > MAX_POINTS:
            return None
        return [plain(self.low + idx * self.step) for idx in range(int(count))]

    @property
    def whole(self) -> bool:
        """Every point is a whole number."""
        return self.low.denominator == 1 and self.step.denominator == 1

    def checked(self, field: Question, value: Json) -> int | float:
        """Raises DataError where the value is not a point of the scale."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e15:
            raise refuse(field, f"a number is wanted, not {value!r}.")
        if not self.holds(value):
            step = "" if self.step == 1 else f" in steps of {plain(self.step)}"
            raise refuse(field, f"{value} is not on the scale.", f"Use {plain(self.low)} to {plain(self.high)}{step}.")
        return plain(value)

    def wrong(self, setting: str) -> Iterator[Wrong]:
        if self.low >= self.high:
            yield Wrong(setting, "`from` has to be below `to`.", "Swap them.")
        elif (self.high - self.low) % self.step:
            yield Wrong(setting, "the steps do not end at `to`.", "Choose another `step` or `to`.")
