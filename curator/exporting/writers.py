"""One writer a file format. Rows come in as Arrow batches, in the recipe's order; the same rows give the same bytes.

Nothing written names a clock, a path or a library version. Parquet files would: pyarrow signs the footer with its
version, so the signature is replaced by "curator" (see `parquet`).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Protocol, TextIO

import pyarrow as pa

from curator.errors import DataError
from curator.exporting.parquet import ParquetWriter
from curator.exporting.recipe import Header
from curator.registry import Registry

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Writer(Protocol):
    """Writes one file. `close` finishes it: before that it may be incomplete."""

    def write(self, batch: pa.RecordBatch) -> None: ...

    def close(self) -> None: ...


class Rows:
    """Turns Arrow batches into Python rows: JSON columns parsed, times as ISO 8601 in UTC.

    json_columns: names of columns that hold JSON text.
    """

    def __init__(self, names: Sequence[str], json_columns: Sequence[str]) -> None:
        self.names = list(names)
        self._json = frozenset(json_columns)

    def of(self, batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
        """The batch's rows, columns in the order of `names`; JSON is parsed as its row comes, and soon let go."""
        columns = [self._values(name, batch.column(name)) for name in self.names]
        return zip(*columns, strict=True)

    def _values(self, name: str, column: pa.Array) -> Iterable[Any]:
        if name in self._json:
            return (None if text is None else json.loads(text) for text in column.to_pylist())
        values: list[Any] = column.to_pylist()
        return values if _is_plain(column.type) else [_plain(value) for value in values]


def _is_plain(kind: pa.DataType) -> bool:
    plain = (pa.types.is_string, pa.types.is_large_string, pa.types.is_integer, pa.types.is_boolean)
    return any(is_it(kind) for is_it in plain)


def _plain(value: Any) -> Any:
    """A value that JSON can hold."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if value is None or isinstance(value, str | int):
        return value
    return str(value)


class _Text:
    """A UTF-8 file without line-end conversion."""

    def __init__(self, path: Path, names: Sequence[str], json_columns: Sequence[str], header: Header) -> None:
        self.file: TextIO = path.open("w", encoding="utf-8", newline="")
        self.rows = Rows(names, json_columns)
        self.header = header

    def close(self) -> None:
        self.file.close()


class _Records(_Text):
    def records(self, batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
        """One object a row; the keys of a `spread` column stand in place of the column itself."""
        names, spread = self.rows.names, frozenset(self.header.spread)
        if not spread:
            return (dict(zip(names, row, strict=True)) for row in self.rows.of(batch))
        return (_spread(names, row, spread) for row in self.rows.of(batch))


def _spread(names: Sequence[str], row: Sequence[Any], spread: frozenset[str]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for name, value in zip(names, row, strict=True):
        if name not in spread:
            record[name] = value
        elif isinstance(value, dict):
            record.update(value)
        elif value is not None:
            raise DataError("a column that is spread holds JSON objects.", where=f"column {name}")
    return record


class JsonLines(_Records):
    """One object a line."""

    def write(self, batch: pa.RecordBatch) -> None:
        encode = json.JSONEncoder(ensure_ascii=self.header.ascii, allow_nan=False).encode
        self.file.writelines(f"{encode(record)}\n" for record in self.records(batch))


class JsonArray(_Records):
    """One array, as `json.dump(records, file, indent=…)` writes it: no line end after the last bracket."""

    def __init__(self, path: Path, names: Sequence[str], json_columns: Sequence[str], header: Header) -> None:
        super().__init__(path, names, json_columns, header)
        self._encode = json.JSONEncoder(ensure_ascii=header.ascii, allow_nan=False, indent=header.indent).encode
        self._break = "" if header.indent is None else "\n"
        self._empty = True
        self.file.write("[")

    def write(self, batch: pa.RecordBatch) -> None:
        between = ", " if self.header.indent is None else ",\n"
        cut = 1 + len(self._break)
        for record in self.records(batch):
            # Encoding a list of one gives the item at the depth it has in the whole list.
            self.file.write(self._break if self._empty else between)
            self.file.write(self._encode([record])[cut:-cut])
            self._empty = False

    def close(self) -> None:
        self.file.write("]" if self._empty else f"{self._break}]")
        super().close()


class Sheet(_Text):
    """CSV or TSV with a header line; null is an empty cell, an empty text is "", lists and objects are JSON.

    formula_safe puts a quote before a cell that a spreadsheet would run (= + - @, tab, carriage return first).
    """

    def __init__(
        self, path: Path, names: Sequence[str], json_columns: Sequence[str], header: Header, *, delimiter: str = ","
    ) -> None:
        super().__init__(path, names, json_columns, header)
        self._delimiter = delimiter
        # Python 3.11's own writer leaves a lone carriage return bare, and readers take that for the end of a row.
        self._special = re.compile(f'["\r\n{delimiter}]')
        self._line(names)

    def write(self, batch: pa.RecordBatch) -> None:
        for row in self.rows.of(batch):
            self._line(row)

    def _line(self, row: Sequence[Any]) -> None:
        self.file.write(self._delimiter.join(map(self._cell, row)) + "\n")

    def _cell(self, value: Any) -> str:
        if value is None:
            return ""
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if self.header.formula_safe and isinstance(value, str) and text.startswith(_FORMULA):
            text = f"'{text}"
        if text and not self._special.search(text):
            return text
        doubled = text.replace('"', '""')
        return f'"{doubled}"'


def _tsv(path: Path, names: Sequence[str], json_columns: Sequence[str], header: Header) -> Writer:
    return Sheet(path, names, json_columns, header, delimiter="\t")


def _parquet(path: Path, names: Sequence[str], json_columns: Sequence[str], header: Header) -> Writer:
    return ParquetWriter(path, names)


Opener = Callable[[Path, Sequence[str], Sequence[str], Header], Writer]
WRITERS: Registry[Opener] = Registry(
    "format", {"json": JsonArray, "jsonl": JsonLines, "csv": Sheet, "tsv": _tsv, "parquet": _parquet}
)
