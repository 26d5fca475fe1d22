"""How often each row is drawn, against draws made one by one in plain Python."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from curator.agreement import AgreementOptions, Ratings, agree
from curator.agreement.bootstrap import BLOCK, Draws, shared_draws
from curator.agreement.ratings import Floats, Ints


def drawn(times: Ints, resamples: int, seed: int = 0) -> Floats:
    return np.concatenate(list(Draws().weights(times, AgreementOptions(resamples=resamples, seed=seed))))


def one_by_one(times: Ints, resamples: int) -> Floats:
    """n rows picked out of n, each pick by itself."""
    pick = random.Random(1)
    rows = [row for row, n in enumerate(times.tolist()) for _ in range(n)]
    counts = [Counter(pick.choices(rows, k=len(rows))) for _ in range(resamples)]
    return np.array([[count[row] for row in range(len(times))] for count in counts], dtype=np.float64)


# Nearly all at once (few rows, many times each); one by one; and one at a time of each, as clusters are drawn.
@pytest.mark.parametrize("times", [[150, 40, 9, 1], [3, 2, 2, 1], [1] * 12])
def test_rows_are_drawn_as_often_as_one_by_one(times: list[int]) -> None:
    n = np.array(times, dtype=np.int64)
    quick, slow = drawn(n, 20_000), one_by_one(n, 4_000)
    assert (quick.sum(axis=1) == n.sum()).all()
    assert (quick >= 0).all()
    exact = np.diag(n) - np.outer(n, n) / n.sum()  # covariance of a multinomial draw
    for weights in (quick, slow):
        error = 5 / np.sqrt(len(weights))
        assert np.abs(weights.mean(axis=0) - n).max() < error * np.sqrt(exact.diagonal().max())
        assert np.abs(np.cov(weights.T) - exact).max() < 2 * error * exact.diagonal().max()
    # Not only mean and spread: how often the rarest row is not there at all.
    absent = (1 - n[-1] / n.sum()) ** n.sum()
    assert np.mean(quick[:, -1] == 0) == pytest.approx(absent, abs=0.02)
    assert np.mean(slow[:, -1] == 0) == pytest.approx(absent, abs=0.04)


def test_the_same_rows_get_the_same_weights_and_others_their_own() -> None:
    draws, options = Draws(), AgreementOptions(resamples=50)
    times = np.array([20, 3, 2], dtype=np.int64)
    first = np.concatenate(list(draws.weights(times, options)))
    assert np.array_equal(first, np.concatenate(list(draws.weights(times.copy(), options))))
    assert np.array_equal(first, drawn(times, 50))
    assert not np.array_equal(first, drawn(times, 50, seed=1))
    for n in range(2, 9):  # more than are kept
        list(draws.weights(np.ones(n, dtype=np.int64), options))
    assert np.array_equal(first, np.concatenate(list(draws.weights(times, options))))


def test_what_is_asked_for_again_and_again_is_kept() -> None:
    draws, options = Draws(), AgreementOptions(resamples=5)
    often = np.ones(30, dtype=np.int64)
    first = draws.weights(often, options)
    for n in range(2, 20):
        draws.weights(np.ones(n, dtype=np.int64), options)
        assert draws.weights(often, options) is first


def test_many_rows_come_in_blocks() -> None:
    n_rows = 3000
    blocks = list(Draws().weights(np.ones(n_rows, dtype=np.int64), AgreementOptions(resamples=2000)))
    assert len(blocks) > 1
    assert all(block.size <= BLOCK for block in blocks)
    assert sum(len(block) for block in blocks) == 2000


def test_sharing_draws_changes_no_number() -> None:
    few = Ratings.from_rows([(f"u{u}", who, (u + (who == "b")) % 5 > 1) for u in range(30) for who in "ab"])
    options = AgreementOptions(metrics=("alpha", "percent_agreement", "cohen_kappa"))
    alone = agree(few, options)
    with shared_draws():
        assert agree(few, options) == alone
        with shared_draws():
            assert agree(few, options) == alone
    assert agree(few, options) == alone
