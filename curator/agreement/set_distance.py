"""How far apart two sets of labels are, by itself: what `set_jaccard` and `set_masi` sum up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from curator.agreement.distances import set_matrix
from curator.agreement.values import key_of


def set_distance(one: Iterable[object], other: Iterable[object], distance: Literal["jaccard", "masi"]) -> float:
    """From 0 (equal sets, two empty ones too) to 1 (nothing in common).

    Jaccard is 1 - |A∩B| / |A∪B|; MASI (Passonneau 2006) is 1 - J·M with M = 1 for equal sets, 2/3 where one holds the
    other, 1/3 where they overlap, 0 where they are disjoint. Raises DataError for labels that are no JSON scalars.
    """
    return float(set_matrix((key_of(list(one)), key_of(list(other))), masi=distance == "masi")[0, 1])
