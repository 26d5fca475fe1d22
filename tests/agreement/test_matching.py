"""Items matched one to one, and how often both found the thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Ratings
from curator.agreement.matching import F1, Place, found_by_both, one_to_one
from curator.agreement.records import match_records, part, whole
from curator.agreement.report import measure
from curator.errors import DataError

PLAIN = AgreementOptions(resamples=0)
HERE: Place = ("d1", "t1")


def f1(ratings: Ratings) -> float | None:
    return measure(F1, ratings, PLAIN).value


def test_the_most_alike_are_matched_first_and_each_once() -> None:
    assert one_to_one(np.array([[2.0, 1.0], [3.0, 0.0]])) == [(0, 1), (1, 0)]
    assert one_to_one(np.array([[0.0, 0.0]])) == []
    assert one_to_one(np.array([[1.0], [1.0]])) == [(0, 0)]
    assert one_to_one(np.zeros((0, 3))) == []


def test_f1_over_all_pairs_of_annotators() -> None:
    # x: ana ben cy · y: ana ben · z: cy. Pairs: ana-ben 2 of 2 and 2; ana-cy 1 of 2 and 2; ben-cy the same: 2·4 / 12.
    has = {"x": "ana ben cy", "y": "ana ben", "z": "cy"}
    rows = [(unit, who, who in names.split()) for unit, names in has.items() for who in ("ana", "ben", "cy")]
    assert f1(Ratings.from_rows(rows, domain=[False, True])) == pytest.approx(8 / 12)


def test_f1_refuses_what_is_not_true_or_false() -> None:
    with pytest.raises(DataError, match="true and false"):
        measure(F1, Ratings.from_rows([("u", "ana", "a"), ("u", "ben", "b")]), PLAIN)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_f1_of_two_is_two_both_over_one_and_other(marks: list[tuple[bool, bool]]) -> None:
    rows = [(str(idx), who, has) for idx, pair in enumerate(marks) for who, has in zip("ab", pair, strict=True)]
    both, all_of = sum(one and other for one, other in marks), sum(one + other for one, other in marks)
    found = f1(Ratings.from_rows(rows, domain=[False, True]))
    assert found == (pytest.approx(2 * both / all_of) if all_of else None)


def records(**of: Sequence[Mapping[str, str]]) -> dict[Place, dict[str, Sequence[Mapping[str, str]]]]:
    return {HERE: dict(of)}


def test_records_are_compared_part_by_part_after_matching() -> None:
    units = match_records(
        records(
            ana=[{"move": '"ask"', "tone": '"warm"'}, {"move": '"calm"', "tone": '"cold"'}],
            ben=[{"move": '"calm"', "tone": '"warm"'}, {"move": '"ask"', "tone": '"warm"'}, {"move": '"joke"'}],
        )
    )
    # Two equal parts: ana's first and ben's second. Then one: ana's second and ben's first (calm). The joke is alone.
    assert f1(found_by_both(units)) == pytest.approx(2 * 2 / 5)
    assert f1(whole(units)) == pytest.approx(2 * 1 / 5)
    moves = part(units, "move", lambda text: text)
    assert (moves.ratings.n_units, moves.n_open) == (2, 0)
    assert moves.ratings.pairable_counts.sum() == 4
    tones = part(units, "tone", lambda text: text, ['"warm"', '"cold"'])
    assert (tones.ratings.pairable_counts == [3, 1]).all()


def test_a_part_left_open_by_one_is_told() -> None:
    units = match_records(records(ana=[{"move": '"ask"', "why": '"so"'}], ben=[{"move": '"ask"'}]))
    kept = part(units, "why", lambda text: text)
    assert (kept.n_open, kept.ratings.n_units, len(kept.ratings.pairable)) == (1, 1, 0)


def test_nothing_equal_is_never_the_same_record() -> None:
    units = match_records(records(ana=[{"move": '"ask"'}], ben=[{"move": '"calm"'}]))
    assert f1(found_by_both(units)) == 0
    assert not part(units, "move", lambda text: text).ratings.n_ratings


def test_every_two_annotators_are_matched_by_themselves() -> None:
    same = [{"move": '"ask"'}]
    units = match_records(records(ana=same, ben=same, cy=[]))
    assert sorted(unit.annotators for unit in units) == [("ana", "ben"), ("ana", "cy"), ("ben", "cy")]
    # ana-ben both; ana-cy and ben-cy one each: 2 / (2 + 1 + 1).
    assert f1(found_by_both(units)) == pytest.approx(2 / 4)


@given(st.data())
def test_the_order_of_annotators_changes_nothing(data: st.DataObject) -> None:
    record = st.fixed_dictionaries({name: st.sampled_from(["1", "2"]) for name in ("a", "b")})
    ana, ben = (data.draw(st.lists(record, max_size=4)) for _ in range(2))
    one, other = (match_records(some) for some in (records(a=ana, b=ben), records(a=ben, b=ana)))
    assert f1(found_by_both(one)) == f1(found_by_both(other))
    assert f1(whole(one)) == f1(whole(other))
    for name in ("a", "b"):
        pairs = [
            sorted(zip(kept.ratings.unit.tolist(), kept.ratings.value.tolist(), strict=True))
            for kept in (part(units, name, lambda text: text, ["1", "2"]) for units in (one, other))
        ]
        assert sorted(_values(pairs[0])) == sorted(_values(pairs[1]))


def _values(pairs: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The values of each unit, in order."""
    found: dict[int, list[int]] = {}
    for unit, value in pairs:
        found.setdefault(unit, []).append(value)
    return [tuple(values) for values in found.values()]
