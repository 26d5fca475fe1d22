"""Who disagrees with whom where: the pairs of ratings of a unit, with their distance and their weight in alpha."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from curator.agreement.core import divide
from curator.agreement.distances import Level, level_for, matrix, numbers
from curator.agreement.ratings import Floats, Ints, Ratings, check_size


@dataclass(frozen=True)
class Distances:
    """How far apart values are at a level; ordinal ones by the ranks that all the ratings give, resampled or not.

    of: codes of two values -> distance. features: values × features, what one rating adds to the totals that
    `expected` takes (any number of them) to the disagreement that chance alone would bring.
    """

    of: Callable[[Ints, Ints], Floats]
    features: Floats
    expected: Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class Disagreement:
    """left, right: positions of the two ratings of each pair within a unit. weight: of the pair, 1 / (m - 1) in a unit
    of m ratings. distance: of its values. The sum of 2 · weight · distance over all pairs, by `n` pairable ratings, is
    alpha's observed disagreement; `expected` is its expected one (NaN where nothing varies)."""

    ratings: Ratings
    level: Level
    distances: Distances
    left: Ints
    right: Ints
    weight: Floats
    distance: Floats

    @cached_property
    def n(self) -> int:
        return int(self.ratings.pairable_counts.sum())

    @cached_property
    def expected(self) -> float:
        """0 where nothing varies, and where there is nothing to compare."""
        if self.n < 2:
            return 0.0
        totals = self.ratings.pairable_counts.astype(np.float64) @ self.distances.features
        return float(self.distances.expected(totals.reshape(1, -1))[0])

    @cached_property
    def observed(self) -> float:
        return 2 * float(self.weight @ self.distance) / self.n if self.n else 0.0

    @property
    def alpha(self) -> float | None:
        return 1 - self.observed / self.expected if self.expected > 0 else None


def disagreement(ratings: Ratings, level: Level | None = None) -> Disagreement:
    """Raises DataError or UsageError for values that do not fit the level."""
    level = level_for(ratings, level)
    left, right = pairs_within_units(ratings)
    distances = distances_at(ratings, level)
    distance = distances.of(ratings.value[left], ratings.value[right])
    weight = 1.0 / np.maximum(ratings.per_unit[ratings.unit[left]] - 1, 1)
    return Disagreement(ratings, level, distances, left, right, weight, distance)


def pairs_within_units(ratings: Ratings) -> tuple[Ints, Ints]:
    """Positions of every two ratings of one unit; the left one is of the annotator who comes first by name.

    Ratings are sorted by unit and annotator, so the k-th neighbour of each, as long as it is of the same unit, gives
    all pairs in as many steps as the busiest unit has ratings.
    """
    widest = int(ratings.per_unit.max(initial=0))
    lefts = [np.flatnonzero(ratings.unit[step:] == ratings.unit[:-step]) for step in range(1, widest)]
    if not lefts:
        nobody = np.zeros(0, dtype=np.int64)
        return nobody, nobody
    left = np.concatenate(lefts).astype(np.int64)
    steps = np.repeat(np.arange(1, widest), [len(one) for one in lefts])
    return left, left + steps


def distances_at(ratings: Ratings, level: Level) -> Distances:
    """Raises DataError where the level needs a table of distances that is too large to hold."""
    if level == "interval":
        return _interval(numbers(ratings, level))
    table = _ranks(ratings) if level == "ordinal" else matrix(ratings, level)

    def expected(totals: Floats) -> Floats:
        n = totals.sum(axis=1)
        return divide(((totals @ table) * totals).sum(axis=1), n * (n - 1))

    return Distances(lambda left, right: table[left, right], np.eye(len(table)), expected)


def _ranks(ratings: Ratings) -> Floats:
    """Squared differences of mid-ranks (Krippendorff 2011)."""
    k = len(ratings.domain)
    check_size(k, k, k)
    counts = ratings.pairable_counts.astype(np.float64)
    rank = np.cumsum(counts) - counts / 2
    return np.asarray(np.subtract.outer(rank, rank) ** 2)


def _interval(values: Floats) -> Distances:
    values = values - (values.mean() if len(values) else 0)

    def expected(totals: Floats) -> Floats:
        n, total, squares = totals.T
        return divide(2 * np.maximum(n * squares - total**2, 0), n * (n - 1))

    features = np.column_stack([np.ones(len(values)), values, values**2])
    return Distances(lambda left, right: (values[left] - values[right]) ** 2, features, expected)
