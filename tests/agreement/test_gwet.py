"""Gwet's AC1 and AC2 and their standard error, against a slow second opinion and published figures."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Ratings, Result, agree
from curator.errors import UsageError
from tests.agreement.tables import grid, grid_rows, tables

# The 4 observers x 12 units of Krippendorff 2011; figures of the R package irrCAC (its README) and of irrCAC 0.4.4.
CANONICAL: list[list[object]] = [
    [1, 1, None, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [None, 5, 5, 5],
    [None, None, 1, 1],
    [None, 3, None, None],
]


def compute(ratings: Ratings, metric: str = "gwet_ac2", **options: object) -> Result:
    return agree(ratings, AgreementOptions.read({"metrics": [metric], "resamples": 0, **options}))[0]


@pytest.mark.parametrize(
    ("weights", "value", "error"),
    [(None, 0.775444068, 0.142949951), ("linear", 0.858739136, 0.117329022), ("quadratic", 0.914000724, 0.103962245)],
)
def test_published_values_and_standard_errors(weights: str | None, value: float, error: float) -> None:
    result = compute(grid(CANONICAL), weights=weights)
    assert result.value == pytest.approx(value, abs=1e-9)
    assert result.standard_error == pytest.approx(error, abs=1e-9)
    assert result.as_json()["standard_error"] == result.standard_error


def slow(rows: list[list[object]], labels: list[object], power: float | None) -> tuple[float, float] | None:
    """Value and standard error by Gwet 2014's definitions, unit by unit; None for 0/0."""
    q = len(labels)

    def w(one: object, two: object) -> float:
        far = abs(labels.index(one) - labels.index(two)) / (q - 1)
        return float(one == two) if power is None else 1 - far**power

    units = [[value for value in row if value is not None] for row in rows]
    units = [unit for unit in units if unit]
    if not any(len(unit) > 1 for unit in units):
        return None
    share = {label: sum(unit.count(label) / len(unit) for unit in units) / len(units) for label in labels}
    total = sum(w(one, two) for one in labels for two in labels)
    chance = total / (q * (q - 1)) * sum(p * (1 - p) for p in share.values())
    agreed = [
        sum(w(a, b) for i, a in enumerate(unit) for j, b in enumerate(unit) if i != j) / (len(unit) * (len(unit) - 1))
        if len(unit) > 1
        else None
        for unit in units
    ]
    pairable = [one for one in agreed if one is not None]
    if math.isclose(chance, 1):
        return None
    value = (sum(pairable) / len(pairable) - chance) / (1 - chance)
    n = len(units)
    linear = []
    for unit, one in zip(units, agreed, strict=True):
        own = 0.0 if one is None else n / len(pairable) * (one - chance) / (1 - chance)
        own_chance = total / (q * (q - 1)) * sum((1 - share[label]) * unit.count(label) / len(unit) for label in labels)
        linear.append(own - 2 * (1 - value) * (own_chance - chance) / (1 - chance))
    variance = sum((x - value) ** 2 for x in linear) / (n * (n - 1)) if n > 1 else 0.0
    return value, math.sqrt(variance)


@pytest.mark.parametrize(("weights", "power"), [(None, None), ("linear", 1), ("quadratic", 2)])
@settings(max_examples=30)
@given(table=tables(st.sampled_from([1, 2, 3, 4])))
def test_by_definition_with_holes(weights: str | None, power: float | None, table: list[list[object]]) -> None:
    result = compute(grid(table, domain=[1, 2, 3, 4]), weights=weights)
    expected = slow(table, [1, 2, 3, 4], power)
    if expected is None:
        assert result.value is None
        return
    assert result.value == pytest.approx(expected[0], abs=1e-9)
    if result.n_units > 1:
        assert result.standard_error == pytest.approx(expected[1], abs=1e-9)


def test_without_weights_it_is_ac1_and_says_so() -> None:
    ac1, ac2 = (compute(grid(CANONICAL), metric) for metric in ("gwet_ac1", "gwet_ac2"))
    assert (ac1.value, ac1.standard_error) == (ac2.value, ac2.standard_error)
    assert any("this is Gwet's AC1" in note for note in ac2.notes)
    assert not compute(grid(CANONICAL), weights="linear").notes


def test_weights_need_an_order() -> None:
    with pytest.raises(UsageError, match="linear weights needs ordered values"):
        compute(grid([["low", "high"], ["low", "low"]]), weights="linear")


def test_the_standard_error_over_clusters() -> None:
    rows = grid_rows(CANONICAL)
    plain = compute(Ratings.from_rows(rows))
    alone = compute(Ratings.from_rows([(*row, row[0]) for row in rows], has_clusters=True))
    assert alone.standard_error == pytest.approx(plain.standard_error, abs=1e-12)  # one unit a cluster is no cluster
    # Every dialogue says the same thing four times: units then count for a quarter, so the error doubles (n large).
    rng = np.random.default_rng(0)
    table = [[int(a), int(b)] for a, b in rng.integers(0, 3, (200, 2))]
    four = [(f"{unit}-{i}", who, value, unit) for unit, who, value in grid_rows(table) for i in range(4)]
    clustered = compute(Ratings.from_rows(four, has_clusters=True)).standard_error
    naive = compute(Ratings.from_rows([row[:3] for row in four])).standard_error
    assert clustered is not None
    assert naive is not None
    assert clustered / naive == pytest.approx(2, rel=0.01)
