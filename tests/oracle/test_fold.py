"""The views against the fold, over histories that nobody would write by hand."""

from __future__ import annotations

import json
import math
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from curator.model.annotation import AnnotatorKind, Event, ImportedLabel, State
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.targets import COLUMNS, Target
from curator.store import Store, open_store
from curator.store.interface import Incoming
from tests.builders import a_dialogue, a_project, a_schema, an_event
from tests.oracle.fold import Fold, Key, fold

PEOPLE: dict[str, AnnotatorKind] = {
    "ana": "person",
    "bo": "person",
    "cy": "person",
    "di": "person",
    "judge": "adjudicator",
    "team": "group",
    "bot": "model",
    "usr": "participant",
    "crowd": "unknown",
}
PERSONS = [name for name, kind in PEOPLE.items() if kind == "person"]
MOST = [*PEOPLE, "usr", "bot", *PERSONS * 8]
"""A verdict hides what the rule says: few are given."""
OPTIONS = ["question", "reflection", "other"]
VALUES: dict[str, list[Json]] = {
    "move": OPTIONS[:2],
    "moves": [[], ["question"], ["question", "other"], ["reflection", "other"], OPTIONS],
    "distress": [1, 2, 5],
    "warmth": [0, 1, 7],
    "note": ["same", "other"],
    "addressed": [["usr"], ["sys"], ["usr", "sys"]],
    "outcome": ["better", "worse"],
}
STATES: list[State] = ["value", "value", "value", "value", "value", "none", "none", "cannot_tell", "retracted"]
_numbers = iter(range(10**9))


@dataclass
class Teller:
    """Invents one history: acts are chosen by `random`, so that one number tells a whole story."""

    store: Store
    random: random.Random
    project: str
    dialogues: list[Dialogue]
    current: dict[tuple[object, ...], str] = field(default_factory=dict)
    fields: list[str] = field(init=False)
    """Two of them a history, so that annotators meet."""

    def __post_init__(self) -> None:
        self.fields = ["move", self.random.choice(list(VALUES)[1:])]

    def act(self) -> None:
        acts: list[Callable[[], None]] = [self.label] * 12 + [self.submit] * 8 + [self.reopen, self.load]
        self.random.choice(acts)()

    def label(self) -> None:
        """Up to eight events in one batch; each names what its page saw, which is wrong at times."""
        events = [self.event() for _ in range(self.random.randint(1, 8))]
        assert {outcome.status for outcome in self.store.append(events)} <= {"saved", "stale"}

    def event(self) -> Event:
        pick = self.random.choice
        name, who = pick(self.fields), pick(MOST)
        state: State = "no_agreement" if PEOPLE[who] == "adjudicator" and pick(range(6)) == 0 else pick(STATES)
        event = an_event(
            pick(VALUES[name]) if state == "value" else None,
            field=name,
            turn="" if name == "outcome" else pick(["t0", "t1"]),
            who=who,
            state=state,
            project=self.project,
            dialogue=pick(self.dialogues).id,
            annotator_kind=PEOPLE[who],
            task=pick(["main", "main", "main", "second"]),
            round=pick([1, 1, 1, 2]),
        )
        key = (*event.key, event.task, event.round, event.annotator)
        if pick(range(5)):
            event = replace(event, based_on=self.current.get(key))
        if event.based_on == self.current.get(key) or key not in self.current:
            self.current[key] = event.id
        return event

    def page(self) -> dict[str, Any]:
        return {
            "task": self.random.choice(["main", "main", "main", "second"]),
            "round": self.random.choice([1, 1, 1, 2]),
            "dialogue": self.random.choice(self.dialogues).id,
            "annotator": self.random.choice([*PERSONS * 4, *PEOPLE]),
        }

    def submit(self) -> None:
        page = self.page()
        own = {**page, "project": self.project, "annotator_kind": PEOPLE[page["annotator"]], "origin": "by_submit"}
        who = own.pop("annotator")
        by_submit = [an_event(None, state="none", field="note", turn=turn, who=who, **own) for turn in ("t0", "t1")]
        self.store.submit(self.project, **page, by_submit=by_submit)
        self.look(page)

    def reopen(self) -> None:
        self.store.reopen(self.project, **self.page())

    def load(self) -> None:
        """The source file again, with some labels changed."""
        incoming = []
        for dialogue in self.dialogues:
            labels = [self.imported() for _ in range(self.random.randint(0, 4))]
            incoming.append(Incoming(dialogue, labels))
        self.store.add_dialogues(self.project, incoming, source="made.json", schema_version=1)
        for who in PEOPLE:
            for dialogue in self.dialogues:
                self.look({"task": "main", "round": 1, "dialogue": dialogue.id, "annotator": who})

    def imported(self) -> ImportedLabel:
        pick = self.random.choice
        name, who = pick(self.fields), pick([*["usr", "crowd", "ana", "bo", "bot"] * 3, "team"])
        target = Target(turn="" if name == "outcome" else pick(["t0", "t1"]))
        state: State = pick(["value", "value", "none", "unmapped", "unmapped"])
        value = pick(VALUES[name]) if state == "value" else None
        return ImportedLabel(name, target, state, value, f"raw {pick('xyz')}", who, PEOPLE[who])

    def look(self, page: dict[str, Any]) -> None:
        """Takes what the store calls current, as a page that was opened anew would."""
        for label in self.store.labels(self.project, **page):
            if not label.stale:
                self.current[(*label.event.key, page["task"], page["round"], page["annotator"])] = label.event.id


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "curator.duckdb")
        yield store
        store.close()


def a_history(store: Store, seed: int, acts: int) -> tuple[str, dict[str, Dialogue]]:
    """In a project of its own."""
    project = f"p{next(_numbers)}"
    store.create_project(a_project(project), a_schema())
    dialogues = [a_dialogue(name, turns=2) for name in ("d1", "d2")]
    store.add_dialogues(project, [Incoming(dialogue) for dialogue in dialogues], source="made.json", schema_version=1)
    teller = Teller(store, random.Random(seed), project, dialogues)
    for _ in range(acts):
        teller.act()
    return project, {dialogue.id: dialogue for dialogue in dialogues}


def compare(store: Store, project: str, dialogues: dict[str, Dialogue]) -> Fold:
    expected = fold(store.events(project), store.schema(project), dialogues)
    ratings = store.ratings(project)
    assert set(ratings.select("seq", "is_independent", "is_current").iter_rows()) == expected.ratings
    rows = list(store.gold(project).iter_rows(named=True))
    found = {key_of(row): row for row in rows}
    assert len(found) == len(rows)
    assert set(found) == set(expected.gold)
    for key, gold in expected.gold.items():
        row = found[key]
        told = (row["state"], row["gold_source"], row["n_annotators"], parsed(row["raw"]))
        assert told == (gold.state, gold.source, gold.n_annotators, gold.raw), key
        value = parsed(row["value"])
        alike = math.isclose(value, gold.value) if isinstance(gold.value, float) else value == gold.value
        assert alike, (key, value, gold)
        assert bool(row["reason"]) == (gold.state in (None, "no_agreement", "unmapped")), row
    return expected


def key_of(row: dict[str, Any]) -> Key:
    return (row["dialogue_id"], row["field"], Target(*(row[name] for name in COLUMNS)), row["item_id"])


def parsed(text: str | None) -> Json:
    return None if text is None else json.loads(text)


def current_labels_agree(store: Store, project: str, dialogues: dict[str, Dialogue]) -> None:
    """What a page shows, against the newest event that was not stale."""
    for who in PEOPLE:
        for dialogue in dialogues:
            shown = store.labels(project, task="main", round=1, dialogue=dialogue, annotator=who)
            newest = {
                stored.event.key: stored.seq
                for stored in store.events(project)
                if (stored.event.annotator, stored.event.dialogue) == (who, dialogue)
                and (stored.event.task, stored.event.round) == ("main", 1)
                and stored.event.field
                and not stored.stale
            }
            assert {label.event.key: label.seq for label in shown if not label.stale} == newest


@pytest.mark.parametrize("seed", range(6))
def test_views_and_fold_agree(store: Store, seed: int) -> None:
    project, dialogues = a_history(store, seed, acts=40)
    compare(store, project, dialogues)
    current_labels_agree(store, project, dialogues)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), acts=st.integers(1, 50))
def test_views_and_fold_agree_on_many_histories(store: Store, seed: int, acts: int) -> None:
    compare(store, *a_history(store, seed, acts))


@pytest.mark.slow
def test_the_histories_are_worth_it(store: Store) -> None:
    """Among few seeds every source of gold, every state, ties and stale events do occur."""
    sources, states, stale, ties = set(), set(), 0, set()
    for seed in range(100, 108):
        project, dialogues = a_history(store, seed, acts=30)
        result = compare(store, project, dialogues)
        sources |= {gold.source for gold in result.gold.values()}
        states |= {gold.state for gold in result.gold.values()}
        ties |= {key[1] for key, gold in result.gold.items() if (gold.source, gold.state) == ("rule", "no_agreement")}
        stale += sum(stored.stale for stored in store.events(project))
    assert sources == {"verdict", "rule", "participant", "import", None}
    assert states == {"value", "none", "cannot_tell", "no_agreement", "unmapped", None}
    assert "move" in ties
    assert stale > 10
