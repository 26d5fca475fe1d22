"""Values on their intervals as an SVG figure, which a page of its own can hold. The table beside it says the same."""

from __future__ import annotations

import html

from curator.work.reporting.coefficients import title_of
from curator.work.reporting.lines import Line, Rows, of_what
from curator.work.reporting.paper import number

_NAMES, _PLOT, _ROW, _TOP = 360, 420, 26, 8
"""Widths of names and plot and the height of a line, in px."""
_LONGEST = 48


def interval_figure(results: Rows) -> str:
    """Empty where no value is defined."""
    shown = [one for one in results if one["value"] is not None]
    if not shown:
        return ""
    least = min(0.0, *(value for one in shown for value in (one["value"], one["ci_low"]) if value is not None))
    height = _TOP + _ROW * len(shown) + 34
    marks = "\n".join(_line(one, _TOP + _ROW * idx + _ROW // 2, least) for idx, one in enumerate(shown))
    return (
        f'<figure>\n<svg viewBox="0 0 {_NAMES + _PLOT + 60} {height}" width="{_NAMES + _PLOT + 60}" role="img" '
        'aria-label="Each value on its interval; the table above holds the numbers.">\n'
        f"{_axis(least, height - 34)}\n{marks}\n</svg>\n</figure>"
    )


def _line(one: Line, y: int, least: float) -> str:
    name = " · ".join(filter(None, [str(one.get("field") or ""), of_what({**one, "annotators": None}), title_of(one)]))
    short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    parts = [f'<text x="{_NAMES - 10}" y="{y + 4}" text-anchor="end">{html.escape(short)}</text>']
    low, high = one["ci_low"], one["ci_high"]
    if low is not None and high is not None:
        parts.append(
            f'<line x1="{_x(low, least)}" x2="{_x(high, least)}" y1="{y}" y2="{y}" stroke="var(--line)" '
            'stroke-width="4"/>'
        )
    parts.append(f'<circle cx="{_x(one["value"], least)}" cy="{y}" r="5" fill="currentColor"/>')
    parts.append(f'<text x="{_NAMES + _PLOT + 14}" y="{y + 4}">{number(one["value"])}</text>')
    return "".join(parts)


def _axis(least: float, bottom: int) -> str:
    ticks = [value for value in (-1.0, -0.5, 0.0, 0.25, 0.5, 0.75, 1.0) if value >= least]
    lines = [
        f'<line x1="{_x(0.0, least)}" x2="{_x(0.0, least)}" y1="0" y2="{bottom}" stroke="var(--line)" '
        'stroke-dasharray="3 3"/>',
        *(f'<text x="{_x(at, least)}" y="{bottom + 16}" text-anchor="middle">{at:g}</text>' for at in ticks),
        f'<text x="{_NAMES + _PLOT // 2}" y="{bottom + 32}" text-anchor="middle">value and interval</text>',
    ]
    return "".join(lines)


def _x(value: float, least: float) -> str:
    return f"{_NAMES + (value - least) / (1 - least) * _PLOT:.1f}"
