"""CSV files: rows by the names in the first line, with the place where each begins."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from curator.importers.problems import Problems


class Row(NamedTuple):
    """cells: column -> text as it stands. where: "line 3", counted from 1; a row with line ends in it has several."""

    cells: dict[str, str]
    where: str


def header_of(head: str) -> list[str]:
    """The names in the first line of a file; empty where that is no line of a CSV file."""
    try:
        return next(csv.reader(io.StringIO(head, newline=""), strict=True), [])
    except csv.Error:
        return []


def rows_of(text: str, needed: Sequence[str], problems: Problems) -> list[Row]:
    """Every row. What is wrong is added to `problems`: columns that are not there, rows that do not fit the first
    line, quotation marks that do not close. Empty lines are passed over."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    begins = 1
    try:
        names = next(reader, [])
        if not _is_header(names, needed, problems):
            return []
        begins = reader.line_num + 1
        for cells in reader:
            if len(cells) == len(names):
                rows.append(Row(dict(zip(names, cells, strict=True)), f"line {begins}"))
            elif cells:
                problems.add(
                    f"the row has {len(cells)} cells and the first line names {len(names)} columns.",
                    where=f"line {begins}",
                    fix="Put texts that hold commas or line ends into quotation marks.",
                )
            begins = reader.line_num + 1
    except csv.Error as error:
        problems.add(
            f"this is not CSV: {error}.", where=f"line {begins}", fix="Mend the row, or save the table again as CSV."
        )
        return rows
    if not rows and not len(problems):
        problems.add("the file holds no dialogues.", fix="Choose a file that does.")
    return rows


def _is_header(names: list[str], needed: Sequence[str], problems: Problems) -> bool:
    if not any(name.strip() for name in names):
        problems.add("the file is empty.", fix="Choose a file that holds dialogues.")
        return False
    absent = [name for name in needed if name not in names]
    twice = sorted({name for name in names if names.count(name) > 1})
    for name in absent:
        fix = f"The first line has to name the columns {', '.join(needed)}."
        problems.add(f"there is no column {name!r}.", where="line 1", fix=fix)
    for name in twice:
        problems.add(f"two columns are called {name!r}.", where="line 1", fix="Rename or remove one of them.")
    return not absent and not twice
