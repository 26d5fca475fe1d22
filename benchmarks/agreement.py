"""Seconds for alpha with 1,000 resamples of dialogues, against one call of `krippendorff.alpha` on the same ratings.

Invented: 1,300 dialogues, 38,000 turns, 3 annotators who each label nine turns in ten, 8 labels.
"""

from __future__ import annotations

import krippendorff
import numpy as np
import polars as pl

from benchmarks.figures import Figure, seconds, table
from curator.agreement import AgreementOptions, Ratings, agree

TURNS, DIALOGUES, ANNOTATORS, LABELS = 38_000, 1_300, 3, 8


def invented(seed: int = 0) -> pl.DataFrame:
    """A long table `dialogue, turn, annotator, value`; three labels in four are the turn's own, others guesses."""
    rng = np.random.default_rng(seed)
    own = rng.choice(LABELS, TURNS, p=np.arange(LABELS, 0, -1) / np.arange(LABELS, 0, -1).sum())
    value = np.where(rng.random((ANNOTATORS, TURNS)) < 0.75, own, rng.integers(0, LABELS, (ANNOTATORS, TURNS)))
    turn = np.tile(np.arange(TURNS), ANNOTATORS)
    long = pl.DataFrame(
        {
            "dialogue": [f"d{index * DIALOGUES // TURNS}" for index in turn],
            "turn": [f"t{index}" for index in turn],
            "annotator": np.repeat([f"a{i}" for i in range(ANNOTATORS)], TURNS),
            "value": [f"label {code}" for code in value.reshape(-1)],
        }
    )
    return long.filter(pl.Series(rng.random(len(long)) < 0.9))


def coded(ratings: Ratings) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Annotators × units, as krippendorff takes them; NaN where missing."""
    matrix = np.full((len(ratings.annotators), ratings.n_units), np.nan)
    matrix[ratings.annotator, ratings.unit] = ratings.value
    return matrix


def measure() -> list[Figure]:
    """Seconds (median of five), and the ratio to one krippendorff call in the same run."""
    frame = invented()
    order = tuple(f"label {code}" for code in range(LABELS))

    def read(cluster: str | None = "dialogue") -> Ratings:
        return Ratings.from_frame(frame, unit=["dialogue", "turn"], cluster=cluster)

    matrix = coded(read())
    one_call = seconds(lambda: krippendorff.alpha(matrix, level_of_measurement="nominal"), times=5)
    whole = seconds(lambda: agree(read(), AgreementOptions(level="nominal")), times=5)
    ordinal = seconds(lambda: agree(read(), AgreementOptions(level="ordinal", domain=order)), times=5)
    turns = seconds(lambda: agree(read(None), AgreementOptions(level="nominal")), times=5)
    asked = "long table to checked alpha, 1,000 resamples"
    return [
        Figure("one krippendorff.alpha call, ready matrix", one_call, "s"),
        Figure("long table into codes", seconds(read, times=5), "s"),
        Figure(f"{asked} of dialogues", whole, "s", limit=0.5),
        Figure(f"{asked} of dialogues, ordinal", ordinal, "s", limit=0.5),
        Figure(f"{asked} of turns", turns, "s", limit=0.5),
        Figure(f"{asked} of dialogues / one krippendorff.alpha call", whole / one_call, "x"),
    ]


def main() -> None:
    print(table(measure()))


if __name__ == "__main__":
    main()
