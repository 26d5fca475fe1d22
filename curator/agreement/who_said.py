"""The shared core of the coefficients that ask who said what: distinct rows of annotators and their values."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from curator.agreement.ratings import MOST_CELLS, Floats, Ints, Ratings, find_patterns
from curator.errors import DataError


@dataclass(frozen=True)
class WhoSaid:
    """counts: distinct rows × (annotator · values + value), 0 or 1. of_unit: the row of each unit; example: a unit."""

    counts: Floats
    of_unit: Ints
    example: Ints


def who_said(ratings: Ratings, what: str, features: int = 1) -> WhoSaid:
    """features: how many times as wide as the counts the caller's own table is.

    Raises DataError where that is too large to hold: more than MOST_CELLS cells.
    """
    q, r = len(ratings.domain), len(ratings.annotators)
    both = replace(ratings, value=ratings.annotator * q + ratings.value, domain=ratings.domain * r)
    patterns = find_patterns(both)
    if len(patterns.members) * q * r * features > MOST_CELLS:
        fix = "Choose fewer annotators, or ask for another coefficient (gwet_ac1, fleiss_kappa, alpha)."
        raise DataError(f"{r} annotators and {q} values are too many for {what}.", fix=fix)
    return WhoSaid(patterns.counts, patterns.of_unit, np.unique(patterns.of_unit, return_index=True)[1])
