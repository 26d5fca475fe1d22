"""F1 of spans: the arithmetic by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given, settings

from tests.agreement.spans.marking import Row, invented, markings, measure

TWO: list[Row] = [
    ("d", "a", 0, 10, "x"),
    ("d", "a", 20, 30, "y"),
    ("d", "b", 0, 10, "x"),
    ("d", "b", 20, 26, "y"),
    ("d", "b", 30, 32, "x"),
]


def test_exact_spans_have_the_same_start_end_and_label() -> None:
    # a has 2, b has 3, one is the same: 2·1 / 5
    result = measure(TWO, "span_f1")
    assert result.value == pytest.approx(2 / 5)
    assert (result.match, result.n_ratings, result.domain) == ("exact", 5, ("x", "y"))
    assert measure([*TWO, ("d", "b", 20, 30, "x")], "span_f1").value == pytest.approx(2 / 6)


def test_overlap_counts_positions() -> None:
    # both marked 10 + 6; a marked 20, b 18: 2·16 / 38
    result = measure(TWO, "span_f1", match="overlap")
    assert result.value == pytest.approx(32 / 38)
    assert result.match == "overlap"


def test_precision_and_recall_take_the_first_annotator_as_reference() -> None:
    assert measure(TWO, "span_precision").value == pytest.approx(1 / 3)
    assert measure(TWO, "span_recall").value == pytest.approx(1 / 2)
    assert measure(TWO, "span_precision", match="overlap").value == pytest.approx(16 / 18)
    three = measure([*TWO, ("d", "c", 0, 10, "x")], "span_recall")
    assert three.undefined == "compares exactly two annotators; choose two, or look at each pair"


def test_one_label() -> None:
    result = measure(TWO, "span_f1", label="x")  # a has 1, b has 2, one is the same
    assert result.value == pytest.approx(2 / 3)
    assert result.option == "x"


def test_three_annotators_are_compared_pair_by_pair() -> None:
    # a b: 2/5; a c: 2·1 / 3; b c: 2·1 / 4
    assert measure([*TWO, ("d", "c", 0, 10, "x")], "span_f1").value == pytest.approx(fmean([2 / 5, 2 / 3, 2 / 4]))


def test_documents_are_summed_before_they_are_divided() -> None:
    more: list[Row] = [*TWO, ("e", "a", 0, 5, "x"), ("e", "b", 0, 5, "x"), ("e", "b", 7, 9, "x")]
    assert measure(more, "span_f1").value == pytest.approx(2 * 2 / 8)


def test_agreeing_on_nothing_is_not_counted() -> None:
    nothing: list[Row] = [("d", who, None, None, None) for who in "ab"]
    result = measure(nothing, "span_f1")
    assert result.value is None
    assert "agreeing on nothing is not counted" in str(result.undefined)
    with_one: list[Row] = [*nothing, ("d", "c", 1, 3, "x")]
    assert measure(with_one, "span_f1").value == 0  # of the pairs with c; the pair a b is left out


def test_documents_of_one_annotator_are_left_out_and_counted() -> None:
    result = measure([*TWO, ("e", "a", 0, 5, "x"), ("f", "c", 0, 5, "x"), ("f", "b", None, None, None)], "span_f1")
    assert (result.n_units, result.n_pairable_units, result.n_skipped) == (3, 2, 1)
    # a b share d; b c share f, where c alone marked something; a c share nothing
    assert result.value == pytest.approx(fmean([2 / 5, 0]))


def test_a_span_marked_twice_counts_once() -> None:
    twice = [*TWO, TWO[0], ("d", "a", 5, 10, "x")]
    assert measure([*TWO, TWO[0]], "span_f1").value == measure(TWO, "span_f1").value
    assert measure(twice, "span_f1", match="overlap").value == measure(TWO, "span_f1", match="overlap").value


@settings(max_examples=40)
@given(rows=markings())
def test_overlap_by_counting_every_position(rows: list[Row]) -> None:
    worked = {(document, who) for document, who, *_ in rows}
    marked = {
        (document, who, place, label)
        for document, who, start, end, label in rows
        if start is not None and end is not None
        for place in range(start, end)
    }
    found = []
    for one, two in combinations(sorted({who for _, who in worked}), 2):
        shared = {document for document, who in worked if who == one and (document, two) in worked}
        first, second = (
            {(d, at, label) for d, w, at, label in marked if w == who and d in shared} for who in (one, two)
        )
        if first or second:
            found.append(Fraction(2 * len(first & second), len(first) + len(second)))
    result = measure(rows, "span_f1", match="overlap")
    assert result.value == (pytest.approx(float(sum(found) / len(found))) if found else None)


def test_intervals_resample_documents() -> None:
    rows = invented(documents=40)
    result = measure(rows, "span_f1", match="overlap", resamples=500)
    assert result.value is not None
    assert result.ci_low is not None
    assert result.ci_high is not None
    assert result.ci_low < result.value < result.ci_high
    assert (result.interval_over, result.n_clusters) == ("clusters", 40)
    alone = measure([row for row in rows if row[0] == "d0"], "span_f1", resamples=500)
    assert (alone.ci_low, alone.ci_note) == (None, "no interval: only one of the clusters can be resampled")
