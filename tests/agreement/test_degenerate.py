"""Where there is no number, a reason stands in its place: never 0, 1 or NaN."""

from __future__ import annotations

import json

import pytest

from curator.agreement import METRICS, AgreementOptions, Ratings, agree
from tests.agreement.tables import POINTS, asked_of, fitting, grid, grid_rows

NEED_CHANCE = {"alpha", "cohen_kappa", "conger_kappa", "fleiss_kappa", "icc", "kendall_w", "light_kappa", "scott_pi"}
PLAIN = [metric.name for metric in METRICS if not metric.bound]

TABLES = {
    "no ratings": ([], "there are no ratings"),
    "all missing": (grid_rows([[None, None], [None, None]]), "there are no ratings"),
    "one annotator": (grid_rows([["x"], ["y"], ["x"]]), "needs two annotators; there is only one"),
    "no overlap": (grid_rows([["x", None], [None, "y"]]), "no unit was rated by two annotators"),
}


@pytest.mark.parametrize("metric", METRICS.names())
@pytest.mark.parametrize("table", TABLES)
def test_nothing_to_compare(metric: str, table: str) -> None:
    rows, reason = TABLES[table]
    result = agree(Ratings.from_rows(fitting(metric, rows)), asked_of(metric))[0]
    assert result.value is None
    assert result.undefined == reason
    assert result.ci_low is None
    assert result.ci_high is None
    assert json.loads(json.dumps(result.as_json(), allow_nan=False))["undefined"] == reason


UNANIMOUS = grid_rows([["x", "x", "x"], ["x", "x", "x"], ["x", "x", "x"]])


def undefined_of(metric: str, *, domain: tuple[str, ...] | None = None) -> str:
    n_annotators = 2 if metric in ("cohen_kappa", "scott_pi") else 3
    rows = fitting(metric, [row for row in UNANIMOUS if row[1] in "abc"[:n_annotators]])
    order = domain and [POINTS[label] if metric in ("icc", "kendall_w") else label for label in domain]
    result = agree(Ratings.from_rows(rows), asked_of(metric, domain=order))[0]
    assert (result.value is None) == bool(result.undefined)
    assert result.value in (None, 1)
    return result.undefined or ""


@pytest.mark.parametrize("metric", PLAIN)
def test_unanimous_data(metric: str) -> None:
    reason = undefined_of(metric)
    if metric == "percent_agreement":
        assert not reason
    elif metric == "alt_winning_rate":
        assert reason == "the test against b cannot be decided: nothing varies from unit to unit"
    elif metric in NEED_CHANCE:
        assert "no variation: every value that can be compared is" in reason
    else:
        assert reason == "needs two categories; no domain is declared and the ratings have only one"


@pytest.mark.parametrize("metric", PLAIN)
def test_unanimous_data_where_the_scheme_has_other_labels(metric: str) -> None:
    assert bool(undefined_of(metric, domain=("x", "y"))) == (metric in NEED_CHANCE or metric == "alt_winning_rate")


def test_variation_in_units_with_one_rating_does_not_help() -> None:
    results = agree(
        grid([["x", "x"], ["x", "x"], ["y", None]]), AgreementOptions(metrics=("alpha", "cohen_kappa", "scott_pi"))
    )
    assert [result.value for result in results] == [None, None, None]


def test_raw_agreement_stands_beside_an_undefined_alpha() -> None:
    result = agree(grid([["x", "x"], ["x", "x"]]))[0]
    assert (result.value, result.observed, result.expected) == (None, 0, 0)


def test_one_deviating_value_gives_zero_and_a_warning() -> None:
    # fast-krippendorff 11: alpha = 0 is right
    result = agree(grid([["x", "x"]] * 9 + [["x", "y"]]))[0]
    assert result.value == pytest.approx(0)
    assert any("unstable: it hangs on the 1 of 20 values" in note for note in result.notes)


def test_a_systematic_swap_is_worse_than_chance() -> None:
    assert agree(grid([["x", "y"], ["y", "x"]]))[0].value == pytest.approx(-0.5)


def test_null_is_missing_and_not_a_label() -> None:
    assert agree(grid([[1, 1, None], [1, 1, 1], [2, None, 2]]))[0].value == 1


def test_texts_that_look_missing_are_labels() -> None:
    rows = [["nan", "nan"], ["None", "None"], ["", ""], ["NA", "nan"]]
    result = agree(grid(rows))[0]
    assert result.domain == ("", "NA", "None", "nan")
    assert result.n_pairable_units == 4
    assert result.checked_with is not None


def test_numbers_texts_and_truth_values_are_different_labels() -> None:
    assert agree(grid([[1, "1"], [True, 1], [1, 1.0]]))[0].domain == (1, "1", True)


def test_the_empty_set_is_a_label_and_missing_is_not() -> None:
    with_empty: list[list[list[str]]] = [[["a"], ["a"]], [["b"], []], [[], []], [["a", "b"], ["b"]], [["c"], ["c"]]]
    as_missing = [[cell or None for cell in row] for row in with_empty]
    assert agree(grid(with_empty))[0].value == pytest.approx(0.602, abs=0.001)
    assert agree(grid(as_missing))[0].value == pytest.approx(0.722, abs=0.001)


def test_all_sets_empty_is_undefined_and_does_not_divide_by_zero() -> None:
    result = agree(grid([[[], []], [[], []]]))[0]
    assert result.value is None


def test_sets_have_no_closed_list_of_categories() -> None:
    result = agree(grid([[["a"], ["b"]], [["a"], ["a"]]]), AgreementOptions(metrics=("gwet_ac1",)))[0]
    assert result.undefined is not None
    assert "no closed list" in result.undefined


def test_a_second_rating_of_the_same_unit_replaces_the_first() -> None:
    rows = [("u", "a", "x"), ("u", "b", "y"), ("u", "a", "y"), ("v", "a", "x"), ("v", "b", "x")]
    result = agree(Ratings.from_rows(rows))[0]
    assert result.value == 1
    assert result.n_repeated == 1
    assert result.n_ratings == 4
    assert any("replaced by a later one" in note for note in result.notes)


def test_values_that_differ_are_never_told_to_be_one() -> None:
    """At the ratio level these are one and the same up to rounding; the reason must not name one of them."""
    rows = [(unit, who, 10**20 + place) for place, (unit, who) in enumerate((u, w) for u in "uv" for w in "ab")]
    result = agree(Ratings.from_rows(rows), AgreementOptions(level="ratio", resamples=0))[0]
    assert result.undefined == "no variation that rounding leaves: the values that can be compared differ too little"
