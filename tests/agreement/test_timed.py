"""States moment by moment on a grid, and when they begin."""

from __future__ import annotations

import pytest

from curator.agreement import AgreementOptions, agree
from curator.agreement.matching import F1, Place
from curator.agreement.report import measure
from curator.agreement.timed import Begin, States, begins, on_grid
from curator.errors import DataError

PLAIN = AgreementOptions(resamples=0)
HERE: Place = ("d1", "")


def states(**of: str) -> States:
    """`calm@0 tense@2500`: states and when they begin, in milliseconds."""
    read = {
        who: [Begin(int(at), label) for label, at in (one.split("@") for one in said.split())]
        for who, said in of.items()
    }
    return {HERE: read}


def test_what_holds_is_read_at_each_moment_of_the_grid() -> None:
    ratings = on_grid(states(ana="calm@0 tense@2500", ben="calm@0 tense@1000"), {HERE: 4000})
    # At 0 s calm calm, 1 s calm tense, 2 s calm tense, 3 s tense tense: half of the moments agree.
    percent, alpha = agree(ratings, PLAIN.model_copy(update={"metrics": ("percent_agreement", "alpha")}))
    assert (ratings.n_units, percent.value) == (4, 0.5)
    # calm 4, tense 4: observed 4/8, expected 2·16/(8·7).
    assert alpha.value == pytest.approx(1 - (4 / 8) / (32 / 56))


def test_before_the_first_state_it_is_the_initial_one_or_missing() -> None:
    both = states(ana="tense@2000", ben="calm@0 tense@2000")
    assert on_grid(both, {HERE: 4000}).n_ratings == 6
    with_initial = on_grid(both, {HERE: 4000}, initial="calm")
    assert with_initial.n_ratings == 8
    assert agree(with_initial, PLAIN)[0].value == 1


def test_a_finer_grid_sees_more() -> None:
    assert on_grid(states(ana="calm@0", ben="calm@0"), {HERE: 1000}, grid=100).n_units == 10
    with pytest.raises(DataError, match="wider `grid`"):
        on_grid(states(ana="calm@0"), {HERE: 10**9}, grid=1)


def test_beginnings_within_the_tolerance_are_the_same_once() -> None:
    both = states(ana="calm@0 tense@5000 calm@9000", ben="calm@900 tense@6100 calm@8000 calm@8500")
    # calm 0 and 900: same. tense 5000 and 6100: too far. calm 9000: the nearer of 8000 and 8500. 2·2 / (3 + 4).
    assert measure(F1, begins(both), PLAIN).value == pytest.approx(4 / 7)
    assert measure(F1, begins(both, tolerance=1100), PLAIN).value == pytest.approx(6 / 7)
    assert measure(F1, begins(states(ana="calm@0", ben="tense@0")), PLAIN).value == 0


def test_somebody_without_states_saw_none_begin() -> None:
    assert measure(F1, begins(states(ana="calm@0", ben="")), PLAIN).value == 0
    assert measure(F1, begins(states(ana="", ben="")), PLAIN).undefined
