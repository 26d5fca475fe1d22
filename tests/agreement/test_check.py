"""The second opinion on alpha: of many units it has to be what krippendorff says of all of them at once."""

from __future__ import annotations

from typing import Any

import krippendorff
import numpy as np
import pytest

from curator.agreement import AgreementOptions, Level, Ratings, agree, check
from curator.agreement.distances import matrix, numbers
from curator.errors import CuratorError


def invented(level: Level, *, units: int = 400, seed: int = 0) -> Ratings:
    """Three annotators with holes; numbers, or sets of numbers."""
    rng = np.random.default_rng(seed)
    own = rng.integers(0, 5, units)
    rows = []
    for unit, number in enumerate(own.tolist()):
        for who in "abc":
            guess = int(rng.integers(0, 5)) if rng.random() < 0.3 else number
            if rng.random() < 0.8:
                rows.append((f"u{unit}", who, [guess, number] if level.startswith("set") else guess))
    return Ratings.from_rows(rows)


def by_krippendorff(ratings: Ratings, level: Level) -> float:
    """One row a unit, as its documentation says."""
    counts = np.zeros((ratings.n_units, len(ratings.domain)), dtype=np.int64)
    np.add.at(counts, (ratings.unit, ratings.value), 1)
    how: dict[str, Any] = {"level_of_measurement": level}
    if level.startswith("set"):
        table = matrix(ratings, level)
        how = {"level_of_measurement": lambda v1, v2, **_: table[v1, v2]}
    elif level in ("interval", "ratio"):
        how["value_domain"] = numbers(ratings, level)
    return float(krippendorff.alpha(value_counts=counts, **how))


LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio", "set_jaccard", "set_masi", "set_nominal")


@pytest.fixture(params=[500_000, 0], ids=["by units", "by sorts of units"])
def cells(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Both ways on the same small ratings: the limit between them is set to nothing."""
    monkeypatch.setattr(check, "CELLS_AT_ONCE", request.param)
    return int(request.param)


@pytest.mark.parametrize("level", LEVELS)
def test_both_ways_are_krippendorff_on_all_units(cells: int, level: Level) -> None:
    ratings = invented(level)
    right = by_krippendorff(ratings, level)
    assert check.check_alpha(ratings, level, right) == "krippendorff 0.9.0"
    assert agree(ratings, AgreementOptions(level=level, resamples=0))[0].value == pytest.approx(right, abs=1e-12)
    for wrong in (right + 1e-7, right - 1e-7, float("nan")):
        with pytest.raises(CuratorError, match=rf"two computations of alpha \({level}\) differ"):
            check.check_alpha(ratings, level, wrong)


def test_coincidences_of_sorts_are_those_of_their_units() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 3, (9, 4))
    times = np.array([1, 2, 3, 7, 8, 100, 0, 1, 31])
    slow = np.zeros((4, 4))
    for unit in np.repeat(counts, times, axis=0).tolist():
        values = [value for value, n in enumerate(unit) for _ in range(n)]
        for i, one in enumerate(values):
            for j, other in enumerate(values):
                if i != j:
                    slow[one, other] += 1 / (len(values) - 1)
    assert check.coincidences(counts, times) == pytest.approx(slow)


def test_as_many_ratings_as_a_big_project_has_are_checked_too() -> None:
    rng = np.random.default_rng(2)
    n = 60_000
    value = rng.integers(0, 8, (n, 3))
    value[:, 1] = np.where(rng.random(n) < 0.6, value[:, 0], value[:, 1])
    ratings = Ratings(
        unit=np.repeat(np.arange(n), 3),
        annotator=np.tile(np.arange(3), n),
        value=value.reshape(-1),
        annotators=("a", "b", "c"),
        domain=tuple((0, i) for i in range(8)),
        labels=tuple((0, i) for i in range(8)),
        is_declared=False,
        n_units=n,
    )
    assert agree(ratings, AgreementOptions(resamples=0))[0].checked_with == "krippendorff 0.9.0"


def test_what_would_need_too_much_memory_is_not_checked_and_not_claimed() -> None:
    rows = [(f"u{u}", who, u + (who == "b") / 2) for u in range(900) for who in "ab"]
    result = agree(Ratings.from_rows(rows), AgreementOptions(level="interval", resamples=0))[0]
    assert result.value is not None
    assert result.checked_with is None
