"""Dialogues and labels as Arrow tables, which DuckDB takes in at once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pyarrow as pa

from curator.errors import DataError
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.targets import COLUMNS
from curator.store.duckdb.columns import json_text, value_text
from curator.store.interface import Incoming

_TEXT, _LIST = pa.string(), pa.list_(pa.string())
_WHOLE, _REAL, _TIME = pa.int64(), pa.float64(), pa.timestamp("us", tz="UTC")
_FIRST = {"project_id": _TEXT, "dialogue_id": _TEXT, "idx": _WHOLE}
CONTENT: dict[str, dict[str, pa.DataType]] = {
    "dialogues": {
        "project_id": _TEXT,
        "dialogue_id": _TEXT,
        "position": _WHOLE,
        **dict.fromkeys(("source_id", "case_id", "attributes", "extra", "consent"), _TEXT),
        **dict.fromkeys(("content_hash", "text_revision", "source"), _TEXT),
        "added_at": _TIME,
    },
    "participants": {
        **_FIRST,
        **dict.fromkeys(("participant_id", "name", "role", "kind"), _TEXT),
        "members": _LIST,
        "attributes": _TEXT,
    },
    "turns": {
        **_FIRST,
        "turn_id": _TEXT,
        "speaker_ids": _LIST,
        "role": _TEXT,
        "addressee_ids": _LIST,
        "text": _TEXT,
        "start_s": _REAL,
        "end_s": _REAL,
        **dict.fromkeys(("secondary", "attributes", "extra"), _TEXT),
    },
    "parts": {**_FIRST, **dict.fromkeys(("part_id", "of_kind", "of_id", "type", "text"), _TEXT)},
    "candidates": {**_FIRST, **dict.fromkeys(("candidate_id", "turn_id", "source", "content"), _TEXT)},
    "media": {**_FIRST, "kind": _TEXT, "path": _TEXT},
}
LABELS = {
    **dict.fromkeys(("dialogue_id", "field", *COLUMNS, "item_id"), _TEXT),
    **dict.fromkeys(("annotator", "annotator_kind", "state", "value", "raw"), _TEXT),
    "position": _WHOLE,
}


def content_hash(dialogue: Dialogue) -> str:
    """Equal for dialogues written alike; another order of an object's keys gives another hash."""
    try:
        text = dialogue.model_dump_json()
    except ValueError as error:
        raise DataError("a text holds half a character.", where=dialogue.id, fix="Save the file as UTF-8.") from error
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def content_tables(
    project: str, entries: Sequence[tuple[Dialogue, int, str, str]], *, source: str, added_at: datetime
) -> dict[str, pa.Table]:
    """One table for each of CONTENT. `entries`: dialogue, position, content hash, text revision.

    Raises DataError naming the dialogue.
    """
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in CONTENT}
    for dialogue, position, stamp, revision in entries:
        here = (project, dialogue.id)
        rows["dialogues"].append(
            (
                *here,
                position,
                dialogue.source_id,
                dialogue.case,
                _json(dialogue.attributes, dialogue),
                _json(dialogue.extra, dialogue),
                None if dialogue.consent is None else _json(dialogue.consent, dialogue),
                stamp,
                revision,
                source,
                added_at,
            )
        )
        _parts_of(dialogue, here, rows)
    return {name: table(CONTENT[name], rows[name]) for name in CONTENT}


def _parts_of(dialogue: Dialogue, here: tuple[str, str], rows: dict[str, list[tuple[Any, ...]]]) -> None:
    roles = {}
    for index, person in enumerate(dialogue.participants):
        roles[person.id] = person.role
        own = (person.id, person.name, person.role, person.kind, list(person.members))
        rows["participants"].append((*here, index, *own, _json(person.attributes, dialogue)))
    for index, turn in enumerate(dialogue.turns):
        rows["turns"].append(
            (
                *here,
                index,
                turn.id,
                turn.speakers,
                roles[turn.speakers[0]],
                turn.addressees,
                turn.text,
                turn.start,
                turn.end,
                _json(turn.secondary, dialogue) if turn.secondary else "[]",
                _json(turn.attributes, dialogue) if turn.attributes else "{}",
                _json(turn.extra, dialogue) if turn.extra else "{}",
            )
        )
    for index, part in enumerate(dialogue.parts):
        rows["parts"].append((*here, index, part.id, part.of_kind, part.of_id, part.type, part.text))
    for index, one in enumerate(dialogue.candidates):
        content = None if one.content is None else _json(one.content, dialogue)
        rows["candidates"].append((*here, index, one.id, one.turn, one.source, content))
    for index, medium in enumerate(dialogue.media):
        rows["media"].append((*here, index, medium.kind, medium.path))


def label_table(incoming: Sequence[Incoming]) -> pa.Table:
    """Columns of LABELS; of labels of one annotator for one key the last one counts. `position` is the row's number."""
    rows: dict[tuple[str, ...], tuple[Any, ...]] = {}
    for entry in incoming:
        name = entry.dialogue.id
        for label in entry.labels:
            key = (name, label.field, *label.target.columns, label.item, label.annotator)
            value, raw = value_text(label.value, name), json_text(label.raw, name)
            rows[key] = (*key, label.annotator_kind, label.state, value, raw)
    return table(LABELS, [(*row, position) for position, row in enumerate(rows.values())])


def table(columns: dict[str, pa.DataType], rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    """Raises DataError where a text holds half a character (a lone surrogate), which UTF-8 cannot write."""
    values = list(zip(*rows, strict=True)) if rows else [()] * len(columns)
    try:
        arrays = [pa.array(column, type=kind) for column, kind in zip(values, columns.values(), strict=True)]
    except UnicodeEncodeError as error:
        raise DataError("a text holds half a character.", fix="Save the file as UTF-8 and import it again.") from error
    return pa.table(dict(zip(columns, arrays, strict=True)))


def _json(value: Json, dialogue: Dialogue) -> str:
    return json_text(value, dialogue.id) or "null"
