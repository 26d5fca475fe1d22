"""Dawid and Skene's model: true classes and each annotator's error rates, estimated from each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from curator.agreement.ratings import Floats, as_text
from curator.agreement.values import Json, Key, as_json, key_of, order
from curator.errors import DataError

TINY = 1e-300


@dataclass(frozen=True)
class DawidSkene:
    """marginal: share of each class. posterior: units × classes. confusion: annotators × true class × class said.

    log_likelihood: of the last step; several starts can end in different optima, so compare it. converged: whether it
    stopped to grow before the steps were used up.
    """

    units: tuple[str, ...]
    annotators: tuple[str, ...]
    classes: tuple[Json, ...]
    marginal: Floats
    posterior: Floats
    confusion: Floats
    log_likelihood: float
    steps: int
    converged: bool


def dawid_skene(rows: Iterable[Sequence[object]], *, most_steps: int = 1000, tolerance: float = 1e-9) -> DawidSkene:
    """Expectation and maximisation from each unit's vote shares (Dawid & Skene 1979, JRSS C 28:20-28).

    rows: (unit, annotator, value); null is missing. An annotator may rate a unit several times, and each counts.
    Trust it from about 20 units an annotator on. Raises DataError without any rating.
    """
    counts, units, annotators, keys = _counts(rows)
    votes = counts.sum(axis=0)
    posterior = votes / votes.sum(axis=1, keepdims=True)
    before, steps, converged = -np.inf, 0, False
    marginal, confusion = posterior.mean(axis=0), np.zeros((len(annotators), len(keys), len(keys)))
    while steps < most_steps and not converged:
        steps += 1
        marginal = posterior.mean(axis=0)
        said = np.einsum("ij,aik->ajk", posterior, counts)
        total = said.sum(axis=2, keepdims=True)
        confusion = np.divide(said, total, out=np.full_like(said, 1 / len(keys)), where=total > 0)
        log = np.log(np.maximum(marginal, TINY)) + np.einsum("aik,ajk->ij", counts, np.log(np.maximum(confusion, TINY)))
        highest = log.max(axis=1, keepdims=True)
        weight = np.exp(log - highest)
        likelihood = float((highest[:, 0] + np.log(weight.sum(axis=1))).sum())
        posterior = weight / weight.sum(axis=1, keepdims=True)
        converged = likelihood - before <= tolerance * max(1.0, abs(likelihood))
        before = likelihood
    classes = tuple(as_json(key) for key in keys)
    return DawidSkene(units, annotators, classes, marginal, posterior, confusion, before, steps, converged)


def _counts(rows: Iterable[Sequence[object]]) -> tuple[Floats, tuple[str, ...], tuple[str, ...], tuple[Key, ...]]:
    """annotators × units × classes: how often the annotator gave the unit the class."""
    found = [(str(as_text(row[0])), str(as_text(row[1])), key_of(row[2])) for row in rows if row[2] is not None]
    if not found:
        raise DataError("there are no ratings.", fix="Give rows of unit, annotator and value.")
    units, annotators = sorted({row[0] for row in found}), sorted({row[1] for row in found})
    keys = sorted({row[2] for row in found}, key=order)
    place = [{name: i for i, name in enumerate(names)} for names in (annotators, units)]
    of_key = {key: i for i, key in enumerate(keys)}
    counts = np.zeros((len(annotators), len(units), len(keys)))
    for unit, annotator, key in found:
        counts[place[0][annotator], place[1][unit], of_key[key]] += 1
    return counts, tuple(units), tuple(annotators), tuple(keys)
