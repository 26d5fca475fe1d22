"""The shared core of the coefficients for exactly two annotators: units that both of them rated."""

from __future__ import annotations

from dataclasses import dataclass

from curator.agreement.coding import without_gaps
from curator.agreement.core import Undefined, why_not_pairable
from curator.agreement.ratings import Ints, Ratings


@dataclass(frozen=True)
class Cells:
    """Distinct pairs of values: what the first and the second annotator said, the cell of each unit, and its code."""

    first: Ints
    second: Ints
    of_unit: Ints
    units: Ints


def cells_of_two(ratings: Ratings, title: str) -> Cells | Undefined:
    """The occupied cells of the confusion table. Undefined for another number of annotators than two."""
    if len(ratings.annotators) > 2:
        n = len(ratings.annotators)
        return Undefined(f"{title} compares exactly two annotators and there are {n}; choose two, or look at each pair")
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    both = ratings.per_unit[ratings.unit] == 2
    first = ratings.value[both & (ratings.annotator == 0)]
    second = ratings.value[both & (ratings.annotator == 1)]
    of_unit, cells = without_gaps(first * len(ratings.domain) + second, len(ratings.domain) ** 2)
    return Cells(cells // len(ratings.domain), cells % len(ratings.domain), of_unit, ratings.pairable)
