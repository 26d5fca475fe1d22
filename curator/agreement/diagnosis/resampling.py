"""Resamples of whole clusters (or of units where there are none), for several values at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from curator.agreement.bootstrap import MOST_UNDEFINED
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints, Ratings

BLOCK = 4_000_000  # cells of the weights held at once: 32 MB
Limits = list[tuple[float, float] | None]


def sampled(ratings: Ratings) -> tuple[Ints, int]:
    """What is drawn, as a code for each unit, and how many of them there are with something to compare."""
    of_unit = np.full(ratings.n_units, -1)
    drawn = ratings.pairable if ratings.cluster is None else ratings.cluster[ratings.pairable]
    codes, of_pairable = np.unique(drawn, return_inverse=True)
    of_unit[ratings.pairable] = of_pairable
    return of_unit.astype(np.int64), len(codes)


def limits(features: Floats, values: Callable[[Floats], Floats], options: AgreementOptions) -> Limits:
    """Percentile limits of each value. features: sampled things × features. values: totals (any number of them) to as
    many rows of values. None where there is no honest interval: one thing alone, or more than 5 % undefined."""
    n = len(features)
    if n < 2 or not options.resamples:
        return [None] * values(features.sum(axis=0, keepdims=True)).shape[1]
    drawn = np.concatenate([values(weights @ features) for weights in _weights(n, options)])
    tail = (1 - options.confidence) / 2
    found: Limits = []
    for column in drawn.T:
        defined = column[~np.isnan(column)]
        if len(column) - len(defined) > MOST_UNDEFINED * len(column):
            found.append(None)
        else:
            low, high = np.quantile(defined, (tail, 1 - tail))
            found.append((float(low), float(high)))
    return found


def _weights(n: int, options: AgreementOptions) -> Iterator[Floats]:
    rng = np.random.default_rng(options.seed)
    step = max(1, BLOCK // n)
    for start in range(0, options.resamples, step):
        size = min(step, options.resamples - start)
        yield rng.multinomial(n, np.full(n, 1 / n), size=size).astype(np.float64)
