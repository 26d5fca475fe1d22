"""The mean of a coefficient's values within each cluster (each dialogue), beside the value pooled over all units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide
from curator.agreement.distances import level_for
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints, Ratings
from curator.agreement.report import measure
from curator.agreement.result import Result


def mean_of(values: Sequence[float] | Floats, no_value: str, units: Ints | None = None) -> Prepared | Undefined:
    """The mean of the values that are defined; NaN is left out. units: codes of the units that values stand for."""
    table = np.asarray(values, dtype=np.float64)
    used = np.flatnonzero(~np.isnan(table))
    if not len(used):
        return Undefined(no_value)

    def estimate(totals: Floats) -> Estimates:
        value = divide(totals[:, 0], totals[:, 1])
        return Estimates(value, value, np.full(len(totals), np.nan))

    rows = np.column_stack([table[used], np.ones(len(used))])
    return Prepared(rows, np.arange(len(used)), used if units is None else units[used], estimate, no_value, len(used))


def mean_over_clusters(metric: Metric, ratings: Ratings, options: AgreementOptions) -> Result:
    """The mean over clusters of the metric within each; each cluster counts once, however many units it has.

    Chance is then that of each cluster by itself. Clusters whose value is undefined are left out and told in `notes`.
    """
    prepared = metric.prepare(ratings, options)
    if isinstance(prepared, Undefined) or ratings.cluster is None:
        return measure(metric, ratings, options)
    of_unit = ratings.cluster[prepared.units]
    clusters, first, code = np.unique(of_unit, return_index=True, return_inverse=True)
    sums = [np.bincount(code, column[prepared.row_of_unit], minlength=len(clusters)) for column in prepared.rows.T]
    values = prepared.estimate(np.column_stack(sums)).value
    n_undefined = int(np.isnan(values).sum())
    mean = mean_of(values, "no cluster by itself has a defined value", prepared.units[first])
    found = measure(Metric(metric.name, metric.title, lambda _ratings, _options: mean), ratings, options)
    left = (f"{n_undefined} of {len(values)} clusters are undefined by themselves and left out of the mean",)
    level = level_for(ratings, options.level) if metric.has_level else None
    return replace(
        found,
        level=level,
        weights=options.weights if metric.has_weights else None,
        form=options.form if metric.has_form else None,
        n_pairable_units=prepared.n_pairable,
        n_skipped=found.n_units - prepared.n_pairable,
        notes=(*found.notes, *(left if n_undefined else ())),
    )
