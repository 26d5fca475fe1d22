"""Short ways to invent the things that tests are about."""

from __future__ import annotations

import uuid
from typing import Any

from curator.model.annotation import AnnotatorKind, Event, ImportedLabel
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.project import Project
from curator.model.schema import Schema, parse_schema
from curator.model.targets import Target

RULES = """
id: rules
version: 1
roles: {seeker: [usr], supporter: [sys]}
option_sets:
  moves: [{id: question, export_alias: Question}, {id: reflection, label: {en: Reflection}}, {id: other}]
fields:
  - {id: move, target: turn, kind: choice, options: moves}
  - {id: moves, target: turn, kind: choices, options: moves}
  - {id: distress, target: turn, kind: scale, level: ordinal, from: 1, to: 5}
  - {id: warmth, target: turn, kind: scale, level: interval, from: 0, to: 10}
  - {id: note, target: turn, kind: text}
  - {id: addressed, target: turn, kind: participants}
  - {id: outcome, target: dialogue, kind: choice, options: [better, same, worse]}
"""
"""One field for each gold rule."""


def a_schema(text: str = RULES) -> Schema:
    return parse_schema(text, where="invented.yaml")


def a_project(project: str = "p", schema: Schema | None = None) -> Project:
    schema = schema or a_schema()
    return Project(id=project, schema_id=schema.id, schema_version=schema.version)


def a_dialogue(dialogue: str = "d1", turns: int = 3, **settings: Any) -> Dialogue:
    """A seeker `usr` and a supporter `sys` in turn; turns t0, t1, …"""
    return Dialogue(
        id=dialogue,
        participants=(Participant(id="usr", role="seeker"), Participant(id="sys", role="supporter")),
        turns=tuple(
            Turn(id=f"t{idx}", speakers=("sys" if idx % 2 else "usr",), text=f"{dialogue}: words of turn {idx}")
            for idx in range(turns)
        ),
        **settings,
    )


def an_event(
    value: Any = "question", *, field: str = "move", turn: str = "t1", who: str = "ana", **settings: Any
) -> Event:
    """A label of turn t1 of dialogue d1 in project p, typed by ana; `turn=""` means the whole dialogue."""
    names = {"project": "p", "dialogue": "d1", "id": str(uuid.uuid4()), "target": Target(turn=turn), **settings}
    return Event(field=field, annotator=who, value=value, **names)


def an_imported_label(
    value: Any = "question", *, field: str = "move", turn: str = "t1", raw: Any = "Question", who: str = "supporter"
) -> ImportedLabel:
    kind: AnnotatorKind = "participant"
    return ImportedLabel(field, Target(turn=turn), "unmapped" if value is None else "value", value, raw, who, kind)
