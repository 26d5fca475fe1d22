"""The alternative annotator test, against a slow second opinion and SciPy's t."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import eq
from statistics import fmean, stdev

import numpy as np
import pytest

from curator.agreement import AgreementOptions, Ratings, Result, agree
from curator.agreement.alt_test import count_discoveries, t_below
from curator.errors import UsageError
from tests.agreement.tables import Row

HUMANS = ("ana", "ben", "cleo")


def invented(*, seed: int = 0, units: int = 60, model: float = 0.1, human: float = 0.25) -> list[Row]:
    """A truth of three labels; everybody errs by their rate, and humans miss one unit in ten."""
    rng = np.random.default_rng(seed)
    rows: list[Row] = []
    for u in range(units):
        truth = int(rng.integers(0, 3))
        for who, rate in [("gpt", model), *((name, human) for name in HUMANS)]:
            if who == "gpt" or rng.random() > 0.1:
                rows.append((f"u{u}", who, int(rng.integers(0, 3)) if rng.random() < rate else truth))
    return rows


def compute(rows: list[Row], **options: object) -> Result:
    asked = {"metrics": ["alt_winning_rate"], "candidate": "gpt", **options}
    return agree(Ratings.from_rows(rows), AgreementOptions.read(asked))[0]


def slow(rows: list[Row], epsilon: float, near: Callable[[object, object], float] = eq) -> tuple[float, float]:
    """Winning rate and advantage probability as the paper tells it: unit by unit, how near one is to the others."""
    said = {(unit, who): value for unit, who, value in rows}
    units = sorted({unit for unit, _, _ in rows})
    p_values, advantages = [], []
    for human in HUMANS:
        lost, won = [], []
        for unit in units:
            others = [said[unit, other] for other in HUMANS if other != human and (unit, other) in said]
            if (unit, human) not in said or not others:
                continue
            as_model = fmean(near(said[unit, "gpt"], value) for value in others)
            as_human = fmean(near(said[unit, human], value) for value in others)
            won.append(as_model >= as_human)
            lost.append(int(as_human >= as_model) - int(as_model >= as_human))
        t = (fmean(lost) - epsilon) / (stdev(lost) / math.sqrt(len(lost)))
        p_values.append(t_below(t, len(lost) - 1))
        advantages.append(fmean(won))
    return count_discoveries(p_values, 0.05) / len(HUMANS), fmean(advantages)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("model", [0.05, 0.35, 0.9])
def test_as_the_paper_tells_it(seed: int, model: float) -> None:
    rows = invented(seed=seed, model=model)
    result = compute(rows, epsilon=0.1)
    rate, advantage = slow(rows, 0.1)
    assert result.value == pytest.approx(rate)
    assert f"advantage probability {advantage:.3f}, with epsilon 0.1" in result.notes[-1]


def test_a_good_model_wins_and_a_bad_one_loses() -> None:
    assert compute(invented(units=200, model=0.02, human=0.4)).value == 1
    assert compute(invented(units=200, model=1.0, human=0.1)).value == 0


def test_it_has_no_interval_and_says_why() -> None:
    result = compute(invented())
    assert (result.ci_low, result.ci_note) == (None, "no interval: the value counts outcomes of tests")


def test_small_tests_are_told() -> None:
    assert any("here are 3 humans, one of them with" in note for note in compute(invented(units=20)).notes)
    assert not any("here are" in note for note in compute(invented(units=80)).notes)


def test_a_test_without_variance_cannot_be_decided() -> None:
    rows: list[Row] = [(f"u{u}", who, u % 2) for u in range(40) for who in ("gpt", *HUMANS)]
    reason = compute(rows).undefined
    assert reason == "the test against ana cannot be decided: nothing varies from unit to unit"


def test_who_is_tested_has_to_be_named() -> None:
    with pytest.raises(UsageError, match="whose place is tested"):
        compute(invented(), candidate=None)
    assert compute(invented(), candidate="gtp").undefined == (
        "nobody called 'gtp' rated anything; annotators: ana, ben, cleo, gpt"
    )
    two = [row for row in invented() if row[1] in ("gpt", "ana")]
    assert compute(two).undefined == "needs two humans beside the candidate; there is only one"


@pytest.mark.parametrize("level", ["interval", "ordinal"])
def test_near_misses_count_less_on_a_scale(level: str) -> None:
    def near(one: object, two: object) -> float:
        return -((int(str(one)) - int(str(two))) ** 2)

    rows = invented(model=0.6)
    result = compute(rows, level=level, epsilon=0.2)
    rate, advantage = slow(rows, 0.2, near)
    assert result.value == pytest.approx(rate)
    assert f"advantage probability {advantage:.3f}" in result.notes[-1]
    assert result.level == level
    assert advantage != pytest.approx(slow(rows, 0.2)[1])


@pytest.mark.parametrize("unit", [1e-40, 1e-8, 1e40])
def test_the_unit_of_measurement_changes_nothing(unit: float) -> None:
    rows = invented(model=0.6)
    scaled: list[Row] = [(place, who, int(str(value)) * unit) for place, who, value in rows]
    one, other = compute(rows, level="interval"), compute(scaled, level="interval")
    assert (one.value, one.notes) == (other.value, other.notes)


@pytest.mark.parametrize(
    ("t", "df", "expected"),
    [
        (0, 5, 0.5),
        (1, 1, 0.75),  # Cauchy: 1/2 + atan(1)/π
        (-1, 1, 0.25),
        (math.sqrt(2), 2, 0.5 + math.sqrt(2) / (2 * math.sqrt(4))),  # 1/2 + t / (2 sqrt(2 + t²))
        (2.015048, 5, 0.95),
        (-1.812461, 10, 0.05),
        (1.644854 + 1e-3, 10**5, 0.95),
    ],
)
def test_student_s_t(t: float, df: int, expected: float) -> None:
    assert t_below(t, df) == pytest.approx(expected, abs=2e-4)


def test_discoveries_by_hand() -> None:
    # Three tests, 1 + 1/2 + 1/3 = 11/6: limits .05·i / (3·11/6) = .0091, .0182, .0273
    assert count_discoveries([0.02, 0.005, 0.017], 0.05) == 3
    assert count_discoveries([0.03, 0.005, 0.019], 0.05) == 1
    assert count_discoveries([0.5, 0.02, 0.019], 0.05) == 0
