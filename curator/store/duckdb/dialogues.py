"""Reading dialogues back as they were given."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from curator.errors import NotFoundError
from curator.model.dialogue import Dialogue, Participant
from curator.store.duckdb.columns import parsed
from curator.store.duckdb.connection import Cursor, Database

Rows: TypeAlias = Mapping[str, Sequence[tuple[Any, ...]]]
"""Rows of one content table by dialogue id, in order."""
_PARTICIPANT = ("id", "name", "role", "kind", "members", "attributes")
_PART = ("id", "of_kind", "of_id", "type", "text")
_CANDIDATE = ("id", "turn", "source", "content")
_BLOCK = 500
_SELECTS = {
    "participants": "participant_id, name, role, kind, members, attributes",
    "turns": "turn_id, speaker_ids, text, addressee_ids, start_s, end_s, secondary, attributes, extra",
    "parts": "part_id, of_kind, of_id, type, text",
    "candidates": "candidate_id, turn_id, source, content",
    "media": "kind, path",
}
_HEAD = "dialogue_id, source_id, case_id, attributes, extra, consent"


def dialogue_ids(database: Database, project: str) -> list[str]:
    rows = database.rows("SELECT dialogue_id FROM dialogues WHERE project_id = ? ORDER BY position", project)
    return [row[0] for row in rows]


def dialogue(database: Database, project: str, dialogue_id: str) -> Dialogue:
    with database.reading() as cursor:
        found = load(cursor, project, [dialogue_id])
    if not found:
        raise NotFoundError(
            f"no dialogue is called {dialogue_id!r}.", where=project, fix="Look at the list of dialogues."
        )
    return found[0]


def dialogues(database: Database, project: str) -> Iterator[Dialogue]:
    """In the order they were loaded, some hundred in memory at a time."""
    ids = dialogue_ids(database, project)
    for start in range(0, len(ids), _BLOCK):
        with database.reading() as cursor:
            block = load(cursor, project, ids[start : start + _BLOCK])
        yield from block


def load(cursor: Cursor, project: str, ids: Sequence[str]) -> list[Dialogue]:
    """Those of these ids that exist, by position."""
    one_or_many = "dialogue_id = ?" if len(ids) == 1 else f"dialogue_id IN ({', '.join('?' * len(ids))})"
    where = f"WHERE project_id = ? AND {one_or_many}"
    params = [project, *ids]
    heads = cursor.execute(f"SELECT {_HEAD} FROM dialogues {where} ORDER BY position", params).fetchall()
    tables = {
        name: _grouped(cursor, f"SELECT dialogue_id, {columns} FROM {name} {where} ORDER BY dialogue_id, idx", params)
        for name, columns in _SELECTS.items()
    }
    return [_dialogue(head, tables) for head in heads]


def _grouped(cursor: Cursor, sql: str, params: list[str]) -> Rows:
    grouped: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for row in cursor.execute(sql, params).fetchall():
        grouped[row[0]].append(row[1:])
    return grouped


def _dialogue(head: tuple[Any, ...], tables: Mapping[str, Rows]) -> Dialogue:
    """One call of the compiled validator for the whole is a third of the price of building each turn in Python."""
    dialogue_id, source_id, case, attributes, extra, consent = head
    return Dialogue.model_validate(
        {
            "id": dialogue_id,
            "source_id": source_id,
            "case": case,
            "participants": [
                dict(zip(_PARTICIPANT, (*row[:-1], _object(row[-1])), strict=True))
                for row in tables["participants"].get(dialogue_id, ())
            ],
            "turns": [_turn(row) for row in tables["turns"].get(dialogue_id, ())],
            "parts": [dict(zip(_PART, row, strict=True)) for row in tables["parts"].get(dialogue_id, ())],
            "candidates": [
                dict(zip(_CANDIDATE, (*row[:-1], parsed(row[-1])), strict=True))
                for row in tables["candidates"].get(dialogue_id, ())
            ],
            "media": [{"kind": row[0], "path": row[1]} for row in tables["media"].get(dialogue_id, ())],
            "attributes": json.loads(attributes),
            "extra": json.loads(extra),
            "consent": parsed(consent),
        }
    )


def _turn(row: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "id": row[0],
        "speakers": row[1],
        "text": row[2],
        "addressees": row[3],
        "start": row[4],
        "end": row[5],
        "secondary": json.loads(row[6]),
        "attributes": _object(row[7]),
        "extra": _object(row[8]),
    }


def _object(text: str) -> dict[str, Any]:
    value: dict[str, Any] = {} if text == "{}" else json.loads(text)
    return value


def splits(database: Database, project: str) -> dict[str, str]:
    rows = database.rows(
        "SELECT dialogue_id, split FROM splits LEFT JOIN dialogues USING (project_id, dialogue_id) "
        "WHERE project_id = ? ORDER BY position",
        project,
    )
    return dict(rows)


def add_person(cursor: Cursor, project: str, dialogue: str, annotator: str, participant: Participant) -> None:
    row = [project, dialogue, annotator, participant.id, participant.name, participant.kind, datetime.now(UTC)]
    cursor.execute("INSERT OR IGNORE INTO added_people VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def added_people(database: Database, project: str, dialogue: str) -> dict[str, tuple[Participant, ...]]:
    rows = database.rows(
        "SELECT annotator, participant_id, name, kind FROM added_people WHERE project_id = ? AND dialogue_id = ? "
        "ORDER BY annotator, recorded_at, participant_id",
        project,
        dialogue,
    )
    found: dict[str, tuple[Participant, ...]] = {}
    for annotator, participant_id, name, kind in rows:
        found[annotator] = (*found.get(annotator, ()), Participant(id=participant_id, name=name, kind=kind))
    return found
