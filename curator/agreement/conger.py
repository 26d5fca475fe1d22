"""Conger's kappa: Cohen's for many annotators, chance from each annotator's own shares."""

from __future__ import annotations

import numpy as np

from curator.agreement.cohen import weight_table
from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, no_variation, why_not_pairable
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.shares import agreement_of_patterns, corrected
from curator.agreement.who_said import who_said


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Conger 1980; with missing ratings and weights as in Gwet 2014. For two annotators and no gaps it is Cohen's.

    Raw agreement is over units with two ratings or more; an annotator's shares are over all units that they rated,
    those with no other rating too. Undefined where all use one and the same label only (0/0).
    """
    weights = 1 - weight_table(ratings, options.weights)
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    said = who_said(ratings, CONGER.title)
    q, r = len(ratings.domain), len(ratings.annotators)
    of_pattern = np.column_stack([ratings.patterns.size > 1, agreement_of_patterns(ratings, weights)])
    rows: Floats = np.column_stack([of_pattern[ratings.patterns.of_unit[said.example]], said.counts])

    def estimate(totals: Floats) -> Estimates:
        observed = divide(totals[:, 1], totals[:, 0])
        counts = totals[:, 2:].reshape(-1, r, q)
        rated = counts.sum(axis=2, keepdims=True)
        share = np.nan_to_num(divide(counts, rated))
        return corrected(observed, _chance(share, rated[:, :, 0] > 0, weights))

    reason = no_variation(ratings, np.bincount(ratings.value, minlength=q))
    units = np.arange(ratings.n_units)
    return Prepared(rows, said.of_unit, units, estimate, reason, len(ratings.pairable))


def _chance(share: Floats, took_part: Floats, weights: Floats) -> Floats:
    """The mean over all ordered pairs of two annotators of the weighted agreement of their shares.

    share: totals × annotators × values, 0 for those without ratings.
    """
    r = took_part.sum(axis=1)
    pooled = share.sum(axis=1)
    all_pairs = ((pooled @ weights) * pooled).sum(axis=1)
    with_oneself = ((share @ weights) * share).sum(axis=(1, 2))
    return divide(all_pairs - with_oneself, r * (r - 1.0))


CONGER = Metric("conger_kappa", "Conger's kappa", prepare, has_weights=True)
