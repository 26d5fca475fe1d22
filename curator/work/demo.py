"""The invented demo project: sessions of invented families, and three invented annotators who partly disagree."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from curator import resources
from curator.model.base import Json
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.identity import digest
from curator.model.project import Shown, Task
from curator.model.schema import load_schema
from curator.store.interface import Incoming, Store
from curator.work import projects
from curator.work.access import Person
from curator.work.labelling import save_events, submit
from curator.work.shelf import Shelf

PROJECT = "family-demo"
FAMILIES = ("okonkwo", "nguyen", "haddad", "kowalczyk", "iyer", "castillo")
_DATA = Path(__file__).parent / "demo_data"

_LIKE: Mapping[str, str] = {
    "question": "link",
    "link": "question",
    "reflection": "reframe",
    "reframe": "reflection",
    "support": "reflection",
    "proposal": "question",
    "frame": "question",
    "anger": "hurt",
    "hurt": "sadness",
    "sadness": "hurt",
    "worry": "sadness",
    "shame": "sadness",
    "warmth": "relief",
    "relief": "warmth",
}
"""Which option is taken for which, when somebody reads a turn differently."""


@dataclass(frozen=True)
class Reading:
    """What one turn shows, in the words of the schema. reason is of the shift."""

    addressed: tuple[str, ...]
    move: str = ""
    feelings: tuple[str, ...] = ()
    intensity: int = 0
    shift: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Session:
    """A dialogue with the reading that its author had in mind."""

    dialogue: Dialogue
    turns: tuple[Reading, ...]
    themes: tuple[str, ...]
    together: int


@dataclass(frozen=True)
class Annotator:
    """n_submitted sessions from the first on, and half of the next. slips: share of answers read differently."""

    name: str
    n_submitted: int
    slips: float


ANNOTATORS = (Annotator("Hanna", 8, 0.06), Annotator("Luis", 6, 0.15), Annotator("Mei", 3, 0.25))


def make_demo(store: Store) -> dict[str, Json]:
    """Makes the project in an empty workspace, always the same; {project, dialogues, turns, annotators, labels}.

    The answers go through the same door as those of the page, so that the demo shows nothing that could not be.
    """
    schema = load_schema(resources.schema_file(PROJECT))
    tasks = projects.ProjectFile(tasks=(Task(shown=Shown(attributes=("situation",))),))
    projects.create(store, PROJECT, schema, title="Family sessions (invented)", file=tasks)
    sessions = [session for family in FAMILIES for session in read_family(_DATA / f"{family}.yaml")]
    added = store.add_dialogues(
        PROJECT, [Incoming(one.dialogue) for one in sessions], source="demo", schema_version=schema.version
    )
    shelf = Shelf(store)
    n_labels = sum(_label_all(shelf, annotator, sessions) for annotator in ANNOTATORS)
    return {
        "project": PROJECT,
        "dialogues": len(sessions),
        "turns": added.turns,
        "annotators": [one.name for one in ANNOTATORS],
        "labels": n_labels,
    }


def read_family(path: Path) -> Iterator[Session]:
    """The sessions of one family, in order."""
    family = yaml.safe_load(path.read_text(encoding="utf-8"))
    for shape in family["sessions"]:
        yield _session(family["case"], family["people"], shape)


def _session(case: str, people: Mapping[str, Mapping[str, str]], shape: Mapping[str, Any]) -> Session:
    spoken = [next(iter(turn.items())) for turn in shape["turns"]]
    there = [name for name in people if any(name == speaker for speaker, _ in spoken)]
    dialogue = Dialogue(
        id=shape["id"],
        case=case,
        participants=tuple(Participant(id=name, **people[name]) for name in there),
        turns=tuple(Turn(id=f"t{idx}", speakers=(who,), text=text) for idx, (who, text) in enumerate(spoken)),
        attributes={"scenario": shape["scenario"], "situation": shape["situation"]},
    )
    written = shape["reading"]
    lines = written["turns"].splitlines()
    turns = tuple(_reading(line, who, there) for line, (who, _) in zip(lines, spoken, strict=True))
    return Session(dialogue, turns, tuple(written["themes"]), written["together"])


def _reading(line: str, speaker: str, people: Sequence[str]) -> Reading:
    """`NAMES|all MOVE`, or `NAMES|all FEELING+FEELING|- INTENSITY SHIFT: REASON` (the last three where any)."""
    head, _, reason = line.partition(": ")
    words = head.split()
    others = tuple(name for name in people if name != speaker)
    named = others if words[0] == "all" else tuple(word for word in words if word in people)
    rest = words[1:] if words[0] == "all" else words[len(named) :]
    if len(rest) == 1 and rest[0] != "-":
        return Reading(named, move=rest[0])
    feelings = () if rest[0] == "-" else tuple(rest[0].split("+"))
    return Reading(named, "", feelings, int(rest[1]) if feelings else 0, rest[2] if len(rest) > 2 else "", reason)


def _label_all(shelf: Shelf, annotator: Annotator, sessions: Sequence[Session]) -> int:
    person = Person(annotator.name, "annotator", "token")
    n_labels = 0
    for place, session in enumerate(sessions[: annotator.n_submitted + 1]):
        is_whole = place < annotator.n_submitted
        answers = list(_answers(annotator, session))
        given = answers if is_whole else answers[: len(answers) // 2]
        events = [_event(annotator, session, *answer) for answer in given]
        outcomes = save_events(shelf, person, events)
        if refused := [one.reason for one in outcomes if one.status != "saved"]:
            raise AssertionError(f"the demo's own answers do not fit its schema: {refused[0]}")
        n_labels += len(outcomes)
        if is_whole:
            submit(shelf, person, PROJECT, "main", 1, session.dialogue.id)
    return n_labels


def _answers(annotator: Annotator, session: Session) -> Iterator[tuple[str, str, Json]]:
    """(field, turn or "", value) of each answer that this annotator gives; blanks count as none at submit."""
    chance = random.Random(f"{annotator.name} {session.dialogue.id}")

    def slips(more: float = 1.0) -> bool:
        return chance.random() < annotator.slips * more

    for turn, reading in zip(session.dialogue.turns, session.turns, strict=True):
        others = [one.id for one in session.dialogue.participants if one.id not in turn.speakers]
        yield "addressed", turn.id, list(_other_addressees(reading, others) if slips() else reading.addressed)
        if reading.move:
            yield "move", turn.id, _LIKE[reading.move] if slips() else reading.move
            continue
        feelings = _other_feelings(reading.feelings, chance) if slips(1.5) else reading.feelings
        if feelings:
            yield "feelings", turn.id, sorted(feelings)
            strength = (reading.intensity or 1) + (chance.choice((-1, 1)) if slips(2.0) else 0)
            yield "intensity", turn.id, min(5, max(1, strength))
        if reading.shift and not slips(2.0):
            yield "shift", turn.id, reading.shift
            yield "shift_reason", turn.id, reading.reason
    themes = session.themes[:1] if slips(2.0) else session.themes
    yield "themes", "", list(themes)
    together = session.together + (chance.choice((-1, 1)) if slips(2.0) else 0)
    yield "together", "", min(5, max(1, together))


def _other_addressees(reading: Reading, others: Sequence[str]) -> Sequence[str]:
    """The whole round in place of one person, one person in place of the whole round."""
    return others if len(reading.addressed) < len(others) else others[:1]


def _other_feelings(feelings: Sequence[str], chance: random.Random) -> Sequence[str]:
    """One of them taken for a neighbour, or left out; a feeling seen where there was none."""
    if not feelings:
        return (chance.choice(("worry", "relief", "anger")),)
    kept = set(feelings)
    one = chance.choice(sorted(kept))
    kept.discard(one)
    return sorted(kept if kept and chance.random() < 0.5 else kept | {_LIKE[one]})


def _event(annotator: Annotator, session: Session, field: str, turn: str, value: Json) -> dict[str, Json]:
    name = digest(annotator.name, session.dialogue.id, field, turn)
    return {
        "id": str(uuid.uuid5(uuid.NAMESPACE_URL, f"curator-demo:{name}")),
        "project": PROJECT,
        "task": "main",
        "round": 1,
        "dialogue": session.dialogue.id,
        "field": field,
        "target": {"turn": turn} if turn else {},
        "state": "value",
        "value": value,
        "based_on": None,
        "schema_version": 1,
        "guidelines": 1,
        "origin": "typed",
    }
