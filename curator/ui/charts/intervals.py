"""A picture of agreement: each value on its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from curator.model.base import Json
from curator.work import reporting

ROW_PX = 28
"""High enough that no name touches the next."""
GREY = "#8b929c"  # stands out on a light page and on a dark one


def interval_plot(
    results: Sequence[Mapping[str, Json]], lines: Sequence[float] = ()
) -> alt.LayerChart | alt.FacetChart:
    """Each value as a point on its interval; the dashed line at 0 is what chance alone would give.

    lines: thresholds that somebody asked for, drawn thin.
    """
    points = [
        {
            "name": " · ".join(filter(None, [row.get("field"), row.get("task"), row.get("of"), _words(row["metric"])])),
            **{name: row[name] for name in ("value", "low", "high")},
        }
        for row in reporting.rows(results)
    ]
    least = min(0.0, *(row["value"] if row["low"] is None else row["low"] for row in points))
    scale = alt.Scale(domain=[least, 1.0])
    names = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=320))
    base = alt.Chart(alt.InlineData(values=points)).encode(y=names)
    known = base.transform_filter("isValid(datum.low)")
    interval = known.mark_rule(size=4, color=GREY).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    value = base.mark_point(filled=True, size=90, opacity=1).encode(
        x=alt.X("value:Q", scale=scale, title="value and interval"),
        tooltip=["name:N", "value:Q", "low:Q", "high:Q"],
    )
    asked = [_at(lines, [1, 0])] if lines else []
    return alt.layer(_at([0.0], [3, 3]), *asked, interval, value).properties(height=alt.Step(ROW_PX))


def _at(places: Sequence[float], dash: list[int]) -> alt.Chart:
    values = [{"x": place} for place in places]
    rules: alt.Chart = alt.Chart(alt.InlineData(values=values)).mark_rule(strokeDash=dash, color=GREY).encode(x="x:Q")
    return rules


def _words(metric: str) -> str:
    return metric.replace("_", " ")
