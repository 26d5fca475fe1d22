"""Dawid and Skene's model on data whose truth is known, and by hand where a hand can do it."""

from __future__ import annotations

import numpy as np
import pytest

from curator.agreement import dawid_skene, set_distance
from curator.errors import DataError

LABELS = ("no", "maybe", "yes")


def invented(units: int = 400) -> tuple[list[tuple[str, str, str]], list[int]]:
    """ana and ben are right in nine of ten, cleo calls every "maybe" a "yes"."""
    rng = np.random.default_rng(5)
    rows, truths = [], []
    for u in range(units):
        truth = int(rng.choice(3, p=[0.5, 0.3, 0.2]))
        truths.append(truth)
        for who in ("ana", "ben", "cleo"):
            said = truth if rng.random() < 0.9 else int(rng.integers(0, 3))
            said = 2 if who == "cleo" and truth == 1 else said
            rows.append((f"u{u:03}", who, LABELS[said]))
    return rows, truths


def test_it_finds_the_truth_and_who_errs() -> None:
    rows, truths = invented()
    found = dawid_skene(rows)
    assert (found.classes, found.annotators, found.converged) == (("maybe", "no", "yes"), ("ana", "ben", "cleo"), True)
    assert found.marginal == pytest.approx([0.3, 0.5, 0.2], abs=0.05)
    cleo = found.confusion[2]
    assert cleo[0, 2] > 0.95  # a maybe is a yes to cleo
    best = [found.classes[int(place)] for place in found.posterior.argmax(axis=1)]
    assert np.mean([one == LABELS[truth] for one, truth in zip(best, truths, strict=True)]) > 0.95
    for table in (found.posterior, found.confusion.reshape(-1, 3)):
        assert table.sum(axis=1) == pytest.approx(np.ones(len(table)))


def test_agreeing_annotators_by_hand() -> None:
    found = dawid_skene([("u", "a", "x"), ("u", "b", "x"), ("v", "a", "y"), ("v", "b", "y"), ("w", "a", None)])
    assert found.units == ("u", "v")
    assert found.posterior.tolist() == [[1, 0], [0, 1]]
    assert found.log_likelihood == pytest.approx(2 * np.log(0.5))


def test_ratings_of_one_person_all_count() -> None:
    # u: a says x, x, y -> vote shares 2/3 and 1/3 are the start; nothing else is known, so the marginal stays there
    found = dawid_skene([("u", "a", "x"), ("u", "a", "x"), ("u", "a", "y")], most_steps=1)
    assert found.marginal == pytest.approx([2 / 3, 1 / 3])
    assert (found.steps, found.converged) == (1, False)


def test_nothing_to_learn_from() -> None:
    with pytest.raises(DataError, match="there are no ratings"):
        dawid_skene([("u", "a", None)])


def test_set_distances_by_hand() -> None:
    assert set_distance("ab", "bc", "jaccard") == pytest.approx(1 - 1 / 3)
    assert set_distance("ab", "bc", "masi") == pytest.approx(1 - 1 / 3 * 1 / 3)
    assert set_distance(["a"], ["a", "b"], "masi") == pytest.approx(1 - 1 / 2 * 2 / 3)
    assert (set_distance([], [], "masi"), set_distance([], ["a"], "masi")) == (0, 1)
    assert set_distance(["a", "a", "b"], ["b", "a"], "jaccard") == 0
    with pytest.raises(DataError, match="a list inside a list"):
        set_distance([["a"]], ["a"], "masi")
