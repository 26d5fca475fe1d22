"""Some of the ratings, as ratings of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from curator.agreement.ratings import Ints, Ratings

Mask = npt.NDArray[np.bool_]


class Subset(NamedTuple):
    """units: of each unit of `ratings`, the code that it has where the ratings were taken from."""

    ratings: Ratings
    units: Ints


def subset(ratings: Ratings, kept: Mask) -> Subset:
    """The ratings for which `kept` (one entry a rating) is true. The domain stays, and so do the codes of clusters."""
    units, unit = np.unique(ratings.unit[kept], return_inverse=True)
    people, who = np.unique(ratings.annotator[kept], return_inverse=True)
    smaller = replace(
        ratings,
        unit=unit.astype(np.int64),
        annotator=who.astype(np.int64),
        value=ratings.value[kept],
        annotators=tuple(ratings.annotators[code] for code in people),
        n_units=len(units),
        cluster=None if ratings.cluster is None else ratings.cluster[units],
    )
    return Subset(smaller, units)


def of_units(ratings: Ratings, kept: Mask) -> Subset:
    """All ratings of the units for which `kept` (one entry a unit) is true."""
    return subset(ratings, kept[ratings.unit])


def of_annotators(ratings: Ratings, names: tuple[str, ...]) -> Subset:
    """All ratings of these annotators; names that rated nothing change nothing."""
    return subset(ratings, np.isin(np.array(ratings.annotators, dtype=object), names)[ratings.annotator])
