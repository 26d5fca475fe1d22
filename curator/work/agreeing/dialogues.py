"""Labels of turns over whole dialogues: what a study of sessions counts, beside the agreement on single turns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import polars as pl

from curator.agreement import METRICS, AgreementOptions
from curator.agreement.counts import NEEDED, OverDialogues, over_dialogues
from curator.model.base import Json
from curator.model.kinds import AgreementPlan
from curator.model.schema import Field
from curator.work.agreeing.compared import ORDERED, Context, plain_set

FLAGS = ("resamples", "seed", "confidence", "interval")


def dialogue_level(
    rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context, asked: Mapping[str, Json]
) -> Iterator[dict[str, Json]]:
    """Rows for the report: each option of a field about turns, of each role, as ICC(2,1) over dialogues."""
    about_turns = field.target == "turn" or (field.target == "participant" and field.per == "turn")
    if plan.way != "values" or plan.level in ORDERED or plan.domain is None or not about_turns or "icc" not in METRICS:
        return
    options = AgreementOptions.read({**{name: asked.get(name) for name in FLAGS}, "metrics": ["icc"], "form": "2,1"})
    wanted = [option for option in plan.domain if isinstance(option, str)]
    people = asked.get("annotators")
    labels = _labels(rows if people is None else rows.filter(pl.col("annotator").is_in(people)), context)
    for one in over_dialogues(labels, wanted, METRICS.get("icc"), METRICS.get("alpha"), options):
        yield _row(field.id, one)


def _labels(rows: pl.DataFrame, context: Context) -> pl.DataFrame:
    """NEEDED. Each place is looked up once and each answer read once: there are far fewer of them than rows."""
    place = ["dialogue_id", "turn_id", "participant_id"]
    told = rows.filter(pl.col("state").is_in(["value", "none"]) & (pl.col("dialogue_id") != ""))
    looked_up = [(*one, *_role_and_position(context, *one)) for one in told.select(place).unique().iter_rows()]
    text = pl.String()
    places = pl.DataFrame(
        looked_up, schema={**dict.fromkeys(place, text), "role": text, "position": pl.Int64()}, orient="row"
    )
    values = told["value"].unique().to_list()
    answers = pl.DataFrame(
        {"value": values, "labels": [_labels_in(value) for value in values]},
        schema={"value": text, "labels": pl.List(pl.String)},
    )
    return (
        told.join(places, on=place)
        .filter(pl.col("position").is_not_null())
        .join(answers, on="value", nulls_equal=True)
        .with_columns(unit=pl.concat_str("turn_id", "participant_id", separator="\0"))
        .rename({"dialogue_id": "dialogue"})
        .sort("seq")
        .select(NEEDED)
    )


def _role_and_position(context: Context, dialogue_id: str, turn_id: str, participant: str) -> tuple[str, int | None]:
    position = context.turn_idx(dialogue_id).get(turn_id)
    if position is None:  # the turn is no longer there
        return "", None
    return context.role(dialogue_id, participant) if participant else context.speaks(dialogue_id, position), position


def _labels_in(value: str | None) -> list[Json]:
    given = [] if value is None else json.loads(value)
    return plain_set(given) if isinstance(given, list) else [given]


def _row(field: str, one: OverDialogues) -> dict[str, Json]:
    result = one.result
    narrow = (result.ci_note or "").replace("clusters", "dialogues") if result.ci_low is not None else ""
    return {
        "field": field,
        "option": one.label,
        "role": one.role,
        "metric": "icc_2_1",
        "what": one.what,
        "value": result.value,
        "undefined": result.undefined,
        "ci_low": result.ci_low,
        "ci_high": result.ci_high,
        "ci_note": result.ci_note,
        "n_dialogues": one.n_dialogues,
        "turn_level_value": one.turn_level,
        "note": "; ".join(filter(None, [one.note, narrow])),
    }
