"""The shared core of the coefficients that set raw agreement against chance from pooled shares of the values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from curator.agreement.core import (
    CRUMB,
    Estimates,
    Prepared,
    Undefined,
    divide,
    no_variation,
    prepared_patterns,
    why_not_pairable,
)
from curator.agreement.ratings import Floats, Ratings

Chance = Callable[[Floats], Floats]


def agreeing_share(ratings: Ratings) -> Floats:
    """Of each pattern: agreeing pairs of annotators over all pairs; 0 where there is no pair."""
    size = ratings.patterns.size
    run = np.zeros(len(size))
    alike = np.zeros(len(size))
    for before, now in pairwise(ratings.patterns.members.T):  # ascending, so equal values stand together
        run = (run + 1) * ((now >= 0) & (now == before))
        alike += run
    return np.where(size > 1, alike / np.maximum(size * (size - 1) / 2, 1), 0.0)


def agreement_of_patterns(ratings: Ratings, weights: Floats | None) -> Floats:
    """Of each pattern: the mean weight of two of its ratings. weights: values × values, 1 on the diagonal; None: equal.

    0 where there is no pair.
    """
    if weights is None:
        return agreeing_share(ratings)
    counts, size = ratings.patterns.counts, ratings.patterns.size
    alike = ((counts @ weights) * counts).sum(axis=1) - size
    return np.where(size > 1, alike / np.maximum(size * (size - 1), 1), 0.0)


def prepare_shares(
    ratings: Ratings, chance: Chance, no_value: str = "", *, weights: Floats | None = None
) -> Prepared | Undefined:
    """Raw agreement over units with two ratings or more against `chance` (shares of the values -> expected agreement).

    The share of a value is the mean over all units, those with one rating too, of its share of the unit's ratings
    (Gwet 2014). Features: pairable, agreeing share, present, share of each value.
    """
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    patterns = ratings.patterns
    shares = patterns.counts / patterns.size[:, np.newaxis]
    pairable = (patterns.size > 1).astype(np.float64)
    rows = np.column_stack([pairable, agreement_of_patterns(ratings, weights), np.ones(len(shares)), shares])

    def estimate(totals: Floats) -> Estimates:
        observed = divide(totals[:, 1], np.where(totals[:, 0] > CRUMB, totals[:, 0], 0.0))
        p = divide(totals[:, 3:], totals[:, 2:3])
        return corrected(observed, chance(np.where(p < CRUMB, 0.0, p)))

    reason = no_value or no_variation(ratings, np.bincount(ratings.value, minlength=len(ratings.domain)))
    return prepared_patterns(ratings, rows, estimate, reason, pairable_only=False)


def corrected(observed: Floats, expected: Floats) -> Estimates:
    """(observed - expected) / (1 - expected); undefined where chance agreement is complete."""
    left = 1 - expected
    return Estimates(divide(observed - expected, np.where(left > CRUMB, left, 0.0)), observed, expected)


def number_of_categories(ratings: Ratings) -> int | Undefined:
    """The closed list that Gwet's and Brennan and Prediger's chance terms divide by: as declared, else as observed."""
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    if ratings.has_sets:
        return Undefined("sets are no closed list of categories; use alpha, or look at each option by itself")
    if len(ratings.domain) < 2:
        where = "the domain declares" if ratings.is_declared else "no domain is declared and the ratings have"
        return Undefined(f"needs two categories; {where} only one")
    return len(ratings.domain)
