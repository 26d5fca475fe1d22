"""Which spans of two annotators meet, and for how long: by binary search in sorted spans, not by trying every pair."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from curator.agreement.ratings import Floats, Ints
from curator.agreement.spans.table import Spans


class Overlaps(NamedTuple):
    """One entry for each two spans that meet: their places in the two lists, and the length that they share."""

    one: Ints
    other: Ints
    length: Floats


def overlaps(start: Floats, end: Floats, other_start: Floats, other_end: Floats) -> Overlaps:
    """The other spans have to be disjoint and ascending."""
    low = np.searchsorted(other_end, start, side="right")
    n_met = np.maximum(np.searchsorted(other_start, end, side="left") - low, 0)
    one = np.repeat(np.arange(len(start)), n_met)
    first = np.cumsum(n_met) - n_met
    other = np.arange(len(one)) - first[one] + low[one]
    return Overlaps(one, other, np.minimum(end[one], other_end[other]) - np.maximum(start[one], other_start[other]))


class Union(NamedTuple):
    """Disjoint spans, ascending, and the place of the first of those that each was joined from."""

    start: Floats
    end: Floats
    first: Ints


def union(start: Floats, end: Floats) -> Union:
    """Ascending spans with those that meet or touch joined."""
    if not len(start):
        return Union(start, end, np.zeros(0, dtype=np.int64))
    furthest = np.maximum.accumulate(end)
    first = np.flatnonzero(np.concatenate([[True], start[1:] > furthest[:-1]]))
    return Union(start[first], np.maximum.reduceat(end, first), first)


def overlaps_itself(spans: Spans, *, within_labels: bool = False) -> str:
    """Whose spans overlap, and where, in words; or an empty text. within_labels: only spans of one label count."""
    layer = spans.value if within_labels else np.zeros_like(spans.value)
    by = np.lexsort((spans.end, spans.start, spans.document, layer, spans.annotator))
    start, end, _ = spans.on_one_line()
    start, end, layer, who = start[by], end[by], layer[by], spans.annotator[by]
    wrong = (start[1:] < end[:-1]) & (layer[1:] == layer[:-1]) & (who[1:] == who[:-1]) & (end[1:] > start[:-1])
    if not wrong.any():
        return ""
    first = int(by[np.flatnonzero(wrong)[0]])
    return f"spans of {spans.annotators[spans.annotator[first]]} overlap in {spans.documents[spans.document[first]]!r}"


def pairs(spans: Spans) -> list[tuple[int, int]]:
    """Every two annotators (codes) with a document in common."""
    together = spans.saw.T.astype(np.int64) @ spans.saw.astype(np.int64)
    return [(one, two) for one, two in combinations(range(len(spans.annotators)), 2) if together[one, two]]


def shared_documents(spans: Spans) -> Ints:
    """Codes of the documents that two annotators or more worked on."""
    return np.flatnonzero(spans.saw.sum(axis=1) >= 2)


def why_not_comparable(spans: Spans) -> str:
    """The reason why nothing at all can be compared, or an empty text."""
    if len(spans.annotators) < 2:
        return "needs two annotators; there is only one" if len(spans.annotators) else "there are no spans"
    if not len(shared_documents(spans)):
        return "no document was marked by two annotators"
    return ""
