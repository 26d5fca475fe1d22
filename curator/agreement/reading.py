"""Files of ratings: CSV, JSONL or Parquet, told apart by their ending."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from curator.agreement.ratings import Ratings
from curator.agreement.values import key_of
from curator.errors import CuratorError, DataError, NotFoundError, UsageError

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True)
class Columns:
    """What the columns of the file are called."""

    unit: str
    annotator: str
    value: str
    cluster: str | None

    @property
    def wanted(self) -> list[str]:
        return [self.unit, self.annotator, self.value, *([self.cluster] if self.cluster else [])]

    def check(self, there: Sequence[str], where: str) -> None:
        """Raises DataError that lists the columns there are."""
        if absent := [name for name in self.wanted if name not in there]:
            fix = f"The columns are: {', '.join(there) or 'none'}."
            raise DataError(f"there is no column {', '.join(map(repr, absent))}.", where=where, fix=fix)


def parse_ratings(
    content: bytes,
    name: str,
    *,
    unit: str = "unit",
    annotator: str = "annotator",
    value: str = "value",
    cluster: str | None = None,
    domain: Sequence[object] | None = None,
) -> Ratings:
    """One rating a row; other columns are not looked at. name: the file's, for its ending and for messages.

    CSV: UTF-8, commas, a header. An empty cell is missing, a cell that is a JSON list is a set, a column whose every
    value is a number is numeric, all else is text. JSONL: one object a line; null or no key is missing. Parquet: as
    typed; null and NaN are missing.
    Raises UsageError for another ending, and DataError with file and line for what is wrong inside.
    """
    reader = READERS.get(Path(name).suffix.lower())
    if reader is None:
        endings = ", ".join(READERS)
        raise UsageError(f"ratings are read from files ending in {endings}.", where=name, fix="Convert the file.")
    if len({unit, annotator, value, *([cluster] if cluster else [])}) < 3 + bool(cluster):
        raise UsageError("unit, annotator, value and cluster have to be columns of their own.", where=name)
    try:
        return reader(content, name, Columns(unit, annotator, value, cluster), domain)
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 (byte {error.start}: 0x{error.object[error.start]:02x})."
        raise DataError(problem, where=name, fix="Save the file as UTF-8.") from error
    except UnicodeEncodeError as error:  # JSON can spell half of a surrogate pair
        raise DataError("a name is no Unicode text.", where=name, fix="Mend the escapes \\ud800 to \\udfff.") from error
    except CuratorError as error:
        if error.where.startswith(name) or isinstance(error, UsageError):
            raise
        raise DataError(error.problem, where=name, fix=error.fix) from error


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
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise NotFoundError("there is no such file.", where=path.name) from error
    except OSError as error:
        raise DataError(f"cannot be read ({error.strerror or type(error).__name__}).", where=path.name) from error
    return parse_ratings(
        content, path.name, unit=unit, annotator=annotator, value=value, cluster=cluster, domain=domain
    )


def _read_csv(content: bytes, name: str, columns: Columns, domain: Sequence[object] | None) -> Ratings:
    text = content.decode("utf-8-sig")
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(rows, None)
        if header is None:
            raise DataError("the file is empty.", where=name, fix="The first line names the columns.")
        columns.check(header, name)
        places = [header.index(name) for name in columns.wanted]
        table = [_csv_row(row, len(header), places, f"{name}, line {rows.line_num}") for row in rows if row]
    except csv.Error as error:
        raise DataError(f"not CSV: {error}.", where=f"{name}, line {rows.line_num}") from error
    values = _csv_values([row[2] for row in table], name)
    return _from_table(table, values, columns, domain)


def _csv_row(row: list[str], width: int, places: list[int], where: str) -> list[str]:
    if len(row) != width:
        fix = "Quote cells that hold commas or line breaks."
        raise DataError(f"{len(row)} cells where the header has {width}.", where=where, fix=fix)
    cells = [row[place] for place in places]
    if "" in (*cells[:2], *cells[3:]):
        raise _nameless(where)
    return cells


def _csv_values(cells: list[str], where: str) -> list[object]:
    """Cells as values: all numbers, or sets and texts; None where empty."""
    distinct = set(cells) - {""}
    numeric = all(NUMBER.fullmatch(cell.strip()) for cell in distinct)
    value: dict[str, object] = {"": None}
    for cell in distinct:
        value[cell] = _number(cell) if numeric else _set_or_text(cell)
        key_of(value[cell], where=where)
    return [value[cell] for cell in cells]


def _number(cell: str) -> int | float:
    try:
        return int(cell)
    except ValueError:
        return float(cell)


def _set_or_text(cell: str) -> object:
    if cell.lstrip().startswith("["):
        try:
            found = json.loads(cell)
        except (ValueError, RecursionError):
            return cell
        return found if isinstance(found, list) else cell
    return cell


def _read_jsonl(content: bytes, name: str, columns: Columns, domain: Sequence[object] | None) -> Ratings:
    lines = list(_json_lines(content, name))
    if lines:
        columns.check(list(dict.fromkeys(name for _, row in lines for name in row)), name)
    table = [[row.get(name) for name in columns.wanted] for _, row in lines]
    for (where, _), cells in zip(lines, table, strict=True):
        if None in (*cells[:2], *cells[3:]):
            raise _nameless(where)
        if cells[2] is not None:
            key_of(cells[2], where=where)
    return _from_table(table, [cells[2] for cells in table], columns, domain)


def _nameless(where: str) -> DataError:
    fix = "Fill it in or drop the line."
    return DataError("a rating without unit, annotator or cluster.", where=where, fix=fix)


def _json_lines(content: bytes, name: str) -> Iterator[tuple[str, dict[str, object]]]:
    for number, line in enumerate(content.decode("utf-8-sig").split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            row = json.loads(line, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise DataError(f"not JSON ({error}).", where=where, fix="Write one JSON object a line.") from error
        if not isinstance(row, dict):
            raise DataError("not a JSON object.", where=where, fix="Write one JSON object a line.")
        yield where, row


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def _read_parquet(content: bytes, name: str, columns: Columns, domain: Sequence[object] | None) -> Ratings:
    try:
        columns.check(list(pl.read_parquet_schema(io.BytesIO(content))), name)
        frame = pl.read_parquet(io.BytesIO(content), columns=columns.wanted)
    except pl.exceptions.PolarsError as error:
        raise DataError("not a Parquet file that can be read.", where=name) from error
    for column, dtype in frame.schema.items():
        inner = dtype.inner if isinstance(dtype, pl.List) else dtype
        if isinstance(inner, pl.Categorical | pl.Enum):
            frame = frame.with_columns(
                pl.col(column).cast(pl.List(pl.String) if isinstance(dtype, pl.List) else pl.String)
            )
        elif not (inner.is_numeric() or inner in (pl.String, pl.Boolean, pl.Null)) or inner.is_decimal():
            fix = "Use numbers, texts, truth values or lists of them."
            raise DataError(f"column {column!r} has the type {dtype}.", where=name, fix=fix)
    return Ratings.from_frame(
        frame,
        unit=columns.unit,
        annotator=columns.annotator,
        value=columns.value,
        cluster=columns.cluster,
        domain=domain,
    )


def _from_table(
    table: Sequence[Sequence[object]], values: list[object], columns: Columns, domain: Sequence[object] | None
) -> Ratings:
    rows = ([row[0], row[1], value, *row[3:]] for row, value in zip(table, values, strict=True))
    return Ratings.from_rows(rows, domain=domain, has_clusters=columns.cluster is not None)


READERS: dict[str, Callable[[bytes, str, Columns, Sequence[object] | None], Ratings]] = {
    ".csv": _read_csv,
    ".jsonl": _read_jsonl,
    ".ndjson": _read_jsonl,
    ".parquet": _read_parquet,
}
