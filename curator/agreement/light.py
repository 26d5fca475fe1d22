"""Light's kappa: the mean of Cohen's kappa over all pairs of annotators."""

from __future__ import annotations

import numpy as np

from curator.agreement.cohen import weight_table
from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, no_variation, why_not_pairable
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.who_said import who_said


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Light 1971: every pair with a unit in common counts once, however many units these are.

    Pairs whose own kappa is 0/0 are left out; the notes say how many. Undefined where that leaves none.
    """
    disagreement = weight_table(ratings, options.weights)
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    q, r = len(ratings.domain), len(ratings.annotators)
    said = who_said(ratings, LIGHT.title, features=r)
    by_annotator = said.counts.reshape(-1, r, q)
    took_part = by_annotator.sum(axis=2)
    parts = []
    for one, two in zip(*np.triu_indices(r, k=1), strict=True):
        both = took_part[:, one] * took_part[:, two]
        if both.any():
            first, second = by_annotator[:, one], by_annotator[:, two] * both[:, np.newaxis]
            parts += [((first @ disagreement) * second).sum(axis=1), first * both[:, np.newaxis], second]
    rows = np.column_stack(parts)
    width = 1 + 2 * q

    def estimate(totals: Floats) -> Estimates:
        pairs = totals.reshape(len(totals), -1, width)
        first, second = pairs[:, :, 1 : q + 1], pairs[:, :, q + 1 :]
        n = first.sum(axis=2)
        observed = divide(pairs[:, :, 0], n)
        expected = divide(((first @ disagreement) * second).sum(axis=2), n**2)
        kappa = 1 - divide(observed, expected)
        there = ~np.isnan(kappa)
        return Estimates(*(_mean(column, there) for column in (kappa, 1 - observed, 1 - expected)))

    n_pairs = len(parts) // 3
    totals = np.bincount(said.of_unit, minlength=len(rows)).astype(np.float64) @ rows
    table = totals.reshape(n_pairs, width)
    defined = np.count_nonzero(((table[:, 1 : q + 1] @ disagreement) * table[:, q + 1 :]).sum(axis=1))
    note = f"the mean over {defined} of {r * (r - 1) // 2} pairs of annotators; the others share no unit or do not vary"
    units = ratings.pairable
    reason = no_variation(ratings, ratings.pairable_counts)
    return Prepared(rows, said.of_unit[units], units, estimate, reason, len(units), notes=(note,))


def _mean(column: Floats, there: Floats) -> Floats:
    """Over the pairs that are there; NaN where there is none."""
    return divide(np.where(there, column, 0.0).sum(axis=1), there.sum(axis=1))


LIGHT = Metric("light_kappa", "Light's kappa", prepare, has_weights=True)
