"""Fleiss' kappa, in the generalised form that allows missing ratings."""

from __future__ import annotations

import numpy as np

from curator.agreement.core import Metric, Prepared, Undefined
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.shares import prepare_shares


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Fleiss 1971 where every unit has as many ratings; else Gwet 2014: units with one rating enter the shares alone.

    Undefined without variation (0/0). Biased when ratings are missing for a reason: alpha is not (Zapf et al. 2016).
    """
    return prepare_shares(ratings, chance)


def chance(p: Floats) -> Floats:
    """The sum of squared shares; exactly 1 where one value has them all."""
    one_value = (p > 0).sum(axis=1) == 1
    return np.where(one_value, 1.0, (p**2).sum(axis=1))


FLEISS = Metric("fleiss_kappa", "Fleiss' kappa", prepare)
