"""Small records, compared part by part once it is settled which record of one annotator is which of another's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from curator.agreement.matching import Matched, Place, matched, ratings_of
from curator.agreement.ratings import Ratings
from curator.agreement.values import Json

Record = Mapping[str, str]
"""Part -> its answer as canonical JSON text; a part that was left open is not there."""
MATCHING = (
    "records of two annotators on one target are matched one to one, those with the most equal parts first and of "
    "these the earlier; records without any equal part are not matched"
)


@dataclass(frozen=True)
class OfPart:
    """The answers to one part by those whose records were matched. n_open: how often just one of the two left it open
    (and that is no answer to it)."""

    ratings: Ratings
    n_open: int


def match_records(records: Mapping[Place, Mapping[str, Sequence[Record]]]) -> list[Matched[Record]]:
    """By MATCHING."""
    return list(matched(records, _equal_parts))


def whole(units: Sequence[Matched[Record]]) -> Ratings:
    """True where an annotator has the record with every part as it stands: unlike partners count as two records."""
    rows: list[tuple[Place, str, str, object]] = []
    for unit in units:
        one, other = unit.items
        if one is None or other is None or one == other:
            rows += _found(unit, unit.unit, one is not None, other is not None)
        else:
            rows += [*_found(unit, f"{unit.unit} a", True, False), *_found(unit, f"{unit.unit} b", False, True)]
    return ratings_of(rows, domain=(False, True))


def part(
    units: Sequence[Matched[Record]],
    name: str,
    meaning: Callable[[str | None], Json],
    domain: Sequence[Json] | None = None,
) -> OfPart:
    """meaning: what is compared of an answer (its JSON text, None where the part was left open); None is missing."""
    rows: list[tuple[Place, str, str, object]] = []
    n_open = 0
    for unit in units:
        one, other = unit.items
        if one is None or other is None:
            continue
        values = (meaning(one.get(name)), meaning(other.get(name)))
        n_open += (values[0] is None) != (values[1] is None)
        rows += [
            (unit.place, unit.unit, who, value)
            for who, value in zip(unit.annotators, values, strict=True)
            if value is not None
        ]
    return OfPart(ratings_of(rows, domain=domain), n_open)


def _found(unit: Matched[Record], name: str, one: bool, other: bool) -> list[tuple[Place, str, str, object]]:
    return [(unit.place, name, who, has) for who, has in zip(unit.annotators, (one, other), strict=True)]


def _equal_parts(one: Record, other: Record) -> float:
    return float(sum(other.get(name) == answer for name, answer in one.items()))
