"""Projects for the tests of exporting: invented dialogues in a real store, and folders read back as bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from curator import resources
from curator.importers import SourceFile, importer_for
from curator.model.annotation import AnnotatorKind, Event
from curator.model.base import Json
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.identity import digest
from curator.model.project import Project
from curator.model.schema import Schema, load_schema
from curator.model.targets import Target
from curator.store import Store, open_store
from curator.store.interface import Incoming

PROJECT = "p"


def esconv() -> Schema:
    return load_schema(resources.schema_file("esconv"))


@contextmanager
def a_store(folder: Path, schema: Schema | None = None, *, projects: Sequence[str] = (PROJECT,)) -> Iterator[Store]:
    """A store with empty projects of this schema (ESConv's without one)."""
    schema = schema or esconv()
    folder.mkdir(exist_ok=True)
    store = open_store(folder / "curator.duckdb")
    try:
        for project in projects:
            store.create_project(Project(id=project, schema_id=schema.id, schema_version=schema.version), schema)
        yield store
    finally:
        store.close()


def load(store: Store, name: str, content: Json | bytes, *, project: str = PROJECT, split: str = "") -> list[Dialogue]:
    """Imports a source file as the command does."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    source, schema = SourceFile(name, data), store.schema(project)
    found = list(importer_for(source).read(source, schema, {}))
    incoming = [Incoming(one.dialogue, one.labels) for one in found]
    store.add_dialogues(project, incoming, source=name, split=split, schema_version=schema.version)
    return [one.dialogue for one in found]


def add(store: Store, dialogues: Iterable[Dialogue], *, project: str = PROJECT, split: str = "") -> None:
    incoming = [Incoming(dialogue) for dialogue in dialogues]
    store.add_dialogues(project, incoming, source="made", split=split, schema_version=1)


def a_dialogue(name: str, texts: Sequence[str] = ("Hello.", "How are you?"), **more: Any) -> Dialogue:
    """Seeker and supporter in turns, the seeker first."""
    people = (Participant(id="seeker", role="seeker"), Participant(id="supporter", role="supporter"))
    turns = tuple(Turn(id=f"t{idx}", speakers=(people[idx % 2].id,), text=text) for idx, text in enumerate(texts))
    return Dialogue(**{"id": name, "participants": people, "turns": turns, **more})


def says(
    store: Store,
    annotator: str,
    dialogue: str,
    field: str,
    value: Json,
    *,
    turn: str = "",
    kind: AnnotatorKind = "person",
    submit: bool = True,
) -> None:
    """One label of a person, submitted at once: so it is independent."""
    event = Event(
        id=str(_uuid(annotator, dialogue, field, turn, value)),
        project=PROJECT,
        dialogue=dialogue,
        field=field,
        annotator=annotator,
        annotator_kind=kind,
        value=value,
        target=Target(turn=turn),
        origin="adjudication" if kind == "adjudicator" else "typed",
    )
    [outcome] = store.append([event])
    assert outcome.status == "saved", outcome
    if submit:
        store.submit(PROJECT, task="main", round=1, dialogue=dialogue, annotator=annotator, by_submit=[])


def _uuid(*values: Json) -> str:
    text = digest(values) + digest(values, 1)
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-8{text[17:20]}-{text[20:32]}"


def content(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


FLAT: list[dict[str, Any]] = [
    {
        "experience_type": "Current Experience",
        "emotion_type": "anxiety",
        "problem_type": "job crisis",
        "situation": " My shifts were cut — again. ",
        "survey_score": {"seeker": {"initial_emotion_intensity": "4"}, "supporter": {}},
        "dialog": [
            {"text": "Hi, is anybody there?", "speaker": "usr"},
            {"text": "Yes! What happened?\n", "speaker": "sys", "strategy": "Question"},
            {"text": "They cut my shifts \U0001f622", "speaker": "usr"},
            {"text": "That sounds frightening.", "speaker": "sys", "strategy": "Reflection of feelings"},
        ],
        "seeker_question1": "",
        "rank": 1.0,
        "note": None,
    },
    {
        "experience_type": "Previous Experience",
        "emotion_type": "sadness",
        "problem_type": "breakup with partner",
        "situation": 'She said "enough".',
        "survey_score": {"seeker": {"initial_emotion_intensity": "5", "empathy": "4"}, "supporter": {"relevance": "5"}},
        "dialog": [
            {"text": "Hello, how can I help?", "speaker": "sys", "strategy": "Others"},
            {"text": "We broke up.", "speaker": "usr", "mood": None},
            {"text": "I went through the same.", "speaker": "sys", "strategy": "Self-disclosure"},
        ],
        "seeker_question1": "5",
    },
]
"""Two invented records in ESConv's flattened form, with the oddities of real ones."""

NESTED: list[dict[str, Any]] = [
    {
        "experience_type": "Current Experience",
        "emotion_type": "fear",
        "problem_type": "academic pressure",
        "situation": "Exams.",
        "survey_score": {"seeker": {"initial_emotion_intensity": "3"}, "supporter": {}},
        "dialog": [
            {"speaker": "speaker", "annotation": {}, "content": "hey\n"},
            {"speaker": "listener", "annotation": {"strategy": "Questions"}, "content": "hi, what is up?"},
            {"speaker": "speaker", "annotation": {"feedback": "4"}, "content": "exams, und keine Zeit für Schlaf\n"},
            {"speaker": "listener", "annotation": {"strategy": "Direct Guidance"}, "content": "Sleep first."},
            {"speaker": "listener", "annotation": {"strategy": "Other"}, "content": "ok?", "sent": [1, None, "x"]},
        ],
    }
]
"""One invented record in the form of FailedESConv: other roles, other spellings, a label outside the scheme."""
