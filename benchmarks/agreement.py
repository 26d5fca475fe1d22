"""Agreement at scale, each time against one call of the package that people use for it, on the same ratings, in turn.

Alpha: 1,000,000 ratings (200,000 units × 5 of 50 annotators, 8 options, 5 % null, 5,000 dialogues), from the long table
to the checked value; `krippendorff` gets the matrix of annotators × units, built from that table, and computes no
interval. Sets: 58,000 units × 3 or 4 annotators, 28 options, MASI; `nltk` gets ready tuples. Report: 40,000 turns × 3
annotators × 5 fields, each with alpha, every option, every pair, everybody left out once, and an interval for each.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import krippendorff
import numpy as np
import polars as pl
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance

from benchmarks.figures import Figure, table
from curator.agreement import AgreementOptions, Ratings, agree, field_report

NOMINAL = AgreementOptions(level="nominal")
VALUE = AgreementOptions(level="nominal", resamples=0)


def invented(
    units: int, per_unit: int, annotators: int, options: int, dialogues: int, *, null: float = 0.05, seed: int = 0
) -> pl.DataFrame:
    """A long table `dialogue, turn, annotator, value`; three labels in four are the turn's own, others guesses."""
    rng = np.random.default_rng(seed)
    share = np.arange(options, 0, -1) / np.arange(options, 0, -1).sum()
    own = rng.choice(options, units, p=share)
    who = np.argsort(rng.random((units, annotators)), axis=1)[:, :per_unit]
    value = np.where(rng.random(who.shape) < 0.75, own[:, np.newaxis], rng.integers(0, options, who.shape))
    turn = np.repeat(np.arange(units), per_unit)
    long = pl.DataFrame(
        {
            "dialogue": [f"d{code}" for code in turn * dialogues // units],
            "turn": [f"t{code}" for code in turn],
            "annotator": [f"a{code}" for code in who.reshape(-1)],
            "value": [f"label {code}" for code in value.reshape(-1)],
        }
    )
    kept = pl.Series(rng.random(len(turn)) >= null)
    return long.with_columns(pl.when(kept).then("value").alias("value"))


def krippendorff_alpha(long: pl.DataFrame) -> float:
    """What one writes without curator: codes, a matrix with holes, one call."""
    there = long.drop_nulls("value")
    unit, annotator, value = (
        column.to_numpy()  # numbers serve as they are
        if column.dtype.is_integer()
        else column.cast(pl.Categorical(pl.Categories.random())).to_physical().to_numpy()
        for column in map(there.get_column, PARTS)
    )
    matrix = np.full((int(annotator.max()) + 1, int(unit.max()) + 1), np.nan)
    matrix[annotator, unit] = value
    return float(krippendorff.alpha(matrix, level_of_measurement="nominal"))


PARTS = ("turn", "annotator", "value")


def in_turn(acts: dict[str, Callable[[], object]], *, times: int = 5) -> dict[str, list[float]]:
    """Seconds of each act, one after the other, so that a busy moment of the machine meets all of them."""
    taken: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(times):
        for name, act in acts.items():
            start = time.perf_counter()
            act()
            taken[name].append(time.perf_counter() - start)
    return taken


def _million() -> list[Figure]:
    long = invented(200_000, 5, 50, 8, 5_000)
    numbers = long.with_columns(pl.col(*PARTS, "dialogue").str.extract(r"(\d+)").cast(pl.Int64))

    def ours(frame: pl.DataFrame, options: AgreementOptions, cluster: str | None = None) -> float | None:
        return agree(Ratings.from_frame(frame, unit="turn", cluster=cluster), options)[0].value

    figures = []
    for kind, frame in (("names are texts", long), ("names are numbers", numbers)):
        taken = in_turn(
            {
                "krippendorff": partial(krippendorff_alpha, frame),
                "value": partial(ours, frame, VALUE),
                "units": partial(ours, frame, NOMINAL),
                "dialogues": partial(ours, frame, NOMINAL, "dialogue"),
            }
        )
        one_call = taken["krippendorff"]
        figures += [
            Figure(f"matrix and one krippendorff.alpha call ({kind})", min(one_call), "s"),
            _ratio(f"alpha ({kind})", taken["value"], one_call, 0.3),
            _ratio(f"alpha with 1,000 resamples of units ({kind})", taken["units"], one_call, 0.6),
            _ratio(f"alpha with 1,000 resamples of dialogues ({kind})", taken["dialogues"], one_call, 1.0),
        ]
    return figures


def _ratio(what: str, ours: list[float], theirs: list[float], limit: float) -> Figure:
    """Of the best runs: whatever else the machine does only adds to a run."""
    return Figure(f"{what} / that call", min(ours) / min(theirs), "x", limit=limit, note=f"{min(ours):.2f} s")


def invented_sets(units: int = 58_000, options: int = 28, seed: int = 0) -> pl.DataFrame:
    """Three or four annotators a unit; 340 distinct sets, few of them frequent, as where texts get emotions."""
    rng = np.random.default_rng(seed)
    pairs = [[f"label {one}", f"label {other}"] for one in range(options) for other in range(one)]
    known = [[], *([f"label {code}"] for code in range(options)), *pairs[:311]]
    share = 1 / np.arange(1, len(known) + 1)
    own, guess = (rng.choice(len(known), size, p=share / share.sum()) for size in (units, (units, 4)))
    value = np.where(rng.random((units, 4)) < 0.7, own[:, np.newaxis], guess)
    unit, who = np.nonzero(np.arange(4) < rng.choice([3, 4], (units, 1), p=[0.4, 0.6]))
    return pl.DataFrame(
        {
            "unit": [f"u{code}" for code in unit],
            "annotator": [f"a{code}" for code in who],
            "value": [known[code] for code in value[unit, who]],
        }
    )


def _sets() -> list[Figure]:
    long = invented_sets()
    triples = [(who, unit, frozenset(value)) for unit, who, value in long.iter_rows()]

    def distance(one: frozenset[str], other: frozenset[str]) -> float:
        return float(masi_distance(one, other)) if one or other else 0.0  # two empty sets are 0/0 there

    options = AgreementOptions(level="set_masi", resamples=0)
    taken = in_turn(
        {
            "nltk": lambda: AnnotationTask(triples, distance=distance).alpha(),
            "ours": lambda: agree(Ratings.from_frame(long), options),
        },
        times=4,
    )
    times = min(taken["nltk"]) / min(taken["ours"])
    what = f"alpha of {len(long):,} sets (MASI): nltk / curator"
    return [Figure(what, times, "x", limit=20, at_least=True, note=f"{min(taken['ours']):.2f} s")]


def _report() -> list[Figure]:
    options = tuple(f"label {code}" for code in range(8))
    fields = [invented(40_000, 3, 3, 8, 1_300, null=0.02, seed=seed) for seed in range(5)]

    def read(long: pl.DataFrame) -> Ratings:
        return Ratings.from_frame(long, unit="turn", cluster="dialogue", domain=options)

    taken = in_turn(
        {
            "krippendorff": lambda: [krippendorff_alpha(long) for long in fields],
            "first": lambda: [field_report(read(long), NOMINAL, details=False) for long in fields],
            "whole": lambda: [field_report(read(long), NOMINAL) for long in fields],
        }
    )
    calls, first, whole = (min(taken[name]) for name in ("krippendorff", "first", "whole"))
    return [
        Figure("five fields: alpha of each with its interval", first, "s", limit=1.5),
        Figure("five fields: the whole report", whole, "s", limit=10),
        Figure("five fields: the whole report / five krippendorff.alpha calls", whole / calls, "x"),
    ]


def measure() -> list[Figure]:
    """The best of some runs, taken in turn."""
    return [*_million(), *_sets(), *_report()]


def main() -> None:
    print(table(measure()))


if __name__ == "__main__":
    main()
