"""How far apart two values are at a level of measurement, for alpha: squared differences for numbers and ranks, the set
distances as they are (Passonneau 2006; Artstein & Poesio 2008)."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias, get_args

import numpy as np

from curator.agreement.core import divide
from curator.agreement.ratings import Floats, Ratings, check_size
from curator.agreement.values import NUMBER, Key, show
from curator.errors import DataError, UsageError

Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio", "set_nominal", "set_jaccard", "set_masi"]
LEVELS: tuple[Level, ...] = get_args(Level)

FARTHEST, NEAREST = 1e100, 1e-100  # of numbers: squares of these, and sums of many such, are still numbers


def level_for(ratings: Ratings, level: Level | None) -> Level:
    """The level asked for, or the default: nominal, for sets MASI. Raises DataError or UsageError for unfit values."""
    if level is None:
        return "set_masi" if ratings.has_sets else "nominal"
    if ratings.has_sets and level in ("ordinal", "interval", "ratio"):
        raise DataError(
            f"sets cannot be compared at the level {level}.", fix="Use set_masi, set_jaccard or set_nominal."
        )
    if level.startswith("set_") and ratings.domain and ratings.n_ratings and not ratings.has_sets:
        raise DataError(
            f"{level} compares lists; {show(ratings.domain[:1])} is none.", fix="Use nominal or another level."
        )
    if level == "ordinal":
        need_order(ratings, "ordinal")
    if level in ("interval", "ratio"):
        numbers(ratings, level)
    return level


def need_order(ratings: Ratings, what: str) -> None:
    """Labels that are no numbers have no order of their own, least of all the alphabetical one."""
    if not ratings.is_declared and any(rank != NUMBER for rank, _ in ratings.domain):
        fix = f"Declare the order of the labels as the domain, lowest first ({show(ratings.domain, 3)})."
        raise UsageError(f"{what} needs ordered values.", where="domain", fix=fix)


def numbers(ratings: Ratings, level: str) -> Floats:
    """The domain as numbers. Raises DataError for other values, for negative ones at the ratio level, and for numbers
    that differ by more or less than can be squared."""
    if others := [key for key in ratings.domain if key[0] != NUMBER]:
        words = [key for key in others if not _reads_as_number(key[1])]
        fix = "Use nominal, or ordinal with the labels in order as the domain."
        fix = fix if words else "These are texts: write numbers without quotes."
        raise DataError(f"the level {level} needs numbers, unlike {show(words or others)}.", fix=fix)
    values = np.array([value for _, value in ratings.domain if isinstance(value, int | float)], dtype=np.float64)
    if (np.abs(values) > FARTHEST).any():
        fix = "Use a larger unit of measurement, or the level ordinal."
        raise DataError(f"{values[np.abs(values).argmax()]:g} is too large for the level {level}.", fix=fix)
    if level == "interval" and (np.diff(np.sort(values)) < NEAREST).any():
        fix = "Subtract what they have in common, use a smaller unit of measurement, or the level ordinal."
        raise DataError("some of the numbers are too near to each other to compute with.", fix=fix)
    if level == "ratio" and (values < 0).any():
        raise DataError("the level ratio needs values of 0 or more.", fix="Use interval for values below zero.")
    return values


def _reads_as_number(value: object) -> bool:
    try:
        return isinstance(value, str) and math.isfinite(float(value))
    except ValueError:
        return False


def matrix(ratings: Ratings, level: Level) -> Floats:
    """values × values, for the levels whose distance is a fixed table: all but ordinal and interval."""
    k = len(ratings.domain)
    check_size(k, k, k)
    if level in ("nominal", "set_nominal"):
        return 1 - np.eye(k)
    if level == "ratio":
        values = numbers(ratings, level)
        return np.nan_to_num(divide(np.subtract.outer(values, values), np.add.outer(values, values))) ** 2
    if level in ("set_jaccard", "set_masi"):
        return set_matrix(ratings.domain, masi=level == "set_masi")
    raise ValueError(f"the distance at the level {level} is no fixed matrix")


def set_matrix(domain: tuple[Key, ...], *, masi: bool) -> Floats:
    """Distances of every two sets: 1 - J for Jaccard, 1 - J·M for MASI, with J = |A∩B| / |A∪B| and J(∅, ∅) = 1.

    M is 1 for equal sets, 2/3 where one holds the other, 1/3 where they overlap, 0 where they are disjoint.
    """
    place: dict[Key, int] = {}
    held = [(row, place.setdefault(item, len(place))) for row, key in enumerate(domain) for item in _items(key[1])]
    member = np.zeros((len(domain), len(place)))
    if held:
        member[tuple(np.transpose(held))] = 1
    size = member.sum(axis=1)
    both = member @ member.T
    smaller, larger = np.minimum.outer(size, size), np.maximum.outer(size, size)
    either = np.add.outer(size, size) - both
    similarity = divide(both, either)
    similarity[either == 0] = 1
    if masi:
        similarity = similarity * np.select([both == larger, both == 0, both == smaller], [1, 0, 2 / 3], 1 / 3)
    return np.asarray(1 - similarity)


def _items(items: object) -> tuple[Key, ...]:
    return items if isinstance(items, tuple) else ()
