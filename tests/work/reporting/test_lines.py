"""The lines of a table of agreement, and what is said under it."""

from __future__ import annotations

from dataclasses import replace

from curator.model.base import Json
from curator.work import reporting
from tests.work.reporting.results import ALPHA, PAIR, PERCENT, UNDEFINED, report

RESULTS = report(ALPHA, UNDEFINED, PAIR)["results"]


def test_rows_say_what_a_result_is_about() -> None:
    assert [row["of"] for row in reporting.rows(RESULTS)] == ["", "option a_b", "ana and ben"]
    assert "task" not in reporting.rows(RESULTS)[0]


def test_a_slice_a_part_and_a_matching_are_named() -> None:
    by: dict[str, Json] = {"task": "main", "suggested": "blind", "schema_version": 2}
    sliced = replace(ALPHA, metric="span_f1", level=None, match="overlap", part="place", by=by).as_json()
    assert reporting.of_what(sliced) == "blind, schema version 2, place"
    assert reporting.rows([sliced])[0]["task"] == "main"
    assert reporting.rows([sliced])[0]["metric"] == "span_f1, overlap"


def test_a_later_round_a_lone_annotator_and_what_does_not_apply_are_named() -> None:
    rest = replace(PAIR, by={"without": "cem"})
    retest = replace(ALPHA, round="2", by={"not_applicable": "a value"})
    assert [reporting.of_what(one) for one in report(rest, retest)["results"]] == [
        "without cem",
        "not applicable as a value, round 2",
    ]
    assert reporting.between_two(report(ALPHA, rest, PAIR)["results"]) == report(PAIR)["results"]


def test_what_is_about_everybody_is_told_from_pairs_and_options() -> None:
    assert reporting.overall(report(PAIR, ALPHA, UNDEFINED, PERCENT)["results"]) == report(ALPHA, PERCENT)["results"]
    assert reporting.overall(report(PAIR)["results"]) == report(PAIR)["results"]  # two were chosen by name


def test_remarks_are_said_once() -> None:
    said = reporting.remarks(RESULTS)
    assert said == [
        "answers of persons",
        "interval: 95%, percentile bootstrap over dialogues (seed 7)",
        "alpha checked with krippendorff 0.9.0",
    ]
    other = replace(ALPHA, field="b", ci_note="too few clusters").as_json()
    assert "b: too few dialogues" in reporting.remarks([*RESULTS, other])


def test_a_later_coefficient_without_an_interval_is_told_with_the_reason() -> None:
    note = "no interval: 117 of 1000 resamples are undefined"
    icc = replace(PERCENT, metric="icc", form="3,1", ci_low=None, ci_high=None, ci_note=note)
    assert f"icc, 3,1: {note}" in reporting.remarks(report(ALPHA, icc)["results"])


def test_what_two_columns_mean_is_told_where_coefficients_differ() -> None:
    words = "observed and expected: disagreement for the alphas, agreement for the others"
    assert words in reporting.remarks(report(ALPHA, PERCENT)["results"])
    assert words not in reporting.remarks(report(ALPHA, replace(ALPHA, field="b"))["results"])


def test_what_is_resampled_of_spans_are_documents() -> None:
    spans = replace(ALPHA, field=None, metric="span_f1", level=None, ci_note="only 2 clusters")
    assert "only 2 documents" in reporting.remarks(report(spans)["results"])


def test_nobody_has_answered_is_a_list_of_fields() -> None:
    none = replace(UNDEFINED, field="later", n_ratings=0).as_json()
    assert reporting.answered([*RESULTS, none]) == (RESULTS, ["later"])
    assert reporting.rows([]) == []
