"""Taking dialogues and the labels of their source in, all or nothing, and only what is new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import pyarrow as pa

from curator.errors import DataError
from curator.model.dialogue import Dialogue
from curator.model.identity import text_revision
from curator.model.targets import COLUMNS
from curator.store.duckdb import tables
from curator.store.duckdb.columns import EVENT_COLUMNS
from curator.store.duckdb.connection import Cursor, Database
from curator.store.duckdb.dialogues import load
from curator.store.duckdb.log import EventLog
from curator.store.interface import Added, Incoming

_KEY = ("dialogue_id", "field", *COLUMNS, "item_id", "annotator")
_SAME_KEY = " AND ".join(f"a.{name} = b.{name}" for name in _KEY)
_BLOCK = 500
_NAMED = ", ".join(
    (
        *(name for name in _KEY if name != "item_id"),
        *("annotator_kind", "state"),
        *(f"coalesce({name}, chr(0))" for name in ("value", "raw", "based_on")),
        "nullif(item_id, '')",
    )
)
"""What an imported event's id is made of."""


def _uuid5(sha1: str) -> str:
    """SQL: of a hash in hex the UUID of version 5 that it stands for."""
    variant = f"translate(substr({sha1}, 17, 1), '0123456789abcdef', '{'89ab' * 4}')"
    pieces = ("substr({0}, 1, 8)", "substr({0}, 9, 4)", "'5' || substr({0}, 14, 3)", "{1} || substr({0}, 18, 3)")
    return f"concat_ws('-', {', '.join(pieces)}, substr({{0}}, 21, 12))".format(sha1, variant)


CHANGED = f"""
    WITH imported AS (
        SELECT {", ".join(_KEY)}, max_by(id, seq) AS id, max_by(state, seq) AS state,
            max_by(value::VARCHAR, seq, 1)[1] AS value, max_by(raw::VARCHAR, seq, 1)[1] AS raw
        FROM annotation_events
        WHERE project_id = $1 AND origin = 'import' AND task = 'main' AND round = 1
        GROUP BY ALL)
    SELECT position, based_on, {_uuid5(f"sha1(concat_ws(chr(31), $1, {_NAMED}))")} AS id FROM (
        SELECT a.*, b.id::VARCHAR AS based_on FROM labels a LEFT JOIN imported b ON {_SAME_KEY}
        WHERE b.id IS NULL OR a.state <> b.state OR a.value IS DISTINCT FROM b.value OR a.raw IS DISTINCT FROM b.raw)
    ORDER BY position"""
"""Staged labels unlike the newest imported one of their annotator and key (only max_by's list form keeps nulls).

Ids are UUIDs of version 5, of the whole content and what came before: the same file gives the same events anywhere.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import will write, made ready outside the writer's thread."""

    added: Added
    content: Mapping[str, pa.Table]
    replaced: Sequence[str]
    labels: pa.Table
    annotators: Mapping[str, str]


def prepare(
    database: Database, project: str, incoming: Sequence[Incoming], *, source: str, schema_version: int
) -> Plan:
    """Raises DataError for an id given twice and for texts or values that cannot be stored."""
    dialogues = [entry.dialogue for entry in incoming]
    ids = [dialogue.id for dialogue in dialogues]
    if len(set(ids)) < len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        raise DataError(f"the dialogue id {twice!r} is used twice.", where=source, fix="Give each dialogue its own id.")
    with database.reading() as cursor:
        rows = cursor.execute(
            "SELECT dialogue_id, content_hash, position, text_revision FROM dialogues WHERE project_id = ?", [project]
        ).fetchall()
        stored = {row[0]: (row[1], row[2]) for row in rows}
        hashes = {dialogue.id: tables.content_hash(dialogue) for dialogue in dialogues}
        changed = _really_changed(
            cursor, project, [d for d in dialogues if d.id in stored and stored[d.id][0] != hashes[d.id]]
        )
        new = [dialogue for dialogue in dialogues if dialogue.id not in stored]
        following = max((position for _, position in stored.values()), default=-1) + 1
        revisions = _Revisions(dialogues)
        entries = [
            (dialogue, following + count, hashes[dialogue.id], revisions[dialogue.id])
            for count, dialogue in enumerate(new)
        ]
        entries += [
            (dialogue, stored[dialogue.id][1], hashes[dialogue.id], revisions[dialogue.id]) for dialogue in changed
        ]
        labels, kinds = _label_events(cursor, project, incoming, schema_version, revisions)
    content = tables.content_tables(project, entries, source=source, added_at=datetime.now(UTC)) if entries else {}
    turns = sum(len(dialogue.turns) for dialogue in dialogues)
    texts = {row[3] for row in rows}
    same_texts = sum(revisions[dialogue.id] in texts for dialogue in new)
    added = Added(len(new), len(ids) - len(new) - len(changed), len(changed), turns, labels.num_rows, same_texts)
    return Plan(added, content, [dialogue.id for dialogue in changed], labels, kinds)


def apply(cursor: Cursor, log: EventLog, project: str, plan: Plan, splits: Mapping[str, str]) -> Added:
    """The short transaction."""
    replaced = pa.table({"dialogue_id": pa.array(plan.replaced, type=pa.string())})
    for name, content in plan.content.items():
        if plan.replaced:
            with staged(cursor, "replaced", replaced):
                cursor.execute(
                    f"DELETE FROM {name} WHERE project_id = ? AND dialogue_id IN (SELECT dialogue_id FROM replaced)",
                    [project],
                )
        if content.num_rows:
            with staged(cursor, "staged", content):
                cursor.execute(f"INSERT INTO {name} ({', '.join(content.column_names)}) SELECT * FROM staged")
    if plan.labels.num_rows:
        _write_labels(cursor, log, project, plan)
        cursor.executemany(
            "INSERT OR IGNORE INTO annotators VALUES (?, ?, ?)",
            [[project, name, kind] for name, kind in plan.annotators.items()],
        )
    write_splits(cursor, project, splits)
    return plan.added


def write_splits(cursor: Cursor, project: str, splits: Mapping[str, str]) -> None:
    if not splits:
        return
    rows = [(project, dialogue, split) for dialogue, split in splits.items()]
    columns = dict.fromkeys(("project_id", "dialogue_id", "split"), pa.string())
    with staged(cursor, "staged", tables.table(columns, rows)):
        cursor.execute("INSERT OR REPLACE INTO splits SELECT * FROM staged")


@contextmanager
def staged(cursor: Cursor, name: str, table: pa.Table) -> Iterator[None]:
    """The Arrow table as a table of this name, for this cursor alone."""
    cursor.register(name, table)
    try:
        yield
    finally:
        cursor.unregister(name)


class _Revisions(dict[str, str]):
    """Text revision by dialogue id, computed once and only where it is asked for."""

    def __init__(self, dialogues: Sequence[Dialogue]) -> None:
        super().__init__()
        self._dialogues = {dialogue.id: dialogue for dialogue in dialogues}

    def __missing__(self, name: str) -> str:
        self[name] = text_revision(self._dialogues[name])
        return self[name]


def _really_changed(cursor: Cursor, project: str, suspects: Sequence[Dialogue]) -> list[Dialogue]:
    """A hash may differ by the order of an object's keys alone."""
    changed = []
    for start in range(0, len(suspects), _BLOCK):
        block = suspects[start : start + _BLOCK]
        kept = {dialogue.id: dialogue for dialogue in load(cursor, project, [dialogue.id for dialogue in block])}
        changed += [dialogue for dialogue in block if kept[dialogue.id] != dialogue]
    return changed


def _label_events(
    cursor: Cursor, project: str, incoming: Sequence[Incoming], schema_version: int, revisions: _Revisions
) -> tuple[pa.Table, dict[str, str]]:
    """Rows of `annotation_events` (without seq, staleness and clock), and the annotators by kind."""
    labels = tables.label_table(incoming)
    with staged(cursor, "labels", labels):
        changed: pa.Table = cursor.sql(CHANGED, params=[project]).to_arrow_table()
    row = cursor.execute("SELECT max(revision) FROM guidelines WHERE project_id = ?", [project]).fetchone()
    revision = (row and row[0]) or 1
    rows = labels.take(changed.column("position"))
    count = rows.num_rows
    names = rows.column("dialogue_id").to_pylist()
    events = {
        "id": changed.column("id"),
        "based_on": changed.column("based_on"),
        "project_id": pa.repeat(project, count),
        "schema_version": pa.repeat(schema_version, count),
        "guidelines": pa.repeat(revision, count),
        "text_revision": pa.array([revisions[name] for name in names], type=pa.string()),
    }
    for name in rows.column_names:
        events[name] = rows.column(name)
    kinds = dict(zip(rows.column("annotator").to_pylist(), rows.column("annotator_kind").to_pylist(), strict=True))
    return pa.table(events).drop_columns(["position"]), kinds


def _write_labels(cursor: Cursor, log: EventLog, project: str, plan: Plan) -> None:
    """An imported label is based on the one imported before it: where a person has gone on from there, it is stale."""
    count = plan.labels.num_rows
    first = log.take_seqs(cursor, count)
    table = plan.labels.append_column("seq", pa.array(range(first, first + count), type=pa.int64()))
    columns = {
        **{name: name for name in EVENT_COLUMNS if name in table.column_names},
        "task": "'main'",
        "round": "1",
        "origin": "'import'",
        "recorded_at": "$1",
        "stale": "coalesce(head <> based_on::UUID, head IS NOT NULL)",
    }
    with staged(cursor, "labels", table):
        cursor.execute(
            f"INSERT INTO annotation_events ({', '.join(columns)}) SELECT {', '.join(columns.values())} FROM "
            f"(SELECT a.*, b.id AS head FROM labels a LEFT JOIN "
            f"(SELECT {', '.join(_KEY)}, max_by(id, seq) AS id FROM annotation_events "
            "WHERE project_id = $2 AND task = 'main' AND round = 1 AND NOT stale AND field <> '' GROUP BY ALL) b "
            f"ON {_SAME_KEY}) ORDER BY seq",
            [datetime.now(UTC), project],
        )
    log.drop_pages()
