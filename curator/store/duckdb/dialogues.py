"""Reading dialogues back as they were given."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from curator.errors import NotFoundError
from curator.model.dialogue import Candidate, Dialogue, Media, Part, Participant, Turn
from curator.store.duckdb.connection import Cursor, Database

Rows: TypeAlias = Mapping[str, Sequence[tuple[Any, ...]]]
"""Rows of one content table by dialogue id, in order."""
_BLOCK = 200
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
    """What is stored was checked on its way in, so the parts are built without another check."""
    dialogue_id, source_id, case, attributes, extra, consent = head
    return Dialogue.model_construct(
        id=dialogue_id,
        source_id=source_id,
        case=case,
        participants=tuple(map(_participant, tables["participants"].get(dialogue_id, ()))),
        turns=tuple(map(_turn, tables["turns"].get(dialogue_id, ()))),
        parts=tuple(
            Part.model_construct(id=row[0], of_kind=row[1], of_id=row[2], type=row[3], text=row[4])
            for row in tables["parts"].get(dialogue_id, ())
        ),
        candidates=tuple(
            Candidate.model_construct(
                id=row[0], turn=row[1], source=row[2], content=None if row[3] is None else json.loads(row[3])
            )
            for row in tables["candidates"].get(dialogue_id, ())
        ),
        media=tuple(Media.model_construct(kind=row[0], path=row[1]) for row in tables["media"].get(dialogue_id, ())),
        attributes=json.loads(attributes),
        extra=json.loads(extra),
        consent=None if consent is None else tuple(json.loads(consent)),
    )


def _participant(row: tuple[Any, ...]) -> Participant:
    return Participant.model_construct(
        id=row[0], name=row[1], role=row[2], kind=row[3], members=tuple(row[4]), attributes=_object(row[5])
    )


def _turn(row: tuple[Any, ...]) -> Turn:
    return Turn.model_construct(
        id=row[0],
        speakers=tuple(row[1]),
        text=row[2],
        addressees=tuple(row[3]),
        start=row[4],
        end=row[5],
        secondary=() if row[6] == "[]" else tuple(json.loads(row[6])),
        attributes=_object(row[7]),
        extra=_object(row[8]),
    )


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
