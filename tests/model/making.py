"""Short schemas and dialogues for the tests of the model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from curator.model.dialogue import Dialogue
from curator.model.schema import Field, Schema, parse_schema

ROLES = "roles: {client: [usr], therapist: [sys]}"


def a_schema(*fields: str, more: str = "") -> Schema:
    """A schema of fields written as in a file, without their braces."""
    lines = "".join(f"  - {{{field}}}\n" for field in fields)
    return parse_schema(f"id: made\n{ROLES}\n{more}\nfields:\n{lines}", where="made.yaml")


def a_field(settings: str, more: str = "") -> Field:
    """One field called f; about a turn, if the settings do not say."""
    target = "" if "target:" in settings else "target: turn, "
    return a_schema(f"id: f, {target}{settings}", more=more).fields[0]


def a_dialogue(turns: Sequence[tuple[str, str]] = (), **more: Any) -> Dialogue:
    """Three people (ana and ben, clients; tess, therapist), a couple of the first two, and turns t0, t1, …"""
    said = turns or [
        ("tess", "How are you two?"),
        ("ana", "I am fine."),
        ("ben", "She is not 🙂 fine."),
        ("tess", "Hm."),
    ]
    people = [
        {"id": "ana", "role": "client"},
        {"id": "ben", "role": "client"},
        {"id": "tess", "role": "therapist"},
        {"id": "both", "kind": "group", "members": ["ana", "ben"]},
    ]
    shape = {
        "id": "d",
        "participants": people,
        "turns": [{"id": f"t{idx}", "speakers": who.split("+"), "text": text} for idx, (who, text) in enumerate(said)],
    }
    return Dialogue.model_validate({**shape, **more})
