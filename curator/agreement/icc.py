"""Intraclass correlations for scales: how much of the variance of ratings lies between units."""

from __future__ import annotations

import numpy as np

from curator.agreement.complete import complete_table
from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, no_variation
from curator.agreement.distances import numbers
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings

CRUMB = 1e-12  # of the total sum of squares: what rounding leaves of a sum of squares that is 0


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Shrout & Fleiss 1979, forms 1,1 2,1 3,1 (one rating) and 1,k 2,k 3,k (the mean of k).

    1: annotators may differ from unit to unit; 2: absolute agreement of a sample of annotators; 3: consistency of just
    these. Units with fewer ratings than the table is wide are left out and counted in `n_skipped`: for 2 and 3 those
    that some annotator did not rate, for 1 those with fewer ratings than the best-rated unit.
    Raises DataError for values that are no numbers. Undefined with fewer than two complete units, and where the
    estimate of the variance is 0 or negative.
    """
    values = numbers(ratings, "interval")
    one_way = options.form.startswith("1")
    table = complete_table(ratings, f"ICC({options.form})", any_annotators=one_way)
    if isinstance(table, Undefined):
        return table
    x = values[table.values]
    x = x - np.median(x)  # small numbers keep the sums of squares exact
    k = x.shape[1]
    sums = x.sum(axis=1)
    columns = sums[:, np.newaxis] if one_way else x
    rows = np.column_stack([np.ones(len(x)), (x**2).sum(axis=1), sums**2 / k, columns])

    def estimate(totals: Floats) -> Estimates:
        value = _value(totals, k, options.form)
        return Estimates(value, np.full_like(value, np.nan), np.full_like(value, np.nan))

    counts = np.bincount(table.values[table.of_unit].ravel(), minlength=len(ratings.domain))
    varies = np.count_nonzero(counts) > 1
    reason = "the units differ too little for a variance between them" if varies else no_variation(ratings, counts)
    return Prepared(rows, table.of_unit, table.units, estimate, reason, len(table.units))


def _value(totals: Floats, k: int, form: str) -> Floats:
    """The form from totals of: units, squares, squared sums of units / k, and the sums of each column (or of all)."""
    n, squares, between_raw, columns = totals[:, 0], totals[:, 1], totals[:, 2], totals[:, 3:]
    correction = divide(columns.sum(axis=1) ** 2, n * k)
    total = squares - correction
    between = _clean(between_raw - correction, total)
    within = _clean(squares - between_raw, total)
    of_columns = _clean(divide((columns**2).sum(axis=1), n) - correction, total) if columns.shape[1] == k else 0 * n
    error = _clean(within - of_columns, total)
    more = np.where(n > 1.5, n - 1, 0)  # one unit, drawn again and again, has no variance between units
    bms, jms = divide(between, more), of_columns / (k - 1)
    noise = divide(within, n * (k - 1)) if form.startswith("1") else divide(error, more * (k - 1))
    bias = divide(jms - noise, n) if form.startswith("2") else 0 * n
    below = bms + bias if form.endswith("k") else bms + (k - 1) * noise + k * bias
    return divide(bms - noise, np.where(below > CRUMB * total, below, 0.0))


def _clean(part: Floats, total: Floats) -> Floats:
    """A sum of squares without what rounding left of it."""
    return np.where(part > CRUMB * total, part, 0.0)


ICC = Metric("icc", "Intraclass correlation", prepare, has_form=True)
