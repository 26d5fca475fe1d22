"""One suite for every coefficient of ratings: register it and these tests find it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.agreement import METRICS, Ratings, Result, agree
from curator.errors import DataError, UsageError
from tests.agreement.tables import ORDERED, asked_of, fitting, grid_rows, same, tables

LABELS = st.sampled_from(["joy", "fear", "calm"])
PLAIN_NAMES = {metric.name for metric in METRICS if not metric.bound}
EVERY = pytest.mark.parametrize("name", METRICS.names())
PLAIN = pytest.mark.parametrize("name", sorted(PLAIN_NAMES))
NOMINAL = pytest.mark.parametrize("name", sorted(PLAIN_NAMES - ORDERED))
SINGLES_COUNT = {"fleiss_kappa", "gwet_ac1", "gwet_ac2", "conger_kappa"}
"""By their definition, a unit with one rating counts for the shares that chance is computed from (Gwet 2014)."""


def compute(name: str, rows: list[tuple[str, str, object]], *, candidate: str = "a", **options: object) -> Result:
    asked = {"resamples": 0 if name in PLAIN_NAMES else 50, **options}
    return agree(Ratings.from_rows(fitting(name, rows)), asked_of(name, candidate=candidate, **asked))[0]


@EVERY
@settings(max_examples=25)
@given(table=tables(LABELS))
def test_a_value_or_a_reason_in_strict_json(name: str, table: list[list[object]]) -> None:
    result = compute(name, grid_rows(table), resamples=50)
    assert (result.value is None) != (result.undefined is None)
    assert result.value is None or result.value <= 1 + 1e-9
    shown = json.loads(json.dumps(result.as_json(), allow_nan=False))
    assert shown["metric"] == name
    assert shown["n_units"] == shown["n_pairable_units"] + shown["n_skipped"]
    assert METRICS.get(name).title


@PLAIN
@settings(max_examples=25)
@given(table=tables(LABELS))
def test_order_of_rows_units_and_annotators_does_not_matter(name: str, table: list[list[object]]) -> None:
    rows = grid_rows(table)
    renamed = [(unit[::-1] + "!", {"a": "z", "b": "m", "c": "n", "d": "a"}[who], value) for unit, who, value in rows]
    assert same(compute(name, rows), compute(name, rows[::-1]))
    assert same(compute(name, rows), compute(name, renamed, candidate="z"))


@NOMINAL
@settings(max_examples=25)
@given(table=tables(LABELS))
def test_labels_may_be_renamed(name: str, table: list[list[object]]) -> None:
    other: dict[object, object] = {"joy": 7, "fear": "", "calm": True, None: None}
    rows = grid_rows(table)
    renamed = [(unit, who, other[value]) for unit, who, value in rows]
    assert same(compute(name, rows), compute(name, renamed))


@PLAIN
@settings(max_examples=25)
@given(table=tables(LABELS))
def test_agreeing_everywhere_is_one_or_undefined(name: str, table: list[list[object]]) -> None:
    rows = [(unit, who, table[int(unit[1:])][0]) for unit, who, _ in grid_rows(table)]
    assert compute(name, rows).value in (None, pytest.approx(1))


@PLAIN
@settings(max_examples=25)
@given(table=tables(LABELS))
def test_a_unit_with_one_rating_changes_nothing_but_the_counts(name: str, table: list[list[object]]) -> None:
    rows = grid_rows(table)
    who, value = next(((who, value) for _, who, value in rows if value is not None), ("a", None))
    before, after = (compute(name, more) for more in (rows, [*rows, ("alone", who, value)]))
    if value is not None:
        assert after.n_units == before.n_units + 1
        assert after.n_skipped == before.n_skipped + 1
        assert name in SINGLES_COUNT or same(before, after)


@pytest.mark.parametrize("name", sorted(SINGLES_COUNT))
def test_single_ratings_count_for_chance_where_the_definition_says_so(name: str) -> None:
    rows = grid_rows([["joy", "joy"], ["joy", "fear"], ["fear", "fear"], ["joy", "joy"], ["joy", "joy"]])
    assert not same(compute(name, rows), compute(name, [*rows, ("alone", "a", "fear"), ("lonely", "a", "fear")]))


@PLAIN
@settings(max_examples=25)
@given(table=tables(LABELS))
def test_a_declared_domain_that_is_the_observed_one_changes_nothing(name: str, table: list[list[object]]) -> None:
    rows = grid_rows(table)
    seen = sorted({value for _, _, value in fitting(name, rows) if value is not None}, key=str)
    if seen:
        one, other = compute(name, rows), compute(name, rows, domain=seen)
        assert same(one, other) or (len(seen) == 1 and one.value is None)


@EVERY
@settings(max_examples=10)
@given(table=tables(st.lists(st.sampled_from("ab"), max_size=2)))
def test_sets_are_compared_or_refused_in_words(name: str, table: list[list[object]]) -> None:
    ratings = Ratings.from_rows(grid_rows(table))
    if name in ORDERED and ratings.n_ratings:
        with pytest.raises((DataError, UsageError)):
            agree(ratings, asked_of(name, resamples=50))
    else:
        agree(ratings, asked_of(name, resamples=50))


def test_twice_the_units_is_the_same_agreement() -> None:
    rows = grid_rows([["x", "y"], ["x", "x"], ["y", "y"], ["x", "x"]])
    twice = rows + [(unit + "'", who, value) for unit, who, value in rows]
    for name in PLAIN_NAMES - ORDERED - {"alpha", "alt_winning_rate"}:  # these correct for the number of units
        assert same(compute(name, rows), compute(name, twice))
