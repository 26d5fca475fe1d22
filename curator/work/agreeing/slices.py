"""The same answers once more, looked at in another way: by direction, by role, and with *not applicable* as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import polars as pl

from curator.agreement import Ratings
from curator.model.base import Json
from curator.model.grammar import fields_of
from curator.model.identity import canonical_json
from curator.model.kinds import AgreementPlan
from curator.model.layout import Cell, Layout
from curator.model.plan import Answers
from curator.model.schema import Field
from curator.model.targets import Target
from curator.work.agreeing.choosing import UNIT
from curator.work.agreeing.compared import SETS, Compared, Context
from curator.work.agreeing.values import comparable, nothing_is, ratings_of
from curator.work.applying import given_answers

ENDS = ("participant_id", "other_id")
NOT_APPLICABLE = "(not applicable)"
UNDIRECTED = "either way round"

Slice = tuple[dict[str, Json], Compared]
"""What sets the results apart, and what is compared."""


def directions(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> Iterator[Slice]:
    """Of directed pairs: from which role to which, and without regard to the direction."""
    if field.target != "pair" or not field.directed or not rows.height:
        return
    table, domain = comparable(rows, plan)
    ends = table.select("dialogue_id", "participant_id", "other_id").rows()
    ways = {end: " → ".join(context.role(end[0], name) for name in end[1:]) for end in set(ends) if end[0]}
    told = table.with_columns(direction=pl.Series([ways.get(end, "") for end in ends], dtype=pl.String))
    for way in sorted(set(ways.values())) if len(set(ways.values())) > 1 else ():
        ratings = ratings_of(told.filter(pl.col("direction") == way), domain)
        yield {"direction": way}, _headline(ratings, plan)
    how = "the two answers about a pair are put in order, so that which way round they are meant does not count"
    yield {"direction": UNDIRECTED}, _headline(ratings_of(_either_way(table, domain), domain), plan, how)


def _either_way(table: pl.DataFrame, domain: list[Json] | None) -> pl.DataFrame:
    """One unit for the lower and one for the higher of an annotator's two answers about two people."""
    order = {canonical_json(value): idx for idx, value in enumerate(domain or ())}
    ends = {"participant_id": pl.min_horizontal(*ENDS), "other_id": pl.max_horizontal(*ENDS)}
    place = pl.col("value").replace_strict(order, default=None, return_dtype=pl.Int64)
    pairs = table.with_columns(**ends, place=place)
    unit = [*(name for name in UNIT if name != "item_id"), "annotator"]
    in_order = pairs.sort([*unit, "place", "value"])
    return in_order.with_columns(item_id=pl.int_range(pl.len()).over(unit).cast(pl.String)).drop("place")


def not_applicable(
    rows: pl.DataFrame, parents: Iterable[pl.DataFrame], field: Field, plan: AgreementPlan, context: Context
) -> Iterator[Slice]:
    """Of a field that hangs on other answers: once more, with a value for whoever answered these so that it does not
    apply. Scales are compared as categories then, since *not applicable* is no point of a scale.

    rows: answers that count. parents: those to the fields it hangs on, of the same people.
    """
    told = given_answers(parents)
    if field.when is None or not rows.height or not told:
        return
    is_set = plan.level.startswith(SETS)
    as_options = plan if is_set else replace(plan, level="nominal")
    table, domain = comparable(rows, as_options)
    value = canonical_json([NOT_APPLICABLE] if is_set else NOT_APPLICABLE)
    more = [
        (dialogue, *target.columns, "", annotator, value, dialogue)
        for (dialogue, annotator), given in told.items()
        if dialogue
        for target in _where_not(field, Answers(context.schema, context.dialogue(dialogue), given))
    ]
    left_out = pl.DataFrame(more, schema=table.schema, orient="row")
    domain = None if domain is None else [*domain, NOT_APPLICABLE]
    how = "once more with *not applicable* as a value of its own" + (
        "" if as_options.level == plan.level else "; the points of the scale are compared as categories"
    )
    compared = _headline(ratings_of(pl.concat([table, left_out]), domain), as_options, how)
    yield {"not_applicable": "a value"}, replace(compared, of_dialogue=field.kind_class.of_dialogue)


def _where_not(field: Field, answers: Answers) -> Iterator[Target]:
    """The targets at which the annotator has decided that the field does not apply."""
    layout = Layout(answers.dialogue)
    cells = [cell for idx in range(len(answers.dialogue.turns)) for cell in layout.in_turn(field, idx)]
    for cell in [*cells, *layout.beyond_turns(field)]:
        if not answers.counts(cell) and _is_decided(field, cell.target, answers):
            yield cell.target


def _is_decided(field: Field, target: Target, answers: Answers) -> bool:
    """Whether an answer says that the field does not apply, and not the lack of one."""
    for name in fields_of(field.when) if field.when is not None else ():
        parent = answers.schema.field(name)
        if parent is None:
            continue
        seen = answers.seen(name, target)
        if seen is not None and seen.state in ("value", "none"):
            return True
        place = answers.seen_from(parent, target)
        if not answers.counts(Cell(parent, place)) and _is_decided(parent, place, answers):
            return True
    return False


def _headline(ratings: Ratings, plan: AgreementPlan, how: str = "") -> Compared:
    metrics = tuple(plan.metrics[:1])
    return Compared(ratings, metrics, plan.level, nothing=nothing_is(plan.level), how=how)
