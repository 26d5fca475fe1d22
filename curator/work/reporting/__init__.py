"""Agreement to read, print and paste: lines on a page, CSV, LaTeX, HTML, and the paragraph on methods.

All of it comes from the JSON answer of `curator agreement` (a report); nothing is computed anew here.
"""

from __future__ import annotations

from curator.work.reporting.latex import report_as_latex
from curator.work.reporting.lines import (
    Report,
    Rows,
    answered,
    between_two,
    metric_of,
    of_what,
    overall,
    remarks,
    rows,
    task_of,
    titled,
    without,
)
from curator.work.reporting.methods import methods, references
from curator.work.reporting.paper import paper_lines, paper_rows
from curator.work.reporting.sheet import results_as_csv, rows_as_csv
from curator.work.reporting.thresholds import THRESHOLDS, Threshold
from curator.work.reporting.webpage import report_as_html

__all__ = [
    "THRESHOLDS",
    "Report",
    "Rows",
    "Threshold",
    "answered",
    "between_two",
    "methods",
    "metric_of",
    "of_what",
    "overall",
    "paper_lines",
    "paper_rows",
    "references",
    "remarks",
    "report_as_html",
    "report_as_latex",
    "results_as_csv",
    "rows",
    "rows_as_csv",
    "task_of",
    "titled",
    "without",
]
