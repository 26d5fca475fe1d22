"""Invented lines of a report."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from curator.agreement import Result

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
    n_ratings=24,
    n_annotators=3,
    n_clusters=4,
    observed=0.25,
    expected=0.5,
    confidence=0.95,
    interval="percentile",
    resamples=1000,
    seed=7,
    checked_with="krippendorff 0.9.0",
)
UNDEFINED = replace(
    ALPHA,
    value=None,
    ci_low=None,
    ci_high=None,
    undefined="all values are <equal> & so",
    option="a_b",
    checked_with=None,
)
PAIR = replace(ALPHA, annotators=("ana", "ben"))
PERCENT = replace(ALPHA, metric="percent_agreement", level=None, value=0.75, checked_with=None)
SETS = replace(ALPHA, field="feelings", level="set_masi", value=-0.001, treatment="none is the empty set")
FLAT = replace(UNDEFINED, field="topic", option=None, level="ordinal", undefined="all values are equal")


def report(*results: Result, **more: Any) -> dict[str, Any]:
    return {"results": [one.as_json() for one in results], "not_compared": {}, **more}
