"""Units with one answer, of which a project is full, do not say what chance would bring where people are compared."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from curator.agreement import AgreementOptions, Ratings, Result, agree
from curator.errors import UsageError
from curator.work.agreeing.compared import Compared
from curator.work.agreeing.measuring import mean_of_dialogues, refuse_weights, results_of

ROWS = [
    (f"u{u}", who, value)
    for u, pair in enumerate(["xx", "xy", "yy", "xx"])
    for who, value in zip("ab", pair, strict=True)
]
SINGLE = [(f"v{u}", "b", "y") for u in range(20)]
METRICS = ("alpha", "percent_agreement", "fleiss_kappa", "gwet_ac1")
QUICK = {"resamples": 0}


def ratings(*rows: tuple[str, str, str]) -> Ratings:
    return Ratings.from_rows(rows, domain=["x", "y"])


def told(rated: Ratings) -> list[Result]:
    return list(results_of(Compared(rated, METRICS, "nominal"), QUICK, details=False))


def test_values_are_those_of_the_units_that_two_people_answered() -> None:
    alone = agree(ratings(*ROWS), AgreementOptions(metrics=METRICS, resamples=0))
    for one, other in zip(told(ratings(*ROWS, *SINGLE)), alone, strict=True):
        assert (one.metric, one.value) == (other.metric, other.value)
        assert (one.n_units, one.n_pairable_units, one.n_skipped, one.n_ratings) == (24, 4, 20, 28)
        says_so = "20 units with one answer are left out, of chance agreement too" in one.notes
        assert says_so == (one.metric in ("fleiss_kappa", "gwet_ac1"))
    mixed = agree(ratings(*ROWS, *SINGLE), AgreementOptions(metrics=("fleiss_kappa",), resamples=0))[0]
    assert mixed.value != pytest.approx(alone[2].value)


def test_where_nothing_is_compared_the_reason_is_still_told() -> None:
    (first, *_) = told(ratings(("u", "a", "x"), ("v", "b", "y")))
    assert (first.value, first.undefined, first.n_units) == (None, "no unit was rated by two annotators", 2)


def test_whole_tables_stay_as_they_are() -> None:
    found = told(ratings(*ROWS))
    plain = agree(ratings(*ROWS), AgreementOptions(metrics=METRICS, resamples=0))
    assert [replace(one, prevalence=None) for one in found] == [replace(one, prevalence=None) for one in plain]


def test_the_mean_of_dialogues_is_of_the_annotators_asked_for() -> None:
    rows = [(f"u{u}", who, "xy"[(u + (who == "c")) % 2], f"d{u // 4}") for u in range(8) for who in "abc"]
    one = Compared(Ratings.from_rows(rows, domain=["x", "y"], has_clusters=True), METRICS, "nominal")
    (of_two,) = mean_of_dialogues(one, {**QUICK, "annotators": ["a", "b"]})
    assert (of_two.value, of_two.n_annotators) == (1.0, 2)
    (of_all,) = mean_of_dialogues(one, QUICK)
    assert (of_all.value or 0) < 0.5


def test_weights_are_for_options_that_have_an_order() -> None:
    rows = [(f"u{u}", who, (u + u * (who == "b")) % 3, f"d{u // 4}") for u in range(8) for who in "ab"]
    asked = {**QUICK, "metrics": ["cohen_kappa"], "weights": "quadratic"}
    rated = Ratings.from_rows(rows, domain=[0, 1, 2], has_clusters=True)
    scale = Compared(rated, ("cohen_kappa",), "ordinal")
    pooled, mean = *results_of(scale, asked, details=False), *mean_of_dialogues(scale, asked)
    assert (pooled.weights, mean.weights) == ("quadratic", "quadratic")
    plain = next(mean_of_dialogues(scale, {**asked, "weights": None}))
    assert plain.value != pytest.approx(mean.value)
    refuse_weights(scale, asked)
    options = replace(scale, level="nominal")
    with pytest.raises(UsageError, match="quadratic weights need options that have an order"):
        refuse_weights(options, asked)
    assert not list(results_of(options, asked, details=False))


def test_who_stands_in_for_the_others_is_never_looked_at_without_them() -> None:
    chance = random.Random(1)
    rows = [(f"u{u}", who, chance.choice("xxy"), f"d{u // 10}") for u in range(40) for who in "abcm"]
    one = Compared(Ratings.from_rows(rows, domain=["x", "y"], has_clusters=True), ("alpha",), "nominal", details=True)
    asked = {"resamples": 50, "metrics": ["alt_winning_rate"], "candidate": "m"}
    found = list(results_of(one, asked, details=True))
    told = [result for result in found if result.metric == "alt_winning_rate"]
    assert [result.by for result in told] == [None, *({"without": who} for who in "abc")]
    assert all(result.value is not None and result.ci_low is None for result in told)
    assert not list(mean_of_dialogues(one, asked))
    assert not list(mean_of_dialogues(one, {"resamples": 50, "metrics": ["alpha_ci_low"]}))


@pytest.mark.parametrize("own", [True, False])
def test_where_dialogues_have_people_of_their_own_the_note_tells_what_chance_is(own: bool) -> None:
    chance = random.Random(2)
    rows = [
        (f"u{d}-{u}", who, [chance.choice("xyz") + (str(d) if own else "")], f"d{d}")
        for d in range(8)
        for u in range(30)
        for who in "abc"
    ]
    rated = Ratings.from_rows(rows, has_clusters=True)
    one = Compared(rated, ("alpha", "percent_agreement"), "set_masi", of_dialogue=True)
    pooled, percent = results_of(one, QUICK, details=False)
    (mean,) = mean_of_dialogues(one, QUICK)
    assert mean.value == pytest.approx(0, abs=0.1)
    assert pooled.value is not None
    assert (pooled.value > 0.2) == own
    warned = [any("guessing alone" in note for note in result.notes) for result in (pooled, percent, mean)]
    assert warned == [own, False, False]
    (of_options, _) = results_of(replace(one, of_dialogue=False), QUICK, details=False)
    assert not of_options.notes
