"""Our coefficients against those of other libraries, on random ratings; `make test-peers` installs what they need.

Each library is imported where it is used, so that the other tests can be collected without it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from curator.agreement import AgreementOptions, Ratings, agree

pytestmark = pytest.mark.peers
Row = tuple[str, str, Any]
SEEDS = pytest.mark.parametrize("seed", range(20))
POINTS = [1, 2, 3, 4, 5]
SETS: list[list[str]] = [[], ["anger"], ["fear"], ["anger", "fear"], ["fear", "joy"], ["anger", "fear", "joy"]]


def some_ratings(seed: int, values: list[Any], *, annotators: int = 2, missing: float = 0.0) -> list[Row]:
    """40 units; a rater says what the unit "is" two times out of three, else anything."""
    choice = random.Random(seed)
    rows: list[Row] = []
    for unit in range(40):
        truth = choice.choice(values)
        for who in range(annotators):
            value = truth if choice.random() < 2 / 3 else choice.choice(values)
            if choice.random() >= missing:
                rows.append((f"u{unit}", f"a{who}", value))
    return rows


def ours(rows: list[Row], metric: str, domain: list[Any] | None = None, **flags: Any) -> float:
    options = AgreementOptions.read({"metrics": [metric], "resamples": 0, "domain": domain, **flags})
    [result] = agree(Ratings.from_rows(rows, domain=domain), options)
    assert result.value is not None, result
    return result.value


def said_by(rows: list[Row], who: str) -> list[Any]:
    return [value for _, annotator, value in rows if annotator == who]


@SEEDS
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_cohens_kappa_as_scikit_learn_has_it(seed: int, weights: str | None) -> None:
    from sklearn.metrics import cohen_kappa_score

    rows = some_ratings(seed, POINTS)
    theirs = cohen_kappa_score(said_by(rows, "a0"), said_by(rows, "a1"), labels=POINTS, weights=weights)
    assert ours(rows, "cohen_kappa", POINTS, weights=weights) == pytest.approx(theirs, abs=1e-12)


@SEEDS
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_cohens_kappa_as_statsmodels_has_it(seed: int, weights: str | None) -> None:
    from statsmodels.stats.inter_rater import cohens_kappa

    rows = some_ratings(seed, POINTS)
    pairs = list(zip(said_by(rows, "a0"), said_by(rows, "a1"), strict=True))
    table = [[sum(pair == (one, two) for pair in pairs) for two in POINTS] for one in POINTS]
    theirs = cohens_kappa(table, wt=weights, return_results=False)
    assert ours(rows, "cohen_kappa", POINTS, weights=weights) == pytest.approx(theirs, abs=1e-12)


@SEEDS
@pytest.mark.parametrize("annotators", [2, 3, 6])
def test_fleiss_kappa_as_statsmodels_has_it(seed: int, annotators: int) -> None:
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    rows = some_ratings(seed, POINTS, annotators=annotators)
    grid = [list(unit) for unit in zip(*(said_by(rows, f"a{who}") for who in range(annotators)), strict=True)]
    theirs = fleiss_kappa(aggregate_raters(grid)[0])
    assert ours(rows, "fleiss_kappa") == pytest.approx(theirs, abs=1e-12)


def nltk_task(rows: list[Row], distance: Callable[[Any, Any], float] | None = None) -> Any:
    from nltk.metrics.agreement import AnnotationTask
    from nltk.metrics.distance import binary_distance

    hashable = [
        (annotator, unit, frozenset(value) if isinstance(value, list) else value) for unit, annotator, value in rows
    ]
    return AnnotationTask(data=hashable, distance=distance or binary_distance)


@SEEDS
def test_two_annotators_as_nltk_has_them(seed: int) -> None:
    rows = some_ratings(seed, POINTS)
    task = nltk_task(rows)
    assert ours(rows, "cohen_kappa") == pytest.approx(task.kappa(), abs=1e-12)
    assert ours(rows, "scott_pi") == pytest.approx(task.pi(), abs=1e-12)
    assert ours(rows, "brennan_prediger") == pytest.approx(task.S(), abs=1e-12)
    assert ours(rows, "percent_agreement") == pytest.approx(task.avg_Ao(), abs=1e-12)


@SEEDS
@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize(("level", "values"), [("nominal", POINTS), ("interval", POINTS)])
def test_alpha_as_nltk_has_it(seed: int, missing: float, level: str, values: list[Any]) -> None:
    from nltk.metrics.distance import binary_distance, interval_distance

    rows = some_ratings(seed, values, annotators=4, missing=missing)
    theirs = nltk_task(rows, binary_distance if level == "nominal" else interval_distance).alpha()
    assert ours(rows, "alpha", level=level) == pytest.approx(theirs, abs=1e-12)


@SEEDS
@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("level", ["set_nominal", "set_jaccard", "set_masi"])
def test_alpha_of_sets_as_nltk_has_it(seed: int, missing: float, level: str) -> None:
    from nltk.metrics.distance import binary_distance, jaccard_distance, masi_distance

    def jaccard(one: frozenset[str], two: frozenset[str]) -> float:
        """Two empty sets are the same; NLTK divides by zero there."""
        return float(jaccard_distance(one, two)) if one or two else 0.0

    def masi(one: frozenset[str], two: frozenset[str]) -> float:
        return float(masi_distance(one, two)) if one or two else 0.0

    distance = {"set_nominal": binary_distance, "set_jaccard": jaccard, "set_masi": masi}[level]
    rows = some_ratings(seed, SETS, annotators=3, missing=missing)
    assert ours(rows, "alpha", level=level) == pytest.approx(nltk_task(rows, distance).alpha(), abs=1e-12)
