"""Conger's and Light's kappa and Kendall's W: the arithmetic by hand, and slow second opinions."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Ratings, Result, agree, pairwise
from curator.errors import DataError, UsageError
from tests.agreement.tables import grid, grid_rows, tables

WEIGHTS = pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
POINTS = st.sampled_from([1, 2, 3])


def compute(metric: str, ratings: Ratings, **options: object) -> Result:
    return agree(ratings, AgreementOptions.read({"metrics": [metric], "resamples": 0, **options}))[0]


def slow_conger(rows: list[list[object]], labels: list[int], weights: str | None) -> float | None:
    """Mean over ordered pairs of annotators of the agreement of their shares, as the chance term; None for 0/0."""

    def w(one: object, two: object) -> float:
        far = abs(labels.index(int(str(one))) - labels.index(int(str(two)))) / (len(labels) - 1)
        return float(one == two) if weights is None else 1 - (far if weights == "linear" else far**2)

    units = [[value for value in row if value is not None] for row in rows]
    agreed = [fmean(w(a, b) for a, b in combinations(unit, 2)) for unit in units if len(unit) > 1]
    columns = [[row[i] for row in rows if row[i] is not None] for i in range(len(rows[0]))]
    columns = [column for column in columns if column]
    if not agreed:
        return None
    chance = fmean(fmean(w(a, b) for a in one for b in two) for one, two in combinations(columns, 2))
    return None if abs(1 - chance) < 1e-12 else (fmean(agreed) - chance) / (1 - chance)


@WEIGHTS
@settings(max_examples=30)
@given(table=tables(POINTS))
def test_conger_by_definition_with_holes(weights: str | None, table: list[list[object]]) -> None:
    found = compute("conger_kappa", grid(table, domain=[1, 2, 3]), weights=weights).value
    expected = slow_conger(table, [1, 2, 3], weights)
    assert (found is None) == (expected is None)
    assert found == pytest.approx(expected, abs=1e-9)


@WEIGHTS
def test_conger_and_light_of_two_are_cohens(weights: str | None) -> None:
    ratings = grid([[1, 1], [1, 2], [3, 3], [2, 3], [2, 2]])
    cohen = compute("cohen_kappa", ratings, weights=weights)
    for metric in ("conger_kappa", "light_kappa"):
        found = compute(metric, ratings, weights=weights)
        assert found.value == pytest.approx(cohen.value, abs=1e-12)
        assert found.observed == pytest.approx(cohen.observed)
        assert found.expected == pytest.approx(cohen.expected)


def test_conger_as_published() -> None:
    # irrCAC 0.4.4 on the 4 x 12 table of Krippendorff 2011 gives 0.762066894; weights 0.813137033 and 0.857168224
    table: list[list[object]] = [
        [1, 1, None, 1],
        [2, 2, 3, 2],
        [3, 3, 3, 3],
        [3, 3, 3, 3],
        [2, 2, 2, 2],
        [1, 2, 3, 4],
        [4, 4, 4, 4],
    ]
    table += [[1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, 3, None, None]]
    for weights, value in ((None, 0.762066894), ("linear", 0.813137033), ("quadratic", 0.857168224)):
        assert compute("conger_kappa", grid(table), weights=weights).value == pytest.approx(value, abs=1e-9)


@WEIGHTS
@settings(max_examples=30)
@given(table=tables(POINTS))
def test_light_is_the_mean_of_the_pairs(weights: str | None, table: list[list[object]]) -> None:
    ratings = grid(table, domain=[1, 2, 3])
    found = compute("light_kappa", ratings, weights=weights)
    of_pairs = pairwise(
        ratings, AgreementOptions.read({"metrics": ["cohen_kappa"], "weights": weights, "resamples": 0})
    )
    defined = [one.value for one in of_pairs if one.value is not None]
    assert (found.value is None) == (not defined)
    if found.value is not None:
        assert found.value == pytest.approx(fmean(defined), abs=1e-9)
        assert f"the mean over {len(defined)} of {len(of_pairs)} pairs" in " ".join(found.notes)


def test_a_table_that_is_too_wide_is_refused_in_words() -> None:
    rng = np.random.default_rng(0)
    rows = [(f"u{u}", f"a{a}", int(v)) for u, a, v in zip(*rng.integers(0, 200, (3, 4000)), strict=True)]
    with pytest.raises(DataError, match="are too many for Light's kappa"):
        compute("light_kappa", Ratings.from_rows(rows))


def test_w_by_hand() -> None:
    # Ranks 1 2 3 | 2 1 3 | 1 3 2: rank sums 4, 6, 8 around 6; S = 4 + 0 + 4; W = 12·8 / (9·(27 - 3))
    assert compute("kendall_w", grid([[10, 2, 1], [20, 1, 3], [30, 3, 2]])).value == pytest.approx(12 * 8 / (9 * 24))


def test_w_with_ties() -> None:
    # a: 1 1 2 2 -> 1.5 1.5 3.5 3.5; b: 1 2 3 4. Sums 2.5 3.5 6.5 7.5 around 5: S = 6.25 + 2.25 + 2.25 + 6.25 = 17
    # T = two ties of two: 2·(8 - 2) = 12; W = 12·17 / (4·(64 - 4) - 2·12)
    assert compute("kendall_w", grid([[1, 1], [1, 2], [2, 3], [2, 4]])).value == pytest.approx(12 * 17 / 216)


@settings(max_examples=30)
@given(table=st.lists(st.lists(st.integers(1, 4), min_size=3, max_size=3), min_size=2, max_size=9))
def test_w_is_the_mean_rank_correlation(table: list[list[int]]) -> None:
    # Kendall & Babington Smith: without ties W = (mean Spearman·(m - 1) + 1) / m
    ranks = np.argsort(np.argsort(np.array(table).T, axis=1, kind="stable"), axis=1)
    found = compute("kendall_w", grid(ranks.T.tolist())).value
    spearman = fmean(float(np.corrcoef(one, two)[0, 1]) for one, two in combinations(ranks, 2))
    assert found == pytest.approx((spearman * 2 + 1) / 3, abs=1e-9)


def test_w_wants_an_order_and_complete_units() -> None:
    with pytest.raises(UsageError, match="Kendall's W needs ordered values"):
        compute("kendall_w", grid([["good", "good"], ["bad", "bad"]]))
    ordered = compute("kendall_w", grid([["good", "good"], ["bad", "bad"], ["bad", None]], domain=["bad", "good"]))
    assert (ordered.value, ordered.n_skipped) == (1, 1)
    constant = compute("kendall_w", grid([[1, 2], [1, 2], [1, 2]]))
    assert constant.undefined == "no variation: each annotator gave all units one value"


def test_too_many_ranks_to_draw_again_leave_the_value_without_interval() -> None:
    rng = np.random.default_rng(0)
    table = rng.random((2100, 2))
    result = agree(grid(table.tolist()), AgreementOptions(metrics=("kendall_w",), resamples=50))[0]
    assert result.value is not None
    assert result.ci_low is None
    assert "too many to rank again" in str(result.ci_note)


def test_intervals_of_w_match_a_loop() -> None:
    rng = np.random.default_rng(3)
    rows = [(f"u{u}", who, int(v)) for u in range(30) for who, v in zip("abc", rng.integers(u // 6, 6, 3), strict=True)]
    result = agree(Ratings.from_rows(rows), AgreementOptions(metrics=("kendall_w",), resamples=1000))[0]
    values = np.array([value for *_, value in rows]).reshape(30, 3)
    drawn = []
    for _ in range(200):
        again = values[rng.integers(0, 30, 30)]
        found = compute("kendall_w", Ratings.from_rows(grid_rows(again.tolist()))).value
        drawn.append(np.nan if found is None else found)
    low, high = np.nanquantile(drawn, (0.025, 0.975))
    assert result.ci_low == pytest.approx(low, abs=0.04)
    assert result.ci_high == pytest.approx(high, abs=0.04)
