"""What the ways of comparing share: the dialogues at hand, and one thing that is compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from curator.agreement import Ratings
from curator.agreement.core import Metric
from curator.agreement.matching import Place
from curator.agreement.spans import Spans
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.schema import Schema
from curator.model.targets import Target
from curator.store.interface import Store
from curator.work.agreeing.choosing import TARGET
from curator.work.many_dialogues import WORTH_ALL

NONE = "(none)"
"""How *looked and found nothing* stands among the options of a nominal field."""
SETS, ORDERED = "set_", ("ordinal", "interval", "ratio")
NOTHING_IS = {
    "set": "none counts as the empty set",
    "ordered": "none counts as missing",
    "nominal": "none counts as an answer of its own",
    "items": "none counts as having looked and found nothing; without it and without any item a place is missing",
}
POOLED = "units of all dialogues are pooled"
EACH_DIALOGUE = "the mean of the values within each dialogue, so that each counts once"


@dataclass(frozen=True)
class Compared:
    """One thing that is compared of a field.

    ratings: of units; or `stretches`: of spans, which have coefficients of their own. metrics: names in METRICS, the
    one to report first in front. measures: coefficients that are made for these ratings. nothing: what *none* counts
    as. how: the matching, over: the pooling, in words for the table. details: pairs and single options are worth a line
    each. of_dialogue: values are people or turns of a dialogue, which no other dialogue has.
    """

    ratings: Ratings | None = None
    metrics: tuple[str, ...] = ()
    level: str | None = None
    measures: tuple[Metric, ...] = ()
    stretches: Spans | None = None
    part: str | None = None
    match: str | None = None
    nothing: str = NOTHING_IS["items"]
    how: str = ""
    over: str = POOLED
    details: bool = False
    of_dialogue: bool = False


@dataclass(frozen=True)
class Context:
    """The project at hand; each dialogue is read once."""

    store: Store
    project: str
    schema: Schema
    _dialogues: dict[str, Dialogue] = field(default_factory=dict)

    def dialogue(self, dialogue_id: str) -> Dialogue:
        """With everybody whom the schema puts into it. One by one until so many were asked for that all of them at
        once would have cost as much."""
        if dialogue_id not in self._dialogues and WORTH_ALL * len(self._dialogues) >= self._n_dialogues > 0:
            self._dialogues.update((one.id, self.schema.peopled(one)) for one in self.store.dialogues(self.project))
        if dialogue_id not in self._dialogues:
            self._dialogues[dialogue_id] = self.schema.peopled(self.store.dialogue(self.project, dialogue_id))
        return self._dialogues[dialogue_id]

    @cached_property
    def _n_dialogues(self) -> int:
        return len(self.store.dialogue_ids(self.project))

    def turn_idx(self, dialogue_id: str) -> dict[str, int]:
        """Turn id -> position."""
        if dialogue_id not in self._turns:
            self._turns[dialogue_id] = {turn.id: idx for idx, turn in enumerate(self.dialogue(dialogue_id).turns)}
        return self._turns[dialogue_id]

    @cached_property
    def _turns(self) -> dict[str, dict[str, int]]:
        return {}

    def speaks(self, dialogue_id: str, position: int) -> str:
        """The role of who speaks in a turn; of several people who speak together, their roles."""
        if dialogue_id not in self._speaking:
            self._speaking[dialogue_id] = [
                " and ".join(dict.fromkeys(self.role(dialogue_id, name) for name in turn.speakers))
                for turn in self.dialogue(dialogue_id).turns
            ]
        return self._speaking[dialogue_id][position]

    @cached_property
    def _speaking(self) -> dict[str, list[str]]:
        return {}

    def role(self, dialogue_id: str, participant: str) -> str:
        """Of a participant; the kind of a group or of somebody spoken about, who has none."""
        people = self.dialogue(dialogue_id).participants
        found = next((one for one in people if one.id == participant), None)
        return "somebody" if found is None else found.role or found.kind


@dataclass(frozen=True)
class Answered:
    """The items of one annotator at one target; `values` is empty where they looked and found nothing."""

    dialogue: str
    target: Target
    annotator: str
    values: tuple[Json, ...]

    @property
    def place(self) -> Place:
        """The dialogue (the case, of answers that belong to none), and the target within it."""
        return self.dialogue or self.target.case, json.dumps(self.target.columns)


def answered(rows: pl.DataFrame) -> Iterator[Answered]:
    """Everybody's items, target by target, in the order in which they were made; who cannot tell is not there."""
    told = rows.filter(pl.col("state").is_in(["value", "none"])).sort("seq")
    for key, of_target in told.group_by([*TARGET, "annotator"], maintain_order=True):
        dialogue, *target, annotator = map(str, key)
        values = [json.loads(value) for value in of_target["value"].to_list() if value is not None]
        yield Answered(dialogue, Target.of_columns(*target), annotator, tuple(values))


def by_place(found: Iterable[Answered]) -> dict[Place, dict[str, Answered]]:
    places: dict[Place, dict[str, Answered]] = {}
    for one in found:
        places.setdefault(one.place, {})[one.annotator] = one
    return places


def plain_set(value: Iterable[Json]) -> list[Json]:
    """The options of a set, without their intensities."""
    return [item["option"] if isinstance(item, dict) else item for item in value]


def sentence(*pieces: str) -> str:
    return "; ".join(filter(None, pieces))


def slice_of(*more: Mapping[str, Json] | None) -> dict[str, Json] | None:
    """What sets a result apart, of several reasons together; None where nothing does."""
    found = {name: value for one in more if one for name, value in one.items()}
    return found or None
