"""Kendall's W: how far annotators put the units into the same order."""

from __future__ import annotations

import numpy as np

from curator.agreement.complete import complete_table
from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, no_variation
from curator.agreement.distances import need_order
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints, Ratings

MOST_ROWS = 2_000  # distinct rows: each is a feature of its own, because ranks depend on all units


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Kendall & Babington Smith 1939, with the correction for ties (Kendall 1948), over units that all rated.

    Each annotator's values are ranked over the units, ties at their mean rank; W is the variance of the units' rank
    sums over the largest that it could be: 0 for no common order, 1 for the same one. Undefined where every annotator
    gave one and the same value to all units. Raises UsageError for labels without an order.
    """
    need_order(ratings, KENDALL.title)
    table = complete_table(ratings, KENDALL.title)
    if isinstance(table, Undefined):
        return table
    times = np.bincount(table.of_unit, minlength=len(table.values)).astype(np.float64)
    few = len(table.values) <= MOST_ROWS
    rows = np.eye(len(times)) if few else np.ones((len(times), 1))

    def estimate(totals: Floats) -> Estimates:
        value = concordance(table.values, totals if few else times[np.newaxis])
        return Estimates(value, np.full_like(value, np.nan), np.full_like(value, np.nan))

    counts = np.bincount(table.values[table.of_unit].ravel(), minlength=len(ratings.domain))
    alike = np.count_nonzero(counts) == 1
    reason = no_variation(ratings, counts) if alike else "no variation: each annotator gave all units one value"
    too_many = "" if few else f"more than {MOST_ROWS} different rows of ratings are too many to rank again and again"
    return Prepared(rows, table.of_unit, table.units, estimate, reason, len(table.units), no_interval=too_many)


def concordance(values: Ints, times: Floats) -> Floats:
    """W of each weighting. values: rows × annotators, codes that ascend with rank; times: weightings × rows."""
    m = values.shape[1]
    n = times.sum(axis=1)
    rank_sum = np.zeros_like(times)
    ties = np.zeros(len(times))
    for column in values.T:
        seen, place = np.unique(column, return_inverse=True)
        counts = times @ (place[:, np.newaxis] == np.arange(len(seen)))
        rank_sum += (np.cumsum(counts, axis=1) - (counts - 1) / 2)[:, place]
        ties += (counts**3 - counts).sum(axis=1)
    spread = (times * (rank_sum - m * (n + 1)[:, np.newaxis] / 2) ** 2).sum(axis=1)
    return divide(12 * spread, m**2 * (n**3 - n) - m * ties)


KENDALL = Metric("kendall_w", "Kendall's W", prepare)
