"""Columns of names and values as integer codes, by the fastest exact way that their type allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

Ints: TypeAlias = npt.NDArray[np.int64]

WIDE = 65_536  # a table of so many places costs nothing, however few codes there are


def codes_of(column: pl.Series) -> tuple[Ints, pl.Series]:
    """A code for each row, -1 where null, and the distinct values that the codes stand for, ascending."""
    there = column.is_not_null()
    if not there.all():
        code: Ints = np.full(len(column), -1, dtype=np.int64)
        code[there.to_numpy()], distinct = codes_of(column.filter(there))
        return code, distinct
    if column.dtype == pl.String:
        return _of_texts(column)
    if column.dtype.is_signed_integer() and column.dtype != pl.Int128 and len(column):
        lowest = int(np.asarray(column.min()))
        # Python's whole numbers, because the difference of two 64-bit ones may need 65 bits.
        span = int(np.asarray(column.max())) - lowest + 1
        if _is_small(span, len(column)):
            code, used = without_gaps(column.to_numpy().astype(np.int64) - lowest, span)
            return code, pl.Series(used + lowest, dtype=column.dtype)
    return _by_join(column)


def codes_of_rows(columns: Sequence[pl.Series]) -> tuple[Ints, int]:
    """A code for each row of some columns together, ascending by the first, then the second …, and how many there are.

    -1 where any of them is null.
    """
    code: Ints = np.zeros(len(columns[0]), dtype=np.int64)
    n = 1
    missing = np.zeros(len(columns[0]), dtype=np.bool_)
    for column in columns:
        of_column, distinct = codes_of(column)
        if len(distinct) == 1 and len(columns) > 1 and not column.null_count():
            continue
        missing |= of_column < 0
        code, used = without_gaps(code * len(distinct) + np.maximum(of_column, 0), n * max(len(distinct), 1))
        n = len(used)
    code[missing] = -1
    return code, n


def without_gaps(code: Ints, size: int) -> tuple[Ints, Ints]:
    """Codes from 0 to size - 1 numbered anew in the same order, each used, and what they were before."""
    if not _is_small(size, len(code)):
        used, place = np.unique(code, return_inverse=True)
        return place.astype(np.int64), used
    there = np.zeros(size, dtype=np.bool_)
    there[code] = True
    return (np.cumsum(there) - 1)[code], np.flatnonzero(there)


def _is_small(size: int, n_codes: int) -> bool:
    """A table with a place for every possible code beats sorting."""
    return size <= 4 * n_codes + WIDE


def _of_texts(column: pl.Series) -> tuple[Ints, pl.Series]:
    """Numbered as they first appear, by categories that nobody else can add to; then by their order as texts."""
    first_seen = column.cast(pl.Categorical(pl.Categories.random())).to_physical().to_numpy().astype(np.int64)
    example = np.zeros(int(first_seen.max(initial=-1)) + 1, dtype=np.int64)
    example[first_seen] = np.arange(len(column))
    texts = column.gather(example)
    ascending = texts.arg_sort()
    place = np.zeros(len(texts), dtype=np.int64)
    place[ascending.to_numpy()] = np.arange(len(texts))
    return place[first_seen], texts.gather(ascending)


def _by_join(column: pl.Series) -> tuple[Ints, pl.Series]:
    """Values of any type that can be compared at all: lists, truth values, fractions, dates."""
    distinct = column.rename("value").unique().sort()
    keyed = distinct.to_frame().with_row_index("code")
    joined = column.rename("value").to_frame().join(keyed, on="value", how="left", maintain_order="left")
    return joined["code"].to_numpy().astype(np.int64), distinct
