"""The mean of a coefficient within dialogues, beside the pooled value."""

from __future__ import annotations

import pytest

from curator.agreement import METRICS, AgreementOptions, Ratings
from curator.agreement.clusters import mean_over_clusters
from curator.agreement.report import measure

PLAIN = AgreementOptions(resamples=0)


def ratings(**dialogues: str) -> Ratings:
    """`AA AB`: units of two ratings each."""
    rows = [
        (f"{name}{idx}", who, value, name)
        for name, units in dialogues.items()
        for idx, unit in enumerate(units.split())
        for who, value in zip("xy", unit, strict=True)
    ]
    return Ratings.from_rows(rows, has_clusters=True)


def test_each_dialogue_counts_once() -> None:
    alpha = METRICS.get("alpha")
    told = ratings(one="AA BB AA BB AA BB", two="AA AB", three="AA AA")
    found = mean_over_clusters(alpha, told, PLAIN)
    # one: 1; two: A 3, B 1, observed 2/4, expected 6/12: 0; three never varies and is left out.
    assert found.value == pytest.approx(1 / 2)
    assert found.notes[-1].startswith("1 of 3 clusters")
    assert (found.n_pairable_units, found.level) == (10, "nominal")
    pooled = measure(alpha, told, PLAIN).value
    assert pooled is not None
    assert pooled != pytest.approx(1 / 2)


def test_unanimous_dialogues_have_no_mean() -> None:
    found = mean_over_clusters(METRICS.get("alpha"), ratings(one="AA", two="BB"), PLAIN)
    assert found.value is None
    assert found.undefined


def test_the_interval_draws_dialogues() -> None:
    told = ratings(**{f"d{idx}": "AA BB" if idx % 2 else "AB AA" for idx in range(30)})
    found = mean_over_clusters(METRICS.get("percent_agreement"), told, AgreementOptions(resamples=200))
    assert found.value == pytest.approx(0.75)
    assert found.ci_low is not None
    assert found.ci_high is not None
    assert found.ci_low < 0.75 < found.ci_high
