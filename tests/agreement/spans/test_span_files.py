"""Files of spans: the three formats mean the same, and mistakes are placed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from curator.agreement import AgreementOptions, Result, agree_content, agree_file
from curator.errors import CuratorError, DataError, UsageError

ROWS: list[tuple[str, str, int | None, int | None, str | None]] = [
    ("d1", "ana", 0, 10, "fear"),
    ("d1", "ben", 0, 8, "fear"),
    ("d1", "ben", 12, 15, "joy"),
    ("d2", "ana", None, None, None),
    ("d2", "ben", 3, 5, "joy"),
]
NAMES = ("document", "annotator", "start", "end", "value")


def asked(metric: str = "span_f1", **options: object) -> AgreementOptions:
    return AgreementOptions.read({"metrics": [metric], "resamples": 0, **options})


def as_csv(names: tuple[str, ...] = NAMES) -> str:
    lines = [",".join("" if cell is None else str(cell) for cell in row) for row in ROWS]
    return "\n".join([",".join(names), *lines]) + "\n"


def csv(text: str, **options: Any) -> Result:
    return agree_content(text.encode(), "s.csv", asked(match="overlap", **options))[0]


def test_the_formats_mean_the_same(tmp_path: Path) -> None:
    records = [dict(zip(NAMES, row, strict=True)) for row in ROWS]
    (tmp_path / "s.csv").write_text(as_csv(), encoding="utf-8")
    (tmp_path / "s.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    pl.DataFrame(records).write_parquet(tmp_path / "s.parquet")
    found = [agree_file(tmp_path / f"s.{ending}", asked(match="overlap"))[0] for ending in ("csv", "jsonl", "parquet")]
    assert found[0] == found[1] == found[2]
    # fear: both 8, of 10 + 8; joy: 3 + 2 of ben alone; d2 was seen by both: 16 / 23
    assert found[0].value == pytest.approx(16 / 23)
    assert (found[0].n_units, found[0].n_ratings, found[0].domain) == (2, 4, ("fear", "joy"))


def test_the_column_of_the_document() -> None:
    by_unit = csv(as_csv(("unit", *NAMES[1:])))
    assert by_unit.n_units == 2
    named = csv(as_csv(("turn", *NAMES[1:])), unit="turn")
    assert named == by_unit
    assert csv(as_csv(("turn", *NAMES[1:]))).n_units == 1  # a column nobody asked for
    with pytest.raises(DataError, match="there is no column 'page'"):
        csv(as_csv(), unit="page")


def test_named_annotators_worked_on_everything() -> None:
    text = "annotator,start,end,value\nana,0,5,x\n"
    assert csv(text, annotators=["ana", "ben"]).value == 0
    assert csv(text).undefined == "needs two annotators; there is only one"


def test_lengths_and_the_continuum() -> None:
    text = "document,annotator,start,end,value,length\nd,ana,0,5,x,20\nd,ben,0,4,x,20\n"
    by_column = agree_content(text.encode(), "s.csv", asked("u_alpha_2016"))[0]
    by_flag = agree_content(
        text.replace(",length", "").replace(",20", "").encode(), "s.csv", asked("u_alpha_2016", continuum="0,20")
    )[0]
    assert by_column.value == by_flag.value
    assert not by_column.notes


HEAD = "annotator,start,end,value\n"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("", DataError, "s.csv: the file is empty."),
        ("annotator,start,value\n", DataError, "s.csv: there is no column 'end'. The columns are: annotator, start"),
        (HEAD + "ana,0,x,fear\n", DataError, "s.csv, line 2: end is 'x'."),
        (HEAD + "ana,0,1e400,fear\n", DataError, "end is too far away"),
        (HEAD + "ana,5,4,fear\n", DataError, "s.csv, ana, [5, 4): a span ends where it starts or before"),
        (HEAD + "ana,5,,fear\n", DataError, "s.csv, line 2: end is missing"),
        (HEAD + ",1,2,fear\n", DataError, "s.csv, line 2: a span without annotator or document"),
        (HEAD + "ana,0,99,fear\n", DataError, "lies outside [0, 50)"),
        (HEAD + "ana,0,99,fear\n", DataError, "--continuum START,END"),
        (HEAD + "ana,0,1e308,fear\n", DataError, "s.csv, line 2: end is too far away"),
        (HEAD + f"ana,{'1' * 401},1,fear\n", DataError, "s.csv, line 2: start is too far away"),
    ],
)
def test_mistakes_are_placed(text: str, kind: type[CuratorError], words: str) -> None:
    with pytest.raises(kind) as caught:
        csv(text, continuum="0,50")
    assert words in str(caught.value)


def test_other_endings_are_refused() -> None:
    with pytest.raises(UsageError, match=r"\.csv, \.jsonl, \.ndjson, \.parquet"):
        agree_content(b"", "s.xlsx", asked())
    with pytest.raises(DataError, match=r"s\.parquet: not a Parquet file"):
        agree_content(b"PAR1", "s.parquet", asked())


def test_an_empty_file_has_no_spans() -> None:
    for name, text in (("s.csv", HEAD), ("s.jsonl", "")):
        assert agree_content(text.encode(), name, asked())[0].undefined == "there are no spans"
