"""The table of results: what is in a line, pairs, options, and the second opinion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from curator.agreement import AgreementOptions, Result, agree, pairwise, per_option
from curator.agreement.check import check_alpha
from curator.errors import CuratorError
from tests.agreement.tables import grid

TABLE: list[list[object]] = [["x", "x", "y"], ["x", "y", None], ["z", "z", "z"], ["y", "y", "y"], ["x", None, None]]


def test_one_result_a_metric_in_the_order_asked() -> None:
    asked = ("scott_pi", "alpha", "percent_agreement")
    assert [result.metric for result in agree(grid(TABLE), AgreementOptions(metrics=asked))] == list(asked)


def test_the_contract_s_line() -> None:
    row = agree(grid(TABLE), AgreementOptions(seed=3))[0].as_json()
    assert {
        "metric": "alpha",
        "level": "nominal",
        "round": None,
        "treatment": None,
        "undefined": None,
        "interval_over": "units",
        "n_units": 5,
        "n_pairable_units": 4,
        "n_ratings": 12,
        "n_annotators": 3,
        "n_skipped": 1,
        "domain": ["x", "y", "z"],
        "checked_with": "krippendorff 0.9.0",
        "seed": 3,
        "resamples": 1000,
    }.items() <= row.items()
    # x x y: 4 / 2; x y: 2; so O = 4 of n = 11. n_x = 3, n_y = 5, n_z = 3: E = 2·(15 + 9 + 15) / 10
    assert row["observed"] == pytest.approx(4 / 11)
    assert row["expected"] == pytest.approx(78 / 110)
    assert row["value"] == pytest.approx(1 - 40 / 78)
    assert not {"field", "option", "annotators", "by"} & set(row)


def test_a_line_can_say_of_what_it_is() -> None:
    result = replace(agree(grid(TABLE))[0], field="strategy", by={"week": "48"}, round="independent")
    row = result.as_json()
    assert (row["field"], row["by"], row["round"]) == ("strategy", {"week": "48"}, "independent")


def test_a_result_has_a_value_or_a_reason() -> None:
    with pytest.raises(ValueError, match="either a value or a reason"):
        Result("alpha")
    with pytest.raises(ValueError, match="either a value or a reason"):
        Result("alpha", value=1.0, undefined="because")


def test_levels_and_weights_stand_only_where_they_were_used() -> None:
    options = AgreementOptions(metrics=("alpha", "cohen_kappa", "scott_pi"), weights="linear", resamples=0)
    alpha, cohen, scott = agree(grid([[1, 2], [1, 1], [2, 2]]), options)
    assert (alpha.level, cohen.level, scott.level) == ("nominal", None, None)
    assert (alpha.weights, cohen.weights, scott.weights) == (None, "linear", None)


def test_every_pair_of_annotators() -> None:
    results = pairwise(grid(TABLE), AgreementOptions(metrics=("percent_agreement", "gwet_ac1"), resamples=0))
    assert [result.annotators for result in results[::2]] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [result.value for result in results[::2]] == pytest.approx([3 / 4, 2 / 3, 2 / 3])
    # The pair's AC1 divides by the three labels of all, whatever the two of them used.
    assert {result.domain for result in results} == {("x", "y", "z")}


def test_each_option_against_the_rest() -> None:
    results = per_option(grid([["x", "x"], ["x", "y"], ["z", "z"]], domain=["x", "y", "z", "never"]))
    assert [result.option for result in results] == ["x", "y", "z", "never"]
    # x: 11, 10, 00: three ones, three zeros, one unlike unit: 1 - 5·2 / 18 = 4/9.
    # y: 00, 01, 00: 1 - 5·2 / 10 = 0. z: 00, 00, 11 = 1
    assert [result.value for result in results[:3]] == pytest.approx([4 / 9, 0, 1])
    assert results[3].value is None
    assert results[3].as_json()["option"] == "never"


def test_each_option_of_sets() -> None:
    results = per_option(grid([[["a", "b"], ["a"]], [[], []], [["b"], ["b"]]]))
    assert [result.option for result in results] == ["a", "b"]
    # a: 11, 00, 00. b: 10, 00, 11
    assert [result.value for result in results] == pytest.approx([1, 4 / 9])


def test_two_computations_that_differ_are_no_result() -> None:
    ratings = grid(TABLE)
    right = agree(ratings)[0].value
    assert right is not None
    assert check_alpha(ratings, "nominal", right) == "krippendorff 0.9.0"
    for wrong in (right + 1e-6, float("nan")):
        with pytest.raises(CuratorError, match=r"two computations of alpha \(nominal\) differ"):
            check_alpha(ratings, "nominal", wrong)


def test_an_interval_of_a_handful_of_resamples_is_told() -> None:
    rated = grid([["x", "x"], ["y", "y"], ["x", "y"]] * 10)
    (of_one,) = agree(rated, AgreementOptions(resamples=1))
    assert of_one.ci_note == "too few resamples (1): the ends of the interval need 40, better 1000"
    assert agree(rated, AgreementOptions(resamples=40))[0].ci_note is None
    assert agree(rated, AgreementOptions(resamples=40, confidence=0.99))[0].ci_note is not None


def test_a_label_that_varies_nowhere_is_told_in_words() -> None:
    of_x, of_z = per_option(grid([["x", "x"], ["x", "x"]]), AgreementOptions(domain=("x", "z")))
    assert "every answer that can be compared has this label" in (of_x.undefined or "")
    assert "every answer that can be compared lacks this label" in (of_z.undefined or "")
