"""Differences of agreement: same units together, other units apart, and sides without a value."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Ratings, agree
from curator.agreement.compare import Comparison, compare, difference
from curator.agreement.subset import of_annotators, of_units, subset
from tests.agreement.tables import grid, tables

TABLE: list[list[object]] = [
    ["x", "x", "x", "y"],
    ["y", "y", "x", "y"],
    ["x", "x", "y", "x"],
    ["y", "y", "y", "y"],
    ["y", "y", "x", "x"],
]


def groups(ratings: Ratings, one: str, two: str, **options: object) -> Comparison:
    sides = [of_annotators(ratings, tuple(names)) for names in (one, two)]
    return compare(sides[0], sides[1], AgreementOptions.read({"resamples": 200, **options}))


def test_the_difference_is_the_second_value_less_the_first() -> None:
    # a and b agree on all five: alpha 1. c and d: 2 of 5 agree; D_o = 6/10, 5 x and 5 y: D_e = 2*25/90.
    found = groups(grid(TABLE), "ab", "cd")
    assert found.first.value == 1
    assert found.second.value == pytest.approx(1 - (6 / 10) / (50 / 90))
    assert found.difference.value == pytest.approx(-(6 / 10) / (50 / 90))
    assert (found.paired, found.n_shared_units, found.difference.n_annotators) == (True, 5, 4)
    assert found.difference.metric == "alpha_difference"


def test_a_side_against_itself_differs_by_nothing_in_every_resample() -> None:
    difference_ = groups(grid(TABLE), "cd", "cd").difference
    assert (difference_.value, difference_.ci_low, difference_.ci_high) == (0, 0, 0)


def test_pairing_makes_the_interval_narrower_where_the_sides_move_together() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 150)
    hard = rng.random(150) < 0.3
    answers = [np.where(hard & (rng.random(150) < share), rng.integers(0, 3, 150), truth) for share in (0.9, 0.9)]
    answers += [np.where(answers[0] != truth, answers[0], truth), answers[1]]
    table: list[list[object]] = [list(map(int, row)) for row in zip(*answers, strict=True)]
    ratings = grid(table)
    together = groups(ratings, "ab", "cd").difference
    left, right = of_annotators(ratings, ("a", "b")).ratings, of_annotators(ratings, ("c", "d")).ratings
    apart = difference(left, right, AgreementOptions(resamples=200))
    assert together.value == apart.value
    width = [(one.ci_high or 0) - (one.ci_low or 0) for one in (together, apart)]
    assert 0 <= width[0] < width[1]


def test_other_units_are_resampled_by_themselves() -> None:
    ratings = grid(TABLE * 6)
    early = np.arange(ratings.n_units) < 15
    found = compare(of_units(ratings, early), of_units(ratings, ~early), AgreementOptions(resamples=200))
    assert (found.paired, found.n_shared_units) == (False, 0)
    assert found.difference.ci_low is not None
    assert found.difference.ci_high is not None
    assert found.difference.ci_low <= (found.difference.value or 0) <= found.difference.ci_high
    assert "on a side" in (found.difference.ci_note or "")


def test_dialogues_in_common_pair_the_sides_though_their_turns_differ() -> None:
    rows = [(f"u{u}", who, value, f"d{u // 4}") for u in range(24) for who, value in (("a", u % 2), ("b", u % 3 % 2))]
    ratings = Ratings.from_rows(rows, has_clusters=True)
    even = np.arange(ratings.n_units) % 2 == 0
    found = compare(of_units(ratings, even), of_units(ratings, ~even), AgreementOptions(resamples=100))
    assert (found.paired, found.n_shared_units, found.difference.interval_over) == (True, 0, "clusters")
    first, second = of_units(ratings, even).ratings, of_units(ratings, ~even).ratings
    assert difference(first, second, AgreementOptions(resamples=100)).interval_over == "clusters"


def test_a_side_without_a_value_says_why() -> None:
    found = groups(grid(TABLE), "ab", "a")
    assert found.difference.value is None
    assert found.difference.undefined == "the second side has no value: needs two annotators; there is only one"
    assert found.as_json()["paired"] is True or found.n_shared_units == 0


def test_units_that_both_sides_share_are_counted_where_a_side_has_no_value() -> None:
    found = groups(grid(TABLE), "abc", "cd", metrics=["cohen_kappa"])
    assert "exactly two annotators" in (found.difference.undefined or "")
    assert (found.n_shared_units, found.difference.n_pairable_units, found.paired) == (5, 5, True)


def test_without_resamples_there_is_no_interval() -> None:
    ratings = grid(TABLE)
    early = np.arange(ratings.n_units) < 3
    for paired in (groups(ratings, "ab", "cd", resamples=0), None):
        one = paired or compare(of_units(ratings, early), of_units(ratings, ~early), AgreementOptions(resamples=0))
        assert (one.difference.ci_low, one.difference.interval) == (None, None)


@given(table=tables(st.sampled_from("xyz")), cut=st.integers(0, 8))
def test_both_sides_are_what_they_are_alone(table: list[list[object]], cut: int) -> None:
    ratings, options = grid(table, domain=["x", "y", "z"]), AgreementOptions(resamples=10)
    kept = np.arange(ratings.n_units) < cut
    found = compare(of_units(ratings, kept), of_units(ratings, ~kept), options)
    for side, result in ((kept, found.first), (~kept, found.second)):
        alone = agree(of_units(ratings, side).ratings, options)[0]
        assert (alone.value, alone.undefined, alone.ci_low) == (result.value, result.undefined, result.ci_low)
    turned = compare(of_units(ratings, ~kept), of_units(ratings, kept), options).difference
    assert (found.difference.value is None) == (turned.value is None)
    if found.difference.value is not None and turned.value is not None:
        assert found.difference.value == -turned.value


def test_a_subset_keeps_codes_and_drops_who_is_not_in_it() -> None:
    ratings = grid(TABLE)
    some = subset(ratings, (ratings.unit >= 3) & (ratings.annotator < 2))
    assert (some.units.tolist(), some.ratings.annotators, some.ratings.n_ratings) == ([3, 4], ("a", "b"), 4)
    assert of_annotators(ratings, ("nobody",)).ratings.n_ratings == 0
