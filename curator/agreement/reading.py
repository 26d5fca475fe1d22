"""Files of ratings: CSV, JSONL or Parquet, told apart by their ending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from curator.agreement.ratings import Ratings, as_text
from curator.agreement.sheets import Sheet, ending_of, need_columns, placed, read_bytes, read_frame, read_sheet
from curator.errors import DataError, UsageError

BETWEEN = "\x1f"  # of the version and the annotator, in the names of annotators of a file with versions


@dataclass(frozen=True)
class Columns:
    """What the columns of the file are called."""

    unit: str
    annotator: str
    value: str
    cluster: str | None
    version: str | None = None

    @property
    def wanted(self) -> list[str]:
        """The names first that every rating needs."""
        return [self.unit, self.annotator, self.value, *filter(None, [self.cluster, self.version])]


def parse_ratings(
    content: bytes,
    name: str,
    *,
    unit: str = "unit",
    annotator: str = "annotator",
    value: str = "value",
    cluster: str | None = None,
    domain: Sequence[object] | None = None,
    version: str | None = None,
) -> Ratings:
    """One rating a row; other columns are not looked at. name: the file's, for its ending and for messages.

    CSV: UTF-8, commas, a header. An empty cell is missing, a cell that is a JSON list is a set, a column whose every
    value is a number is numeric, all else is text. JSONL: one object a line; null or no key is missing. Parquet: as
    typed; null and NaN are missing.
    version: a column by which the same person is several annotators, named version, BETWEEN, name.
    Raises UsageError for another ending, and DataError with file and line for what is wrong inside: also for a unit
    that an annotator rated twice, because nothing tells which rating holds.
    """
    columns = Columns(unit, annotator, value, cluster, version)
    if len(set(columns.wanted)) < len(columns.wanted):
        raise UsageError("unit, annotator, value, cluster and version have to be columns of their own.", where=name)
    with placed(name):
        if ending_of(name) == ".parquet":
            return _from_frame(content, name, columns, domain)
        sheet = read_sheet(content, name, lambda there: _needed(columns, there, name))
        return _from_sheet(sheet, columns, domain)


def read_ratings(
    path: Path,
    *,
    unit: str = "unit",
    annotator: str = "annotator",
    value: str = "value",
    cluster: str | None = None,
    domain: Sequence[object] | None = None,
) -> Ratings:
    """`parse_ratings` of a file. Raises NotFoundError, or DataError if it cannot be read, beside what that raises."""
    content = read_bytes(path)
    return parse_ratings(
        content, path.name, unit=unit, annotator=annotator, value=value, cluster=cluster, domain=domain
    )


def _needed(columns: Columns, there: Sequence[str], name: str) -> Sequence[str]:
    need_columns(columns.wanted, there, name)
    return columns.wanted


def _from_sheet(sheet: Sheet, columns: Columns, domain: Sequence[object] | None) -> Ratings:
    if not sheet.columns:
        return Ratings.from_rows([], domain=domain, has_clusters=columns.cluster is not None)
    names = [sheet.columns[name] for name in columns.wanted if name != columns.value]
    for row, cells in enumerate(zip(*names, strict=True)):
        if None in cells or (sheet.is_text and "" in cells):
            fix = "Fill it in or drop the line."
            raise DataError("a rating without unit, annotator or cluster.", where=sheet.where(row), fix=fix)
    values = sheet.values(columns.value)
    if columns.version:
        names[1] = [f"{as_text(one)}{BETWEEN}{as_text(who)}" for one, who in zip(names.pop(), names[1], strict=True)]
    rows = zip(names[0], names[1], values, *names[2:], strict=True)
    ratings = Ratings.from_rows(rows, domain=domain, has_clusters=columns.cluster is not None)
    if ratings.n_repeated:
        pairs = [None if v is None else (as_text(names[0][i]), as_text(names[1][i])) for i, v in enumerate(values)]
        first, second = _first_repeated(pairs)
        raise _rated_twice(pairs[second], f"lines {sheet.lines[first]} and {sheet.lines[second]}", sheet.name)
    return ratings


def _from_frame(content: bytes, name: str, columns: Columns, domain: Sequence[object] | None) -> Ratings:
    frame = read_frame(content, name, lambda there: _needed(columns, there, name))
    if columns.version:
        parts = [pl.col(columns.version), pl.lit(BETWEEN), pl.col(columns.annotator)]
        frame = frame.with_columns(pl.concat_str(parts).alias(columns.annotator))
    ratings = Ratings.from_frame(
        frame,
        unit=columns.unit,
        annotator=columns.annotator,
        value=columns.value,
        cluster=columns.cluster,
        domain=domain,
    )
    if ratings.n_repeated:
        there = frame.filter(pl.col(columns.value).is_not_null())
        pairs = [(as_text(unit), as_text(who)) for unit, who in there.select(columns.unit, columns.annotator).rows()]
        raise _rated_twice(pairs[_first_repeated(pairs)[1]], "in two rows", name)
    return ratings


def _first_repeated(pairs: Sequence[tuple[str | None, str | None] | None]) -> tuple[int, int]:
    """The places of the first two equal entries that are not None."""
    seen: dict[tuple[str | None, str | None], int] = {}
    for place, pair in enumerate(pairs):
        if pair is not None and seen.setdefault(pair, place) != place:
            return seen[pair], place
    raise ValueError("nothing is repeated")


def _rated_twice(pair: tuple[str | None, str | None] | None, where: str, name: str) -> DataError:
    unit, who = pair or ("", "")
    fix = "Keep one of them, or name them as units or annotators of their own (for retests)."
    who = " in ".join(reversed((who or "").split(BETWEEN)))
    return DataError(f"{who} rated {unit} twice ({where}).", where=name, fix=fix)
