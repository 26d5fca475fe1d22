"""Intervals: what is resampled, what is left out, and what is said about it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from curator.agreement import METRICS, AgreementOptions, Ratings, Result, agree
from tests.agreement.tables import Row, fitting, grid, grid_rows, same


def invented(
    *, dialogues: int = 40, turns: int = 10, seed: int = 0, noise: float = 0.3
) -> list[tuple[str, str, str, str]]:
    """Rows (turn, annotator, label, dialogue); dialogues differ in how hard they are, so their turns are alike."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(dialogues):
        hard = rng.random() * 2 * noise
        for t in range(turns):
            own = rng.integers(0, 3)
            for who in "ab":
                label = rng.integers(0, 3) if rng.random() < hard else own
                rows.append((f"{d}-{t}", who, "xyz"[label], f"d{d}"))
    return rows


def compute(rows: Sequence[tuple[str, str, object, str]], *, clusters: bool = True, **options: object) -> Result:
    ratings = Ratings.from_rows(rows if clusters else [row[:3] for row in rows], has_clusters=clusters)
    return agree(ratings, AgreementOptions.read(options))[0]


def width(result: Result) -> float:
    assert result.ci_low is not None
    assert result.ci_high is not None
    assert result.value is not None
    assert result.ci_low < result.value < result.ci_high
    return result.ci_high - result.ci_low


def test_the_same_seed_gives_the_same_interval() -> None:
    rows = invented()
    assert compute(rows, seed=7) == compute(rows, seed=7)
    assert compute(rows, seed=7).ci_low != compute(rows, seed=8).ci_low


def test_order_of_rows_does_not_matter() -> None:
    rows = invented()
    assert compute(rows) == compute(rows[::-1])


def test_clusters_are_resampled_whole_when_there_are_any() -> None:
    rows = invented(noise=0.5)
    dialogues, turns = compute(rows), compute(rows, clusters=False)
    assert (dialogues.interval_over, turns.interval_over) == ("clusters", "units")
    assert (dialogues.n_clusters, turns.n_clusters) == (40, None)
    assert dialogues.value == turns.value
    assert width(dialogues) > 1.1 * width(turns)


def test_clusters_of_one_unit_are_units() -> None:
    rows = invented()
    single = [(unit, who, label, unit) for unit, who, label, _ in rows]
    assert width(compute(single)) == pytest.approx(width(compute(rows, clusters=False)), rel=0.1)


def by_hand(rows: list[Row], resamples: int) -> tuple[float, float]:
    """Units drawn one by one and alpha computed anew on each resample."""
    rng = np.random.default_rng(3)
    units: dict[str, list[Row]] = {}
    for row in rows:
        units.setdefault(row[0], []).append(row)
    names = list(units)
    values = []
    for _ in range(resamples):
        drawn = rng.choice(len(names), len(names))
        copies = [(f"{i}", who, label) for i, d in enumerate(drawn) for _, who, label in units[names[d]]]
        values.append(agree(Ratings.from_rows(copies), AgreementOptions(level="ordinal", resamples=0))[0].value)
    low, high = np.quantile([value for value in values if value is not None], [0.025, 0.975])
    return float(low), float(high)


def test_patterns_give_what_drawing_units_one_by_one_gives() -> None:
    rng = np.random.default_rng(5)
    base = rng.integers(0, 5, 60)
    table = [
        [int(b), int(np.clip(b + e, 0, 4)), int(np.clip(b - f, 0, 4))]
        for b, e, f in zip(base, *rng.integers(0, 2, (2, 60)), strict=True)
    ]
    result = agree(grid(table), AgreementOptions(level="ordinal", resamples=4000))[0]
    low, high = by_hand(grid_rows(table), 800)
    assert result.ci_low == pytest.approx(low, abs=0.02)
    assert result.ci_high == pytest.approx(high, abs=0.02)


def test_sums_of_clusters_give_what_drawing_whole_clusters_gives() -> None:
    rows = invented(dialogues=30, turns=4, noise=0.5)
    of_cluster: dict[str, list[tuple[str, str, str, str]]] = {}
    for row in rows:
        of_cluster.setdefault(row[3], []).append(row)
    rng = np.random.default_rng(3)
    values = []
    for _ in range(400):
        drawn = rng.choice(list(of_cluster), len(of_cluster))
        copies = [(f"{i} {turn}", who, label, d) for i, d in enumerate(drawn) for turn, who, label, _ in of_cluster[d]]
        values.append(compute(copies, clusters=False, resamples=0).value or 0.0)
    low, high = np.quantile(values, [0.025, 0.975])
    result = compute(rows, resamples=4000)
    assert result.ci_low == pytest.approx(low, abs=0.04)
    assert result.ci_high == pytest.approx(high, abs=0.04)


@pytest.mark.parametrize("metric", [one.name for one in METRICS if not one.bound and one.name != "alt_winning_rate"])
def test_bca_is_near_the_percentile_interval(metric: str) -> None:
    rows = [(*fitting(metric, [row[:3]])[0], row[3]) for row in invented(dialogues=80)]
    percentile = compute(rows, metrics=[metric], resamples=2000)
    bca = compute(rows, metrics=[metric], resamples=2000, interval="bca")
    assert bca.interval == "bca"
    assert (bca.ci_low, bca.ci_high) != (percentile.ci_low, percentile.ci_high)
    assert bca.ci_low == pytest.approx(percentile.ci_low, abs=0.03)
    assert bca.ci_high == pytest.approx(percentile.ci_high, abs=0.03)


def test_bca_of_a_mean_by_its_formula() -> None:
    # 30 units, 24 alike; the jackknife of a mean is off by (x_i - mean) / 29, so
    # a = sum (x - .8)³ / (6 (sum (x - .8)²)^1.5) = (24 · .2³ - 6 · .8³) / (6 (24 · .2² + 6 · .8²)^1.5) = -.0456
    # z0 from P(B < 24) + P(B = 24) / 2 = .4828 for B ~ binomial(30, .8): -.0432
    # Phi(z0 + (z0 + z) / (1 - a (z0 + z))) for z = ±1.44 is .051 and .898, which are B = 20 and B = 27
    # (percentile: .075 and .925, which are 21 and 27).
    result = agree(
        grid([["x", "x"]] * 24 + [["x", "y"]] * 6),
        AgreementOptions(metrics=("percent_agreement",), interval="bca", resamples=20_000, confidence=0.85),
    )[0]
    assert result.ci_low == pytest.approx(20 / 30)
    assert result.ci_high == pytest.approx(27 / 30)


def test_a_wider_confidence_is_a_wider_interval() -> None:
    rows = invented()
    assert width(compute(rows, confidence=0.99)) > width(compute(rows, confidence=0.8))


def test_undefined_resamples_are_counted() -> None:
    # A resample of ten units holds none of the two mixed ones with (8/10)^10 = 11 %: then all is x.
    result = agree(grid([["x", "x"]] * 8 + [["y", "y"]] * 2))[0]
    assert result.value == 1
    assert (result.ci_low, result.ci_high) == (None, None)
    assert 60 < result.n_undefined_resamples < 160
    assert result.ci_note is not None
    assert "resamples are undefined" in result.ci_note
    # With three of ten it is 2.8 %: fewer than one in twenty, so they are left out.
    result = agree(grid([["x", "x"]] * 7 + [["y", "y"]] * 3))[0]
    assert (result.ci_low, result.ci_high) == (1, 1)
    assert 5 < result.n_undefined_resamples < 50


def test_few_clusters_are_said() -> None:
    result = compute(invented(dialogues=12))
    assert result.ci_low is not None
    assert result.ci_note == "only 12 clusters: an interval from fewer than 20 is too narrow"
    assert compute(invented(dialogues=20)).ci_note is None


def test_one_cluster_gives_no_interval() -> None:
    result = compute(invented(dialogues=1))
    assert (result.ci_low, result.ci_high) == (None, None)
    assert result.ci_note == "no interval: only one of the clusters can be resampled"


def test_units_that_nobody_shares_do_not_widen_the_interval_of_alpha() -> None:
    rows = invented()
    alone = [(f"alone {i}", "a", "x", f"e{i}") for i in range(500)]
    result = compute(rows + alone)
    assert result.n_clusters == 40
    assert result.n_skipped == 500
    assert (result.ci_low, result.ci_high) == (compute(rows).ci_low, compute(rows).ci_high)


def test_bca_without_a_defined_jackknife_says_so() -> None:
    result = agree(grid([["x", "x"]] * 60 + [["x", "y"]]), AgreementOptions(interval="bca"))[0]
    assert result.value is not None
    assert result.ci_low is None
    assert result.ci_note is not None


def test_limits_can_be_asked_for_by_name() -> None:
    rows = invented()
    whole = compute(rows)
    assert compute(rows, metrics=["alpha_ci_low"]).value == whole.ci_low
    assert compute(rows, metrics=["alpha_ci_high"]).value == whole.ci_high
    limit = compute(rows, metrics=["alpha_ci_low"])
    assert (limit.ci_low, limit.ci_high, limit.standard_error) == (None, None, None)
    assert "lower limit of a 95% percentile bootstrap interval from 1,000 resamples" in (limit.ci_note or "")
    none = compute(invented(dialogues=1), metrics=["alpha_ci_low"])
    assert none.value is None
    assert none.undefined == "no interval: only one of the clusters can be resampled"


def test_no_resamples_no_interval() -> None:
    result = compute(invented(), resamples=0)
    assert (result.ci_low, result.ci_high, result.seed, result.ci_note) == (None, None, None, None)
    assert same(result, compute(invented()))


def test_many_patterns_and_few_patterns_draw_from_the_same_distribution() -> None:
    # 300 units: two annotators have few patterns (drawn by multinomial), interval values many (drawn one by one).
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 3, 300)
    noise = rng.integers(0, 2, 300)
    few = [[int(t), int(t + n)] for t, n in zip(truth, noise, strict=True)]
    # The same numbers with crumbs that hardly change alpha but make each unit a pattern of its own.
    many = [[a + i * 1e-7, b - i * 1e-7] for i, (a, b) in enumerate(few)]
    one, other = (agree(grid(rows), AgreementOptions(level="interval", resamples=4000))[0] for rows in (few, many))
    assert same(one, other, tolerance=1e-3)
    assert one.ci_low == pytest.approx(other.ci_low, abs=0.01)
    assert one.ci_high == pytest.approx(other.ci_high, abs=0.01)
