"""Which options are taken for which: tables for every two annotators and for all together, and the pairs of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from curator.agreement.diagnosis.disagreement import Disagreement
from curator.agreement.ratings import Ints
from curator.agreement.values import Json, Key, as_json, order

NOT_CHOSEN = "(not chosen)"
"""Among the options of sets: one annotator chose the other option, and this one nothing in its place."""
MOST_OPTIONS = 60
"""Above so many values (points of a scale, say) a table tells nothing."""
MOST_TABLES = 66
"""Tables of two annotators: all of twelve people, or those who disagree most often."""
MOST_PAIRS = 30

Cell = tuple[int, int]


@dataclass(frozen=True)
class Confusion:
    """counts[i][j]: how often the first annotator answered options[i] and the second options[j] to the same thing.

    annotators: two, or none in the table of all together, where each pair of answers counts both ways.
    """

    annotators: tuple[str, ...]
    options: tuple[Json, ...]
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ConfusedPair:
    """Two options that stood against each other in n pairs of answers; share: of all pairs of unlike options."""

    options: tuple[Json, Json]
    n: int
    share: float


@dataclass(frozen=True)
class Confusions:
    of_all: Confusion
    by_pair: tuple[Confusion, ...]
    pairs: tuple[ConfusedPair, ...]


def confusions(found: Disagreement) -> Confusions:
    """Nothing where no two people answered to the same thing, or there are more than MOST_OPTIONS options.

    Of sets: options that both chose are the diagonal; an option that one alone chose stands against every option that
    the other alone chose, or against NOT_CHOSEN.
    """
    ratings = found.ratings
    if len(ratings.labels) > MOST_OPTIONS or not len(found.left):
        return Confusions(Confusion((), (), ()), (), ())
    options = [*map(as_json, ratings.labels), *([NOT_CHOSEN] if ratings.has_sets else [])]
    cells = _Cells(ratings.domain, ratings.labels)
    of_pair: dict[Cell, np.ndarray[tuple[int, int], np.dtype[np.int64]]] = {}
    whole = np.zeros((len(options), len(options)), dtype=np.int64)
    for (first, second, left, right), n in _occurring(found):
        table = of_pair.setdefault((first, second), np.zeros_like(whole))
        for cell in cells.of(left, right):
            table[cell] += n
    for table in of_pair.values():
        whole += table + table.T
    unlike = {pair: int(table.sum() - np.trace(table)) for pair, table in of_pair.items()}
    kept = sorted(sorted(of_pair, key=lambda pair: (-unlike[pair], pair))[:MOST_TABLES])
    tables = [_table((ratings.annotators[a], ratings.annotators[b]), options, of_pair[a, b]) for a, b in kept]
    return Confusions(_table((), options, whole), tuple(tables), tuple(_pairs(options, whole)))


def _occurring(found: Disagreement) -> Iterator[tuple[tuple[int, int, int, int], int]]:
    """(annotator, annotator, value, value) -> how often, of those that occur. Folded into one integer: sorting these is
    twenty times as fast as sorting rows of four."""
    ratings = found.ratings
    sizes = (len(ratings.annotators), len(ratings.annotators), len(ratings.domain), len(ratings.domain))
    columns = [of[side] for of in (ratings.annotator, ratings.value) for side in (found.left, found.right)]
    codes, counts = np.unique(np.ravel_multi_index(columns, sizes), return_counts=True)
    for cell, n in zip(zip(*np.unravel_index(codes, sizes), strict=True), counts.tolist(), strict=True):
        first, second, left, right = map(int, cell)
        yield (first, second, left, right), n


class _Cells:
    """The cells of a table that two values touch; of single values one."""

    def __init__(self, domain: tuple[Key, ...], labels: tuple[Key, ...]) -> None:
        self.domain = domain
        self.place = {label: code for code, label in enumerate(labels)}
        self._known: dict[Cell, list[Cell]] = {}

    def of(self, left: int, right: int) -> list[Cell]:
        if (left, right) not in self._known:
            self._known[left, right] = self._found(self.domain[left], self.domain[right])
        return self._known[left, right]

    def _found(self, left: Key, right: Key) -> list[Cell]:
        if not isinstance(left[1], tuple) or not isinstance(right[1], tuple):
            return [(self.place[left], self.place[right])]
        one, two = set(left[1]), set(right[1])
        nothing = [len(self.place)]
        both = [self.place[key] for key in sorted(one & two, key=order)]
        alone = [[self.place[key] for key in sorted(side, key=order)] for side in (one - two, two - one)]
        unlike = list(product(alone[0] or nothing, alone[1] or nothing)) if any(alone) else []
        return [*((code, code) for code in both), *unlike]


def _table(annotators: tuple[str, ...], options: list[Json], counts: Ints) -> Confusion:
    return Confusion(annotators, tuple(options), tuple(tuple(row) for row in counts.tolist()))


def _pairs(options: list[Json], whole: Ints) -> Iterator[ConfusedPair]:
    """Most frequent first. `whole` counts each pair of answers both ways, so one half of it is enough."""
    upper = np.triu(whole, k=1)
    total = int(upper.sum())
    counts = Counter({(int(i), int(j)): int(upper[i, j]) for i, j in zip(*np.nonzero(upper), strict=True)})
    for (i, j), n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_PAIRS]:
        yield ConfusedPair((options[i], options[j]), n, n / total)
