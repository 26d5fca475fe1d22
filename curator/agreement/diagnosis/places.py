"""Where agreement is lost: the units that cost most, and parts of the work (weeks, positions) by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from curator.agreement.alpha import ALPHA
from curator.agreement.diagnosis.disagreement import Disagreement
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Ints, Ratings
from curator.agreement.report import measure
from curator.agreement.result import Result
from curator.agreement.subset import of_units
from curator.agreement.values import Json, as_json

MOST_UNITS = 50


@dataclass(frozen=True)
class CostlyUnit:
    """cost: the part of 1 - alpha that comes from this unit; over all units they sum to 1 - alpha. share: of all the
    disagreement. values: what each annotator answered."""

    unit: int
    cost: float
    share: float
    values: dict[str, Json]


def costly_units(found: Disagreement, most: int = MOST_UNITS) -> list[CostlyUnit]:
    """Dearest first; units without disagreement are not listed."""
    ratings = found.ratings
    if not found.expected > 0:
        return []
    apart = np.bincount(ratings.unit[found.left], found.weight * found.distance, minlength=ratings.n_units)
    total = float(apart.sum())
    dearest = np.lexsort((np.arange(len(apart)), -apart))[:most]
    return [
        CostlyUnit(
            unit=int(unit),
            cost=2 * float(apart[unit]) / found.n / found.expected,
            share=float(apart[unit]) / total,
            values=_values(ratings, int(unit)),
        )
        for unit in dearest
        if apart[unit] > 0
    ]


def _values(ratings: Ratings, unit: int) -> dict[str, Json]:
    first, last = np.searchsorted(ratings.unit, (unit, unit + 1))
    places = range(int(first), int(last))
    return {ratings.annotators[ratings.annotator[i]]: as_json(ratings.domain[ratings.value[i]]) for i in places}


def by_group(
    ratings: Ratings, group: Ints, names: Sequence[str], options: AgreementOptions | None = None
) -> list[tuple[str, Result]]:
    """Alpha of each group of units by itself, in the order of the names. group: a code for each unit, -1 for none.

    Groups without a pairable unit are left out. Chance is that of the group: compare groups whose labels are alike.
    """
    options = options or AgreementOptions()
    present = np.unique(group[ratings.pairable]).tolist()
    return [
        (names[code], measure(ALPHA, of_units(ratings, group == code).ratings, options))
        for code in present
        if code >= 0
    ]
