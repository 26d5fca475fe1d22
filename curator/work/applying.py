"""Answers that do not count any more because an answer they hang on was changed: *not applicable* is computed."""

from __future__ import annotations

import json
from collections.abc import Iterable

import polars as pl

from curator.model.annotation import State
from curator.model.grammar import Answer, fields_of
from curator.model.plan import Answers, Cell
from curator.model.schema import Field, Schema
from curator.model.targets import COLUMNS, Target
from curator.store.interface import Store
from curator.work.many_dialogues import dialogues_of


def parents_of(schema: Schema, field: Field) -> list[str]:
    """The fields whose answers decide whether this one is asked, theirs too, in the schema's order."""
    found: set[str] = set()
    waiting = [field]
    while waiting:
        one = waiting.pop()
        for name in fields_of(one.when) if one.when is not None else ():
            parent = schema.field(name)
            if parent is not None and parent.id not in found:
                found.add(parent.id)
                waiting.append(parent)
    return [one.id for one in schema.asked if one.id in found]


def without_not_applicable(
    store: Store, project: str, schema: Schema, field: Field, labels: pl.DataFrame, parents: Iterable[pl.DataFrame]
) -> pl.DataFrame:
    """`labels` without the rows whose `when` does not hold.

    labels, parents: rows of the view `ratings`, of the field and of each of its parents, in the same task and round.
    """
    if field.when is None or labels.is_empty():
        return labels
    given = given_answers(parents)
    keep: dict[tuple[str, str, Target], bool] = {}
    # Answers about a case (no dialogue) hang on nothing that a dialogue holds: they stay.
    asked: dict[str, dict[str, set[Target]]] = {}
    places = labels.select("dialogue_id", "annotator", *COLUMNS).rows()
    for dialogue_id, annotator, *columns in places:
        asked.setdefault(dialogue_id, {}).setdefault(annotator, set()).add(Target.of_columns(*columns))
    for dialogue in dialogues_of(store, project, asked):
        for annotator, targets in asked[dialogue.id].items():
            answers = Answers(schema, dialogue, given.get((dialogue.id, annotator), {}))
            for target in targets:
                keep[dialogue.id, annotator, target] = answers.counts(Cell(field, target))
    counts = [keep.get((dialogue, who, Target.of_columns(*target)), True) for dialogue, who, *target in places]
    return labels.filter(pl.Series(counts, dtype=pl.Boolean))


def given_answers(parents: Iterable[pl.DataFrame]) -> dict[tuple[str, str], dict[tuple[str, Target], Answer]]:
    """(dialogue, annotator) -> answers; the items of a field at a target come together as one list."""
    found: dict[tuple[str, str], dict[tuple[str, Target], Answer]] = {}
    read: dict[tuple[State, str | None], Answer] = {}
    columns = ["dialogue_id", "annotator", "field", "state", "value", "item_id", *COLUMNS]
    rows = (row for frame in parents for row in frame.select(columns).iter_rows())
    for dialogue_id, annotator, field, state, value, item, *target in rows:
        answers = found.setdefault((dialogue_id, annotator), {})
        key = (field, Target.of_columns(*target))
        answer = read.get((state, value)) or Answer(state, None if value is None else json.loads(value))
        read[state, value] = answer
        before = answers.get(key)
        if item and before is not None and before.state == state == "value":
            answer = Answer("value", [*before.value, answer.value])
        elif item and state == "value":
            answer = Answer("value", [answer.value])
        answers[key] = answer
    return found
