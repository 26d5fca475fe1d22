"""The coefficients: about everybody, by option, and by every two annotators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from curator.model.base import Json
from curator.ui.charts.heat import heat_map
from curator.ui.charts.intervals import interval_plot
from curator.ui.report.tables import number_table
from curator.work import reporting
from curator.work.reporting import Rows, Threshold

MOST_IN_HEAT = 20
"""Annotators: a square of more names cannot be read."""


def headline(results: Rows, lines: Threshold | None) -> None:
    """Each coefficient about all annotators together."""
    results = _one_field(results)
    defined = [one for one in results if one["value"] is not None]
    if defined:
        chart = interval_plot(defined, lines.at if lines else ())
        st.altair_chart(
            chart, key="agreement:chart", alt="Each value on its interval. The table below has the numbers."
        )
    if lines:
        st.text(lines.says)
    number_table(reporting.rows(results), "agreement:table", say="Coefficients with their intervals")


def options(results: Rows) -> None:
    """Each option against the rest."""
    found = [one for one in results if one.get("option") is not None]
    if not found:
        return
    st.subheader("By option", anchor=False)
    st.text("Each option against all others: whether people agree on where it is, and on where it is not.")
    defined = [one for one in found if one["value"] is not None]
    if defined:
        chart = interval_plot([{**one, "field": None} for one in defined])
        st.altair_chart(chart, key="agreement:options:chart", alt="Each option on its interval.")
    shown = [
        {
            "option": reporting.of_what({**one, "annotators": None}).removeprefix("option "),
            "value": one["value"],
            "low": one["ci_low"],
            "high": one["ci_high"],
            "share of the answers": (one.get("prevalence") or {}).get(one["option"]),
            "units": one["n_pairable_units"],
            "undefined": one["undefined"] or "",
        }
        for one in found
    ]
    number_table(shown, "agreement:options", say="Each option against the rest")


def pairs(results: Rows) -> None:
    """Every two annotators, as a square and as a table."""
    found = _one_field(reporting.between_two(results))
    if not found:
        return
    st.subheader("Every two annotators", anchor=False)
    first = [one for one in found if one["metric"] == found[0]["metric"]]
    names = sorted({name for one in first for name in one["annotators"]})
    if 2 < len(names) <= MOST_IN_HEAT and any(one["value"] is not None for one in first):
        chart = heat_map(_square(first, names), rows="", columns="", most=1.0, number=".2f")
        say = f"{reporting.metric_of(first[0])} of every two annotators. The table below has the numbers."
        st.altair_chart(chart, key="agreement:pairs:chart", alt=say)
    number_table(reporting.rows(found), "agreement:pairs", say="Coefficients of every two annotators")


def _one_field(results: Rows) -> Rows:
    """Without the field's name where all are about one field: the box above names it."""
    return [{**one, "field": None} for one in results] if len({one.get("field") for one in results}) == 1 else results


def _square(found: Rows, names: Sequence[str]) -> list[Mapping[str, Json]]:
    """Both halves; nobody is compared with themselves."""
    value = {frozenset(one["annotators"]): one["value"] for one in found}
    return [
        {"row": row, "column": column, "value": value.get(frozenset((row, column)))}
        for row in names
        for column in names
    ]
