"""When an answer was given and where it stands, as groups of units whose agreement is looked at one by one."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import polars as pl

from curator.agreement.ratings import Ints
from curator.store.interface import Store
from curator.work.agreeing.choosing import UNIT
from curator.work.field_ratings import FieldRatings
from curator.work.many_dialogues import dialogues_of

PAUSE = timedelta(minutes=30)
"""After so long without an answer a new sitting begins."""
SITTINGS = ((15.0, "first 15 minutes"), (30.0, "15 to 30 minutes"), (60.0, "30 to 60 minutes"))
LATER = "after an hour"
FIFTHS = ("first fifth", "second fifth", "third fifth", "fourth fifth", "last fifth")

Groups = tuple[Ints, list[str]]
"""The group of each unit (-1 for none), and the names of the groups in order."""


def weeks(found: FieldRatings) -> Groups:
    """ISO weeks (UTC) of the last answer to each unit. Imported answers have no time of their own."""
    last = _timed(found).group_by(UNIT).agg(pl.col("recorded_at").max())
    week = last.with_columns(group=pl.col("recorded_at").dt.convert_time_zone("UTC").dt.strftime("%G-W%V"))
    return _coded(found, week, sorted(week["group"].unique().to_list()))


def sittings(found: FieldRatings) -> Groups:
    """How long its annotator had been at work at the last answer to each unit, since a pause of half an hour."""
    timed = _timed(found).sort("annotator", "recorded_at")
    begins = (pl.col("recorded_at").diff() > PAUSE).fill_null(value=True).over("annotator")
    timed = timed.with_columns(sitting=begins.cum_sum().over("annotator"))
    minutes = pl.col("recorded_at") - pl.col("recorded_at").min().over("annotator", "sitting")
    timed = timed.with_columns(minutes=minutes.dt.total_seconds() / 60)
    longest = timed.group_by(UNIT).agg(pl.col("minutes").max())
    name = pl.lit(LATER)
    for most, words in reversed(SITTINGS):
        name = pl.when(pl.col("minutes") < most).then(pl.lit(words)).otherwise(name)
    return _coded(found, longest.with_columns(group=name), [*(words for _, words in SITTINGS), LATER])


def positions(found: FieldRatings, store: Store, project: str) -> Groups:
    """The fifth of its dialogue in which a unit's turn stands; units without a turn have none."""
    compared = found.units[found.ratings.pairable.tolist()]["dialogue_id"].unique().to_list()
    place = {
        (dialogue.id, turn.id): 5 * idx // len(dialogue.turns)
        for dialogue in dialogues_of(store, project, compared)
        for idx, turn in enumerate(dialogue.turns)
    }
    units = found.units.select("dialogue_id", "turn_id").iter_rows()
    return np.array([place.get(unit, -1) for unit in units], dtype=np.int64), list(FIFTHS)


def _timed(found: FieldRatings) -> pl.DataFrame:
    answers = found.rows.filter(pl.col("origin") != "import")
    return answers.join(found.table.select(*UNIT, "annotator"), on=[*UNIT, "annotator"], how="semi")


def _coded(found: FieldRatings, grouped: pl.DataFrame, names: list[str]) -> Groups:
    code = {name: idx for idx, name in enumerate(names)}
    known = found.units.join(grouped.select(*UNIT, "group"), on=UNIT, how="left", maintain_order="left")["group"]
    return np.array([code.get(name, -1) for name in known.to_list()], dtype=np.int64), names
