"""Krippendorff's alpha: 1 - observed / expected disagreement, for any number of annotators, with missing ratings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

import numpy as np

from curator.agreement.core import (
    Estimates,
    Metric,
    Prepared,
    Undefined,
    divide,
    no_variation,
    prepared_patterns,
    why_not_pairable,
)
from curator.agreement.distances import level_for, matrix, numbers
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Patterns, Ratings, check_size
from curator.agreement.sparse import Entries

Statistic = Callable[[Floats], Estimates]

FULL = 500_000  # cells of patterns × sets: above, it is quicker not to write the zeros down


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", in its coincidence form.

    A unit with m >= 2 values contributes its disagreeing pairs / (m - 1) and its values; others are left out. Undefined
    without two annotators on one unit, and without variation among the values of such units (0/0).
    """
    level = level_for(ratings, options.level)
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    if level == "ordinal":
        rows, estimate = _ordinal(ratings)
    elif level == "interval":
        rows, estimate = _interval(ratings)
    else:
        rows, estimate = _by_matrix(ratings, matrix(ratings, level))
    reason = no_variation(ratings, ratings.pairable_counts)
    return prepared_patterns(ratings, rows, estimate, reason, pairable_only=True)


def _per_pair(ratings: Ratings) -> Floats:
    """m - 1 of each pattern; patterns of one rating (never used) as if they had two."""
    return np.maximum(ratings.patterns.size - 1, 1).astype(np.float64)


def _estimates(n: Floats, observed: Floats, expected: Floats) -> Estimates:
    """observed: sum of o·d over the coincidences; expected: sum of n_c n_k d. Both are 0 where nothing varies."""
    mean_expected = divide(expected, n * (n - 1))
    mean_observed = divide(observed, n)
    return Estimates(1 - divide(mean_observed, mean_expected), mean_observed, mean_expected)


def _by_matrix(ratings: Ratings, distance: Floats) -> tuple[Floats, Statistic]:
    """Any distance that is a fixed matrix: features are the disagreement and the count of each value."""
    patterns = ratings.patterns
    disagreement = _unlike(patterns, distance) / _per_pair(ratings)

    def estimate(totals: Floats) -> Estimates:
        n_values = totals[:, 1:]
        return _estimates(n_values.sum(axis=1), totals[:, 0], ((n_values @ distance) * n_values).sum(axis=1))

    if len(disagreement) * len(distance) > FULL and ratings.has_sets:
        return cast(Floats, _few_of_many(patterns, disagreement)), estimate
    return np.column_stack([disagreement, patterns.counts]), estimate


def _unlike(patterns: Patterns, distance: Floats) -> Floats:
    """Of each pattern: the distances of all ordered pairs of its values, added up."""
    widest = patterns.members.shape[1]
    if widest > len(distance):  # many annotators, few values
        return np.asarray(((patterns.counts @ distance) * patterns.counts).sum(axis=1))
    around = np.pad(distance, ((0, 1), (0, 1)))  # nobody (-1) is at no distance of anybody
    total = np.zeros(len(patterns.members))
    for i, one in enumerate(patterns.members.T):
        for other in patterns.members.T[:i]:
            total += 2 * around[one, other]
    return total


def _few_of_many(patterns: Patterns, disagreement: Floats) -> Entries:
    """The same features where their table would be too large: the values that a pattern has, and no zeros."""
    row, place = np.nonzero(patterns.members >= 0)
    n = len(disagreement)
    rows, features = np.append(np.arange(n), row), np.append(np.zeros(n, np.int64), patterns.members[row, place] + 1)
    by_row = np.argsort(rows, kind="stable")
    amount = np.append(disagreement, np.ones(len(row)))
    return Entries(rows[by_row], features[by_row], amount[by_row], n, patterns.n_values + 1)


def _ordinal(ratings: Ratings) -> tuple[Floats, Statistic]:
    """Ordinal distance is the squared difference of mid-ranks, which each resample has of its own.

    So features are the coincidences of each pair of unlike values that occurs, and the count of each value.
    """
    counts = ratings.patterns.counts
    low, high = _pairs_that_occur(counts)
    check_size(len(counts), len(low), len(ratings.domain))
    coincidences = 2 * counts[:, low] * counts[:, high] / _per_pair(ratings)[:, np.newaxis]
    n_pairs = len(low)

    def estimate(totals: Floats) -> Estimates:
        n_values = totals[:, n_pairs:]
        n = n_values.sum(axis=1)
        rank = np.cumsum(n_values, axis=1) - n_values / 2
        observed = (totals[:, :n_pairs] * (rank[:, high] - rank[:, low]) ** 2).sum(axis=1)
        centred = rank - divide((n_values * rank).sum(axis=1), n)[:, np.newaxis]
        spread = 2 * n * (n_values * centred**2).sum(axis=1)
        varies = (n_values > 0).sum(axis=1) > 1
        return _estimates(n, observed, np.where(varies, spread, 0.0))

    return np.column_stack([coincidences, counts]), estimate


def _pairs_that_occur(counts: Floats) -> tuple[list[int], list[int]]:
    """Codes (low, high) of every two unlike values that some unit has together."""
    seen = (counts > 0).astype(np.float64)
    low, high = np.nonzero(np.triu(seen.T @ seen, k=1))
    return low.tolist(), high.tolist()


def _interval(ratings: Ratings) -> tuple[Floats, Statistic]:
    """Squared differences need only the moments, so any number of distinct values will do.

    Values are centred at their median: so a resample without variation has sums
    of exact 0, but for the smallest data.
    """
    patterns = ratings.patterns
    values = numbers(ratings, "interval")
    values = values - np.quantile(np.repeat(values, ratings.pairable_counts), 0.5, method="lower")
    there = patterns.members >= 0
    x = np.where(there, values[patterns.members], 0.0)
    mean = x.sum(axis=1) / np.maximum(patterns.size, 1)
    within = (np.where(there, x - mean[:, np.newaxis], 0.0) ** 2).sum(axis=1)
    disagreement = 2 * patterns.size * within / _per_pair(ratings)
    rows = np.column_stack([disagreement, patterns.size, x.sum(axis=1), (x**2).sum(axis=1)])

    def estimate(totals: Floats) -> Estimates:
        observed, n, total, squares = totals.T
        spread = n * squares - total**2
        varies = spread > 1e-12 * n * squares
        return _estimates(n, observed, np.where(varies, 2 * spread, 0.0))

    return rows, estimate


ALPHA = Metric("alpha", "Krippendorff's alpha", prepare, has_level=True, has_second_opinion=True)
ALPHA_CI_LOW = replace(ALPHA, name="alpha_ci_low", title="Krippendorff's alpha, lower limit", bound="ci_low")
ALPHA_CI_HIGH = replace(ALPHA, name="alpha_ci_high", title="Krippendorff's alpha, upper limit", bound="ci_high")
