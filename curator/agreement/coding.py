"""Columns of names and values as integer codes, by the fastest exact way that their type allows."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

Ints: TypeAlias = npt.NDArray[np.int64]

Coded: TypeAlias = tuple[Ints, pl.Series]
"""A code for each row, -1 where null, and the distinct values that the codes stand for, ascending."""

LONG = 100_000  # rows from which columns are worth a thread each
WIDE = 65_536  # a table of so many places costs nothing, however few codes there are


def codes_of_each(columns: Sequence[pl.Series]) -> list[Coded]:
    """The columns side by side: most of the time goes to polars and numpy, which let other threads work."""
    if not columns or len(columns[0]) < LONG:
        return list(map(codes_of, columns))
    with ThreadPoolExecutor(len(columns)) as threads:
        return list(threads.map(codes_of, columns))


def codes_of(column: pl.Series) -> Coded:
    """The column's values as codes."""
    if column.dtype == pl.String:
        return _of_texts(column)
    if column.dtype.is_signed_integer() and column.dtype != pl.Int128 and column.null_count() < len(column):
        lowest = int(np.asarray(column.min()))
        # Python's whole numbers, because the difference of two 64-bit ones may need 65 bits.
        span = int(np.asarray(column.max())) - lowest + 1
        if _is_small(span, len(column)):
            above = column.fill_null(lowest).to_numpy().astype(np.int64) - lowest
            return _with_nulls(column, *without_gaps(above, span), lowest)
    return _by_group(column)


def codes_of_rows(columns: Sequence[Coded]) -> tuple[Ints, int]:
    """A code for each row of some columns together, ascending by the first, then the second …, and a bound of them.

    Rows with a null get the code of another row.
    """
    (first, distinct), *others = columns
    code, n = np.maximum(first, 0), max(len(distinct), 1)
    for of_column, distinct in others:
        if len(distinct) > 1:
            code, used = without_gaps(code * len(distinct) + np.maximum(of_column, 0), n * len(distinct))
            n = len(used)
    return code, n


def without_gaps(code: Ints, size: int) -> tuple[Ints, Ints]:
    """Codes from 0 to size - 1 numbered anew in the same order, each used, and what they were before."""
    if not _is_small(size, len(code)):
        used, place = np.unique(code, return_inverse=True)
        return place.astype(np.int64), used
    there = np.zeros(size, dtype=np.bool_)
    there[code] = True
    used = np.flatnonzero(there)
    return (code if len(used) == size else (np.cumsum(there) - 1)[code]), used


def order_of(key: Ints, size: int) -> Ints:
    """Positions that sort keys from 0 to size - 1; equal ones stay as they stand."""
    bits = len(key).bit_length()
    if size.bit_length() + bits > 62:
        return np.argsort(key, kind="stable")
    packed = np.sort((key << bits) | np.arange(len(key)))  # sorting numbers is quicker than sorting positions by them
    return packed & ((1 << bits) - 1)


def _is_small(size: int, n_codes: int) -> bool:
    """A table with a place for every possible code beats sorting."""
    return size <= 16 * n_codes + WIDE


def _of_texts(column: pl.Series) -> Coded:
    """Numbered as they first appear, by categories that nobody else can add to; then by their order as texts."""
    run = column.rle_id().to_numpy().astype(np.int64)
    n_runs = int(run.max(initial=-1)) + 1
    if 2 * n_runs < len(column):  # sorted or nearly so: look at each run of equal texts once
        start = np.flatnonzero(np.diff(run, prepend=-1))
        code, distinct = _by_sorting(column.gather(start)) if n_runs else (run, column)
        return code[run], distinct
    seen = column.cast(pl.Categorical(pl.Categories.random())).to_physical()
    n = 0 if seen.null_count() == len(seen) else int(np.asarray(seen.max())) + 1
    first_seen = seen.fill_null(n).to_numpy().astype(np.int64)
    example = np.zeros(n + 1, dtype=np.int64)
    example[first_seen] = np.arange(len(column))
    texts = column.gather(example[:n])
    ascending = texts.arg_sort()
    place = np.full(n + 1, -1)
    place[ascending.to_numpy()] = np.arange(n)
    return place[first_seen], texts.gather(ascending)


def _by_sorting(column: pl.Series) -> Coded:
    """Of texts that are mostly different: sorting them costs less than looking each up."""
    by_text = column.arg_sort(nulls_last=True)
    ascending = column.gather(by_text).drop_nulls()
    is_new = np.ones(len(ascending), dtype=np.bool_)
    is_new[1:] = (ascending[1:] != ascending[:-1]).to_numpy()
    code: Ints = np.full(len(column), -1, dtype=np.int64)
    code[by_text.to_numpy()[: len(ascending)]] = np.cumsum(is_new) - 1
    return code, ascending.gather(np.flatnonzero(is_new))


def _with_nulls(column: pl.Series, code: Ints, used: Ints, lowest: int) -> Coded:
    if column.null_count():
        code = np.where(column.is_null().to_numpy(), -1, code)
    return code, pl.Series(used + lowest, dtype=column.dtype)


def _by_group(column: pl.Series) -> Coded:
    """Values of any type that can be compared at all: lists, truth values, fractions, dates."""
    rows = column.rename("value").to_frame().with_row_index("row").drop_nulls("value")
    groups = rows.group_by("value").agg("row").sort("value")
    code: Ints = np.full(len(column), -1, dtype=np.int64)
    of_group = np.repeat(np.arange(len(groups)), groups["row"].list.len().to_numpy())
    code[groups["row"].explode(keep_nulls=False, empty_as_null=False).to_numpy()] = of_group
    return code, groups["value"]
