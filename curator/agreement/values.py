"""Label values as hashable, ordered keys, so that each distinct value is looked at once and coded as an integer.

A key is (rank, value): numbers before texts before truth values before sets, ascending within each. `1` and `1.0` are
one value; `1`, `"1"` and `true` are three. A list is a set of labels: order and repetition do not count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

from curator.errors import DataError

Key: TypeAlias = tuple[int, "float | str | bool | tuple[Key, ...]"]
Json: TypeAlias = "bool | int | float | str | list[Json] | None"

NUMBER, TEXT, TRUTH, SET = range(4)
LONG = 10**16  # numbers from here on are told in short
MOST_BITS = 1000  # a whole number of more is no float
FIX = "Use a number, a text, true, false, or a list of these; null is missing."


def key_of(value: object, *, where: str = "") -> Key:
    """The key of a JSON scalar or of a list of JSON scalars. Raises DataError for anything else, and for NaN."""
    if isinstance(value, list | tuple | set | frozenset):
        items = {key_of(item, where=where) for item in value}
        if any(rank == SET for rank, _ in items):
            raise DataError("a list inside a list cannot be compared.", where=where, fix=FIX)
        return (SET, tuple(sorted(items, key=order)))
    if isinstance(value, bool):
        return (TRUTH, value)
    if isinstance(value, int) and value.bit_length() <= MOST_BITS:
        return (NUMBER, value)
    if isinstance(value, float) and math.isfinite(value):
        return (NUMBER, int(value) if value.is_integer() else value)
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):  # JSON can spell half a pair
            raise DataError("a text is no Unicode.", where=where, fix="Mend the escapes \\ud800 to \\udfff.")
        return (TEXT, value)
    if isinstance(value, int) or (isinstance(value, float) and math.isinf(value)):
        raise DataError("a number is too large to compute with.", where=where, fix="Use a larger unit of measurement.")
    told = "null" if value is None else repr(value)
    raise DataError(f"{told} cannot be compared as a label.", where=where, fix=FIX)


def order(key: Key) -> tuple[int, list[object]]:
    """Sort key for keys of mixed kinds: ascending within a kind, the empty set before all other sets."""
    rank, value = key
    return (rank, [order(item) for item in value] if isinstance(value, tuple) else [value])


def as_json(key: Key) -> Json:
    """The value that a key stands for; sets as ascending lists."""
    value = key[1]
    return [as_json(item) for item in value] if isinstance(value, tuple) else value


def is_set(key: Key) -> bool:
    return key[0] == SET


def show(keys: Iterable[Key], most: int = 5) -> str:
    """Some of the values for a message: `1`, `'x'`, `['a', 'b']`."""
    listed = list(keys)
    rest = len(listed) - most
    return ", ".join(map(said, listed[:most])) + (f" and {rest} more" if rest > 0 else "")


def said(key: Key) -> str:
    """The value for a message; numbers of many digits in short."""
    value = as_json(key)
    return f"{value:g}" if isinstance(value, int | float) and abs(value) >= LONG else repr(value)
