"""What labels must be, worked out from the exported events in plain Python: slow, short, and without a line of SQL.

Written from the contracts and not from the views, so that a mistake has to be made twice to go unnoticed.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from curator.model.annotation import Event
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.identity import canonical_json
from curator.model.schema import Schema
from curator.store.interface import StoredEvent

Key: TypeAlias = tuple[Any, ...]
"""dialogue, field, target, item."""
VOTES = ("value", "none", "cannot_tell")
VERDICTS = (*VOTES, "no_agreement")


@dataclass(frozen=True)
class Gold:
    state: str | None
    value: Json = None
    source: str | None = None
    n_annotators: int = 0
    raw: Json = None


@dataclass
class Hand:
    """What one annotator did to one key in one task."""

    events: list[StoredEvent] = field(default_factory=list)

    def newest_of_rounds(self) -> list[StoredEvent]:
        by_round: dict[int, StoredEvent] = {}
        for stored in self.events:
            by_round[stored.event.round] = stored
        return [by_round[number] for number in sorted(by_round)]

    @property
    def current(self) -> StoredEvent:
        return self.newest_of_rounds()[-1]

    def independent(self, first_submit: int | None) -> StoredEvent | None:
        own = [
            stored
            for stored in self.events
            if stored.event.round == 1
            and (stored.event.origin == "import" or (first_submit is not None and stored.seq <= first_submit))
        ]
        return own[-1] if own else None


@dataclass
class Fold:
    """Three results. `ratings`: (seq, is_independent, is_current) of every row; `gold`: by key."""

    ratings: set[tuple[int, bool, bool]] = field(default_factory=set)
    gold: dict[Key, Gold] = field(default_factory=dict)


def fold(events: Iterable[StoredEvent], schema: Schema, dialogues: Mapping[str, Dialogue]) -> Fold:
    hands: dict[Key, dict[tuple[str, str], Hand]] = defaultdict(lambda: defaultdict(Hand))
    submits: dict[tuple[str, str, str, str], int] = {}
    for stored in sorted(events, key=lambda stored: stored.seq):
        event = stored.event
        if event.state == "submitted" and event.round == 1:
            submits.setdefault((event.task, event.dialogue, event.target.case, event.annotator), stored.seq)
        if event.field and not stored.stale:
            hands[event.key][event.task, event.annotator].events.append(stored)
    result = Fold()
    for key, by_hand in hands.items():
        current: list[StoredEvent] = []
        independent: list[StoredEvent] = []
        n_rows = len(result.ratings)
        for (task, annotator), hand in by_hand.items():
            own = hand.independent(submits.get((task, key[0], key[2].case, annotator)))
            for stored in {
                stored.seq: stored for stored in (*hand.newest_of_rounds(), *([own] if own else []))
            }.values():
                if stored.event.state != "retracted":
                    result.ratings.add((stored.seq, stored is own, stored is hand.current))
            if own and own.event.state != "retracted":
                independent.append(own)
            if hand.current.event.state != "retracted":
                current.append(hand.current)
        if len(result.ratings) > n_rows:
            result.gold[key] = gold(key, current, independent, schema, dialogues)
    return result


def gold(
    key: Key,
    current: list[StoredEvent],
    independent: list[StoredEvent],
    schema: Schema,
    dialogues: Mapping[str, Dialogue],
) -> Gold:
    by_person = {
        stored.event.annotator: stored.event
        for stored in sorted(independent, key=lambda stored: stored.seq)
        if stored.event.annotator_kind == "person" and stored.event.state in VOTES
    }
    votes = list(by_person.values())
    newest_first = [stored.event for stored in sorted(current, key=lambda stored: -stored.seq)]
    for event in newest_first:
        if event.annotator_kind in ("adjudicator", "group") and event.state in VERDICTS:
            return Gold(event.state, event.value, "verdict", len(votes))
    if votes:
        asked = schema.field(key[1])
        rule = asked.kind_class.gold_rule(asked) if asked else "same"
        state, value = ruled(rule, votes, order_of(key, schema, dialogues))
        return Gold(state, value, "rule", len(votes))
    for event in newest_first:
        if event.annotator_kind == "participant":
            return Gold(event.state, event.value, "participant", 0, event.raw)
        if event.origin == "import" and event.annotator_kind != "model":
            return Gold(event.state, event.value, "import", 0, event.raw)
    return Gold(None)


def ruled(rule: str, votes: list[Event], order: list[str]) -> tuple[str, Json]:
    """State and value by the field's rule. Cannot tell does not vote unless all did; ties are *no agreement*."""
    voting = [vote for vote in votes if vote.state != "cannot_tell"]
    values = [vote.value for vote in voting if vote.state == "value"]
    if not voting:
        return "cannot_tell", None
    if not values:
        return "none", None
    if rule == "set_majority":
        counts = Counter(option for value in values for option in value)
        return "value", [option for option in order if 2 * counts[option] > len(voting)]
    if rule == "median":
        return "value", statistics.median(values)
    if rule == "mean":
        return "value", float(sum(map(Fraction, values)) / len(values))
    answers = Counter(canonical_json([vote.state, vote.value]) for vote in voting)
    (answer, most), *others = answers.most_common()
    wins = not others or (rule == "majority" and others[0][1] < most)
    if not wins:
        return "no_agreement", None
    won = next(vote for vote in voting if canonical_json([vote.state, vote.value]) == answer)
    return won.state, won.value


def order_of(key: Key, schema: Schema, dialogues: Mapping[str, Dialogue]) -> list[str]:
    """The order in which a set's members are listed: the schema's options, or else the dialogue's participants."""
    asked = schema.field(key[1])
    if asked and asked.options:
        return [option.id for option in asked.options]
    return [person.id for person in dialogues[key[0]].participants]
