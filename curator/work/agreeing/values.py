"""Answers that are one value each: options, sets, points of a scale; and whether a text was written at all."""

from __future__ import annotations

import json
from collections.abc import Sequence

import polars as pl

from curator.agreement import Ratings
from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.model.kinds import AgreementPlan
from curator.model.schema import Field
from curator.work.agreeing.choosing import TARGET, UNIT
from curator.work.agreeing.compared import NONE, NOTHING_IS, ORDERED, SETS, Compared, Context, plain_set


def values(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """The answers themselves; of picked options with an intensity, also this, of those that two people picked."""
    table, domain = comparable(rows, plan)
    whole = Compared(
        ratings_of(table, domain),
        tuple(plan.metrics),
        plan.level,
        nothing=nothing_is(plan.level),
        details=True,
        of_dialogue=field.kind_class.of_dialogue,
    )
    return [whole, *_intensities(rows, field)]


def texts(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """Whether anything was written: a text against a *none*. What was written has no coefficient."""
    written = rows.filter(pl.col("state").is_in(["value", "none"])).with_columns(
        value=pl.when(pl.col("state") == "value").then(pl.lit("true")).otherwise(pl.lit("false"))
    )
    ratings = ratings_of(with_cluster(written), [False, True])
    nothing = "none counts as nothing written"
    return [Compared(ratings, tuple(plan.metrics), plan.level, part="any written", nothing=nothing)]


def comparable(rows: pl.DataFrame, plan: AgreementPlan) -> tuple[pl.DataFrame, list[Json] | None]:
    """Values as JSON text, and the domain. *None* is the empty set, or a value of its own, or missing on a scale."""
    is_none = pl.col("state") == "none"
    domain, nothing = plan.domain, None
    if plan.level.startswith(SETS):
        nothing = "[]"
    elif plan.level not in ORDERED:
        nothing = canonical_json(NONE)
        domain = [*domain, NONE] if domain is not None and rows.filter(is_none).height else domain
    value = pl.when(pl.col("state") == "value").then(pl.col("value")).when(is_none).then(pl.lit(nothing, pl.String))
    table = with_cluster(rows.with_columns(value=value)).filter(pl.col("value").is_not_null())
    if plan.level.startswith(SETS):
        written = table["value"].unique().to_list()
        plain = {text: canonical_json(plain_set(json.loads(text))) for text in written}
        table = table.with_columns(pl.col("value").replace_strict(plain, return_dtype=pl.String))
    return table, domain


def with_cluster(rows: pl.DataFrame) -> pl.DataFrame:
    """Unit, annotator, value and the cluster: the dialogue, or the case of answers that belong to none."""
    cluster = pl.when(pl.col("dialogue_id") == "").then(pl.col("case_id")).otherwise(pl.col("dialogue_id"))
    return rows.select(*UNIT, "annotator", "value", cluster=cluster)


def ratings_of(table: pl.DataFrame, domain: Sequence[Json] | None, unit: Sequence[str] = UNIT) -> Ratings:
    return Ratings.from_frame(
        table, unit=unit, annotator="annotator", value="value", cluster="cluster", domain=domain, json_values=True
    )


def nothing_is(level: str) -> str:
    if level.startswith(SETS):
        return NOTHING_IS["set"]
    return NOTHING_IS["ordered" if level in ORDERED else "nominal"]


def _intensities(rows: pl.DataFrame, field: Field) -> list[Compared]:
    if field.intensity is None:
        return []
    given = with_cluster(rows.filter(pl.col("state") == "value")).rows(named=True)
    picked = [
        {**row, "option": entry["option"], "value": canonical_json(entry["intensity"])}
        for row in given
        for entry in json.loads(row["value"])
    ]
    columns = [*UNIT, "annotator", "value", "cluster", "option"]
    table = pl.DataFrame(picked, schema=dict.fromkeys(columns, pl.String))
    shared = table.filter(pl.len().over([*TARGET, "option"]) > 1)
    ratings = ratings_of(shared, None, [*TARGET, "option"])
    how = "the intensity of an option is compared among those who picked it"
    return [Compared(ratings, ("alpha",), "ordinal", part="intensity given option", nothing=how)]
