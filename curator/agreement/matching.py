"""Items of two annotators that stand for the same thing, matched one to one; and how often both found the thing.

Items (spans, links, segments, records) have no units given beforehand: a unit is made of what was matched. Where the
place alone says what is the same (a link from one turn to another) the place is the unit. Where it does not (records),
every two annotators are matched by themselves, and a unit is a matched pair, or an item that found no partner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

import numpy as np
import polars as pl

from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide, prepared_patterns, why_not_pairable
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings
from curator.agreement.values import key_of
from curator.errors import DataError

Item = TypeVar("Item")
Place = tuple[str, str]
"""(cluster, place): a dialogue, and within it what the items are about."""
FOUND, TRUTHS = key_of(True), (False, True)


@dataclass(frozen=True)
class Matched(Generic[Item]):
    """A unit of two annotators: the item of each, None where one has no partner for the other's."""

    place: Place
    slot: int
    annotators: tuple[str, str]
    items: tuple[Item | None, Item | None]

    @property
    def unit(self) -> str:
        """Distinct within the place."""
        return f"{self.slot} {self.annotators!r}"


def one_to_one(likeness: Floats) -> list[tuple[int, int]]:
    """Rows and columns of the most alike, each used once; of equally alike ones the earlier. 0 is never a match.

    likeness: items of one annotator × items of another. With the two exchanged the matches stay the same.
    """
    rows, columns = np.nonzero(likeness > 0)
    # What is left of a tie after these keys is (i, j) and (j, i), and those are not in each other's way.
    order = np.lexsort((abs(rows - columns), rows + columns, -likeness[rows, columns]))
    free_rows, free_columns = set(range(likeness.shape[0])), set(range(likeness.shape[1]))
    found = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        if row in free_rows and column in free_columns:
            free_rows.remove(row)
            free_columns.remove(column)
            found.append((row, column))
    return sorted(found)


def matched(
    items: Mapping[Place, Mapping[str, Sequence[Item]]], alike: Callable[[Item, Item], float]
) -> Iterable[Matched[Item]]:
    """Every two annotators of a place, matched by themselves.

    items: place -> annotator -> items; who looked and found nothing has an empty list, who did not look is not there.
    alike: how like two items are, symmetric; 0 where they cannot be the same.
    """
    for place, of_place in items.items():
        for pair in combinations(sorted(of_place), 2):
            yield from _of_two(place, pair, of_place[pair[0]], of_place[pair[1]], alike)


def _of_two(
    place: Place,
    annotators: tuple[str, str],
    left: Sequence[Item],
    right: Sequence[Item],
    alike: Callable[[Item, Item], float],
) -> Iterable[Matched[Item]]:
    likeness = np.array([[alike(one, other) for other in right] for one in left], dtype=np.float64)
    pairs = one_to_one(likeness.reshape(len(left), len(right)))
    used = {row for row, _ in pairs}, {column for _, column in pairs}
    both: list[tuple[Item | None, Item | None]] = [(left[row], right[column]) for row, column in pairs]
    both += [(item, None) for row, item in enumerate(left) if row not in used[0]]
    both += [(None, item) for column, item in enumerate(right) if column not in used[1]]
    for slot, (one, other) in enumerate(both):
        yield Matched(place, slot, annotators, (one, other))


def found_by_both(units: Iterable[Matched[Item]]) -> Ratings:
    """True where an annotator has the item: what `F1` reads."""
    rows = [
        (unit.place, unit.unit, who, item is not None)
        for unit in units
        for who, item in zip(unit.annotators, unit.items, strict=True)
    ]
    return ratings_of(rows, domain=TRUTHS)


def ratings_of(rows: Sequence[tuple[Place, str, str, object]], *, domain: Sequence[object] | None = None) -> Ratings:
    """Ratings from rows (place, unit within it, annotator, value); the cluster is the place's first half."""
    long = [(f"{cluster}\0{place}\0{unit}", who, value, cluster) for (cluster, place), unit, who, value in rows]
    return Ratings.from_rows(long, domain=domain, has_clusters=True)


def marks(items: pl.DataFrame, looked: pl.DataFrame, *, place: Sequence[str], key: Sequence[str]) -> Ratings:
    """True or false for everything that anybody marked at a place, by everybody who looked there.

    items: columns place, key, `annotator`, `cluster`, a row an item; equal rows count once.
    looked: place, `annotator`, a row for everybody who looked at a place, whether they marked anything or not.
    """
    names = [*place, *key]
    marked = items.select(*names, "annotator").unique().with_columns(value=pl.lit(True))
    candidates = items.select(list(dict.fromkeys([*names, "cluster"]))).unique()
    candidates = candidates.join(looked.select(*place, "annotator").unique(), on=place)
    table = candidates.join(marked, on=[*names, "annotator"], how="left").with_columns(pl.col("value").fill_null(False))
    return Ratings.from_frame(
        table, unit=names, annotator="annotator", value="value", cluster="cluster", domain=list(TRUTHS)
    )


def _prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """2·both / (one's + other's) over all pairs of annotators on all units; nothing is corrected for chance.

    Of a unit with m annotators of whom k have the item: k(k - 1) of k(m - 1). This is the specific agreement of
    Cicchetti & Feinstein 1990, and for two annotators the F1 of one against the other. Undefined where nobody found
    anything: agreeing on nothing is not counted as success.
    """
    if ratings.domain and ratings.domain != tuple(map(key_of, TRUTHS)):
        raise DataError("F1 compares what was found with what was not: its values are true and false.")
    if reason := why_not_pairable(ratings):
        return Undefined("nobody marked anything where two annotators looked" if not ratings.n_ratings else reason)
    size = ratings.patterns.size
    k = ratings.patterns.counts[:, ratings.domain.index(FOUND)]

    def estimate(totals: Floats) -> Estimates:
        value = divide(totals[:, 0], totals[:, 1])
        return Estimates(value, value, np.full(len(totals), np.nan))

    rows = np.column_stack([k * (k - 1), k * (size - 1)]).astype(np.float64)
    none = "nobody marked anything where two annotators looked"
    return prepared_patterns(ratings, rows, estimate, none, pairable_only=True)


F1 = Metric("f1", "F1 of every two annotators", _prepare)
"""Not among METRICS: its ratings are true and false, made of items."""
