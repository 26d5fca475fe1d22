"""Gwet's AC1 and AC2: little moved by a skewed distribution of the labels."""

from __future__ import annotations

from dataclasses import replace

from curator.agreement.cohen import weight_table
from curator.agreement.core import Metric, Prepared, Undefined
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.shares import number_of_categories, prepare_shares

UNWEIGHTED = "without weights this is Gwet's AC1; name linear or quadratic weights for labels that have an order"


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Gwet 2008: chance is the sum of p(1 - p) over q - 1, for q labels as declared, else as observed.

    Units with one rating enter the shares p. Without variation it is 1 if the scheme has two labels, else undefined.
    """
    return _prepare(ratings, None)


def prepare_weighted(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Gwet 2014: the same where near labels agree in part; weights fall with the labels' ranks in the domain.

    Chance is then sum of w / (q (q - 1)) times sum of p(1 - p). Raises UsageError for labels without an order.
    """
    prepared = _prepare(ratings, options.weights)
    if isinstance(prepared, Undefined) or options.weights:
        return prepared
    return replace(prepared, notes=(*prepared.notes, UNWEIGHTED))


def _prepare(ratings: Ratings, named: str | None) -> Prepared | Undefined:
    q = number_of_categories(ratings)
    if isinstance(q, Undefined):
        return q
    weights = 1 - weight_table(ratings, named)
    scale = float(weights.sum()) / (q * (q - 1))
    prepared = prepare_shares(ratings, lambda p: scale * (p * (1 - p)).sum(axis=1), weights=weights if named else None)
    return prepared if isinstance(prepared, Undefined) else replace(prepared, linearised=_linearised(prepared, scale))


def _linearised(prepared: Prepared, scale: float) -> Floats | None:
    """Of each row, Gwet 2014's kappa of one unit with the share of its values in the chance term taken out."""
    totals = prepared.totals()
    estimates = prepared.estimate(totals)
    value, expected = float(estimates.value[0]), float(estimates.expected[0])
    n_pairable, n = float(totals[0, 0]), float(totals[0, 2])
    if not expected < 1 or not n_pairable:
        return None
    pairable, agreeing, shares = prepared.rows[:, 0], prepared.rows[:, 1], prepared.rows[:, 3:]
    own_chance = scale * (shares @ (1 - totals[0, 3:] / n))
    own = n / n_pairable * (agreeing - expected * pairable)
    return (own - 2 * (1 - value) * (own_chance - expected)) / (1 - expected)


AC1 = Metric("gwet_ac1", "Gwet's AC1", prepare)
AC2 = Metric("gwet_ac2", "Gwet's AC2", prepare_weighted, has_weights=True)
