"""Brennan and Prediger's kappa (Bennett's S): chance is one over the number of categories."""

from __future__ import annotations

import numpy as np

from curator.agreement.core import Metric, Prepared, Undefined
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.shares import number_of_categories, prepare_shares


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Brennan & Prediger 1981. Depends on how many labels the scheme declares; without a domain, on those observed."""
    q = number_of_categories(ratings)
    return q if isinstance(q, Undefined) else prepare_shares(ratings, lambda p: np.full(len(p), 1 / q))


BRENNAN_PREDIGER = Metric("brennan_prediger", "Brennan and Prediger's kappa", prepare)
