"""Arrows between turns: place, type given place, direction given type."""

from __future__ import annotations

import polars as pl
import pytest

from curator.agreement import AgreementOptions, agree
from curator.agreement.links import Step, steps
from curator.agreement.matching import F1
from curator.agreement.report import measure

Arrow = tuple[str, int, int, str]
PLAIN = AgreementOptions(resamples=0)


def table(arrows: list[Arrow], *, turns: int = 4, cluster: str = "d") -> tuple[pl.DataFrame, pl.DataFrame]:
    """(arrows, who looked): everybody who drew anything looked at every turn."""
    people = sorted({who for who, *_ in arrows})
    looked = [(cluster, who, turn) for who in people for turn in range(turns)]
    schema = ["cluster", "annotator", "source"]
    rows = [(cluster, *arrow) for arrow in arrows]
    return (
        pl.DataFrame(rows, schema=[*schema, "to", "label"], orient="row"),
        pl.DataFrame(looked, schema=schema, orient="row"),
    )


def f1(step: Step) -> float | None:
    return measure(F1, step.found, PLAIN).value


def alpha(step: Step) -> float | None:
    return agree(step.chosen, PLAIN.model_copy(update={"level": step.level}))[0].value


def by_part(arrows: list[Arrow], *, typed: bool = True) -> dict[str, Step]:
    return {step.part: step for step in steps(*table(arrows), typed=typed)}


def test_each_step_keeps_to_what_the_step_before_agreed_on() -> None:
    found = by_part(
        [
            ("ana", 1, 0, "answers"), ("ana", 2, 1, "answers"), ("ana", 3, 1, "comforts"),
            ("ben", 1, 0, "answers"), ("ben", 2, 1, "comforts"), ("ben", 3, 2, "comforts"),
        ]
    )  # fmt: skip
    # Places: 1→0 and 2→1 are shared, 3→1 and 3→2 are not: 2·2 / (3 + 3).
    assert f1(found["place"]) == pytest.approx(4 / 6)
    # Types of the two shared places: one equal, one not: 2·1 / (2 + 2).
    assert f1(found["type given place"]) == pytest.approx(1 / 2)
    # alpha of A A | A C: observed 2/4, expected 2·3·1 / (4·3) = 1/2.
    assert alpha(found["type given place"]) == pytest.approx(0)
    # Joined by both with one name: 0–1 alone, and both drew it back.
    assert f1(found["direction given type"]) == 1
    assert alpha(found["direction given type"]) is None


def test_an_arrow_turned_round_agrees_in_type_and_not_in_direction() -> None:
    found = by_part(
        [
            ("ana", 1, 0, "answers"), ("ana", 3, 2, "answers"),
            ("ben", 0, 1, "answers"), ("ben", 3, 2, "answers"),
        ]
    )  # fmt: skip
    assert f1(found["place"]) == pytest.approx(2 / 4)
    assert f1(found["direction given type"]) == pytest.approx(2 / 4)
    # back/on | back/back: observed 2/4, expected 2·3·1/(4·3).
    assert alpha(found["direction given type"]) == pytest.approx(0)


def test_alpha_of_the_place_knows_that_most_arrows_point_to_the_turn_before() -> None:
    one_away = [(who, turn, turn - 1, "answers") for who in ("ana", "ben") for turn in (1, 2, 3)]
    found = by_part(one_away)
    assert (f1(found["place"]), alpha(found["place"])) == (1, 1)
    other = by_part([*one_away[:5], ("ben", 3, 0, "answers")])
    # Sets of distances of four turns: ∅∅ | {-1}{-1} | {-1}{-1} | {-1}{-3}. Observed 2/8; counts ∅ 2, -1 5, -3 1, so
    # expected 2·(2·5 + 2·1 + 5·1) / (8·7) = 34/56, and alpha 1 - (1/4)/(34/56).
    assert alpha(other["place"]) == pytest.approx(1 - (2 / 8) / (34 / 56))


def test_several_names_of_one_arrow_are_compared_as_sets() -> None:
    found = by_part([("ana", 1, 0, "answers"), ("ana", 1, 0, "comforts"), ("ben", 1, 0, "answers")])
    assert found["type given place"].level == "set_masi"
    assert f1(found["type given place"]) == pytest.approx(2 / 3)


def test_without_names_there_are_two_steps() -> None:
    found = by_part([("ana", 1, 0, ""), ("ben", 0, 1, "")], typed=False)
    assert list(found) == ["place", "direction given place"]
    assert f1(found["direction given place"]) == 0


def test_who_looked_and_drew_nothing_counts_against_who_drew() -> None:
    arrows, looked = table([("ana", 1, 0, "answers")])
    nobody_else = steps(arrows, looked, typed=True)[0]
    assert f1(nobody_else) is None
    ben = looked.with_columns(annotator=pl.lit("ben"))
    assert f1(steps(arrows, pl.concat([looked, ben]), typed=True)[0]) == 0


def test_no_arrows_at_all_is_no_success() -> None:
    arrows, looked = table([("ana", 1, 0, "answers")])
    ben = looked.with_columns(annotator=pl.lit("ben"))
    for step in steps(arrows.clear(), pl.concat([looked, ben]), typed=True):
        assert f1(step) is None
        assert alpha(step) is None
