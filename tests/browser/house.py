"""An invented project for every target of the labelling page: a family with its therapist."""

from __future__ import annotations

from pathlib import Path

from curator.bootstrap import open_services
from curator.model.dialogue import Candidate, Dialogue, Part, Participant, Turn
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects

PEOPLE = """
id: people
version: 1
roles: {client: [c], therapist: [t]}
fields:
  - {id: move, target: turn, applies_to: therapist, kind: choice, options: [ask, calm, steer], required: true}
  - id: emotion
    target: participant
    per: turn
    applies_to: client
    kind: choice
    options: [anger, fear, warmth]
    blank: none
  - id: strength
    target: participant
    per: turn
    applies_to: client
    kind: scale
    from: 1
    to: 5
    when: {emotion: any}
    required: true
  - id: stance
    target: pair
    per: turn
    directed: true
    among: client
    kind: choice
    options: [{id: closer, inverse: symmetric}, {id: above, inverse: below}, {id: below, inverse: above}, {id: free}]
    blank: none
  - {id: load, target: participant, kind: scale, from: 0, to: 4, among: client, required: true}
  - id: bond
    target: pair
    directed: true
    among: client
    kind: scale
    from: -1
    to: 1
    anchors: {-1: "{low}", 1: "{high}"}
    label: Relation
    for_each:
      - {id: equal, low: unequal, high: equal, label: Equality}
      - {id: close, low: far, high: close, label: Closeness}
  - {id: allies, target: pair, among: client, kind: choice, options: [yes, no], required: true}
"""
SETTINGS = """
id: settings
version: 1
roles: {client: [c], therapist: [t]}
entities: {open: true}
fields:
  - {id: stage, target: turn, kind: choice, options: [begin, work, end], persists: true, required: true}
  - id: move
    target: turn
    applies_to: therapist
    kind: choices
    options: [ask, calm, steer, other]
    min: 1
    required: true
    certainty: true
  - {id: to, target: turn, kind: participants, default: speaker, among: any}
  - id: mix
    target: turn
    applies_to: client
    kind: choices
    options: [anger, fear, warmth]
    intensity: {from: 1, to: 3}
    max: 2
  - id: vad
    target: turn
    applies_to: client
    kind: scale
    from: 1
    to: 5
    label: Feeling
    for_each: [{id: pleasant, label: Pleasantness}, {id: awake, label: Arousal}]
  - {id: theme, target: dialogue, kind: choice, options: {open: true, list: [money, time]}}
  - {id: sure, target: dialogue, kind: scale, from: 1, to: 3, certainty: true}
rules:
  - {forbid: {move: {contains: other}, stage: begin}, say: "Nothing other at the beginning.", level: ask}
  - {when: {stage: end, role: therapist}, require: {move: {contains: calm}}, say: "The end is calm.", level: stop}
"""
PIECES = """
id: pieces
version: 1
roles: {client: [c], therapist: [t]}
candidates: {order: as_given, source: hidden}
fields:
  - {id: fit, target: candidate, kind: scale, from: 1, to: 3, required: true}
  - {id: step_ok, target: part, of: candidate, kind: choice, options: [right, wrong], required: true}
  - {id: sentence, target: part, of: turn, type: sentence, kind: choice, options: [fact, view]}
  - {id: answer, target: part, of: dialogue, kind: text}
  - {id: whole, target: candidate, kind: text, blank: none}
  - {id: history, target: case, kind: choice, options: [short, long], required: true}
"""
SAID = (
    ("tess", "How was the week for the three of you?"),
    ("ana", "He never tells me when he is late. I sit there and wait."),
    ("ben", "Because you start before I have my shoes off."),
    ("kim", "You are doing it again. Can we not?"),
    ("tess", "Kim, what happens in you when the two of them get loud?"),
    ("kim", "I go to my room 🙂 and put music on."),
)


def a_family(name: str) -> Dialogue:
    """A therapist and three clients; turns t0 to t5; two candidates for t4 with a step each, two for the whole."""
    people = (
        Participant(id="tess", role="therapist", name="Tess"),
        Participant(id="ana", role="client", name="Ana"),
        Participant(id="ben", role="client", name="Ben"),
        Participant(id="kim", role="client", name="Kim"),
        Participant(id="gran", name="Gran", kind="mentioned"),
    )
    turns = tuple(Turn(id=f"t{idx}", speakers=(who,), text=text) for idx, (who, text) in enumerate(SAID))
    return Dialogue(
        id=name,
        source_id=name,
        case="family-1",
        participants=people,
        turns=turns,
        candidates=(
            Candidate(id="c1", turn="t4", source="model-x", content="Kim, say more about the music."),
            Candidate(id="c2", turn="t4", source="model-y", content={"text": "Let us stay with Ana and Ben."}),
            Candidate(id="w1", source="model-x", content="A summary that is short."),
        ),
        parts=(
            Part(id="s1", of_kind="turn", of_id="t1", type="sentence", text="He never tells me when he is late."),
            Part(id="s2", of_kind="turn", of_id="t1", type="sentence", text="I sit there and wait."),
            Part(id="r1", of_kind="candidate", of_id="c1", type="step", text="Kim is the one who left."),
            Part(id="q1", of_kind="dialogue", type="question", text="Who is heard least?"),
        ),
    )


def fill_house(workspace: Path) -> None:
    """Projects `people`, `settings`, `pieces`, each with dialogues f1 to f9."""
    services = open_services(Settings(workspace))
    try:
        for text in (PEOPLE, SETTINGS, PIECES):
            schema = parse_schema(text, where="house")
            projects.create(services.store, schema.id, schema)
            families = [Incoming(a_family(f"f{n}")) for n in range(1, 10)]
            services.store.add_dialogues(schema.id, families, source="invented", schema_version=1)
    finally:
        services.close()
