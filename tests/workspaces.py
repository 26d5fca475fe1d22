"""A small invented project in a workspace with a real store, and events as the labelling page sends them."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from curator.bootstrap import Services, open_services
from curator.model.project import Project, Task
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from tests.builders import a_dialogue

SCHEME = """
id: small
version: 1
roles: {seeker: [usr], supporter: [sys]}
fields:
  - id: strategy
    target: turn
    applies_to: supporter
    kind: choice
    required: true
    options: [question, reflection, {id: boundary, only_if: {dialogue.scenario: family}}]
  - {id: feedback, target: turn, applies_to: seeker, kind: scale, level: ordinal, from: 1, to: 5}
  - {id: feelings, target: turn, applies_to: seeker, kind: choices, options: [anger, joy], blank: none}
  - {id: why, target: turn, applies_to: supporter, kind: text, when: {strategy: reflection}, required: true}
  - {id: topic, target: dialogue, kind: choice, options: [work, family]}
guidelines: "Read it all first."
"""


def some_services(workspace: Path, *, dialogues: int = 3, turns: int = 4, task: Task | None = None) -> Services:
    """A workspace with the project `p` over SCHEME and the dialogues d1, d2, … Close them after use.

    Even turns t0, t2, … are the seeker's, odd ones the supporter's.
    """
    services = open_services(Settings(workspace))
    scheme = parse_schema(SCHEME, where="small.yaml")
    project = Project(id="p", title="Small", schema_id=scheme.id, schema_version=1, tasks=(task or Task(),))
    services.store.create_project(project, scheme)
    services.store.write_guidelines("p", scheme.guidelines)
    talks = [Incoming(a_dialogue(f"d{idx}", turns)) for idx in range(1, dialogues + 1)]
    services.store.add_dialogues("p", talks, source="made", schema_version=1)
    return services


def sent(field: str = "strategy", value: Any = "question", turn: str | None = "t1", **other: Any) -> dict[str, Any]:
    """An event as the page sends it; `turn` None is about the whole dialogue."""
    shape: dict[str, Any] = {
        "id": str(uuid.uuid4()),
        "project": "p",
        "task": "main",
        "round": 1,
        "dialogue": "d1",
        "field": field,
        "target": {} if turn is None else {"turn": turn},
        "item": None,
        "state": "value",
        "value": value,
        "based_on": None,
        "client_at": "2026-01-01T00:00:00.000Z",
        "visible_ms": 12,
        "schema_version": 1,
        "guidelines": 1,
        "text_revision": "",
        "origin": "typed",
    }
    return shape | other
