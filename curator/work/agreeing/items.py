"""Answers that are items: links, records, states, and the parts that items carry. What is the same item is settled
first, and said."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

import polars as pl

from curator.agreement import links as arrows
from curator.agreement import records, timed
from curator.agreement.matching import F1, Matched, found_by_both, matched
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.identity import canonical_json
from curator.model.kinds import AgreementPlan
from curator.model.kinds.numbers import exact
from curator.model.question import Question
from curator.model.schema import Field
from curator.work.agreeing.compared import SETS, Compared, Context, answered, by_place, plain_set, sentence


def links(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """Same place; same type given the place; same direction given the type."""
    ends: list[tuple[str, str, int, int, str]] = []
    looked: list[tuple[str, str, int]] = []
    for one in answered(rows):
        order = context.turn_idx(one.dialogue)
        source = order.get(one.target.turn)
        if source is None:  # the turn is no longer there
            continue
        looked.append((one.dialogue, one.annotator, source))
        for value in one.values:
            to = [order[name] for name in value["to"] if name in order]
            ends += [(one.dialogue, one.annotator, source, idx, str(value.get("label", ""))) for idx in to]
    text, number = pl.String, pl.Int64
    arrow = {"cluster": text, "annotator": text, "source": number, "to": number, "label": text}
    table = pl.DataFrame(ends, schema=arrow, orient="row")
    places = pl.DataFrame(
        looked, schema={name: arrow[name] for name in ("cluster", "annotator", "source")}, orient="row"
    )
    how = "for alpha of the place a turn's value is the set of distances to the turns it points to"
    found = []
    for step in arrows.steps(table, places, typed=bool(field.options or field.open)):
        found += [
            Compared(step.chosen, ("alpha",), step.level, part=step.part, how=how if step.part == "place" else ""),
            Compared(step.found, measures=(F1,), part=step.part, match="exact", details=True),
        ]
    return [*found, *of_items(rows, field, _same_arrow, "arrows of one turn that point to the same turns, most first")]


def kept_records(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """Whether both have the record; then each part of the records that were matched."""
    units = records.match_records(
        {
            place: {who: [_as_record(value) for value in one.values] for who, one in of_place.items()}
            for place, of_place in by_place(answered(rows)).items()
        }
    )
    how = records.MATCHING
    any_part, all_parts = found_by_both(units), records.whole(units)
    return [
        Compared(any_part, measures=(F1,), part="record, any part equal", match="overlap", how=how, details=True),
        Compared(all_parts, measures=(F1,), part="record, all parts equal", match="exact", how=how),
        *of_parts(units, field.parts, how),
    ]


def of_items(rows: pl.DataFrame, field: Field, alike: Callable[[Json, Json], float], how: str) -> list[Compared]:
    """The parts that spans, links or segments carry, of those items that were matched. how: the matching, in words."""
    if not field.parts:
        return []
    places = {
        place: {who: one.values for who, one in of_place.items()}
        for place, of_place in by_place(answered(rows)).items()
    }
    units = [
        Matched(unit.place, unit.slot, unit.annotators, (_parts_in(unit.items[0]), _parts_in(unit.items[1])))
        for unit in matched(places, alike)
    ]
    return of_parts(units, field.parts, f"parts are compared of {how}")


def of_parts(units: Sequence[Matched[records.Record]], questions: Sequence[Question], how: str) -> list[Compared]:
    """Each part of matched items at its own level; of texts whether one was written, of items within items which."""
    found = []
    for question in questions:
        plan = question.kind_class.agreement(question)
        if plan is None:
            continue
        meaning, level, domain = _MEANINGS.get(plan.way, _which_items)(plan)
        kept = records.part(units, question.id, meaning, domain)
        left = f"{kept.n_open} times one of two left this part open, which counts as missing" if kept.n_open else ""
        metrics = tuple(plan.metrics) if plan.way == "values" else ("alpha", "percent_agreement")
        how_here, own = sentence(how, left), question.kind_class.of_dialogue
        found.append(
            Compared(kept.ratings, metrics, level, part=question.id, how=how_here, details=True, of_dialogue=own)
        )
    return found


Meaning = tuple[Callable[[str | None], Json], str, list[Json] | None]


def _one_value(plan: AgreementPlan) -> Meaning:
    if plan.level.startswith(SETS):
        return lambda text: None if text is None else plain_set(json.loads(text)), plan.level, plan.domain
    return lambda text: None if text is None else json.loads(text), plan.level, plan.domain


def _whether_written(plan: AgreementPlan) -> Meaning:
    return lambda text: text is not None, plan.level, [False, True]


def _which_items(plan: AgreementPlan) -> Meaning:
    """The set of items as they stand, without the words they quote."""

    def meaning(text: str | None) -> Json:
        items = [] if text is None else json.loads(text)
        return [canonical_json({name: one for name, one in item.items() if name != "text"}) for item in items]

    return meaning, "set_masi", None


_MEANINGS: dict[str, Callable[[AgreementPlan], Meaning]] = {"values": _one_value, "texts": _whether_written}


def states(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """What holds at each moment of a stated grid; and when states begin, with a stated tolerance."""
    grid = timed.GRID if field.grid is None else max(1, milliseconds(field.grid))
    places = by_place(answered(rows))
    begun = {
        place: {
            who: [timed.Begin(milliseconds(value["start"]), str(value["label"])) for value in one.values]
            for who, one in of_place.items()
        }
        for place, of_place in places.items()
    }
    lengths = {}
    for place, of_place in begun.items():
        told = max((one.at + grid for own in of_place.values() for one in own), default=0)
        dialogue = next(iter(places[place].values())).dialogue
        lengths[place] = max(told, milliseconds(length(context.dialogue(dialogue))) if dialogue else 0)
    moments = f"what holds is compared every {grid / 1000:g} s, up to the last turn's end or the last state"
    tolerance = f"beginnings of one state at most {timed.TOLERANCE / 1000:g} s apart are the same"
    on_grid = timed.on_grid(begun, lengths, grid=grid, initial=field.initial)
    start = timed.begins(begun)
    return [
        Compared(on_grid, tuple(plan.metrics), plan.level, part="state at each moment", how=moments, details=True),
        Compared(start, measures=(F1,), part="beginnings", match="overlap", how=tolerance, details=True),
        *of_items(rows, field, _same_state, f"states that begin at most {timed.TOLERANCE / 1000:g} s apart"),
    ]


def length(dialogue: Dialogue) -> float:
    """Seconds up to the end of the last turn that has one; 0 where none has."""
    return max((turn.end or turn.start or 0.0 for turn in dialogue.turns), default=0.0)


def milliseconds(seconds: float) -> int:
    return round(exact(seconds) * 1000)


def _same_state(one: Json, other: Json) -> float:
    apart = abs(milliseconds(one["start"]) - milliseconds(other["start"]))
    return 1 / (1 + apart) if one["label"] == other["label"] and apart <= timed.TOLERANCE else 0.0


def _same_arrow(one: Json, other: Json) -> float:
    return _shared(one["to"], other["to"])


def _shared(one: Sequence[str], other: Sequence[str]) -> float:
    return len(set(one) & set(other)) / len(set(one) | set(other))


def _parts_in(item: Json) -> records.Record | None:
    return None if item is None else _as_record(item.get("parts", {}))


def _as_record(value: Mapping[str, Json]) -> records.Record:
    return {part: canonical_json(answer) for part, answer in value.items()}
