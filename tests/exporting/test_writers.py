"""Each format as it stands in the file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from curator.exporting import export, parse_recipe
from curator.exporting.parquet import GROUP_ROWS, ParquetWriter
from curator.exporting.writers import WRITERS
from curator.store import Store
from tests.exporting.projects import PROJECT, a_dialogue, a_store, add, content

ODD = ["=1+1", 'a "b", c', "two\nlines", "\ttab", "-5", "día 😢", "", "+", "@x", "car\rriage"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with a_store(tmp_path_factory.mktemp("store")) as store:
        add(store, [a_dialogue("d1", ODD, attributes={"n": 1.0, "list": [1, None], "ü": "ü"})])
        yield store


def written(store: Store, out: Path, format: str, more: str = "") -> bytes:
    recipe = f"""/*
title: One of each
for: tests
format: {format}
file: rows
grain: turn
unique_order: [idx]
{more}
*/
SELECT t.idx, t.text, t.speaker_ids AS who, t.start_s, t.idx > 0 AS later, d.attributes,
    TIMESTAMPTZ '2026-01-02 03:04:05.5+02:00' AS seen
FROM turns t JOIN dialogues d USING (dialogue_id) ORDER BY t.idx"""
    export(store, PROJECT, parse_recipe(recipe, name="each"), out)
    return (out / "rows").read_bytes()


def texts(data: bytes, delimiter: str = ",") -> list[str]:
    """The second column as Python's own reader sees it."""
    _, *rows = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter)
    return [row[1] for row in rows]


FIRST = {
    "idx": 0,
    "text": "=1+1",
    "who": ["seeker"],
    "start_s": None,
    "later": False,
    "attributes": {"n": 1.0, "list": [1, None], "ü": "ü"},
    "seen": "2026-01-02T01:04:05.500000Z",
}


def test_json_lines(store: Store, tmp_path: Path) -> None:
    lines = written(store, tmp_path / "out", "jsonl").decode().splitlines()
    assert lines[0] == json.dumps(FIRST, ensure_ascii=False)
    assert [json.loads(line)["text"] for line in lines] == ODD


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_json_is_what_json_itself_would_write(store: Store, tmp_path: Path, indent: int | None) -> None:
    more = "ascii: true" if indent is None else f"indent: {indent}"
    data = written(store, tmp_path / "out", "json", more).decode()
    records = json.loads(data)
    assert records[0] == FIRST
    assert len(records) == len(ODD)
    assert data == json.dumps(records, indent=indent, ensure_ascii=indent is None)


def test_csv_gives_texts_as_they_are(store: Store, tmp_path: Path) -> None:
    data = written(store, tmp_path / "out", "csv").decode()
    assert data.splitlines()[0] == "idx,text,who,start_s,later,attributes,seen"
    assert data.splitlines()[1].startswith('0,=1+1,"[""seeker""]",,false,"{""n"": 1.0,')
    assert texts(data.encode()) == ODD


def test_tsv(store: Store, tmp_path: Path) -> None:
    assert texts(written(store, tmp_path / "out", "tsv"), "	") == ODD


def test_formula_safe_csv_defuses_texts_and_no_numbers(store: Store, tmp_path: Path) -> None:
    data = written(store, tmp_path / "out", "csv", "formula_safe: true")
    assert texts(data) == ["'=1+1", 'a "b", c', "two\nlines", "'\ttab", "'-5", "día 😢", "", "'+", "'@x", "car\rriage"]


def test_parquet_keeps_types(store: Store, tmp_path: Path) -> None:
    written(store, tmp_path / "out", "parquet")
    frame = pl.read_parquet(tmp_path / "out/rows")
    assert frame["text"].to_list() == ODD
    assert frame["who"].to_list()[0] == ["seeker"]
    assert json.loads(frame["attributes"][0]) == FIRST["attributes"]
    assert frame.schema["start_s"] == pl.Float64


def test_a_parquet_file_names_no_library(store: Store, tmp_path: Path) -> None:
    data = written(store, tmp_path / "out", "parquet")
    assert pq.read_metadata(tmp_path / "out/rows").created_by == "curator"
    assert b"arrow" not in data.lower()
    assert pa.__version__.encode() not in data


@pytest.mark.parametrize("pieces", [[50_000], [1] * 10 + [49_990], [7_000] * 7 + [1_000], [20_000, 20_000, 10_000]])
def test_how_rows_arrive_cannot_be_seen_in_a_parquet_file(tmp_path: Path, pieces: list[int]) -> None:
    whole = pa.record_batch({"n": pa.array(range(50_000)), "text": pa.array([f"row {n}" for n in range(50_000)])})

    def write(name: str, sizes: list[int]) -> Path:
        writer = ParquetWriter(tmp_path / name, ["n", "text"], {"note": {"a": 1}})
        start = 0
        for size in sizes:
            writer.write(whole.slice(start, size))
            start += size
        writer.close()
        return tmp_path / name

    file = write("pieces", pieces)
    assert file.read_bytes() == write("reference", [25_000, 25_000]).read_bytes()
    facts = pq.read_metadata(file)
    assert [facts.row_group(n).num_rows for n in range(facts.num_row_groups)] == [GROUP_ROWS, GROUP_ROWS, 10_000]
    assert facts.metadata == {b"note": b'{"a": 1}'}
    assert pl.read_parquet(file)["n"].to_list() == list(range(50_000))


@pytest.mark.parametrize("format", WRITERS.names())
def test_the_same_rows_give_the_same_bytes(store: Store, tmp_path: Path, format: str) -> None:
    written(store, tmp_path / "one", format)
    written(store, tmp_path / "two", format)
    assert content(tmp_path / "one") == content(tmp_path / "two")
