"""Small rating tables for tests, and a slow second opinion to compare with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Ratings, Result

Row = tuple[str, str, object]


def grid(rows: Sequence[Sequence[object]], *, domain: Sequence[object] | None = None) -> Ratings:
    """Units × annotators, None where missing: units u0, u1 …, annotators a, b, c …"""
    return Ratings.from_rows(grid_rows(rows), domain=domain)


def grid_rows(rows: Sequence[Sequence[object]]) -> list[Row]:
    return [(f"u{u}", "abcdefghij"[a], value) for u, row in enumerate(rows) for a, value in enumerate(row)]


ORDERED = {"icc", "kendall_w"}
"""Metrics that read numbers or an order, so labels without one are refused."""
POINTS: dict[object, object] = {"joy": 1, "fear": 2, "calm": 3, "x": 1, "y": 2, "z": 3, None: None}


def fitting(name: str, rows: Sequence[Row]) -> list[Row]:
    """The same rows, with numbers for labels where the metric needs them."""
    return [(unit, who, POINTS[value]) for unit, who, value in rows] if name in ORDERED else list(rows)


def asked_of(name: str, *, candidate: str = "a", **flags: object) -> AgreementOptions:
    """The metric, with what it cannot do without."""
    needed = {"candidate": candidate} if name == "alt_winning_rate" else {}
    return AgreementOptions.read({"metrics": [name], **needed, **flags})


def tables(
    values: st.SearchStrategy[object], *, annotators: int = 4, units: int = 8
) -> st.SearchStrategy[list[list[object]]]:
    """Grids with some cells missing."""
    cell = st.none() | values
    return st.integers(2, annotators).flatmap(
        lambda width: st.lists(st.lists(cell, min_size=width, max_size=width), min_size=1, max_size=units)
    )


def same(one: Result, other: Result, *, tolerance: float = 1e-9) -> bool:
    """Same value, or both undefined."""
    if one.value is None or other.value is None:
        return one.value is other.value
    return abs(one.value - other.value) <= tolerance


def slow_alpha(rows: Sequence[Sequence[object]], distance: Callable[[object, object], Fraction]) -> Fraction | None:
    """Alpha by its definition, over every ordered pair of values; None for 0/0."""
    units = defaultdict(list)
    for unit, _, value in grid_rows(rows):
        if value is not None:
            units[unit].append(value)
    pairable = [values for values in units.values() if len(values) > 1]
    observed = sum(
        (sum(distance(a, b) for a, b in permutations(values, 2)) / Fraction(len(values) - 1) for values in pairable),
        Fraction(0),
    )
    pool = [value for values in pairable for value in values]
    if len(pool) < 2:
        return None
    expected = sum((distance(a, b) for a, b in permutations(pool, 2)), Fraction(0)) / (len(pool) - 1)
    return 1 - observed / expected if expected else None
