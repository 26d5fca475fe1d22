"""Points of a scale are exact, whatever the step."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from curator.model.kinds.numbers import MAX_POINTS, Steps
from tests.model.making import a_field


@settings(deadline=None)
@given(st.integers(-50, 50), st.integers(1, 60), st.sampled_from(["1", "0.5", "0.1", "0.25", "0.01", "3"]))
def test_every_point_is_on_the_scale_and_nothing_between(low: int, count: int, step: str) -> None:
    high = Decimal(low) + count * Decimal(step)
    steps = Steps.of(a_field(f"kind: scale, from: {low}, to: {high}, step: {step}"))
    points = steps.points()
    assert points is not None
    assert [Decimal(str(point)) for point in points] == [low + idx * Decimal(step) for idx in range(count + 1)]
    assert all(steps.holds(point) for point in points)
    assert not any(steps.holds(float(Decimal(str(point)) + Decimal(step) / 2)) for point in points)
    assert all(isinstance(point, int) for point in points) or not steps.whole


def test_a_very_fine_scale_has_no_list_of_points() -> None:
    assert Steps.of(a_field(f"kind: scale, from: 0, to: {MAX_POINTS - 1}")).points() is not None
    assert Steps.of(a_field(f"kind: scale, from: 0, to: {MAX_POINTS}")).points() is None
