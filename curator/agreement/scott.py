"""Scott's pi for two annotators: chance from the shares of both together."""

from __future__ import annotations

import numpy as np

from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, no_variation
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings, check_size
from curator.agreement.two import cells_of_two


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Scott 1955, over units that both annotators rated. Undefined for more than two, and without variation (0/0)."""
    cells = cells_of_two(ratings, SCOTT.title)
    if isinstance(cells, Undefined):
        return cells
    check_size(len(ratings.domain), len(ratings.domain), len(ratings.domain))
    one_hot = np.eye(len(ratings.domain))
    rows = np.column_stack([cells.first == cells.second, one_hot[cells.first] + one_hot[cells.second]])

    def estimate(totals: Floats) -> Estimates:
        counts = totals[:, 1:]
        n = counts.sum(axis=1)
        observed = divide(totals[:, 0], n / 2)
        unlike = divide(n**2 - (counts**2).sum(axis=1), n**2)  # whole numbers, so 0 is exact
        return Estimates(divide(observed - (1 - unlike), unlike), observed, 1 - unlike)

    reason = no_variation(ratings, ratings.pairable_counts)
    return Prepared(rows, cells.of_unit, cells.units, estimate, reason, len(cells.units))


SCOTT = Metric("scott_pi", "Scott's pi", prepare)
