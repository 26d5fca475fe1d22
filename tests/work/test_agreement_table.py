"""The table of agreement as rows, CSV, LaTeX and HTML."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from curator.agreement import Result
from curator.work import agreement_table

ALPHA = Result(
    metric="alpha",
    level="nominal",
    field="move_a",
    round="independent",
    treatment="answers of persons",
    value=0.5,
    ci_low=0.25,
    ci_high=0.75,
    interval_over="clusters",
    n_units=10,
    n_pairable_units=8,
    n_annotators=3,
    observed=0.25,
    expected=0.5,
    confidence=0.95,
    interval="percentile",
)
UNDEFINED = replace(ALPHA, value=None, ci_low=None, ci_high=None, undefined="all values are <equal> & so", option="a_b")
RESULTS = [ALPHA.as_json(), UNDEFINED.as_json(), replace(ALPHA, annotators=("ana", "ben")).as_json()]


def test_rows_say_what_a_result_is_about() -> None:
    assert [row["of"] for row in agreement_table.rows(RESULTS)] == ["", "option a_b", "ana and ben"]
    assert "task" not in agreement_table.rows(RESULTS)[0]


def test_csv_keeps_numbers_and_reasons() -> None:
    found = list(csv.DictReader(io.StringIO(agreement_table.as_csv(RESULTS))))
    assert [row["value"] for row in found] == ["0.5", "", "0.5"]
    assert found[1]["undefined"] == "all values are <equal> & so"
    assert found[2]["annotators"] == '["ana","ben"]'


def test_latex_escapes_what_latex_reads() -> None:
    text = agreement_table.as_latex(RESULTS)
    assert r"move\_a" in text
    assert r"<equal> \& so" in text
    assert text.count(r"\\") == 1 + len(RESULTS)


def test_html_shows_text_as_text() -> None:
    text = agreement_table.as_html(RESULTS)
    assert "all values are &lt;equal&gt; &amp; so" in text
    assert "<equal>" not in text


def test_remarks_are_said_once() -> None:
    said = agreement_table.remarks(RESULTS)
    assert said == ["answers of persons", "interval: 95%, percentile bootstrap over dialogues"]
    other = replace(ALPHA, field="b", ci_note="too few").as_json()
    assert "b: too few" in agreement_table.remarks([*RESULTS, other])


def test_nothing_makes_empty_tables() -> None:
    assert agreement_table.rows([]) == []
    assert "tabular" in agreement_table.as_latex([])
    assert "<table>" in agreement_table.as_html([])
