"""Agreement over time: each stretch as a point on its interval, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from curator.model.base import Json
from curator.ui.charts.intervals import GREY

HEIGHT_PX = 240


def drift_plot(rows: Sequence[Mapping[str, Json]], *, when: str) -> alt.LayerChart | alt.FacetChart:
    """rows: [{"when", "value", "low", "high", "units"}] in order; those without a value keep their place. when: the
    title of the axis."""
    data = alt.InlineData(values=[dict(row) for row in rows])
    x = alt.X("when:N", sort=None, title=when, axis=alt.Axis(labelAngle=-30, labelLimit=120))
    lows = [row[name] for row in rows for name in ("value", "low") if row[name] is not None]
    scale = alt.Scale(domain=[min(0.0, *lows), 1.0] if lows else [0.0, 1.0])
    base = alt.Chart(data).encode(x=x)
    interval = base.transform_filter("isValid(datum.low)").mark_rule(size=4, color=GREY)
    value = base.transform_filter("isValid(datum.value)").mark_point(filled=True, size=90, opacity=1)
    return alt.layer(
        interval.encode(y=alt.Y("low:Q", scale=scale), y2="high:Q"),
        value.encode(
            y=alt.Y("value:Q", scale=scale, title="value and interval"),
            tooltip=["when:N", "value:Q", "low:Q", "high:Q", "units:Q"],
        ),
    ).properties(height=HEIGHT_PX)
