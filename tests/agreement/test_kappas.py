"""Percent agreement and the kappas: the arithmetic by hand."""

from __future__ import annotations

import pytest

from curator.agreement import AgreementOptions, Ratings, Result, agree, pairwise
from curator.errors import UsageError
from tests.agreement.tables import grid


def compute(metric: str, ratings: Ratings, **options: object) -> Result:
    return agree(ratings, AgreementOptions.read({"metrics": [metric], "resamples": 0, **options}))[0]


def test_each_unit_counts_once() -> None:
    # u0: A A -> 1 of 1   u1: A B B -> 1 of 3   u2: one rating, left out   mean (1 + 1/3) / 2
    result = compute("percent_agreement", grid([["A", "A", None], ["A", "B", "B"], ["A", None, None]]))
    assert result.value == pytest.approx(2 / 3)
    assert (result.n_units, result.n_pairable_units, result.n_skipped) == (3, 2, 1)
    assert result.expected is None


# yes/yes 40, yes/no 9, no/yes 6, no/no 45 (Feinstein & Cicchetti 1990)
BALANCED = grid([["yes", "yes"]] * 40 + [["yes", "no"]] * 9 + [["no", "yes"]] * 6 + [["no", "no"]] * 45)


def test_cohen_uses_each_annotator_s_own_shares() -> None:
    # p_o = .85; a says yes 49, b says yes 46: p_e = .49·.46 + .51·.54 = .5008; (.85 - .5008) / .4992
    result = compute("cohen_kappa", BALANCED)
    assert result.value == pytest.approx((0.85 - 0.5008) / 0.4992)
    assert result.observed == pytest.approx(0.85)
    assert result.expected == pytest.approx(0.5008)


def test_scott_pools_the_shares() -> None:
    # yes 95 of 200: p_e = .475² + .525² = .50125
    assert compute("scott_pi", BALANCED).value == pytest.approx((0.85 - 0.50125) / 0.49875)


def test_brennan_prediger_divides_by_the_number_of_labels() -> None:
    assert compute("brennan_prediger", BALANCED).value == pytest.approx((0.85 - 1 / 2) / (1 / 2))
    assert compute("brennan_prediger", BALANCED, domain=["yes", "no", "unsure", "both"]).value == pytest.approx(
        (0.85 - 1 / 4) / (3 / 4)
    )


def test_ac1_by_hand() -> None:
    # p_e = 2 · .475 · .525 / (2 - 1) = .49875
    assert compute("gwet_ac1", BALANCED).value == pytest.approx((0.85 - 0.49875) / 0.50125)


def test_fleiss_with_single_ratings_uses_them_for_chance_only() -> None:
    # x x | x y | y -: p_o = (1 + 0) / 2; p_x = (1 + 1/2 + 0) / 3 = 1/2; p_e = 1/2 -> 0
    assert compute("fleiss_kappa", grid([["x", "x"], ["x", "y"], ["y", None]])).value == pytest.approx(0)


def test_weights_follow_the_ranks_of_the_domain() -> None:
    # 1 1 | 1 2 | 3 3 | 2 3, three labels. Linear disagreement: 0, 1/2, 0, 1/2 -> 1/4.
    # a: 1 1 3 2, b: 1 2 3 3. Chance: (1/16)·sum over a, b of |i - j| / 2
    #   a=1 (twice): 0 + 1/2 + 1 + 1 = 5/2 each; a=3: 1 + 1/2 + 0 + 0 = 3/2; a=2: 1/2 + 0 + 1/2 + 1/2 = 3/2 -> 8/16
    ratings = grid([[1, 1], [1, 2], [3, 3], [2, 3]])
    assert compute("cohen_kappa", ratings, weights="linear").value == pytest.approx(1 - (1 / 4) / (8 / 16))
    # Squares: observed 1/8; chance (2·(1/4 + 1 + 1) + (1 + 1/4) + 3/4) / 16 = 6.5 / 16
    quadratic = compute("cohen_kappa", ratings, weights="quadratic")
    assert quadratic.value == pytest.approx(1 - (1 / 8) / (6.5 / 16))
    assert quadratic.weights == "quadratic"


def test_weights_need_an_order() -> None:
    with pytest.raises(UsageError, match="linear weights needs ordered values"):
        compute("cohen_kappa", BALANCED, weights="linear")


def test_only_units_that_both_rated_count_for_two() -> None:
    with_gaps = grid([["x", "x"], ["x", "y"], ["y", "y"], ["y", None], [None, "x"]])
    complete = grid([["x", "x"], ["x", "y"], ["y", "y"]])
    for metric in ("cohen_kappa", "scott_pi"):
        found = compute(metric, with_gaps)
        assert found.value == compute(metric, complete).value
        assert (found.n_units, found.n_pairable_units, found.n_skipped) == (5, 3, 2)


def test_more_than_two_annotators_are_asked_about_pair_by_pair() -> None:
    ratings = grid([["x", "x", "y"], ["x", "y", "y"], ["y", "y", None]])
    whole = compute("cohen_kappa", ratings)
    assert whole.value is None
    assert whole.undefined is not None
    assert "exactly two annotators and there are 3" in whole.undefined
    results = pairwise(ratings, AgreementOptions(metrics=("cohen_kappa",), resamples=0))
    assert [result.annotators for result in results] == [("a", "b"), ("a", "c"), ("b", "c")]
    # a/b: xx, xy, yy as above. p_o = 2/3; a: x 2/3, b: x 1/3; p_e = 2/9 + 2/9 -> (2/3 - 4/9) / (5/9)
    assert results[0].value == pytest.approx(2 / 5)
    # a/c on two units: xy, xy: p_o = 0, p_e = 0
    assert results[1].value == 0
