"""Every alpha that we publish is computed a second time, with the package `krippendorff`, before it leaves.

Of few units the package computes alpha itself. Of many it would need longer than we do, because it looks at each unit
by itself; there it is given units that differ, and only its coincidences are used: these are sums over units, so they
can be added up for as many units of a sort as there are.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

import krippendorff
import numpy as np
import numpy.typing as npt

from curator.agreement.distances import Level, matrix, numbers
from curator.agreement.ratings import Floats, Ints, Ratings
from curator.errors import CuratorError

# krippendorff holds a few tables of units × values × values.
CELLS_AT_ONCE = 500_000  # 4 MB each: some milliseconds
MOST_CELLS = 8_000_000  # 64 MB each
TOLERANCE = 1e-9


def check_alpha(ratings: Ratings, level: Level, value: float) -> str | None:
    """Package and version when it gives the same value; None when it would need too much memory to compute it.

    Raises CuratorError when it gives another value: then neither number may be published.
    """
    if len(ratings.patterns.members) * len(ratings.domain) > MOST_CELLS:
        return None
    seen = np.flatnonzero(ratings.pairable_counts)
    counts, times = _distinct_units(ratings, seen)
    cells = len(seen) ** 2
    if int(times.sum()) * cells <= CELLS_AT_ONCE:
        units = np.repeat(counts, times, axis=0)
        other = float(krippendorff.alpha(value_counts=units, **_how(ratings, level, seen)))
    elif int(np.bitwise_count(times).sum()) * cells <= MOST_CELLS:
        other = _from_coincidences(coincidences(counts, times), ratings, level, seen)
    else:
        return None
    if not abs(other - value) <= TOLERANCE * max(1.0, abs(value)):
        raise CuratorError(
            f"two computations of alpha ({level}) differ: {value!r} here, {other!r} by {_name()}.",
            fix="Neither can be trusted. Please report this with the ratings, or with invented ones that show it.",
        )
    return _name()


def _distinct_units(ratings: Ratings, seen: npt.NDArray[np.intp]) -> tuple[Ints, Ints]:
    """Distinct units as counts of the values seen, and how often each is there.

    Unanimous units of a value have the coincidences of one unit with all their ratings, so these come first as one.
    """
    patterns = ratings.patterns
    of_unit = patterns.of_unit[ratings.pairable]
    times = np.bincount(of_unit, minlength=len(patterns.size))
    counts = patterns.counts[:, seen].astype(np.int64)
    alike = counts.max(axis=1) == patterns.size
    mixed = ~alike & (times > 0)
    unanimous = np.diag((times * alike) @ counts)
    return np.vstack([unanimous, counts[mixed]]), np.append(np.ones(len(seen), dtype=np.int64), times[mixed])


class _Tap:
    """Stands in for the table of distances and keeps what it is multiplied with: first the coincidences."""

    __array_ufunc__ = None  # so that numpy leaves the product to __rmul__

    def __init__(self) -> None:
        self.seen: list[Floats] = []

    def __rmul__(self, table: Floats) -> Floats:
        self.seen.append(table)
        return table


def coincidences(counts: Ints, times: Ints) -> Floats:
    """values × values, as krippendorff finds them, of units of which each is there a number of times.

    One call for each binary digit of these numbers: 12 units are 4 and 8.
    """
    found = np.zeros((counts.shape[1], counts.shape[1]))
    for digit in range(int(times.max()).bit_length()):
        chosen = counts[(times >> digit) & 1 == 1]
        if (chosen.sum(axis=1) > 1).any():
            tap = _Tap()
            krippendorff.alpha(value_counts=chosen, level_of_measurement=lambda *_, tap=tap, **__: tap)
            found += tap.seen[0] * 2**digit
    return found


def _from_coincidences(table: Floats, ratings: Ratings, level: Level, seen: npt.NDArray[np.intp]) -> float:
    """Krippendorff 2011, step D: 1 - (n - 1) sum(o d) / sum(n_c n_k d)."""
    n = table.sum(axis=0)
    if level == "ordinal":
        rank = np.cumsum(n) - n / 2
        distance = np.subtract.outer(rank, rank) ** 2
    elif level == "interval":
        distance = np.subtract.outer(*[numbers(ratings, level)[seen]] * 2) ** 2
    else:
        distance = matrix(ratings, level)[np.ix_(seen, seen)]
    return float(1 - (n.sum() - 1) * (table * distance).sum() / (np.outer(n, n) * distance).sum())


def _how(ratings: Ratings, level: Level, seen: npt.NDArray[np.intp]) -> dict[str, Any]:
    """Integer codes as the domain, except where the numbers themselves matter."""
    if level in ("interval", "ratio"):
        return {"level_of_measurement": level, "value_domain": numbers(ratings, level)[seen]}
    if level in ("nominal", "ordinal"):
        return {"level_of_measurement": level}
    table = matrix(ratings, level)[np.ix_(seen, seen)]
    return {"level_of_measurement": lambda v1, v2, **rest: table[v1, v2]}


@cache
def _name() -> str:
    return f"krippendorff {version('krippendorff')}"
