"""Parquet files whose bytes depend on the rows alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

GROUP_ROWS = 20_000
"""Rows in a row group: fixed, so that how rows arrived in batches cannot be seen in the file."""
SIGNATURE = b"curator"
_MAGIC = b"PAR1"


class ParquetWriter:
    """Collects rows into row groups of one size. metadata: key-value pairs for the footer (JSON values)."""

    def __init__(self, path: Path, names: Sequence[str], metadata: Mapping[str, object] | None = None) -> None:
        self._path, self._names = path, list(names)
        self._metadata = {key: json.dumps(value, ensure_ascii=False) for key, value in (metadata or {}).items()}
        self._writer: pq.ParquetWriter | None = None
        self._waiting: list[pa.RecordBatch] = []
        self._n_waiting = 0

    def write(self, batch: pa.RecordBatch) -> None:
        batch = plain_types(batch.select(self._names))
        if self._writer is None:
            # Without `store_schema=False` the Arrow schema is written beside Parquet's own.
            schema = batch.schema.remove_metadata()
            self._writer = pq.ParquetWriter(self._path, schema, compression="zstd", store_schema=False)
            if self._metadata:
                self._writer.add_key_value_metadata(self._metadata)
        self._waiting.append(batch)
        self._n_waiting += batch.num_rows
        if self._n_waiting >= GROUP_ROWS:
            self._flush(all_rows=False)

    def close(self) -> None:
        """Raises nothing for a file without rows: it has its columns if one (empty) batch came."""
        if self._writer is not None:
            self._flush(all_rows=True)
            self._writer.close()
            sign(self._path)

    def _flush(self, *, all_rows: bool) -> None:
        assert self._writer is not None
        table = pa.Table.from_batches(self._waiting) if self._waiting else None
        while table is not None and (table.num_rows >= GROUP_ROWS or (all_rows and table.num_rows)):
            group = table.slice(0, GROUP_ROWS).combine_chunks()
            self._writer.write_table(group.cast(self._writer.schema), row_group_size=GROUP_ROWS)
            table = table.slice(GROUP_ROWS)
        self._waiting = table.to_batches() if table is not None else []
        self._n_waiting = table.num_rows if table is not None else 0


def plain_types(batch: pa.RecordBatch) -> pa.RecordBatch:
    """JSON columns (an Arrow extension type) as the text they are."""
    columns = [
        column.cast(pa.string()) if isinstance(column.type, pa.BaseExtensionType) else column
        for column in batch.columns
    ]
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)


def sign(path: Path) -> None:
    """Replaces the writer's signature ("parquet-cpp-arrow version 26.0.1") in the footer.

    pyarrow has no setting for it, and an export names no library version. The footer stands last and is Thrift
    (compact protocol), where a string is its length in one byte and then itself; nothing in the file points behind it.
    """
    signature = pq.read_metadata(path).created_by.encode()
    old = bytes([len(signature)]) + signature
    with path.open("r+b") as file:
        file.seek(-8, 2)
        length = int.from_bytes(file.read(4), "little")
        start = file.seek(-8 - length, 2)
        footer = file.read(length)
        head, found, tail = footer.rpartition(old)
        if not found:
            raise AssertionError("the Parquet footer has no signature where one is announced")
        footer = head + bytes([len(SIGNATURE)]) + SIGNATURE + tail
        file.seek(start)
        file.truncate()
        file.write(footer + len(footer).to_bytes(4, "little") + _MAGIC)
