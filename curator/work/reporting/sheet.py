"""CSV: every number in full, so that nothing has to be computed anew."""

from __future__ import annotations

import csv
import io
from dataclasses import fields

from curator.agreement import Result
from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.work.reporting.lines import Rows, slices, task_of

_FIRST = ("field", "task", "by", "part", "option", "annotators", "metric", "level", "weights", "form", "match")
COLUMNS = (*_FIRST, *(one.name for one in fields(Result) if one.name not in _FIRST))


def results_as_csv(results: Rows) -> str:
    """A line a result; a list or an object (annotators, an option that is no text, the domain) as JSON."""
    return rows_as_csv([{**one, "task": task_of(one), "by": slices(one) or None} for one in results], COLUMNS)


def rows_as_csv(rows: Rows, columns: tuple[str, ...] = ()) -> str:
    """columns: those that stand in the first line; without them the names of the first row."""
    names = columns or tuple(rows[0]) if rows else columns
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_plain(row.get(name)) for name in names] for row in rows)
    return file.getvalue()


def _plain(value: Json) -> Json:
    return canonical_json(value) if isinstance(value, list | tuple | dict | bool) else value
