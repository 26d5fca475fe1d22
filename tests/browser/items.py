"""Invented projects that ask for spans, links, sets of turns, rankings, records and segments."""

from __future__ import annotations

from pathlib import Path

from curator.bootstrap import open_services
from curator.model.dialogue import Candidate, Dialogue, Participant, Turn
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects

HARD = (
    "I feel 💩 today",
    "👨🏻‍🚒 came",
    "مرحبا 🙂 كيف",
    "two  blanks  here",
    "a\ttab\tthere",
    "no\u00a0break\u00a0space",
    "line\u2028separator\u2028end",
    "first line\nsecond line",
    "你好世界",
    "e\u0301te\u0301 fe\u0301e",
)
"""Texts in which a careless offset goes wrong."""

PEOPLE = (
    Participant(id="usr", role="guest", name="Uma"),
    Participant(id="sys", role="host", name="Sol"),
    Participant(id="ben", role="guest", name="Ben"),
)

SPANS = """
id: marking
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: cue, target: turn, kind: spans, options: [{id: event, colour: "#b5541c"}, {id: effect, colour: "#1c62b5"}]}
  - {id: quote, target: turn, kind: spans}
  - id: strong
    target: turn
    kind: spans
    options: [anger, joy]
    parts: [{id: force, kind: scale, from: 1, to: 3, required: true}, {id: note, kind: text}]
  - {id: pieces, target: turn, kind: spans, options: [ask, tell], tile: true}
  - {id: anywhere, target: dialogue, kind: spans, scope: dialogue, options: [key]}
"""

SURE = """
id: sureness
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: cue, target: turn, kind: spans, options: [event, effect], certainty: true}
  - {id: after, target: turn, kind: choice, options: [yes, no]}
"""

LINKS = """
id: linking
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: reply, target: turn, kind: links, options: [answers, comforts], blank: none}
  - {id: back, target: turn, kind: links, range: up_to_here}
  - {id: proof, target: turn, kind: turns, range: up_to_here}
  - {id: best, target: dialogue, kind: turns, max: 2}
"""

RECORDS = """
id: recording
version: 1
roles: {guest: [usr, ben], host: [sys]}
fields:
  - id: deed
    target: turn
    kind: records
    ordered: true
    parts:
      - {id: giver, kind: participants, min: 1, max: 1, default: speaker}
      - {id: receiver, kind: participants, min: 1, max: 1, exclude: giver, required: true}
      - {id: what, kind: choice, options: [praise, blame], required: true}
      - {id: words, kind: spans}
      - {id: proof, kind: turns}
      - {id: why, kind: text}
  - id: single
    target: turn
    kind: records
    max: 1
    parts:
      - {id: tone, kind: choice, options: [warm, cold], required: true}
      - {id: size, kind: scale, from: 1, to: 5, required: true}
"""

RANKING = """
id: ranks
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: better, target: turn, kind: ranking, of: candidates, ties: true}
  - {id: pick, target: dialogue, kind: ranking, of: candidates, strength: [slightly, clearly], ties: true}
"""

SEGMENTS = """
id: stretches
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: laugh, target: dialogue, kind: segments, options: [laughter, silence]}
  - {id: mood, target: dialogue, kind: segments, options: [calm, tense], states: true, initial: calm, lag: 0.5}
"""


def a_talk(name: str, texts: tuple[str, ...], candidates: tuple[Candidate, ...] = ()) -> Dialogue:
    said = tuple(Turn(id=f"t{idx}", speakers=(PEOPLE[idx % 2].id,), text=text) for idx, text in enumerate(texts))
    return Dialogue(id=name, source_id=name, participants=PEOPLE, turns=said, candidates=candidates)


def plain(turns: int) -> tuple[str, ...]:
    return tuple(f"This is what was said at number {idx + 1}." for idx in range(turns))


CANDIDATES = (
    *(Candidate(id=f"c{idx}", turn="t1", content=f"Answer {idx}", source="model") for idx in range(3)),
    *(Candidate(id=f"w{idx}", content={"text": f"Whole {idx}"}, source="model") for idx in range(2)),
)


def fill_with_items(workspace: Path) -> None:
    """Projects `marking` (m1: HARD), `sureness` (u1: HARD), `linking` (l1: 12 turns, l2: 200), `recording` (r1),
    `ranks` (k1), `stretches` (s1)."""
    talks = {
        "marking": (SPANS, [a_talk("m1", HARD)]),
        "sureness": (SURE, [a_talk("u1", HARD)]),
        "linking": (LINKS, [a_talk("l1", plain(12)), a_talk("l2", plain(200))]),
        "recording": (RECORDS, [a_talk("r1", plain(5))]),
        "ranks": (RANKING, [a_talk("k1", plain(3), CANDIDATES)]),
        "stretches": (SEGMENTS, [a_talk("s1", plain(4))]),
    }
    services = open_services(Settings(workspace))
    try:
        for name, (schema, dialogues) in talks.items():
            projects.create(services.store, name, parse_schema(schema, where=name))
            services.store.add_dialogues(
                name, [Incoming(one) for one in dialogues], source="invented", schema_version=1
            )
    finally:
        services.close()
