"""States that each last until the next: compared moment by moment on a stated grid, and by when they begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from curator.agreement.matching import Place, found_by_both, matched, ratings_of
from curator.agreement.ratings import Ratings
from curator.errors import DataError

GRID = 1000
"""Milliseconds between two moments, where the field names no grid."""
TOLERANCE = 1000
"""Milliseconds by which two people may differ in when the same state begins."""
MOST_MOMENTS = 2_000_000


class Begin(NamedTuple):
    """A state and when it begins, in milliseconds from the start of the recording."""

    at: int
    label: str


States = Mapping[Place, Mapping[str, Sequence[Begin]]]
"""place -> annotator -> states in any order; who looked and set none has an empty list."""


def on_grid(states: States, lengths: Mapping[Place, int], *, grid: int = GRID, initial: str = "") -> Ratings:
    """What each annotator holds to be the case at 0, `grid`, 2·`grid`, … before the length of the place (milliseconds).

    Before an annotator's first state it is `initial`; without that the moment is missing. Neighbouring moments are
    alike, so an interval has to come from whole recordings. Raises DataError for more than MOST_MOMENTS.
    """
    n = sum(len(who) * max(0, -(-lengths[place] // grid)) for place, who in states.items())
    if n > MOST_MOMENTS:
        raise DataError(f"a grid of {grid / 1000:g} s gives {n} moments.", fix="Set a wider `grid` in the schema.")
    rows: list[tuple[Place, str, str, object]] = []
    for place, of_place in states.items():
        moments = np.arange(0, lengths[place], grid)
        for who, own in of_place.items():
            in_order = sorted(own)
            last = np.searchsorted([one.at for one in in_order], moments, side="right") - 1
            labels = [in_order[idx].label if idx >= 0 else initial for idx in last.tolist()]
            rows += [(place, str(at), who, label) for at, label in zip(moments.tolist(), labels, strict=True) if label]
    return ratings_of(rows)


def begins(states: States, *, tolerance: int = TOLERANCE) -> Ratings:
    """True where an annotator lets a state begin: the same state of another, at most `tolerance` milliseconds away, is
    the same beginning. The nearest are matched first, each once."""
    return found_by_both(matched(states, lambda one, other: _near(one, other, tolerance)))


def _near(one: Begin, other: Begin, tolerance: int) -> float:
    apart = abs(one.at - other.at)
    return 1 - apart / (tolerance + 1) if one.label == other.label and apart <= tolerance else 0.0
