"""Which options would agree if they were one: alpha with every two of them merged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from curator.agreement.core import divide
from curator.agreement.diagnosis.confusion import NOT_CHOSEN, Confusions
from curator.agreement.diagnosis.disagreement import Disagreement
from curator.agreement.distances import matrix, set_matrix
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.values import SET, Json, Key, as_json, key_of, order

MOST_MERGES = 20
MOST_SETS = 400
"""Of more distinct sets the table of distances takes too long to make anew for every merge."""


@dataclass(frozen=True)
class Merge:
    """value: alpha with the two options as one; gain: value - alpha as it is, above 0 where the two
    stand against each other more often, measured by chance, than unlike options do on the whole."""

    options: tuple[Json, Json]
    value: float
    gain: float


def merges(found: Disagreement, confused: Confusions) -> list[Merge]:
    """The largest gain first, losses too. Of ordered options neighbours alone; of sets the pairs most confused; numbers
    (interval, ratio) have no options to merge."""
    alpha = found.alpha
    if alpha is None or found.level in ("interval", "ratio"):
        return []
    rows = [Merge(options, value, value - alpha) for options, value in _merged(found, confused) if not np.isnan(value)]
    return sorted(rows, key=lambda row: -row.gain)[:MOST_MERGES]


def _merged(found: Disagreement, confused: Confusions) -> Iterator[tuple[tuple[Json, Json], float]]:
    ratings = found.ratings
    if ratings.has_sets:
        yield from _of_sets(found, confused)
        return
    coincidences, counts = _coincidences(found), ratings.pairable_counts.astype(np.float64)
    seen = np.flatnonzero(counts).tolist()
    for one, two in pairwise(seen) if found.level == "ordinal" else combinations(seen, 2):
        table = _ordinal(counts, one, two) if found.level == "ordinal" else _nominal(ratings, one, two)
        options = (as_json(ratings.domain[one]), as_json(ratings.domain[two]))
        yield options, _alpha(coincidences, counts, table)


def _of_sets(found: Disagreement, confused: Confusions) -> Iterator[tuple[tuple[Json, Json], float]]:
    """Each set with the second label written as the first."""
    ratings = found.ratings
    if len(ratings.domain) > MOST_SETS:
        return
    coincidences, counts = _coincidences(found), ratings.pairable_counts.astype(np.float64)
    for pair in [pair.options for pair in confused.pairs if NOT_CHOSEN not in pair.options][:MOST_MERGES]:
        one, two = key_of(pair[0]), key_of(pair[1])
        domain = tuple(_renamed(key, two, one) for key in ratings.domain)
        if found.level == "set_nominal":
            place = {key: code for code, key in enumerate(dict.fromkeys(domain))}
            codes = np.array([place[key] for key in domain])
            table = (codes[:, np.newaxis] != codes).astype(np.float64)
        else:
            table = set_matrix(domain, masi=found.level == "set_masi")
        yield pair, _alpha(coincidences, counts, table)


def _renamed(key: Key, old: Key, new: Key) -> Key:
    items = key[1] if isinstance(key[1], tuple) else ()
    return (SET, tuple(sorted({new if item == old else item for item in items}, key=order)))


def _coincidences(found: Disagreement) -> Floats:
    """values × values: the weight of the pairs of answers, each counted both ways (Krippendorff 2011)."""
    ratings = found.ratings
    k = len(ratings.domain)
    codes = ratings.value[found.left] * k + ratings.value[found.right]
    upper = np.bincount(codes, found.weight, minlength=k * k).reshape(k, k)
    return np.asarray(upper + upper.T)


def _nominal(ratings: Ratings, one: int, two: int) -> Floats:
    table = matrix(ratings, "nominal")
    table[one, two] = table[two, one] = 0
    return table


def _ordinal(counts: Floats, one: int, two: int) -> Floats:
    """Squared differences of mid-ranks where both options stand at the rank of the merged one."""
    together = counts.copy()
    together[one], together[two] = counts[one] + counts[two], 0
    rank = np.cumsum(together) - together / 2
    rank[two] = rank[one]
    return np.asarray(np.subtract.outer(rank, rank) ** 2)


def _alpha(coincidences: Floats, counts: Floats, table: Floats) -> float:
    n = counts.sum()
    expected = np.array([counts @ table @ counts / (n * (n - 1))])
    return float(1 - divide(np.array([(coincidences * table).sum() / n]), expected)[0])
