"""One invented scheme with every kind, target and setting, a dialogue that has all it asks about, and an answer to
each of its questions as the page sends it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from curator.bootstrap import Services, open_services
from curator.model.dialogue import Dialogue
from curator.model.project import Project
from curator.model.schema import Schema, load_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from tests.workspaces import sent

FILE = Path(__file__).parent / "model" / "schemas" / "everything.yaml"
TEXTS = [("tess", "How are you two today?"), ("ana", "I feel 💩 today."), ("ben", "Hm."), ("tess", "مرحبا 🙂 كيف")]


def everything() -> Schema:
    return load_schema(FILE)


def a_dialogue(dialogue: str = "d1") -> Dialogue:
    """A couple with their host; turns t0 … t3, candidates c0, c1 to turn t3 and w0, w1 to the whole."""
    return Dialogue.model_validate(
        {
            "id": dialogue,
            "case": "couple-1",
            "attributes": {"scenario": "couple"},
            "participants": [
                {"id": "tess", "role": "host"},
                {"id": "ana", "role": "guest"},
                {"id": "ben", "role": "guest"},
                {"id": "gran", "kind": "mentioned"},
            ],
            "turns": [
                {"id": f"t{idx}", "speakers": [who], "text": text, "start": idx, "end": idx + 1}
                for idx, (who, text) in enumerate(TEXTS)
            ],
            "candidates": [
                {"id": "c0", "turn": "t3", "content": "One.", "source": "model-a"},
                {"id": "c1", "turn": "t3", "content": {"text": "Two."}, "source": "model-b"},
                {"id": "w0", "content": "All.", "source": "model-a"},
                {"id": "w1", "content": "Whole.", "source": "model-b"},
            ],
            "parts": [
                {"id": "q0", "of_kind": "case", "type": "question", "text": "Since when?"},
                {"id": "s0", "of_kind": "candidate", "of_id": "c0", "type": "step", "text": "One"},
            ],
            "media": [{"kind": "audio", "path": "d1.wav"}],
        }
    )


def services_with(workspace: Path, *dialogues: str) -> Services:
    """A workspace with the project `p` over the scheme. Close them after use."""
    services = open_services(Settings(workspace))
    schema = everything()
    services.store.create_project(Project(id="p", schema_id=schema.id, schema_version=schema.version), schema)
    talks = [Incoming(a_dialogue(name)) for name in dialogues or ("d1",)]
    services.store.add_dialogues("p", talks, source="made", schema_version=schema.version)
    return services


def answers(dialogue: str = "d1") -> list[dict[str, Any]]:
    """One event for each field, in reading order, as the page sends them; the values are in their canonical form."""
    return [
        sent(field, value, dialogue=dialogue, target=target, schema_version=4, **more)
        for field, target, value, more in _answers()
    ]


def _span(turn: int, start: int, end: int) -> dict[str, Any]:
    return {"turn": f"t{turn}", "start": start, "end": end, "text": TEXTS[turn][1][start:end]}


def _answers() -> Iterator[tuple[str, dict[str, Any], Any, dict[str, Any]]]:
    for idx in range(4):
        turn = {"turn": f"t{idx}"}
        yield "agreed", turn, "yes" if idx != 2 else "null", {}
        yield "heard", turn, ["pair"] if idx == 0 else ["tess"] if idx < 3 else ["ana", "ben"], {}
    yield "why", {"turn": "t2"}, "He nods: <b>*no*</b> $x$", {}
    yield "moods", {"turn": "t1"}, ["joy", "calm"], {}
    yield "strain", {"turn": "t1"}, 0.3, {"certainty": 2}
    yield "tone", {"participant": "ben", "turn": "t1"}, -2, {}
    yield "stance", {"pair": ["ana", "ben"], "turn": "t1"}, "warm", {}
    yield "cycle", {"turn": "t1"}, "chase", {}
    for idx in (1, 2, 3):
        yield "proof", {"turn": f"t{idx}"}, ["t0", f"t{idx}"], {}
    yield "better", {"turn": "t3"}, [["c0", "c1"]], {"shown_order": ["c1", "c0"]}
    yield "step_ok", {"part": "s0"}, "1.0", {}
    yield "fit", {"candidate": "c0"}, "a word of my own", {}
    yield "cue", {"turn": "t1"}, {**_span(1, 0, 8), "label": "event", "parts": {"force": 3}}, {"item": "i1"}
    yield "cue", {"turn": "t1"}, {**_span(1, 9, 14), "label": "effect", "parts": {"force": 1}}, {"item": "i2"}
    yield "cue", {"turn": "t1"}, {**_span(1, 14, 15), "label": "effect", "parts": {"force": 1}}, {"item": "i3"}
    yield "reply", {"turn": "t3"}, {"to": ["t1", "t2"], "label": "comforts"}, {"item": "i1"}
    deed = {"doer": ["tess"], "receiver": ["ana", "ben"], "what": "joy", "where": [_span(3, 6, 7)]}
    yield "deed", {"turn": "t3"}, deed, {"item": "i1"}
    yield "affect", {"participant": "ana"}, {"start": 1.5, "label": "joy"}, {"item": "i1"}
    yield "bond.near", {"pair": ["ana", "ben"]}, -1, {}
    yield "bond.trust", {"pair": ["ben", "gran"]}, 1, {}
    yield "mixture", {}, [{"option": "joy", "intensity": 0.5}], {}
    yield "leads", {}, ["ana"], {}
    yield "best", {}, {"order": [["w1"], ["w0"]], "strength": "clearly"}, {}
    yield "quote", {}, _span(1, 7, 8), {"item": "i1"}
    yield "laugh", {}, {"start": 0.25, "end": 2, "label": "laugh", "parts": {"who": ["ben"]}}, {"item": "i1"}
    yield "memory", {"part": "q0"}, ["t1"], {}
    yield "history", {"case": "couple-1"}, "They met\u2028long ago.", {}
