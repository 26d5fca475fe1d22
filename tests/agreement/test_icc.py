"""Intraclass correlations: the arithmetic by hand, and what may be missing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Ratings, Result, agree
from curator.agreement.ratings import Floats
from curator.errors import DataError
from tests.agreement.tables import grid

FORMS = ["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"]


def compute(ratings: Ratings, form: str, **options: object) -> Result:
    return agree(ratings, AgreementOptions.read({"metrics": ["icc"], "form": form, "resamples": 0, **options}))[0]


def by_the_book(x: Floats, form: str) -> float:
    """Shrout & Fleiss 1979, table 3 and the formulas under it, step by step."""
    n, k = x.shape
    mean = x.mean()
    between = k * ((x.mean(axis=1) - mean) ** 2).sum() / (n - 1)
    within = ((x - x.mean(axis=1, keepdims=True)) ** 2).sum() / (n * (k - 1))
    judges = n * ((x.mean(axis=0) - mean) ** 2).sum() / (k - 1)
    error = ((x - x.mean(axis=1, keepdims=True) - x.mean(axis=0) + mean) ** 2).sum() / ((n - 1) * (k - 1))
    found = {
        "1,1": (between - within) / (between + (k - 1) * within),
        "2,1": (between - error) / (between + (k - 1) * error + k * (judges - error) / n),
        "3,1": (between - error) / (between + (k - 1) * error),
        "1,k": (between - within) / between,
        "2,k": (between - error) / (between + (judges - error) / n),
        "3,k": (between - error) / between,
    }
    return float(found[form])


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), n=st.integers(4, 12), k=st.integers(2, 5))
def test_every_form_by_its_formula(form: str, seed: int, n: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    x = np.round(rng.normal(size=(n, 1)) * 3 + rng.normal(size=(n, k)) + rng.normal(size=k), 3) + 1000
    result = compute(grid(x.tolist()), form)
    assert result.value == pytest.approx(by_the_book(x, form), abs=1e-9)
    assert (result.form, result.observed, result.expected) == (form, None, None)


def test_two_units_by_hand() -> None:
    # 1 2 | 3 4: unit means 1.5 and 3.5, so BMS = 2·(1 + 1) / 1 = 4; each unit is off by .5 twice: WMS = 1 / 2.
    # Judges' means 2 and 3: JMS = 2·(.25 + .25) / 1 = 1; nothing is left, EMS = 0.
    ratings = grid([[1, 2], [3, 4]])
    assert compute(ratings, "1,1").value == pytest.approx((4 - 0.5) / (4 + 0.5))
    assert compute(ratings, "2,1").value == pytest.approx(4 / (4 + 2 * 1 / 2))
    assert compute(ratings, "3,1").value == pytest.approx(1)  # the second judge is one higher: consistent all the same


def test_units_that_somebody_did_not_rate_are_left_out_and_counted() -> None:
    complete = [[1, 2, 2], [4, 5, 4], [7, 7, 9]]
    found = compute(grid([*complete, [5, None, 5], [None, 3, None]]), "2,1")
    assert found.value == compute(grid(complete), "2,1").value
    assert (found.n_units, found.n_pairable_units, found.n_skipped) == (5, 3, 2)


def test_annotators_may_rotate_in_the_one_way_forms_only() -> None:
    rotating = grid([[1, 2, None], [4, None, 5], [None, 7, 7]])
    assert compute(rotating, "1,1").value == compute(grid([[1, 2], [4, 5], [7, 7]]), "1,1").value
    reason = compute(rotating, "2,1").undefined
    assert reason == "ICC(2,1) needs two units that all 3 annotators rated; no unit was"


@pytest.mark.parametrize("form", FORMS)
def test_no_variation_has_no_value(form: str) -> None:
    result = compute(grid([[2, 2], [2, 2]]), form)
    assert result.undefined == "no variation: every value that can be compared is 2, so chance agreement is complete"


def test_units_that_do_not_differ() -> None:
    # means 1.5 and 1.5: no variance between the units, and -1 is the lowest that ICC(1,1) of two can be
    ratings = grid([[1, 2], [2, 1]])
    assert compute(ratings, "1,1").value == pytest.approx(-1)
    assert compute(ratings, "1,k").undefined == "the units differ too little for a variance between them"


def test_labels_are_refused() -> None:
    with pytest.raises(DataError, match="needs numbers, unlike 'x'"):
        compute(grid([[1, "x"], [2, 2]]), "2,1")


def test_an_interval_that_holds_the_value() -> None:
    rng = np.random.default_rng(1)
    x = rng.integers(1, 6, (40, 1)) + rng.integers(0, 2, (40, 3))
    result = compute(grid(x.tolist()), "2,1", resamples=500)
    assert result.value is not None
    assert result.ci_low is not None
    assert result.ci_high is not None
    assert 0 < result.ci_low < result.value < result.ci_high < 1
