"""Seconds for alpha with 1,000 resamples of dialogues, against one call of `krippendorff.alpha` on the same ratings.

Invented: 1,300 dialogues, 38,000 turns, 3 annotators who each label nine turns in ten, 8 labels.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import krippendorff
import numpy as np
import polars as pl

from curator.agreement import AgreementOptions, Ratings, agree

TURNS, DIALOGUES, ANNOTATORS, LABELS = 38_000, 1_300, 3, 8


def invented(seed: int = 0) -> pl.DataFrame:
    """A long table `dialogue, turn, annotator, value`; three labels in four are the turn's own, the rest are guesses."""
    rng = np.random.default_rng(seed)
    own = rng.choice(LABELS, TURNS, p=np.arange(LABELS, 0, -1) / np.arange(LABELS, 0, -1).sum())
    value = np.where(rng.random((ANNOTATORS, TURNS)) < 0.75, own, rng.integers(0, LABELS, (ANNOTATORS, TURNS)))
    turn = np.tile(np.arange(TURNS), ANNOTATORS)
    table = pl.DataFrame(
        {
            "dialogue": [f"d{index * DIALOGUES // TURNS}" for index in turn],
            "turn": [f"t{index}" for index in turn],
            "annotator": np.repeat([f"a{i}" for i in range(ANNOTATORS)], TURNS),
            "value": [f"label {code}" for code in value.reshape(-1)],
        }
    )
    return table.filter(pl.Series(rng.random(len(table)) < 0.9))


def best(run: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of several runs."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def coded(ratings: Ratings) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Annotators × units, as krippendorff takes them; NaN where missing."""
    table = np.full((len(ratings.annotators), ratings.n_units), np.nan)
    table[ratings.annotator, ratings.unit] = ratings.value
    return table


def main() -> dict[str, float]:
    """Prints and returns the figures (seconds; ratios to one krippendorff call)."""
    frame = invented()

    def read() -> Ratings:
        return Ratings.from_frame(frame, unit=["dialogue", "turn"], cluster="dialogue")

    def whole() -> object:
        return agree(read(), AgreementOptions(level="nominal"))

    table = coded(read())
    figures = {
        "krippendorff.alpha, one call, ready matrix": best(
            lambda: krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
        ),
        "long table to alpha, checked, 1,000 resamples of dialogues": best(whole),
        "the same, ordinal": best(
            lambda: agree(read(), AgreementOptions(level="ordinal", domain=tuple(f"label {i}" for i in range(LABELS))))
        ),
        "1,000 resamples of turns in place of dialogues": best(
            lambda: agree(Ratings.from_frame(frame, unit=["dialogue", "turn"]), AgreementOptions(level="nominal"))
        ),
        "of this, the long table into codes": best(read),
    }
    one_call = figures["krippendorff.alpha, one call, ready matrix"]
    for name, seconds in figures.items():
        print(f"{seconds:8.3f} s  {seconds / one_call:6.2f}x  {name}")
    return figures


if __name__ == "__main__":
    main()
