"""Codes of columns, against plain Python: a dictionary of the distinct values in order."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator.agreement.coding import LONG, codes_of, codes_of_each, codes_of_rows, without_gaps

COLUMNS = [
    (st.text(max_size=3), pl.String()),
    (st.integers(-3, 3), pl.Int8()),
    (st.integers(-(2**63), 2**63 - 1), pl.Int64()),
    (st.integers(0, 2**64 - 1), pl.UInt64()),
    (st.floats(allow_nan=False), pl.Float64()),
    (st.booleans(), pl.Boolean()),
    (st.lists(st.sampled_from("abc"), max_size=2), pl.List(pl.String())),
]


@pytest.mark.parametrize(("values", "dtype"), COLUMNS)
def test_a_column_of_any_type(values: st.SearchStrategy[object], dtype: pl.DataType) -> None:
    @given(column=st.lists(st.none() | values, max_size=30))
    def check(column: list[object]) -> None:
        codes, distinct = codes_of(pl.Series(column, dtype=dtype))
        known = distinct.to_list()
        assert [None if code < 0 else known[code] for code in codes.tolist()] == column
        assert all(lower < higher for lower, higher in pairwise(known))
        assert all(value in column for value in known)

    check()


@given(rows=st.lists(st.tuples(st.sampled_from("ab"), st.none() | st.integers(0, 3), st.just("same")), max_size=30))
def test_columns_together(rows: list[tuple[object, ...]]) -> None:
    frame = pl.DataFrame(rows, schema={"a": pl.String, "b": pl.Int64, "c": pl.String}, orient="row")
    codes, n = codes_of_rows(codes_of_each([frame["a"], frame["b"], frame["c"]]))
    assert all(0 <= code < n for code in codes)
    whole = [(row, code) for row, code in zip(rows, codes.tolist(), strict=True) if None not in row]
    assert all((one < other) == (a < b) for one, a in whole for other, b in whole)


@given(codes=st.lists(st.integers(0, 20), max_size=30), spread=st.sampled_from([1, 10**12]))
def test_renumbering_without_gaps(codes: list[int], spread: int) -> None:
    given_ = np.array(codes, dtype=np.int64) * spread
    place, used = without_gaps(given_, 21 * spread)
    assert used.tolist() == sorted(set(given_.tolist()))
    assert used[place].tolist() == given_.tolist()


def test_long_columns_side_by_side_get_the_codes_they_get_alone() -> None:
    n = LONG + 7
    columns = [
        pl.Series("text", [f"t{7 * row % 1_000}" for row in range(n)]),
        pl.Series("number", [None if row % 11 == 0 else row % 13 for row in range(n)]),
        pl.Series("sorted", [f"u{row // 5}" for row in range(n)]),
    ]
    for (codes, distinct), column in zip(codes_of_each(columns), columns, strict=True):
        alone, values = codes_of(column)
        assert (codes == alone).all()
        assert distinct.to_list() == values.to_list() == sorted(column.drop_nulls().unique().to_list())


@given(texts=st.lists(st.none() | st.text(max_size=2), max_size=20))
def test_texts_that_stand_in_runs(texts: list[str | None]) -> None:
    column = [text for text in texts for _ in range(3)]
    codes, distinct = codes_of(pl.Series(column, dtype=pl.String))
    known = distinct.to_list()
    assert [None if code < 0 else known[code] for code in codes.tolist()] == column
    assert all(lower < higher for lower, higher in pairwise(known))
