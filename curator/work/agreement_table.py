"""A table of agreement to read, print and paste: as rows, CSV, LaTeX and HTML. All of them from the JSON results."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Mapping, Sequence

from curator.model.base import Json
from curator.model.identity import canonical_json

Rows = Sequence[Mapping[str, Json]]
_FULL = (
    "field",
    "task",
    "option",
    "annotators",
    "metric",
    "level",
    "weights",
    "round",
    "value",
    "ci_low",
    "ci_high",
    "interval_over",
    "n_units",
    "n_pairable_units",
    "n_ratings",
    "n_annotators",
    "n_skipped",
    "observed",
    "expected",
    "undefined",
    "ci_note",
    "treatment",
    "checked_with",
)


def rows(results: Rows) -> list[dict[str, Json]]:
    """What is shown of each result; columns that say nothing in all of them are left out."""
    shown = [
        {
            "field": one.get("field") or "",
            "task": _task(one),
            "of": of_what(one),
            "metric": _metric(one),
            "value": one["value"],
            "low": one["ci_low"],
            "high": one["ci_high"],
            "units": one["n_pairable_units"],
            "annotators": one["n_annotators"],
            "observed": one["observed"],
            "expected": one["expected"],
            "undefined": one["undefined"] or "",
        }
        for one in results
    ]
    empty = [name for name in ("field", "task", "of", "undefined") if not any(row[name] for row in shown)]
    return [{name: value for name, value in row.items() if name not in empty} for row in shown]


def answered(results: Rows) -> tuple[list[Mapping[str, Json]], list[str]]:
    """The results that rest on any rating, and the fields that nobody has answered (a line each would be too many)."""
    told = [one for one in results if one["n_ratings"]]
    known = {one.get("field") for one in told}
    return told, list(dict.fromkeys(one["field"] for one in results if one.get("field") and one["field"] not in known))


def titled(results: Rows, titles: Mapping[str, str]) -> list[dict[str, Json]]:
    """The same with the titles of the fields in place of their ids."""
    return [{**one, "field": titles.get(one.get("field") or "", one.get("field"))} for one in results]


def of_what(result: Mapping[str, Json]) -> str:
    """What a result is about within its field: an option against the rest, two annotators, or (empty) all of them."""
    if result.get("option") is not None:
        option = result["option"]
        return f"option {option if isinstance(option, str) else canonical_json(option)}"
    return " and ".join(result.get("annotators") or ())


def remarks(results: Rows) -> list[str]:
    """What has to be said under the table: the treatment of answers, the interval, notes. Each once, with its fields.

    Of the notes only those on each field's first coefficient: the others stand in the results themselves, and would
    drown these here.
    """
    said: list[tuple[str, str]] = []
    first: dict[tuple[str, str], Mapping[str, Json]] = {}
    for one in results:
        field = one.get("field") or ""
        first.setdefault((field, _task(one)), one)
        said += [(line, field) for line in _facts(one)]
    for (field, _), one in first.items():
        notes = [*one.get("notes", ()), *filter(None, [one.get("ci_note")])]
        said += [(line.replace("clusters", _resampled(one)), field) for line in notes]
    return _grouped(said, {field for field, _ in first})


def _facts(one: Mapping[str, Json]) -> list[str]:
    lines = [one["treatment"]] if one.get("treatment") else []
    if one.get("confidence"):
        lines.append(f"interval: {one['confidence']:.0%}, {one['interval']} bootstrap over {_resampled(one)}")
    return [*lines, f"alpha checked with {one['checked_with']}"] if one.get("checked_with") else lines


def _grouped(said: Sequence[tuple[str, str]], everywhere: set[str]) -> list[str]:
    """Each line once, before it what it is about, unless it is about everything."""
    about: dict[str, dict[str, None]] = {}
    for line, whose in said:
        about.setdefault(line, {})[whose] = None
    return [
        line if set(whose) == everywhere or not any(whose) else f"{', '.join(whose)}: {line}"
        for line, whose in about.items()
    ]


def as_csv(results: Rows) -> str:
    """Every number in full; a list (annotators, an option that is no text) as JSON."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_FULL)
    for one in results:
        row = {**one, "task": _task(one)}
        writer.writerow([_plain(row.get(name)) for name in _FULL])
    return file.getvalue()


def as_latex(results: Rows) -> str:
    """A `tabular` that needs no package."""
    table = rows(results)
    names = list(table[0]) if table else ["metric", "value"]
    numeric = [all(isinstance(row[name], int | float | None) for row in table) for name in names]
    lines = [
        r"\begin{tabular}{" + "".join("r" if right else "l" for right in numeric) + "}",
        r"\hline",
        " & ".join(_tex(name) for name in names) + r" \\",
        r"\hline",
        *(" & ".join(_tex(_cell(row[name])) for name in names) + r" \\" for row in table),
        r"\hline",
        r"\end{tabular}",
        *(f"% {line}" for line in remarks(results)),
    ]
    return "\n".join(lines) + "\n"


def as_html(results: Rows) -> str:
    """One page that needs nothing else."""
    table = rows(results)
    names = list(table[0]) if table else ["metric", "value"]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{html.escape(_cell(row[name]))}</td>" for name in names) + "</tr>" for row in table
    )
    notes = "\n".join(f"<li>{html.escape(line)}</li>" for line in remarks(results))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Agreement</title>\n'
        "<style>body{font:16px system-ui;margin:2rem}td,th{padding:.2rem .8rem;text-align:left}"
        "td{font-variant-numeric:tabular-nums;border-top:1px solid #ddd}</style>\n"
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n<ul>\n{notes}\n</ul>\n</html>\n"
    )


def _metric(one: Mapping[str, Json]) -> str:
    return ", ".join(filter(None, [one["metric"], one.get("level") or one.get("weights")]))


def _task(one: Mapping[str, Json]) -> str:
    return str((one.get("by") or {}).get("task", ""))


def _resampled(one: Mapping[str, Json]) -> str:
    return "dialogues" if one.get("field") and one["interval_over"] == "clusters" else str(one["interval_over"])


def _plain(value: Json) -> Json:
    return canonical_json(value) if isinstance(value, list | tuple | dict | bool) else value


def _cell(value: Json) -> str:
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def _tex(text: str) -> str:
    replaced = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--"}
    return "".join(replaced.get(sign, "\\" + sign if sign in "&%$#_{}" else sign) for sign in text)
