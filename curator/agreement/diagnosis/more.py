"""How many more dialogues to have labelled twice for a narrower interval, and which ones."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from curator.agreement.alpha import ALPHA
from curator.agreement.core import divide
from curator.agreement.diagnosis.disagreement import Disagreement
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.report import measure

ASSUMPTION = (
    "the width of the interval shrinks with the square root of the number of dialogues, if those to come are like "
    "those that two people have labelled so far"
)
STEADY = 10
"""A dialogue's disagreement is expected as if it had so many average answers beside its own: short ones do not lead
the list by chance."""


@dataclass(frozen=True)
class More:
    """n: dialogues (units where there are none) that were compared; width: of today's interval. needed: how many more
    for the width wanted; None, with `undefined`, where there is no interval to start from."""

    wanted: float
    n: int
    width: float | None
    needed: int | None
    undefined: str | None


def more(ratings: Ratings, width: float, options: AgreementOptions | None = None) -> More:
    """needed = n · (width now / width wanted)² - n, and never below 0. width: above 0, from end to end."""
    options = (options or AgreementOptions()).model_copy(update={"interval": "percentile"})
    found = measure(ALPHA, ratings, options)
    n = found.n_pairable_units if found.n_clusters is None else found.n_clusters
    if found.ci_low is None or found.ci_high is None:
        why = found.undefined or found.ci_note or "no interval was asked for"
        return More(width, n, None, None, why)
    now = found.ci_high - found.ci_low
    needed = max(0, math.ceil(n * (now / width) ** 2 - 1e-9) - n)
    return More(width, n, now, needed, None)


def disagreement_of_values(found: Disagreement) -> Floats:
    """Of each value: the mean distance to what another person answered to the same thing, as a share of what chance
    brings. NaN for values that nobody compared."""
    k = len(found.ratings.domain)
    apart, weight = np.zeros(k), np.zeros(k)
    for side in (found.left, found.right):
        codes = found.ratings.value[side]
        apart += np.bincount(codes, found.weight * found.distance, minlength=k)
        weight += np.bincount(codes, found.weight, minlength=k)
    return divide(divide(apart, weight), np.full(k, found.expected))


def next_to_double(found: Disagreement) -> list[int]:
    """Codes of the clusters that one person alone has labelled, those first whose answers promise most disagreement.

    A cluster promises the mean of `disagreement_of_values` over its answers, pulled towards the mean of all answers
    (STEADY). Empty without clusters, and where nothing has been compared yet.
    """
    ratings = found.ratings
    if ratings.cluster is None or not found.expected > 0:
        return []
    of_rating = ratings.cluster[ratings.unit]
    n = int(of_rating.max(initial=-1)) + 1
    n_people = max(len(ratings.annotators), 1)
    people = np.unique(of_rating * n_people + ratings.annotator) // n_people
    single = np.flatnonzero(np.bincount(people, minlength=n) == 1)
    rates = disagreement_of_values(found)
    average = found.observed / found.expected
    promised = np.nan_to_num(rates, nan=average)[ratings.value]
    answers = np.bincount(of_rating, minlength=n)
    score = (np.bincount(of_rating, promised, minlength=n) + STEADY * average) / (answers + STEADY)
    return [int(code) for code in single[np.lexsort((single, -answers[single], -score[single]))]]
