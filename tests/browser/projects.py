"""Invented projects for browser tests, written straight into a workspace before the app starts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from curator.bootstrap import open_services
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.schema import load_schema, parse_schema
from curator.resources import schema_file
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects

LONG = 10_000
SAID = (
    "I have not slept well since the letter came, and my sister keeps asking whether I am all right.",
    "What happened when you opened it?",
    "I just stared at it.",
    "It sounds as if the ground went from under you for a moment.",
    "Yes. And then everybody wanted to know what I would do next, when I had not even understood it myself.",
    "That is a lot to carry for everybody else.",
)
KINDS = """
id: kinds
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - id: strategy
    target: turn
    applies_to: host
    kind: choice
    required: true
    options: [{id: ask, key: q, definition: Asks.}, {id: tell}, {id: comfort}]
  - {id: warmth, target: turn, applies_to: host, kind: scale, from: 1, to: 5, when: {strategy: comfort}, required: true}
  - {id: feelings, target: turn, applies_to: guest, kind: choices, options: [anger, worry, joy], blank: none}
  - {id: addressed, target: turn, kind: participants, exclude_self: true}
  - {id: why, target: turn, applies_to: guest, kind: text}
  - id: topic
    target: dialogue
    kind: choice
    options: [work, school, health, money, family, friends, love, loss, neighbourhood, sleep, other]
  - {id: load, target: dialogue, kind: scale, level: interval, from: 0, to: 10}
guidelines: |
  # How to read
  One answer a turn. **Take your time.** <b>This stays text.</b>
"""


def a_talk(name: str, turns: int) -> Dialogue:
    """Two people in turn; turn ids t0, t1, …; the even ones are the guest's."""
    people = (Participant(id="usr", role="guest", name="Uma"), Participant(id="sys", role="host", name="Sol"))
    said = tuple(Turn(id=f"t{idx}", speakers=(people[idx % 2].id,), text=SAID[idx % len(SAID)]) for idx in range(turns))
    return Dialogue(id=name, source_id=name, participants=people, turns=said)


def as_esconv(talk: Dialogue) -> Dialogue:
    roles = {"usr": "seeker", "sys": "supporter"}
    people = tuple(person.model_copy(update={"role": roles[person.id]}) for person in talk.participants)
    return talk.model_copy(update={"participants": people})


def fill(workspace: Path, *, long: bool = False) -> None:
    """`talk` (ESConv's scheme): d1 and d2 of 12 turns; if `long`, d3 of 400 and d4 of 10,000. `kinds`: k1 to k3."""
    services = open_services(Settings(workspace))
    store = services.store
    try:
        projects.create(store, "talk", load_schema(schema_file("esconv")))
        lengths = {"d1": 12, "d2": 12} | ({"d3": 400, "d4": LONG} if long else {})
        talks = [as_esconv(a_talk(name, turns)) for name, turns in lengths.items()]
        store.add_dialogues("talk", [Incoming(talk) for talk in talks], source="invented", schema_version=1)
        projects.create(store, "kinds", parse_schema(KINDS, where="kinds"))
        kinds = [Incoming(a_talk(f"k{n}", 6)) for n in (1, 2, 3)]
        store.add_dialogues("kinds", kinds, source="invented", schema_version=1)
    finally:
        services.close()


def fill_with_talks(workspace: Path, lengths: Sequence[int]) -> None:
    """One project `talk` under ESConv's scheme, with dialogues d0, d1, … of so many turns."""
    services = open_services(Settings(workspace))
    try:
        projects.create(services.store, "talk", load_schema(schema_file("esconv")))
        talks = [Incoming(as_esconv(a_talk(f"d{n}", turns))) for n, turns in enumerate(lengths)]
        services.store.add_dialogues("talk", talks, source="invented", schema_version=1)
    finally:
        services.close()
