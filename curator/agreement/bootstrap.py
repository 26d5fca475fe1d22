"""Bootstrap intervals over units or over clusters of them, from weighted totals of contributions.

Resampling N units is a multinomial draw over their distinct contributions: exact, and the cost depends on how many
patterns there are, not on how many units (38,000 turns, 8 labels, 3 annotators: 120 patterns).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

from curator.agreement.core import Prepared
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints

FEW = 20  # Field & Welsh 2007: cluster bootstraps from fewer clusters are too narrow
MOST_UNDEFINED = 0.05
BLOCK = 4_000_000  # cells of the weights held at once: 32 MB


@dataclass(frozen=True)
class Interval:
    """low and high are None where there is no honest interval; `note` says why, or warns of the one there is."""

    low: float | None
    high: float | None
    over: Literal["units", "clusters"]
    n_undefined: int = 0
    note: str | None = None


@dataclass(frozen=True)
class Sample:
    """What is drawn from: rows (distinct × features), each as often as `times` says."""

    rows: Floats
    times: Ints


def bootstrap(prepared: Prepared, cluster: Ints | None, value: float, options: AgreementOptions) -> Interval:
    """Percentile or BCa interval of a defined `value`. cluster: a code for each unit; whole clusters are then drawn.

    Undefined resamples (0/0) are counted and left out; with more than 5 % of them there is no interval.
    """
    over: Literal["units", "clusters"] = "units" if cluster is None else "clusters"
    if not options.resamples:
        return Interval(None, None, over)
    if prepared.no_interval:
        return Interval(None, None, over, note=f"no interval: {prepared.no_interval}")
    sample = _units(prepared) if cluster is None else _clusters(prepared, cluster)
    n = int(sample.times.sum())
    if n < 2:
        return Interval(None, None, over, note=f"no interval: only one of the {over} can be resampled")
    rng = np.random.default_rng(options.seed)
    drawn = [prepared.estimate(w @ sample.rows).value for w in _weights(sample.times, options.resamples, rng)]
    values = np.concatenate(drawn)
    defined = values[~np.isnan(values)]
    n_undefined = len(values) - len(defined)
    if n_undefined > MOST_UNDEFINED * len(values):
        note = f"no interval: {n_undefined} of {len(values)} resamples are undefined (they have no variation)"
        return Interval(None, None, over, n_undefined, note)
    tail = (1 - options.confidence) / 2
    ends: tuple[float, float] | None = (tail, 1 - tail)
    if options.interval == "bca":
        ends = _bca(defined, value, _without_each(prepared, sample), sample.times, tail)
    if ends is None:
        note = "no BCa interval: leaving out a single one makes the value undefined or never changes it; use percentile"
        return Interval(None, None, over, n_undefined, note)
    low, high = np.quantile(defined, ends)
    few = f"only {n} {over}: an interval from fewer than {FEW} is too narrow" if n < FEW else None
    return Interval(float(low), float(high), over, n_undefined, few)


def _units(prepared: Prepared) -> Sample:
    return Sample(prepared.rows, np.bincount(prepared.row_of_unit, minlength=len(prepared.rows)))


def _clusters(prepared: Prepared, cluster: Ints) -> Sample:
    """Contributions summed over each cluster that has a used unit."""
    _, of_unit = np.unique(cluster[prepared.units], return_inverse=True)
    n = int(of_unit.max(initial=-1)) + 1
    features = [np.bincount(of_unit, column[prepared.row_of_unit], minlength=n) for column in prepared.rows.T]
    return Sample(np.column_stack(features), np.ones(n, dtype=np.int64))


def _weights(times: Ints, resamples: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Blocks (resamples × rows) of how often each row is drawn."""
    n, n_rows = int(times.sum()), len(times)
    step = max(1, BLOCK // max(n_rows, 1))
    by_pattern = 8 * n_rows < n  # a binomial draw costs about as much as eight drawn units
    row_of = np.repeat(np.arange(n_rows), times)
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        if by_pattern:
            yield rng.multinomial(n, times / n, size=size).astype(np.float64)
        else:
            drawn = [np.bincount(row_of[rng.integers(0, n, n)], minlength=n_rows) for _ in range(size)]
            yield np.stack(drawn).astype(np.float64)


def _without_each(prepared: Prepared, sample: Sample) -> Floats:
    """The value without one unit (or cluster) of each row."""
    return prepared.estimate(sample.times @ sample.rows - sample.rows).value


def _bca(defined: Floats, value: float, without: Floats, times: Ints, tail: float) -> tuple[float, float] | None:
    """Quantiles to read instead of tail and 1 - tail (Efron 1987); None where bias or jackknife are undefined."""
    if np.isnan(without).any():
        return None
    normal = NormalDist()
    below = float(np.mean(defined < value) + np.mean(defined == value) / 2)
    if not 0 < below < 1:
        return None
    bias = normal.inv_cdf(below)
    off = (times @ without) / times.sum() - without
    spread = float(times @ off**2)
    acceleration = float(times @ off**3) / (6 * spread**1.5) if spread > 0 else 0.0
    ends = []
    for z in (normal.inv_cdf(tail), normal.inv_cdf(1 - tail)):
        shifted = bias + z
        ends.append(normal.cdf(bias + shifted / (1 - acceleration * shifted)))
    return ends[0], ends[1]
