"""One suite for every coefficient: register it and these tests find it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.agreement import METRICS, AgreementOptions, Ratings, Result, agree
from tests.agreement.tables import grid_rows, same, tables

LABELS = st.sampled_from(["joy", "fear", "calm"])
EVERY = pytest.mark.parametrize("name", METRICS.names())
PLAIN = pytest.mark.parametrize("name", [metric.name for metric in METRICS if not metric.bound])


def compute(name: str, rows: list[tuple[str, str, object]], **options: object) -> Result:
    asked = {"metrics": [name], "resamples": 0 if name in PLAIN_NAMES else 50, **options}
    return agree(Ratings.from_rows(rows), AgreementOptions.read(asked))[0]


PLAIN_NAMES = {metric.name for metric in METRICS if not metric.bound}


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
    assert same(compute(name, rows), compute(name, renamed))


@PLAIN
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
def test_a_declared_domain_that_is_the_observed_one_changes_nothing(name: str, table: list[list[object]]) -> None:
    rows = grid_rows(table)
    seen = sorted({str(value) for _, _, value in rows if value is not None})
    if seen:
        one, other = compute(name, rows), compute(name, rows, domain=seen)
        assert same(one, other) or (len(seen) == 1 and one.value is None)


@EVERY
@settings(max_examples=10)
@given(table=tables(st.lists(st.sampled_from("ab"), max_size=2)))
def test_sets_never_break_a_metric(name: str, table: list[list[object]]) -> None:
    compute(name, grid_rows(table))


def test_twice_the_units_is_the_same_agreement() -> None:
    rows = grid_rows([["x", "y"], ["x", "x"], ["y", "y"], ["x", "x"]])
    twice = rows + [(unit + "'", who, value) for unit, who, value in rows]
    for name in PLAIN_NAMES - {"alpha"}:  # alpha alone corrects for the number of values
        assert same(compute(name, rows), compute(name, twice))
