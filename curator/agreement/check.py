"""Every alpha that we publish is computed a second time, by the package `krippendorff`, before it leaves."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

import krippendorff
import numpy as np
import numpy.typing as npt

from curator.agreement.distances import Level, matrix, numbers
from curator.agreement.ratings import Ratings
from curator.errors import CuratorError

MOST_CELLS = 8_000_000  # krippendorff holds a few tables of units × values × values: 64 MB each at this size
TOLERANCE = 1e-9


def check_alpha(ratings: Ratings, level: Level, value: float) -> str | None:
    """Package and version when it gives the same value; None when it would need too much memory to compute it.

    Raises CuratorError when it gives another value: then neither number may be published.
    """
    seen = np.flatnonzero(ratings.pairable_counts)
    of_unit = ratings.patterns.of_unit[ratings.pairable]
    members = ratings.patterns.members
    alike = (members == members[:, -1:]).sum(axis=1) == ratings.patterns.size
    n_mixed = int((~alike[of_unit]).sum())
    if max((n_mixed + len(seen)) * len(seen) ** 2, members.shape[0] * len(ratings.domain)) > MOST_CELLS:
        return None
    # Unanimous units of a value have the coincidences of one unit with all their ratings: that saves most memory.
    units = ratings.patterns.counts[:, seen].astype(np.int64)
    unanimous = np.bincount(of_unit, minlength=len(alike)) * alike @ units
    counts = np.vstack([units[of_unit[~alike[of_unit]]], np.diag(unanimous)])
    other = float(krippendorff.alpha(value_counts=counts, **_how(ratings, level, seen)))
    if not abs(other - value) <= TOLERANCE * max(1.0, abs(value)):
        raise CuratorError(
            f"two computations of alpha ({level}) differ: {value!r} here, {other!r} by {_name()}.",
            fix="Neither can be trusted. Please report this with the ratings, or with invented ones that show it.",
        )
    return _name()


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
