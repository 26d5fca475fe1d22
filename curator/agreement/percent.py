"""Percent agreement: what chance-corrected coefficients correct. Always worth showing beside them."""

from __future__ import annotations

import numpy as np

from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, prepared_patterns, why_not_pairable
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.shares import agreeing_share


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Mean over units of the share of agreeing pairs of annotators; sets agree when they are equal.

    Units with fewer than two ratings are left out and counted. `expected` is None: there is no chance term.
    """
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    rows = np.column_stack([np.ones(len(ratings.patterns.size)), agreeing_share(ratings)])

    def estimate(totals: Floats) -> Estimates:
        observed = divide(totals[:, 1], totals[:, 0])
        return Estimates(observed, observed, np.full_like(observed, np.nan))

    return prepared_patterns(ratings, rows, estimate, "no unit was rated by two annotators", pairable_only=True)


PERCENT = Metric("percent_agreement", "Percent agreement", prepare)
