"""The table of a paper: a line a field and coefficient, how much it rests on, and the interval."""

from __future__ import annotations

from collections.abc import Sequence

from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.work.reporting.coefficients import title_of
from curator.work.reporting.lines import Line, Report, Rows, answered, of_what, overall, slices, task_of

_APART = {"schema_version", "suggested"}
"""Slices that are never taken together: each is a result of its own."""


def paper_lines(report: Report, coefficients: Sequence[str] = ()) -> list[Line]:
    """The results that go into a paper: about all annotators and options together, and not looked at once more in
    another way (by direction, say, or within each dialogue). A file's slices are the two versions that are compared.

    coefficients: those that somebody asked for by name. Without, the first of each field (and part) and percent
    agreement: the others stand in the other tables.
    """
    told, _ = answered(report["results"])
    found = [
        one for one in overall(told) if (not one.get("field") or set(slices(one)) <= _APART) and not _later(one, told)
    ]
    if coefficients:
        return found
    first: dict[str, str] = {}
    for one in found:
        first.setdefault(_group(one), one["metric"])
    seen: set[tuple[str, str]] = set()
    kept = []
    for one in found:  # of the first coefficient only the first form: weights and forms come after it
        key = (_group(one), one["metric"])
        if one["metric"] in (first[key[0]], "percent_agreement") and key not in seen:
            seen.add(key)
            kept.append(one)
    return kept


def paper_rows(report: Report, coefficients: Sequence[str] = ()) -> list[dict[str, Json]]:
    """[{"field", "of"?, "task"?, "dialogues"?, "units", "annotators", "coefficient", "value", "interval", "note"?}] of
    `paper_lines`; columns that say nothing in all of them are left out.

    value is None where the coefficient is undefined; `note` says why. interval is "[0.12, 0.34]" or empty.
    """
    shown = [
        {
            "field": one.get("field") or "",
            "of": of_what({**one, "annotators": None}),
            "task": task_of(one),
            "dialogues": one.get("n_clusters"),
            "units": one["n_pairable_units"],
            "annotators": one["n_annotators"],
            "coefficient": title_of(one),
            "value": one["value"],
            "interval": interval_of(one),
            "note": one["undefined"] or "",
        }
        for one in paper_lines(report, coefficients)
    ]
    spare = ("field", "of", "task", "dialogues", "note")
    empty = [name for name in spare if all(row[name] in ("", None) for row in shown)]
    return [{name: value for name, value in row.items() if name not in empty} for row in shown]


def interval_of(result: Line) -> str:
    low, high = result["ci_low"], result["ci_high"]
    return "" if low is None or high is None else f"[{number(low)}, {number(high)}]"


def number(value: float, *, decimals: int = 2) -> str:
    """Two decimals: what an interval of some hundredths bears. A minus that is one in print; no "−0.00"."""
    written = f"{value:.{decimals}f}" if abs(value) < 1e9 else f"{value:.3g}"
    return written.lstrip("-") if not float(written) else written.replace("-", "−")


def percent(share: float) -> str:
    """95%, 99.5%: as exact as it was asked for."""
    return f"{100 * share:.10g}%"


def _group(one: Line) -> str:
    return canonical_json([one.get("field"), one.get("by"), one.get("round"), one.get("part")])


def _later(one: Line, told: Rows) -> bool:
    """Of a later round, told beside the answers that were asked for."""
    return str(one.get("round") or "").isdigit() and any(not str(other.get("round")).isdigit() for other in told)
