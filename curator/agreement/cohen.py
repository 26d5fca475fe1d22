"""Cohen's kappa for two annotators: plain, or weighted over the ranks of the labels."""

from __future__ import annotations

import numpy as np

from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, no_variation
from curator.agreement.distances import need_order
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings, check_size
from curator.agreement.two import cells_of_two


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Cohen 1960, and 1968 with weights: chance from each annotator's own shares, over units that both rated.

    Linear weights fall with the difference of two labels' ranks in the domain, quadratic ones with its square.
    Undefined for more than two annotators, and where both use one and the same label only (0/0).
    """
    disagreement = weight_table(ratings, options.weights)
    cells = cells_of_two(ratings, COHEN.title)
    if isinstance(cells, Undefined):
        return cells
    k = len(ratings.domain)
    one_hot = np.eye(k)
    # Features: disagreement of the cell, what the first annotator said, what the second one said.
    rows = np.column_stack([disagreement[cells.first, cells.second], one_hot[cells.first], one_hot[cells.second]])

    def estimate(totals: Floats) -> Estimates:
        first, second = totals[:, 1 : k + 1], totals[:, k + 1 :]
        n = first.sum(axis=1)
        observed = divide(totals[:, 0], n)
        expected = divide(((first @ disagreement) * second).sum(axis=1), n**2)
        return Estimates(1 - divide(observed, expected), 1 - observed, 1 - expected)

    reason = no_variation(ratings, ratings.pairable_counts)
    return Prepared(rows, cells.of_unit, cells.units, estimate, reason, len(cells.units))


def weight_table(ratings: Ratings, weights: str | None) -> Floats:
    """values × values: 0 for equal labels up to 1. Raises UsageError where labels without an order get weights."""
    k = len(ratings.domain)
    check_size(k, k, k)
    if weights is None:
        return 1 - np.eye(k)
    need_order(ratings, f"{weights} weights")
    linear = np.abs(np.subtract.outer(np.arange(k), np.arange(k))) / max(k - 1, 1)
    return np.asarray(linear if weights == "linear" else linear**2)


COHEN = Metric("cohen_kappa", "Cohen's kappa", prepare, has_weights=True)
