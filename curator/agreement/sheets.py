"""Tables in files: CSV or JSON lines, told apart by their ending, as columns of cells with the line of each row."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from curator.agreement.values import key_of
from curator.errors import CuratorError, DataError, NotFoundError, UsageError

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
ENDINGS = (".csv", ".jsonl", ".ndjson", ".parquet")


@dataclass(frozen=True)
class Sheet:
    """columns: name -> cells, for the columns asked for and there. lines: the line of each row. name: the file's.

    is_text: cells are texts, empty ones missing (CSV); else JSON values, null missing.
    """

    name: str
    columns: dict[str, list[object]]
    lines: Sequence[int]
    is_text: bool

    def where(self, row: int) -> str:
        return f"{self.name}, line {self.lines[row]}"

    def values(self, column: str) -> list[object]:
        """Labels: in CSV all numbers, or sets and texts; None where missing. Raises DataError for other values."""
        cells = self.columns[column]
        if self.is_text:
            return _csv_values([str(cell) for cell in cells], self.name)
        for row, cell in enumerate(cells):
            if cell is not None:
                key_of(cell, where=self.where(row))
        return cells

    def numbers(self, column: str) -> list[object]:
        """Positions: numbers, None where missing. Raises DataError for other cells."""
        found: list[object] = []
        for row, cell in enumerate(self.columns[column]):
            if cell is None or cell == "":
                found.append(None)
            elif isinstance(cell, str) and self.is_text and NUMBER.fullmatch(cell.strip()):
                found.append(_number(cell))
            elif isinstance(cell, int | float) and not isinstance(cell, bool):
                found.append(cell)
            else:
                raise DataError(f"{column} is {cell!r}.", where=self.where(row), fix="Write a number.")
        return found


def read_bytes(path: Path) -> bytes:
    """Raises NotFoundError, or DataError if it cannot be read; the messages tell the file's name alone."""
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise NotFoundError("there is no such file.", where=path.name) from error
    except OSError as error:
        raise DataError(f"cannot be read ({error.strerror or type(error).__name__}).", where=path.name) from error


@contextmanager
def placed(name: str) -> Iterator[None]:
    """What is wrong inside is told with the file's name."""
    try:
        yield
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 (byte {error.start}: 0x{error.object[error.start]:02x})."
        raise DataError(problem, where=name, fix="Save the file as UTF-8.") from error
    except UnicodeEncodeError as error:  # JSON can spell half of a surrogate pair
        raise DataError("a name is no Unicode text.", where=name, fix="Mend the escapes \\ud800 to \\udfff.") from error
    except CuratorError as error:
        if error.where.startswith(name) or isinstance(error, UsageError):
            raise
        where = f"{name}, {error.where}" if error.where else name
        raise DataError(error.problem, where=where, fix=error.fix) from error


def ending_of(name: str) -> str:
    """Raises UsageError for a file that is not read."""
    ending = Path(name).suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(f"ratings are read from files ending in {', '.join(ENDINGS)}.", where=name, fix="Convert it.")
    return ending


def read_sheet(content: bytes, name: str, wanted: Callable[[Sequence[str]], Sequence[str]]) -> Sheet:
    """wanted: the columns there are -> those to read; it raises if one that is needed is not there."""
    text = content.decode("utf-8-sig")
    return _read_csv(text, name, wanted) if ending_of(name) == ".csv" else _read_jsonl(text, name, wanted)


def read_frame(content: bytes, name: str, wanted: Callable[[Sequence[str]], Sequence[str]]) -> pl.DataFrame:
    """The same of a Parquet file, as typed; categories as texts."""
    try:
        columns = wanted(list(pl.read_parquet_schema(io.BytesIO(content))))
        frame = pl.read_parquet(io.BytesIO(content), columns=list(columns))
    except pl.exceptions.PolarsError as error:
        raise DataError("not a Parquet file that can be read.", where=name) from error
    for column, dtype in frame.schema.items():
        inner = dtype.inner if isinstance(dtype, pl.List) else dtype
        if isinstance(inner, pl.Categorical | pl.Enum):
            text = pl.List(pl.String) if isinstance(dtype, pl.List) else pl.String
            frame = frame.with_columns(pl.col(column).cast(text))
        elif not (inner.is_numeric() or inner in (pl.String, pl.Boolean, pl.Null)) or inner.is_decimal():
            fix = "Use numbers, texts, truth values or lists of them."
            raise DataError(f"column {column!r} has the type {dtype}.", where=name, fix=fix)
    return frame


def need_columns(needed: Sequence[str], there: Sequence[str], where: str) -> None:
    """Raises DataError that lists the columns there are."""
    if absent := [name for name in needed if name not in there]:
        fix = f"The columns are: {', '.join(there) or 'none'}."
        raise DataError(f"there is no column {', '.join(map(repr, absent))}.", where=where, fix=fix)


def _read_csv(text: str, name: str, wanted: Callable[[Sequence[str]], Sequence[str]]) -> Sheet:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(rows, None)
        if header is None:
            raise DataError("the file is empty.", where=name, fix="The first line names the columns.")
        names = wanted(header)
        if twice := [column for column in names if header.count(column) > 1]:
            fix = "Give each column a name of its own."
            raise DataError(f"several columns are called {twice[0]!r}.", where=f"{name}, line 1", fix=fix)
        places = [header.index(column) for column in names]
        table, lines = [], []
        for row in rows:
            if len(row) == len(header):
                table.append([row[place] for place in places])
                lines.append(rows.line_num)
            elif row:
                fix = "Quote cells that hold commas or line breaks."
                where = f"{name}, line {rows.line_num}"
                raise DataError(f"{len(row)} cells where the header has {len(header)}.", where=where, fix=fix)
    except csv.Error as error:
        raise DataError(f"not CSV: {error}.", where=f"{name}, line {rows.line_num}") from error
    columns: list[list[object]] = [list(column) for column in zip(*table, strict=True)] or [[] for _ in names]
    return Sheet(name, dict(zip(names, columns, strict=True)), lines, is_text=True)


def _read_jsonl(text: str, name: str, wanted: Callable[[Sequence[str]], Sequence[str]]) -> Sheet:
    rows, lines = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            rows.append(_json_object(line, f"{name}, line {number}"))
            lines.append(number)
    names = wanted(list(dict.fromkeys(column for row in rows for column in row))) if rows else []
    return Sheet(name, {column: [row.get(column) for row in rows] for column in names}, lines, is_text=False)


def _json_object(line: str, where: str) -> dict[str, object]:
    try:
        row = json.loads(line, parse_constant=_refuse_constant, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON ({error}).", where=where, fix="Write one JSON object a line.") from error
    if not isinstance(row, dict):
        raise DataError("not a JSON object.", where=where, fix="Write one JSON object a line.")
    return row


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    row = dict(pairs)
    if len(row) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} is there twice")
    return row


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def _csv_values(cells: Sequence[str], where: str) -> list[object]:
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
