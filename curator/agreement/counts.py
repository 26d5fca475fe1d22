"""A label over whole dialogues: how often it was used, its share, where first and last, and agreement on these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import polars as pl

from curator.agreement.coding import Ints, codes_of
from curator.agreement.core import Metric
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.report import measure
from curator.agreement.result import Result

What = Literal["count", "share", "first", "last"]
WHATS: tuple[What, ...] = ("count", "share", "first", "last")
NEEDED = ("dialogue", "role", "unit", "position", "annotator", "labels")
CLOSE = 0.1
"""Values nearer to each other than this do not need a word about why they differ."""


@dataclass(frozen=True)
class OverDialogues:
    """One number of each dialogue and annotator, and how far they agree. turn_level: alpha of the label against all
    others on the single turns, None where that is undefined. n_dialogues: those that the value rests on."""

    role: str
    label: str
    what: What
    result: Result
    turn_level: float | None
    note: str

    @property
    def n_dialogues(self) -> int:
        return self.result.n_pairable_units


def over_dialogues(
    labels: pl.DataFrame, wanted: Sequence[str], icc: Metric, alpha: Metric, options: AgreementOptions
) -> Iterator[OverDialogues]:
    """For each role and label: count, share of the annotator's answers, position of the first and of the last use.

    labels: a row for each answer; dialogue, role (of who speaks), unit (the turn, distinct within the dialogue),
    position (of the turn, from 0), annotator, labels (a list, empty for none). icc: in the form that `options` name,
    such as 2,1 (two-way random effects, absolute agreement, one rating: Shrout & Fleiss 1979); a unit is a dialogue.
    """
    plain = options.model_copy(update={"resamples": 0, "level": "nominal"})
    for (role,), of_role in labels.select(NEEDED).group_by("role", maintain_order=True):
        turns = Ratings.from_frame(of_role, unit=["dialogue", "unit"], value="labels", cluster="dialogue")
        tables = _tables(of_role)
        for label in wanted:
            key = next((one for one in turns.labels if one[1] == label), None)
            if key is None:
                continue
            turn_level = measure(alpha, turns.having(key), plain).value
            for what in WHATS:
                ratings = _of_dialogues(tables, label, what)
                result, whose = _with_shared(icc, ratings, options)
                note = "; ".join(filter(None, [whose, *_why_different(what, result.value, turn_level)]))
                yield OverDialogues(str(role), label, what, result, turn_level, note)


@dataclass(frozen=True)
class _Tables:
    """answers: how many each annotator gave in each dialogue; dialogue, annotator: the codes of its rows. uses: of each
    label by them."""

    answers: pl.DataFrame
    dialogue: Ints
    annotator: Ints
    names: Sequence[str]
    uses: pl.DataFrame


def _tables(of_role: pl.DataFrame) -> _Tables:
    who = ["dialogue", "annotator"]
    answers = of_role.group_by(who).agg(answers=pl.len()).sort(who)
    uses = of_role.explode("labels", empty_as_null=True).rename({"labels": "label"}).drop_nulls("label")
    table = uses.group_by([*who, "label"]).agg(
        count=pl.len(), first=pl.col("position").min(), last=pl.col("position").max()
    )
    dialogue, _ = codes_of(answers["dialogue"])
    annotator, names = codes_of(answers["annotator"])
    return _Tables(answers, dialogue, annotator, names.to_list(), table)


def _of_dialogues(tables: _Tables, label: str, what: What) -> Ratings:
    mine = tables.uses.filter(pl.col("label") == label).drop("label")
    table = tables.answers.join(mine, on=["dialogue", "annotator"], how="left", maintain_order="left")
    table = table.with_columns(pl.col("count").fill_null(0))
    value = pl.col("count") / pl.col("answers") if what == "share" else pl.col(what)
    numbers = table.select(value.cast(pl.Float64).fill_null(float("nan"))).to_series().to_numpy()
    return Ratings.from_numbers(tables.dialogue, tables.annotator, numbers, tables.names)


def _with_shared(icc: Metric, ratings: Ratings, options: AgreementOptions) -> tuple[Result, str]:
    """Of everybody; or, where nobody shares enough dialogues with all others, of the two who share the most."""
    result = measure(icc, ratings, options)
    if result.value is not None or len(ratings.annotators) < 3:
        return result, ""
    pairs = {pair: ratings.only(pair, keep_domain=True) for pair in combinations(ratings.annotators, 2)}
    pair, most = max(pairs.items(), key=lambda one: len(one[1].pairable))
    of_two = measure(icc, most, options)
    if of_two.value is None:
        return result, ""
    return of_two, f"of {pair[0]} and {pair[1]} alone, who share the most dialogues"


def _why_different(what: What, value: float | None, turn_level: float | None) -> Iterator[str]:
    if what in ("first", "last"):
        yield "only dialogues in which everybody used it, by the position of the turn"
        return
    if value is None or turn_level is None or abs(value - turn_level) < CLOSE:
        return
    if value > turn_level:
        yield "higher than on single turns: whole dialogues forgive where it was put, if it was put as often"
    else:
        yield "lower than on single turns, as where dialogues differ little in it and a few answers weigh much"
