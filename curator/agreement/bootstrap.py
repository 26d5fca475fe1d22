"""Bootstrap intervals over units or over clusters of them, from weighted totals of contributions.

Resampling N units is drawing how often each of their distinct contributions occurs: exact, and the cost depends on how
many patterns there are, not on how many units (38,000 turns, 8 labels, 3 annotators: 120 patterns).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal

import numpy as np

from curator.agreement.coding import without_gaps
from curator.agreement.core import Prepared
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints
from curator.agreement.result import Result
from curator.agreement.sparse import Entries

FEW = 20  # Field & Welsh 2007: cluster bootstraps from fewer clusters are too narrow
MOST_UNDEFINED = 0.05
BLOCK = 4_000_000  # cells of the weights held at once: 32 MB
MOST_KEPT = 4  # blocks of weights that a report holds: 128 MB
MANY = 8  # a Poisson number costs about as much as eight draws


@dataclass(frozen=True)
class Interval:
    """low and high are None where there is no honest interval; `note` says why, or warns of the one there is."""

    low: float | None
    high: float | None
    over: Literal["units", "clusters"]
    n_undefined: int = 0
    note: str | None = None

    def around(self, value: float, blank: Result) -> Result:
        """The result with its value and this interval."""
        return replace(
            blank,
            value=value,
            undefined=None,
            ci_low=self.low,
            ci_high=self.high,
            n_undefined_resamples=self.n_undefined,
            ci_note=self.note,
        )


@dataclass(frozen=True)
class Sample:
    """What is drawn from: rows (distinct × features), each as often as `times` says."""

    rows: Floats | Entries
    times: Ints


class Draws:
    """Weights of resamples, drawn once for all samples with as many rows, each as often: a report has many of those."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, bytes], list[Floats]] = {}

    def weights(self, times: Ints, options: AgreementOptions) -> Iterable[Floats]:
        """Blocks (resamples × rows) of how often each row is drawn; the same ones for the same times and options."""
        drawn = _weights(times, options.resamples, np.random.default_rng(options.seed))
        if len(times) * options.resamples > BLOCK:
            return drawn
        key = (options.resamples, options.seed, times.tobytes())
        blocks = self._kept.pop(key, None) or list(drawn)
        while len(self._kept) >= MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))  # what was asked for the longest ago
        self._kept[key] = blocks
        return blocks


_shared: ContextVar[Draws | None] = ContextVar("draws", default=None)


@contextmanager
def shared_draws() -> Iterator[None]:
    """Within it, intervals of samples alike share their draws: it saves time and changes no number."""
    before = _shared.set(_shared.get() or Draws())
    try:
        yield
    finally:
        _shared.reset(before)


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
    weights = (_shared.get() or Draws()).weights(sample.times, options)
    values = np.concatenate([prepared.estimate(w @ sample.rows).value for w in weights])
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
    return Interval(float(low), float(high), over, n_undefined, narrow(n, over, options))


def narrow(n: int, over: str, options: AgreementOptions) -> str | None:
    """A warning of an interval that is too narrow, and why; None where it is not. n: what was resampled."""
    few = f"only {n} {over}: an interval from fewer than {FEW} is too narrow"
    wanted = math.ceil(round(2 / (1 - options.confidence), 6))
    rough = f"too few resamples ({options.resamples}): the ends of the interval need {wanted}, better 1000"
    return "; ".join([few] * (n < FEW) + [rough] * (options.resamples < wanted)) or None


def _units(prepared: Prepared) -> Sample:
    return Sample(prepared.rows, np.bincount(prepared.row_of_unit, minlength=len(prepared.rows)))


def _clusters(prepared: Prepared, cluster: Ints) -> Sample:
    """Contributions summed over each cluster that has a used unit."""
    of_unit, used = without_gaps(cluster[prepared.units], int(cluster.max(initial=-1)) + 1)
    if isinstance(prepared.rows, Entries):
        summed = prepared.rows.summed(prepared.row_of_unit, of_unit, len(used))
        is_small = len(summed) * summed.n_features <= BLOCK
        return Sample(np.asarray(summed) if is_small else summed, np.ones(len(used), dtype=np.int64))
    features = [np.bincount(of_unit, column[prepared.row_of_unit], minlength=len(used)) for column in prepared.rows.T]
    return Sample(np.column_stack(features), np.ones(len(used), dtype=np.int64))


def _weights(times: Ints, resamples: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Blocks (resamples × rows) of how often each row is drawn: n of n with replacement.

    Few rows, each there many times: nearly all of the n draws at once, as independent Poisson numbers. Given their sum
    s they are s draws with replacement, whatever s turned out to be; the n - s that are missing are drawn one by one.
    """
    n, n_rows = int(times.sum()), len(times)
    step = max(1, BLOCK // max(n_rows, 1))
    at_once = times * max(0.0, 1 - 3 / n**0.5) if MANY * n_rows < n else None
    row_of = np.repeat(np.arange(n_rows), times)
    for start in range(0, resamples, step):
        shape = (min(step, resamples - start), n_rows)
        weights = np.zeros(shape) if at_once is None else rng.poisson(at_once, shape).astype(np.float64)
        for row, missing in zip(weights, (n - weights.sum(axis=1)).astype(np.int64), strict=True):
            if missing < 0:  # once in a thousand times
                row[:] = rng.multinomial(n, times / n)
            else:
                row += np.bincount(row_of[rng.integers(0, n, missing)], minlength=n_rows)
        yield weights


def _without_each(prepared: Prepared, sample: Sample) -> Floats:
    """The value without one unit (or cluster) of each row."""
    return prepared.estimate(sample.times @ sample.rows - np.asarray(sample.rows)).value


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
