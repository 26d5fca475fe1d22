"""A square of numbers: every two annotators, or every two options. Darker is more; the number stands in the square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from curator.model.base import Json

ROW_PX = 30
MOST_WITH_NUMBERS = 8
"""Columns that leave room for a number in each square of a narrow page; the table beside has them anyway."""
_LIGHT, _DARK = "#dfe7f5", "#123a73"
_DARK_FROM = 0.65
"""Of the range: from here on white words are easier to read than black ones (4.5 to 1 on either side)."""


def heat_map(
    cells: Sequence[Mapping[str, Json]], *, rows: str, columns: str, most: float, number: str, least: float = 0.0
) -> alt.LayerChart | alt.FacetChart:
    """cells: [{"row", "column", "value"}]; where value is None the square stays empty. rows, columns: titles.

    least, most: the ends of the colours. number: a format of d3 (".2f", "d").
    """
    data = alt.InlineData(values=[dict(cell) for cell in cells])
    names = list(dict.fromkeys(cell["column"] for cell in cells))
    x = alt.X("column:N", sort=names, title=columns, axis=alt.Axis(orient="top", labelAngle=-30, labelLimit=140))
    y = alt.Y(
        "row:N", sort=list(dict.fromkeys(cell["row"] for cell in cells)), title=rows, axis=alt.Axis(labelLimit=160)
    )
    scale = alt.Scale(domain=[least, most], range=[_LIGHT, _DARK], clamp=True)
    base = alt.Chart(data).encode(x=x, y=y, tooltip=["row:N", "column:N", alt.Tooltip("value:Q", format=number)])
    squares = base.mark_rect(stroke="#8b929c", strokeWidth=0.5).encode(
        color=alt.Color("value:Q", scale=scale, legend=None)
    )
    layers = [squares]
    if len(names) <= MOST_WITH_NUMBERS:
        dark = f"datum.value > {least + _DARK_FROM * (most - least)}"
        words = base.transform_filter("isValid(datum.value)").mark_text(fontSize=12)
        layers.append(
            words.encode(
                text=alt.Text("value:Q", format=number),
                color=alt.condition(dark, alt.value("#ffffff"), alt.value("#000000")),
            )
        )
    return alt.layer(*layers).properties(height=alt.Step(ROW_PX))
