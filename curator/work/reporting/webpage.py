"""One HTML page that needs nothing else: no script, no font, no request. Every text is escaped."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

from curator.model.base import Json
from curator.work.reporting.figure import interval_figure
from curator.work.reporting.lines import Report, Rows, answered, remarks, rows
from curator.work.reporting.methods import methods, references
from curator.work.reporting.paper import number, paper_lines, paper_rows

_STYLE = """
:root { color-scheme: light dark; --line: light-dark(#767b85, #8b929c) }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 70rem;
  background: light-dark(#fff, #14171c); color: light-dark(#1b1e24, #e8eaee) }
div[role=region] { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0 }
caption { text-align: left; font-weight: 600; padding: .3rem 0 }
td, th { padding: .2rem .8rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line) }
thead th { border-top: 0 }
th[scope=row] { font-weight: 400 }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
svg { max-width: 100%; height: auto }
svg text { font: 13px system-ui, sans-serif; fill: currentColor }
"""


def report_as_html(report: Report, coefficients: Sequence[str] = ()) -> str:
    """coefficients: as in `paper_lines`."""
    lines = paper_lines(report, coefficients)
    told, unanswered = answered(report["results"])
    parts = [
        _section(
            "Agreement",
            _table("What a paper reports", paper_rows(report, coefficients), decimals=2),
            interval_figure(lines),
        ),
        _section("Methods", _paragraph(methods(report, coefficients)), _list(references(report, coefficients))),
        _section("Every result", _table("All annotators, pairs and options", rows(told)), _list(remarks(told))),
        *(
            _section(title, _table(caption, _plain(report.get(name) or [])))
            for name, title, caption in _MORE
            if report.get(name)
        ),
    ]
    left_out = [f"{field}: {why}" for field, why in (report.get("not_compared") or {}).items()]
    left_out += [f"{field}: nobody has answered (and submitted) this yet" for field in unanswered]
    if left_out:
        parts.append(_section("Not compared", _list(left_out)))
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Agreement</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Agreement of annotators</h1>\n"
        f"{body}\n</main>\n</body>\n</html>\n"
    )


_MORE = (
    ("dialogue_level", "By dialogue", "Counts, shares and first and last occurrences within each dialogue"),
    ("texts", "Texts", "Who wrote anything, and what was judged to say the same"),
    ("retest", "The same person again", "Answers of one person in two rounds"),
)


def _section(title: str, *parts: str) -> str:
    return f"<section>\n<h2>{html.escape(title)}</h2>\n" + "\n".join(filter(None, parts)) + "\n</section>"


def _table(caption: str, lines: Sequence[Mapping[str, Json]], *, decimals: int = 3) -> str:
    if not lines:
        return "<p>There is nothing to compare yet.</p>"
    names = list(dict.fromkeys(name for line in lines for name in line))
    numbers = {name for name in names if all(isinstance(line.get(name), int | float | None) for line in lines)}
    numbers |= {"interval"}
    head = "".join(f'<th scope="col"{_right(name in numbers)}>{html.escape(name)}</th>' for name in names)
    body = "\n".join("<tr>" + "".join(_cells(line, names, numbers, decimals)) + "</tr>" for line in lines)
    return (
        f'<div role="region" aria-label="{html.escape(caption)}" tabindex="0">\n<table>\n'
        f"<caption>{html.escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n"
        "</table>\n</div>"
    )


def _cells(line: Mapping[str, Json], names: Sequence[str], numbers: set[str], decimals: int) -> list[str]:
    first, *others = names
    said = {name: html.escape(_words(line.get(name), decimals)) for name in names}
    cells = [f'<th scope="row"{_right(first in numbers)}>{said[first]}</th>']
    return cells + [f"<td{_right(name in numbers)}>{said[name]}</td>" for name in others]


def _plain(lines: Rows) -> list[dict[str, Json]]:
    """Without columns that say nothing, and without what is a table in itself."""
    said = [name for name in dict.fromkeys(name for line in lines for name in line) if _says(name, lines)]
    return [{name.replace("_", " "): line.get(name) for name in said} for line in lines]


def _says(name: str, lines: Rows) -> bool:
    found = [line.get(name) for line in lines]
    return any(one not in (None, "", [], {}) for one in found) and not any(
        isinstance(one, list | dict) for one in found
    )


def _right(yes: bool) -> str:
    return ' class="number"' if yes else ""


def _words(value: Json, decimals: int) -> str:
    if isinstance(value, float):
        return number(value, decimals=decimals)
    return "–" if value is None else str(value)


def _paragraph(sentences: Sequence[str]) -> str:
    return f"<p>{html.escape(' '.join(sentences))}</p>" if sentences else ""


def _list(lines: Sequence[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{html.escape(line)}</li>" for line in lines) + "\n</ul>" if lines else ""
