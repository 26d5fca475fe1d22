"""The analytic standard error of coefficients that have one, from the linearised values of their units."""

from __future__ import annotations

import math

import numpy as np

from curator.agreement.core import Prepared
from curator.agreement.ratings import Ints


def standard_error(prepared: Prepared, cluster: Ints | None) -> float | None:
    """Gwet 2008: the root of sum (x - mean)² / (n (n - 1)) over the n units' linearised values x.

    cluster: a code for each unit; then deviations are summed within each cluster first, so that units that are alike
    within a dialogue do not count as independent (one unit a cluster gives the formula above). None where the
    coefficient has no such formula, and with fewer than two units or clusters.
    """
    if prepared.linearised is None:
        return None
    x = prepared.linearised[prepared.row_of_unit]
    off = x - x.mean()
    sums = off if cluster is None else np.bincount(np.unique(cluster[prepared.units], return_inverse=True)[1], off)
    if len(sums) < 2:
        return None
    return math.sqrt(len(sums) / (len(sums) - 1) * float(sums @ sums)) / len(x)
