"""The table of a paper: a line a field and coefficient, how much it rests on, and the interval."""

from __future__ import annotations

from curator.model.base import Json
from curator.work.reporting.coefficients import title_of
from curator.work.reporting.lines import Line, Report, answered, of_what, overall, task_of


def paper_rows(report: Report) -> list[dict[str, Json]]:
    """[{"field", "of"?, "task"?, "dialogues"?, "units", "annotators", "coefficient", "value", "interval", "note"?}] of
    the results about all annotators and options together; columns that say nothing in all of them are left out.

    value is None where the coefficient is undefined; `note` says why. interval is "[0.12, 0.34]" or empty.
    """
    told, _ = answered(report["results"])
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
        for one in overall(told)
    ]
    spare = ("field", "of", "task", "dialogues", "note")
    empty = [name for name in spare if all(row[name] in ("", None) for row in shown)]
    return [{name: value for name, value in row.items() if name not in empty} for row in shown]


def interval_of(result: Line) -> str:
    low, high = result["ci_low"], result["ci_high"]
    return "" if low is None or high is None else f"[{number(low)}, {number(high)}]"


def number(value: float, *, decimals: int = 2) -> str:
    """Two decimals: what an interval of some hundredths bears. A minus that is one in print; no "−0.00"."""
    written = f"{value:.{decimals}f}"
    return written.lstrip("-") if not float(written) else written.replace("-", "−")


def percent(share: float) -> str:
    """95%, 99.5%: as exact as it was asked for."""
    return f"{100 * share:.10g}%"
