"""Whether one set of ratings agrees more than another: the difference of a coefficient, with its own interval.

Two intervals that overlap prove nothing. Where both sides speak of the same units (or dialogues) a resample draws the
same ones on both; where they have none in common each side is resampled by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from curator.agreement.bootstrap import MOST_UNDEFINED, Interval, bootstrap, narrow
from curator.agreement.core import Estimates, Prepared, Undefined, divide
from curator.agreement.metrics import METRICS
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints, Ratings
from curator.agreement.report import measure
from curator.agreement.result import Result
from curator.agreement.subset import Subset

BLOCK = 4_000_000  # cells of the weights held at once: 32 MB


@dataclass(frozen=True)
class Comparison:
    """`difference.value` is second - first. paired: the sides were resampled together, for they share units or
    dialogues. n_shared_units: units that both sides compare."""

    first: Result
    second: Result
    difference: Result
    paired: bool
    n_shared_units: int

    def as_json(self) -> dict[str, object]:
        return {
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "difference": self.difference.as_json(),
            "paired": self.paired,
            "n_shared_units": self.n_shared_units,
        }


def compare(first: Subset, second: Subset, options: AgreementOptions | None = None) -> Comparison:
    """The first metric asked for on both sides, and second - first. Both are parts of the same ratings.

    A side without a value leaves the difference undefined, and says why. Raises DataError or UsageError for values
    that do not fit what is asked.
    """
    options = options or AgreementOptions()
    metric = METRICS.get(options.metrics[0])
    results = [measure(metric, side.ratings, options) for side in (first, second)]
    prepared = [metric.prepare(side.ratings, options) for side in (first, second)]
    one, two = prepared
    shared = len(np.intersect1d(_compared(first, one), _compared(second, two)))
    paired = bool(shared) or _share_clusters(first.ratings, second.ratings)
    blank = _blank(first, second, results, shared)
    values = [result.value for result in results]
    if values[0] is None or values[1] is None or isinstance(one, Undefined) or isinstance(two, Undefined):
        why = "; ".join(
            f"the {name} side has no value: {result.undefined}"
            for name, result in zip(("first", "second"), results, strict=True)
            if result.undefined
        )
        return Comparison(results[0], results[1], replace(blank, undefined=why), paired, shared)
    value = values[1] - values[0]
    plain = options.model_copy(update={"interval": "percentile"})
    interval = together(first, second, one, two, value, plain) if paired else _apart(first, second, one, two, plain)
    return Comparison(results[0], results[1], interval.around(value, blank), paired, shared)


def _compared(side: Subset, prepared: Prepared | Undefined) -> Ints:
    """The units that the value compares, or could compare if there were one."""
    return side.units[prepared.units if isinstance(prepared, Prepared) else side.ratings.pairable]


def _blank(first: Subset, second: Subset, results: list[Result], shared: int) -> Result:
    """What is known of the difference before there is one."""
    one, two = results
    n_units = len(np.union1d(first.units, second.units))
    n_pairable = one.n_pairable_units + two.n_pairable_units - shared
    return Result(
        metric=f"{one.metric}_difference",
        level=one.level,
        undefined="not computed",
        interval_over=one.interval_over,
        n_units=n_units,
        n_pairable_units=n_pairable,
        n_ratings=one.n_ratings + two.n_ratings,
        n_annotators=len({*first.ratings.annotators, *second.ratings.annotators}),
        n_skipped=n_units - n_pairable,
        domain=one.domain,
        weights=one.weights,
        interval="percentile" if one.resamples else None,
        confidence=one.confidence,
        resamples=one.resamples,
        seed=one.seed,
    )


def difference(first: Ratings, second: Ratings, options: AgreementOptions | None = None) -> Result:
    """second - first of two sets of ratings that have nothing in common (or of which nobody knows what)."""
    far = np.arange(second.n_units) + first.n_units
    other = second
    if first.cluster is not None and second.cluster is not None:
        other = replace(second, cluster=second.cluster + int(first.cluster.max(initial=-1)) + 1)
    return compare(Subset(first, np.arange(first.n_units)), Subset(other, far), options).difference


def _share_clusters(first: Ratings, second: Ratings) -> bool:
    if first.cluster is None or second.cluster is None:
        return False
    return bool(len(np.intersect1d(first.cluster[first.pairable], second.cluster[second.pairable])))


def together(
    first: Subset, second: Subset, one: Prepared, two: Prepared, value: float, options: AgreementOptions
) -> Interval:
    """The interval of the paired difference (`value`): a coefficient of its own, whose features are those of both sides
    next to each other. one, two: the coefficient, prepared on either side."""
    n = int(max(first.units.max(initial=-1), second.units.max(initial=-1))) + 1
    row = np.full((2, n), -1)
    row[0, first.units[one.units]] = one.row_of_unit
    row[1, second.units[two.units]] = two.row_of_unit
    used = np.flatnonzero((row >= 0).any(axis=0))
    cells, of_unit = np.unique(row[:, used], axis=1, return_inverse=True)
    rows = [np.vstack([side.rows, np.zeros(side.rows.shape[1])])[cells[i]] for i, side in enumerate((one, two))]
    width = one.rows.shape[1]

    def estimate(totals: Floats) -> Estimates:
        values = two.estimate(totals[:, width:]).value - one.estimate(totals[:, :width]).value
        nothing = np.full_like(values, np.nan)
        return Estimates(values, nothing, nothing)

    prepared = Prepared(np.hstack(rows), of_unit.reshape(-1).astype(np.int64), used, estimate, "", len(used))
    return bootstrap(prepared, _clusters_of(n, first, second), value, options)


def _clusters_of(n: int, *sides: Subset) -> Ints | None:
    cluster = np.zeros(n, dtype=np.int64)
    for side in sides:
        if side.ratings.cluster is None:
            return None
        cluster[side.units] = side.ratings.cluster
    return cluster


def _apart(first: Subset, second: Subset, one: Prepared, two: Prepared, options: AgreementOptions) -> Interval:
    """Each side resampled by itself."""
    over = first.ratings.cluster is not None
    name = "clusters" if over else "units"
    samples = [_sample(one, first.ratings.cluster), _sample(two, second.ratings.cluster)]
    fewest = min(int(times.sum()) for _, times in samples)
    if not options.resamples:
        return Interval(None, None, "clusters" if over else "units")
    if fewest < 2:
        note = f"no interval: only one of the {name} of a side can be resampled"
        return Interval(None, None, "clusters" if over else "units", note=note)
    rng = np.random.default_rng(options.seed)
    drawn = [
        _values(side, rows, times, options.resamples, rng)
        for side, (rows, times) in zip((one, two), samples, strict=True)
    ]
    values = drawn[1] - drawn[0]
    defined = values[~np.isnan(values)]
    n_undefined = len(values) - len(defined)
    if n_undefined > MOST_UNDEFINED * len(values):
        note = f"no interval: {n_undefined} of {len(values)} resamples are undefined (they have no variation)"
        return Interval(None, None, "clusters" if over else "units", n_undefined, note)
    tail = (1 - options.confidence) / 2
    low, high = np.quantile(defined, (tail, 1 - tail))
    warning = narrow(fewest, f"{name} on a side", options)
    return Interval(float(low), float(high), "clusters" if over else "units", n_undefined, warning)


def _sample(prepared: Prepared, cluster: Ints | None) -> tuple[Floats, Ints]:
    """Distinct contributions and how often each is there; of clusters their sums, each once."""
    if cluster is None:
        return prepared.rows, np.bincount(prepared.row_of_unit, minlength=len(prepared.rows))
    _, code = np.unique(cluster[prepared.units], return_inverse=True)
    sums = [np.bincount(code, column[prepared.row_of_unit]) for column in prepared.rows.T]
    return np.column_stack(sums), np.ones(len(sums[0]), dtype=np.int64)


def _values(prepared: Prepared, rows: Floats, times: Ints, resamples: int, rng: np.random.Generator) -> Floats:
    n = int(times.sum())
    step = max(1, BLOCK // len(times))
    sizes = [min(step, resamples - start) for start in range(0, resamples, step)]
    shares = divide(times.astype(np.float64), np.full(len(times), float(n)))
    return np.concatenate([prepared.estimate(rng.multinomial(n, shares, size=size) @ rows).value for size in sizes])
