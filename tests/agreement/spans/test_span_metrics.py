"""One suite for every coefficient of spans: register it and these tests find it."""

from __future__ import annotations

import importlib.util
import json
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings

from curator.agreement import METRICS, SPAN_METRICS, AgreementOptions, Result, Spans, span_results
from curator.agreement.spans import agree_on_spans
from curator.errors import DataError, UsageError
from tests.agreement.spans.marking import LENGTH, Row, invented, markings, measure
from tests.agreement.tables import same

HAS_GAMMA = importlib.util.find_spec("pygamma_agreement") is not None
OWN = [name for name in SPAN_METRICS.names() if not name.startswith("gamma")]
EVERY = pytest.mark.parametrize("name", OWN)


def of(name: str, rows: list[Row], **options: Any) -> Result:
    """Precision and recall are for two: the others are left out."""
    if name in ("span_precision", "span_recall"):
        rows = [row for row in rows if row[1] in "abzm"]
    return measure(rows, name, **options)


@EVERY
@settings(max_examples=30)
@given(rows=markings())
def test_a_value_or_a_reason_in_strict_json(name: str, rows: list[Row]) -> None:
    result = of(name, rows, resamples=40)
    assert (result.value is None) != (result.undefined is None)
    assert result.value is None or result.value <= 1 + 1e-9
    shown = json.loads(json.dumps(result.as_json(), allow_nan=False))
    assert shown["n_units"] == shown["n_pairable_units"] + shown["n_skipped"]
    assert SPAN_METRICS.get(name).title


@EVERY
@settings(max_examples=30)
@given(rows=markings())
def test_order_and_names_do_not_matter(name: str, rows: list[Row]) -> None:
    people, labels = {"a": "m", "b": "z", "c": "d"}, {"x": "q", "y": "p", "z": "r", None: None}
    renamed: list[Row] = [(f"{doc}!", people[who], start, end, labels[label]) for doc, who, start, end, label in rows]
    before = of(name, rows)
    assert same(before, of(name, rows[::-1]))
    assert same(before, of(name, renamed))


@EVERY
@settings(max_examples=30)
@given(rows=markings())
def test_agreeing_everywhere_is_one_or_undefined(name: str, rows: list[Row]) -> None:
    alike = [(doc, who, start, end, label) for doc, _, start, end, label in rows if _ == "a" for who in "abc"]
    assert of(name, alike).value in (None, pytest.approx(1))


@EVERY
@settings(max_examples=30)
@given(rows=markings())
def test_a_document_of_one_annotator_changes_nothing_but_the_counts(name: str, rows: list[Row]) -> None:
    before, after = of(name, rows), of(name, [*rows, ("alone", "a", 3, 9, "x"), ("alone", "a", 12, 15, "x")])
    if before.value is not None:
        assert same(before, after)
    assert after.n_units == before.n_units + 1


@EVERY
def test_twice_the_documents_is_the_same_agreement_where_chance_is_not_corrected(name: str) -> None:
    rows = invented(documents=6)
    twice: list[Row] = [*rows, *((f"{doc}'", who, start, end, label) for doc, who, start, end, label in rows)]
    before, after = of(name, rows), of(name, twice)
    if name.startswith("u_alpha"):
        assert before.value == pytest.approx(after.value, abs=0.05)
    else:
        assert same(before, after)


@EVERY
@pytest.mark.parametrize("interval", ["percentile", "bca"])
def test_an_interval_holds_the_value(name: str, interval: str) -> None:
    result = of(
        name, invented(documents=40), match="overlap" if "span" in name else None, resamples=400, interval=interval
    )
    assert result.value is not None
    assert result.ci_low is not None
    assert result.ci_high is not None
    assert result.ci_low < result.value < result.ci_high


def test_names_of_metrics_are_used_once() -> None:
    assert not set(SPAN_METRICS.names()) & set(METRICS.names())


def test_a_frame_and_its_pairs() -> None:
    rows = invented(documents=3)
    frame = pl.DataFrame(rows, schema=["document", "annotator", "start", "end", "value"], orient="row")
    asked = AgreementOptions.read({"metrics": ["span_f1", "u_alpha_2016"], "resamples": 0})
    found = span_results(frame.with_columns(length=pl.lit(LENGTH)), asked, by_pair=True)
    assert [(one.metric, one.annotators) for one in found] == [
        *((name, None) for name in asked.metrics),
        *((name, pair) for pair in (("a", "b"), ("a", "c"), ("b", "c")) for name in asked.metrics),
    ]
    by_length = span_results(frame, asked, lengths={f"d{i}": LENGTH for i in range(3)})
    assert by_length == found[:2]
    two = span_results(
        frame, asked.model_copy(update={"annotators": ("c", "a")}), lengths={f"d{i}": LENGTH for i in range(3)}
    )
    assert two[0] == found[4]


def test_who_worked_on_what() -> None:
    rows: list[Row] = [("d", "a", 0, 5, "x"), ("e", "a", 0, 5, "x"), ("e", "b", 0, 5, "x")]
    frame = pl.DataFrame(rows, schema=["document", "annotator", "start", "end", "value"], orient="row")
    asked = AgreementOptions.read({"metrics": ["span_f1"], "resamples": 0})
    assert span_results(frame, asked)[0].value == 1  # b did not work on d
    assert span_results(frame, asked, annotators=["a", "b"])[0].value == pytest.approx(2 / 3)  # b saw nothing in d
    assert span_results(frame, asked, annotators={"d": ["a", "b", "c"], "f": ["a"]})[0].n_annotators == 3
    empty = span_results(frame.clear(), asked, annotators={"d": ["a", "b"]})[0]
    assert (empty.n_units, empty.n_ratings) == (1, 0)
    assert span_results(frame.clear(), asked)[0].undefined == "there are no spans"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (("d", "a", 5, 5, "x"), "ends where it starts or before"),
        (("d", "a", 9, 5, "x"), "a, [9, 5)"),
        (("d", "a", -1, 5, "x"), "lies outside [0, 40)"),
        (("d", "a", 30, 41, "x"), "lies outside [0, 40)"),
        (("d", "a", None, 5, "x"), "start is missing"),
        (("d", "a", 1, "z", "x"), "end is 'z'"),
        (("d", "a", 1, 2, ["x", ["y"]]), "a list inside a list"),
    ],
)
def test_mistakes(row: tuple[object, ...], words: str) -> None:
    with pytest.raises(DataError) as caught:
        Spans.from_rows([row], lengths={"d": LENGTH})
    assert words in str(caught.value)


def test_mistakes_around_the_table() -> None:
    with pytest.raises(DataError, match="there is no column 'end'"):
        Spans.from_frame(pl.DataFrame({"document": ["d"], "annotator": ["a"], "start": [0], "value": ["x"]}))
    with pytest.raises(DataError, match="the length of 'd' is not given"):
        Spans.from_rows([("d", "a", 0, 3, "x")], lengths={"e": 5})
    spans = Spans.from_rows([("d", "a", 0, 3, "x"), ("d", "b", 0, 3, None)])
    with pytest.raises(UsageError, match="nobody called 'z' marked anything"):
        agree_on_spans(spans, AgreementOptions.read({"metrics": ["span_f1"], "annotators": ["a", "z"]}))
    assert spans.label_names() == ("", "x")


@pytest.mark.parametrize("name", [name for name in SPAN_METRICS.names() if name not in OWN])
def test_gamma_is_computed_or_says_what_it_needs(name: str) -> None:
    rows = invented(documents=2)
    if HAS_GAMMA:
        one, two = measure(rows, name, seed=3), measure(rows, name, seed=3)
        assert one.value is not None
        assert one.value == two.value
    else:
        with pytest.raises(UsageError, match=r"gamma needs the package pygamma-agreement\. Install it"):
            measure(rows, name)
