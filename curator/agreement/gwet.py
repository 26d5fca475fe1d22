"""Gwet's AC1: little moved by a skewed distribution of the labels."""

from __future__ import annotations

from curator.agreement.core import Metric, Prepared, Undefined
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.shares import number_of_categories, prepare_shares


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """Gwet 2008: chance is the sum of p(1 - p) over q - 1, for q labels as declared, else as observed.

    Units with one rating enter the shares p. Without variation it is 1 if the scheme has two labels, else undefined.
    """
    q = number_of_categories(ratings)
    return q if isinstance(q, Undefined) else prepare_shares(ratings, lambda p: (p * (1 - p)).sum(axis=1) / (q - 1))


AC1 = Metric("gwet_ac1", "Gwet's AC1", prepare)
