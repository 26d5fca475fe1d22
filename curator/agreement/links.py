"""Arrows between turns, compared in three steps that each keep to what the step before agreed on.

Place: which two turns are joined. Type given place: what an arrow that both drew is called. Direction given type: which
of the two turns an arrow of one name starts from.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from curator.agreement.matching import marks
from curator.agreement.ratings import Ratings

SOURCE = ["cluster", "source"]
ARROW = [*SOURCE, "to"]


@dataclass(frozen=True)
class Step:
    """One step: `found` for F1 (true and false), `chosen` for alpha at `level`."""

    part: str
    found: Ratings
    chosen: Ratings
    level: str


def steps(arrows: pl.DataFrame, looked: pl.DataFrame, *, typed: bool) -> list[Step]:
    """The three steps; without types (`typed` false) place and direction.

    arrows: cluster (the dialogue), annotator, source, to (positions of turns), label; one row an arrow's end.
    looked: cluster, annotator, source; everybody who looked at a turn, with arrows or none.
    """
    found = [_place(arrows, looked)]
    if typed:
        found.append(_type(arrows))
    return [*found, _direction(arrows, typed=typed)]


def _place(arrows: pl.DataFrame, looked: pl.DataFrame) -> Step:
    """For alpha a turn's value is the set of distances to the turns it points to, in turns, empty for none.

    So chance knows that most arrows point to the turn before, and no list of all turns that could have been joined (it
    grows with their square) is needed.
    """
    steps_away = arrows.with_columns(away=(pl.col("to") - pl.col("source")).cast(pl.String))
    sets = steps_away.group_by([*SOURCE, "annotator"]).agg(value=pl.col("away").unique().sort())
    table = looked.select(*SOURCE, "annotator").unique().join(sets, on=[*SOURCE, "annotator"], how="left")
    table = table.with_columns(value=pl.col("value").fill_null(pl.lit([], dtype=pl.List(pl.String))))
    chosen = Ratings.from_frame(table, unit=SOURCE, value="value", cluster="cluster")
    return Step("place", marks(arrows, looked, place=SOURCE, key=["to"]), chosen, "set_masi")


def _type(arrows: pl.DataFrame) -> Step:
    """Of the arrows that two or more drew; where anybody gave one arrow several names, names are compared as sets."""
    names = arrows.group_by([*ARROW, "annotator"]).agg(value=pl.col("label").unique().sort())
    several = names.filter(pl.col("value").list.len() > 1).height > 0
    shared = _of_several(names, ARROW)
    table = shared if several else shared.with_columns(pl.col("value").list.first())
    chosen = Ratings.from_frame(table, unit=ARROW, value="value", cluster="cluster")
    both = arrows.join(shared.select(*ARROW, "annotator"), on=[*ARROW, "annotator"], how="semi")
    found = marks(both, shared, place=ARROW, key=["label"])
    return Step("type given place", found, chosen, "set_masi" if several else "nominal")


def _direction(arrows: pl.DataFrame, *, typed: bool) -> Step:
    """Of the turns that two or more joined, by an arrow of the same name if there are names."""
    joined = ["cluster", "first", "second", *(["label"] if typed else [])]
    between = arrows.with_columns(
        first=pl.min_horizontal("source", "to"),
        second=pl.max_horizontal("source", "to"),
        way=pl.when(pl.col("to") < pl.col("source")).then(pl.lit("back")).otherwise(pl.lit("on")),
    )
    ways = between.group_by([*joined, "annotator"]).agg(value=pl.col("way").unique().sort())
    shared = _of_several(ways, joined)
    table = shared.with_columns(pl.col("value").list.join(" and "))
    chosen = Ratings.from_frame(table, unit=joined, value="value", cluster="cluster")
    both = between.join(shared.select(*joined, "annotator"), on=[*joined, "annotator"], how="semi")
    found = marks(both, shared, place=joined, key=["way"])
    return Step("direction given type" if typed else "direction given place", found, chosen, "nominal")


def _of_several(table: pl.DataFrame, unit: list[str]) -> pl.DataFrame:
    return table.filter(pl.len().over(unit) > 1)
