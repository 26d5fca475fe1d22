"""Contributions that are nearly all zero, against the same ones written out in full."""

from __future__ import annotations

import numpy as np
import pytest

from curator.agreement import AgreementOptions, Ratings, agree, alpha
from curator.agreement import ratings as ratings_module
from curator.agreement.clusters import mean_over_clusters
from curator.agreement.metrics import METRICS
from curator.agreement.ratings import MOST_CELLS, Floats
from curator.agreement.sparse import Entries
from curator.errors import DataError


def some(seed: int = 0, shape: tuple[int, int] = (12, 7)) -> tuple[Floats, Entries]:
    rng = np.random.default_rng(seed)
    full = np.where(rng.random(shape) < 0.3, rng.normal(size=shape), 0.0)
    row, feature = np.nonzero(full)
    return full, Entries(row, feature, full[row, feature], *shape)


def test_weighted_rows() -> None:
    full, entries = some()
    weights = np.random.default_rng(1).integers(0, 4, (5, 12)).astype(np.float64)
    assert weights @ entries == pytest.approx(weights @ full)
    assert weights[0] @ entries == pytest.approx(weights[0] @ full)


def test_chosen_rows_and_features_one_by_one() -> None:
    full, entries = some()
    chosen = np.array([1, 4, 5, 11])
    some_rows = entries[chosen]
    assert len(some_rows) == 4
    assert np.array_equal(np.column_stack(list(some_rows.T)), full[chosen])


def test_rows_of_units_summed_over_groups() -> None:
    full, entries = some()
    rng = np.random.default_rng(2)
    row_of, group_of = rng.integers(0, 12, 40), rng.integers(0, 5, 40)
    slow = np.zeros((5, 7))
    for row, group in zip(row_of, group_of, strict=True):
        slow[group] += full[row]
    assert np.column_stack(list(entries.summed(row_of, group_of, 5).T)) == pytest.approx(slow)


def test_what_needs_the_whole_table_gets_it_or_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    full, entries = some()
    assert np.array_equal(np.vstack([entries, np.zeros(7)]), np.vstack([full, np.zeros(7)]))
    monkeypatch.setattr(ratings_module, "MOST_CELLS", 50)
    with pytest.raises(DataError, match="6 distinct values are too many"):
        np.asarray(entries)


def invented_sets(*, clusters: bool) -> Ratings:
    rng = np.random.default_rng(4)
    rows: list[tuple[object, ...]] = []
    for unit in range(300):
        own = set(rng.integers(0, 5, rng.integers(0, 4)).tolist())
        for who in "abc"[: rng.integers(1, 4)]:
            mine = own ^ ({int(rng.integers(0, 5))} if rng.random() < 0.5 else set())
            rows.append((f"u{unit}", who, sorted(mine), f"d{unit // 10}"))
    return Ratings.from_rows(rows if clusters else [row[:3] for row in rows], has_clusters=clusters)


@pytest.mark.parametrize("clusters", [True, False])
def test_many_distinct_sets_have_the_alpha_and_interval_of_the_full_table(
    clusters: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings = invented_sets(clusters=clusters)
    options = AgreementOptions(level="set_masi", resamples=200)
    full = agree(ratings, options)[0]
    full_bca = agree(ratings, options.model_copy(update={"interval": "bca"}))[0]
    monkeypatch.setattr(alpha, "FULL", 0)
    sparse = agree(ratings, options)[0]
    assert sparse.value == pytest.approx(full.value)
    assert (sparse.ci_low, sparse.ci_high) == pytest.approx((full.ci_low, full.ci_high))
    if clusters:
        assert mean_over_clusters(METRICS.get("alpha"), ratings, options).value is not None
    bca = options.model_copy(update={"interval": "bca"})
    assert agree(ratings, bca)[0].ci_low == pytest.approx(full_bca.ci_low)


def test_tens_of_thousands_of_units_with_a_thousand_distinct_sets() -> None:
    rng = np.random.default_rng(5)
    n = 20_000
    rows = [
        (f"u{unit}", who, sorted(set(labels)))
        for unit, both in enumerate(rng.integers(0, 22, (n, 2, 3)).tolist())
        for who, labels in zip("ab", both, strict=True)
    ]
    ratings = Ratings.from_rows(rows)
    assert len(ratings.domain) * len(ratings.patterns.size) > MOST_CELLS
    result = agree(ratings, AgreementOptions(level="set_masi", resamples=20))[0]
    assert result.value == pytest.approx(0, abs=0.01)  # everybody guesses
    assert result.ci_low is not None
    assert result.ci_low < 0.01
