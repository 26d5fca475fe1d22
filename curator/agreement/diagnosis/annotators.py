"""Each annotator beside the others: against the rest, and what the others agree without them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curator.agreement.alpha import ALPHA
from curator.agreement.compare import together
from curator.agreement.core import Prepared, Undefined, divide
from curator.agreement.diagnosis.disagreement import Disagreement
from curator.agreement.diagnosis.resampling import limits, sampled
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints, Ratings
from curator.agreement.report import measure
from curator.agreement.subset import Subset, of_annotators

FEWEST_PAIRS = 20
"""With fewer pairs of answers a value about one person says nothing, and might hurt."""


@dataclass(frozen=True)
class AgainstRest:
    """value: 1 - disagreement of this annotator's pairs with the others / what chance brings among all.

    n_pairs: pairs of answers, this annotator's and another's to the same thing.
    """

    annotator: str
    value: float | None
    ci_low: float | None
    ci_high: float | None
    n_pairs: int
    undefined: str | None


@dataclass(frozen=True)
class LeftOut:
    """value_without: alpha of the others, with its interval. delta: value_without - alpha of all, with its own; above 0
    the annotator lowers agreement. rank: 1 for whom agreement would suffer most without; the last is the outlier."""

    annotator: str
    rank: int | None
    value_without: float | None
    ci_low: float | None
    ci_high: float | None
    delta: float | None
    delta_ci_low: float | None
    delta_ci_high: float | None
    n_pairable_units: int
    undefined: str | None


def against_rest(found: Disagreement, options: AgreementOptions | None = None) -> list[AgainstRest]:
    """The lowest first. The mean of these values, weighted by ratings that can be compared, is alpha."""
    options = options or AgreementOptions()
    ratings = found.ratings
    n_people = len(ratings.annotators)
    if not len(found.left):
        return [AgainstRest(name, None, None, None, 0, _too_few(0)) for name in ratings.annotators]
    features = _features(found)

    def values(totals: Floats) -> Floats:
        apart, given, rest = np.split(totals, [n_people, 2 * n_people], axis=1)
        expected = found.distances.expected(rest)[:, np.newaxis]
        return 1 - divide(divide(apart, given), expected)

    of_all = values(features.sum(axis=0, keepdims=True))[0]
    ends = limits(features, values, options)
    who = np.concatenate([ratings.annotator[found.left], ratings.annotator[found.right]])
    n_pairs = np.bincount(who, minlength=n_people).tolist()
    rows = [_row(name, float(of_all[code]), ends[code], n_pairs[code]) for code, name in enumerate(ratings.annotators)]
    return sorted(rows, key=lambda row: (row.value is None, row.value or 0, row.annotator))


def _features(found: Disagreement) -> Floats:
    """Sampled things × (disagreement of each annotator, ratings of each that can be compared, features of the values).

    A pair counts for both of its annotators, each as 1 / (m - 1) of that one's rating.
    """
    ratings = found.ratings
    n_people = len(ratings.annotators)
    of_unit, n = sampled(ratings)
    pair_of = of_unit[ratings.unit[found.left]]
    apart = np.zeros((n, n_people))
    for side in (found.left, found.right):
        apart += _sums(pair_of * n_people + ratings.annotator[side], found.weight * found.distance, n, n_people)
    compared = ratings.per_unit[ratings.unit] >= 2
    place = of_unit[ratings.unit[compared]]
    given = _sums(place * n_people + ratings.annotator[compared], None, n, n_people)
    k = len(ratings.domain)
    counts = _sums(place * k + ratings.value[compared], None, n, k)
    return np.hstack([apart, given, counts @ found.distances.features])


def _sums(codes: Ints, weights: Floats | None, n: int, width: int) -> Floats:
    return np.bincount(codes, weights, minlength=n * width).astype(np.float64).reshape(n, width)


def _row(name: str, value: float, ends: tuple[float, float] | None, n_pairs: int) -> AgainstRest:
    if n_pairs < FEWEST_PAIRS:
        return AgainstRest(name, None, None, None, n_pairs, _too_few(n_pairs))
    if np.isnan(value):
        return AgainstRest(name, None, None, None, n_pairs, "no variation among the answers that can be compared")
    low, high = ends or (None, None)
    return AgainstRest(name, value, low, high, n_pairs, None)


def _too_few(n_pairs: int) -> str:
    return f"{n_pairs} pairs of answers with others; a value needs {FEWEST_PAIRS}"


def leave_one_out(ratings: Ratings, options: AgreementOptions | None = None) -> list[LeftOut]:
    """The outlier first. Of two annotators nobody can be left out: then the list is empty."""
    options = (options or AgreementOptions()).model_copy(update={"metrics": ("alpha",), "interval": "percentile"})
    if len(ratings.annotators) < 3:
        return []
    everybody = Subset(ratings, np.arange(ratings.n_units))
    whole = ALPHA.prepare(ratings, options)
    rows = [_without(everybody, whole, name, options) for name in ratings.annotators]
    deltas = sorted(row.delta for row in rows if row.delta is not None)
    ranked = [
        LeftOut(**{**row.__dict__, "rank": None if row.delta is None else deltas.index(row.delta) + 1}) for row in rows
    ]
    return sorted(ranked, key=lambda row: (row.delta is None, -(row.delta or 0), row.annotator))


def _without(everybody: Subset, whole: Prepared | Undefined, name: str, options: AgreementOptions) -> LeftOut:
    others = of_annotators(everybody.ratings, tuple(one for one in everybody.ratings.annotators if one != name))
    rest, prepared = measure(ALPHA, others.ratings, options), ALPHA.prepare(others.ratings, options)
    delta, interval = None, None
    if rest.value is not None and isinstance(whole, Prepared) and isinstance(prepared, Prepared):
        alpha = float(whole.estimate(whole.totals()).value[0])
        if not np.isnan(alpha):
            delta = rest.value - alpha
            interval = together(everybody, others, whole, prepared, delta, options)
    return LeftOut(
        annotator=name,
        rank=None,
        value_without=rest.value,
        ci_low=rest.ci_low,
        ci_high=rest.ci_high,
        delta=delta,
        delta_ci_low=interval.low if interval else None,
        delta_ci_high=interval.high if interval else None,
        n_pairable_units=rest.n_pairable_units,
        undefined=rest.undefined,
    )
