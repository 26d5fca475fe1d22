"""Dialogues and labels as Arrow tables, which DuckDB takes in at once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pyarrow as pa
from pydantic import TypeAdapter

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


_DIALOGUE = TypeAdapter(Dialogue)


def content_hash(dialogue: Dialogue) -> str:
    """Equal for dialogues written alike; another order of an object's keys gives another hash."""
    try:
        written = _DIALOGUE.dump_json(dialogue)
    except ValueError as error:
        raise DataError("a text holds half a character.", where=dialogue.id, fix="Save the file as UTF-8.") from error
    return hashlib.blake2b(written, digest_size=16).hexdigest()


def content_tables(
    project: str, entries: Sequence[tuple[Dialogue, int, str, str]], *, source: str, added_at: datetime
) -> dict[str, pa.Table]:
    """One table for each of CONTENT. `entries`: dialogue, position, content hash, text revision.

    Raises DataError naming the dialogue.
    """
    dialogues = [entry[0] for entry in entries]
    heads = [
        (
            project,
            dialogue.id,
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
        for dialogue, position, stamp, revision in entries
    ]
    rows: dict[str, list[tuple[Any, ...]]] = {"participants": [], "parts": [], "candidates": [], "media": []}
    for dialogue in dialogues:
        _few_of(dialogue, (project, dialogue.id), rows)
    return {
        "dialogues": table(CONTENT["dialogues"], heads),
        "turns": _turns(project, dialogues),
        **{name: table(CONTENT[name], found) for name, found in rows.items()},
    }


def _few_of(dialogue: Dialogue, here: tuple[str, str], rows: dict[str, list[tuple[Any, ...]]]) -> None:
    for index, person in enumerate(dialogue.participants):
        own = (person.id, person.name, person.role, person.kind, list(person.members))
        rows["participants"].append((*here, index, *own, _json(person.attributes, dialogue)))
    for index, part in enumerate(dialogue.parts):
        rows["parts"].append((*here, index, part.id, part.of_kind, part.of_id, part.type, part.text))
    for index, one in enumerate(dialogue.candidates):
        content = None if one.content is None else _json(one.content, dialogue)
        rows["candidates"].append((*here, index, one.id, one.turn, one.source, content))
    for index, medium in enumerate(dialogue.media):
        rows["media"].append((*here, index, medium.kind, medium.path))


def _turns(project: str, dialogues: Sequence[Dialogue]) -> pa.Table:
    """Column by column, and a value that many turns share once: a third of the price of rows."""
    turns = [turn for dialogue in dialogues for turn in dialogue.turns]
    roles: list[str] = []
    for dialogue in dialogues:
        role_of = {person.id: person.role for person in dialogue.participants}
        roles.extend([role_of[turn.speakers[0]] for turn in dialogue.turns])
    json_columns = {
        name: [
            _json(value, dialogue) if (value := getattr(turn, name)) else nothing
            for dialogue in dialogues
            for turn in dialogue.turns
        ]
        for name, nothing in (("secondary", "[]"), ("attributes", "{}"), ("extra", "{}"))
    }
    columns = {
        "project_id": pa.repeat(project, len(turns)),
        "dialogue_id": _repeated([one.id for one in dialogues], [len(one.turns) for one in dialogues]),
        "idx": [index for dialogue in dialogues for index in range(len(dialogue.turns))],
        "turn_id": [turn.id for turn in turns],
        "speaker_ids": _shared([turn.speakers for turn in turns], _LIST),
        "role": roles,
        "addressee_ids": _shared([turn.addressees for turn in turns], _LIST),
        "text": [turn.text for turn in turns],
        "start_s": [turn.start for turn in turns],
        "end_s": [turn.end for turn in turns],
        **json_columns,
    }
    return pa.table({name: _array(columns[name], kind) for name, kind in CONTENT["turns"].items()})


def label_table(incoming: Sequence[Incoming]) -> pa.Table:
    """Columns of LABELS; of labels of one annotator for one key the last one counts. `position` is the row's number.

    Sources give the same label object for the same target and text of many dialogues: it is looked at once.
    """
    places: dict[int, tuple[int, int]] = {}
    keys: dict[tuple[str, ...], int] = {}
    rows: list[tuple[str | None, ...]] = []
    numbers: list[int] = []
    counts: list[int] = []
    for entry in incoming:
        last: dict[int, int] = {}
        for label in entry.labels:
            place = places.get(id(label))
            if place is None:
                key = (label.field, *label.target.columns, label.item, label.annotator)
                name = entry.dialogue.id
                value, raw = value_text(label.value, name), json_text(label.raw, name)
                place = places[id(label)] = (keys.setdefault(key, len(keys)), len(rows))
                rows.append((*key, label.annotator_kind, label.state, value, raw))
            last[place[0]] = place[1]
        numbers.extend(last.values())
        counts.append(len(last))
    kinds = {name: kind for name, kind in LABELS.items() if name not in ("dialogue_id", "position")}
    columns = table(kinds, rows).take(pa.array(numbers, type=pa.int64()))
    names = _repeated([entry.dialogue.id for entry in incoming], counts)
    position = pa.array(range(len(numbers)), type=_WHOLE)
    return columns.add_column(0, "dialogue_id", names).append_column("position", position)


def _repeated(texts: Sequence[str], counts: Sequence[int]) -> pa.Array:
    """The first text as often as the first count says, and so on."""
    places = [place for place, count in enumerate(counts) for _ in range(count)]
    return _array(texts, _TEXT).take(pa.array(places, type=pa.int64()))


def _shared(values: Sequence[tuple[str, ...]], kind: pa.DataType) -> pa.Array:
    places: dict[tuple[str, ...], int] = {}
    taken = [places.setdefault(value, len(places)) for value in values]
    return _array(list(places), kind).take(pa.array(taken, type=pa.int64()))


def table(columns: dict[str, pa.DataType], rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    """Raises DataError where a text holds half a character (a lone surrogate), which UTF-8 cannot write."""
    values = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = [_array(column, kind) for column, kind in zip(values, columns.values(), strict=True)]
    return pa.table(dict(zip(columns, arrays, strict=True)))


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    try:
        return pa.array(values, type=kind)
    except UnicodeEncodeError as error:
        raise DataError("a text holds half a character.", fix="Save the file as UTF-8 and import it again.") from error


def _json(value: Json, dialogue: Dialogue) -> str:
    return "{}" if value == {} else json_text(value, dialogue.id) or "null"
