"""Writing events: what the writer remembers of the newest ones, so that no event costs a scan."""

from __future__ import annotations

import uuid
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

from curator.model.annotation import LABEL_STATES, Event, Outcome
from curator.model.targets import Target
from curator.store.duckdb.columns import EVENT_COLUMNS, EVENT_TYPES, event_row, value_text
from curator.store.duckdb.connection import Cursor

PageKey: TypeAlias = tuple[str, str, int, str, str]
"""project, task, round, dialogue, annotator."""
_MOST_PAGES = 1_000
ANSWERS = frozenset({"value", "none", "cannot_tell", "no_agreement"})
NOTHING = frozenset({"none", "cannot_tell"})
_FEW = 3
"""Rows up to which a VALUES list is planned faster than columns are unnested (1.4 against 2.4 ms for one event)."""
_INSERT = f"INSERT INTO annotation_events ({', '.join(EVENT_COLUMNS)}) "
_UNNESTED = f"SELECT {', '.join(f'unnest(?::{kind}[])' for kind in EVENT_TYPES)}"
_PROGRESS = {
    **dict.fromkeys(("project_id", "task"), "VARCHAR"),
    "round": "INTEGER",
    **dict.fromkeys(("dialogue_id", "annotator", "state"), "VARCHAR"),
    **dict.fromkeys(("n_answered", "n_events"), "INTEGER"),
    **dict.fromkeys(("last_at", "submitted_at"), "TIMESTAMPTZ"),
}
_PAGE, _KEPT = tuple(_PROGRESS)[:5], tuple(_PROGRESS)[5:]
_OF_PAGE = " AND ".join(f"{name} = ?" for name in _PAGE)
HEADS = f"""SELECT field, case_id, turn_id, participant_id, other_id, part_id, candidate_id, item_id, id::VARCHAR, state
    FROM annotation_events WHERE {_OF_PAGE} AND NOT stale AND field <> '' ORDER BY seq"""
_UPDATE_ONE = f"UPDATE progress SET {', '.join(f'{name} = ?' for name in _KEPT)} WHERE {_OF_PAGE}"
_UPDATE_MANY = (
    f"UPDATE progress SET {', '.join(f'{name} = u.{name}' for name in _KEPT)} "
    f"FROM (SELECT {', '.join(f'unnest(?::{kind}[]) AS {name}' for name, kind in _PROGRESS.items())}) u "
    f"WHERE {' AND '.join(f'progress.{name} = u.{name}' for name in _PAGE)}"
)


@dataclass(frozen=True, slots=True)
class Head:
    """The current event of a key."""

    id: str
    state: str


@dataclass(slots=True)
class Page:
    """One annotator's work on one dialogue: the newest event of each key, and the row of `progress`."""

    heads: dict[tuple[str, str, Target, str], Head] = field(default_factory=dict)
    n_items: Counter[tuple[str, Target]] = field(default_factory=Counter)
    """How many items stand at a field and target: while there are some, nobody found nothing there."""
    state: str = "open"
    n_answered: int = 0
    n_events: int = 0
    last_at: datetime | None = None
    submitted_at: datetime | None = None
    is_kept: bool = False
    """Whether `progress` has the row."""

    @property
    def kept(self) -> tuple[object, ...]:
        return (self.state, self.n_answered, self.n_events, self.last_at, self.submitted_at)


def page_key(event: Event) -> PageKey:
    return (event.project, event.task, event.round, event.dialogue, event.annotator)


class EventLog:
    """Belongs to the writer's thread. After a failed transaction call `start` (or `forget`): memory ran ahead."""

    def __init__(self) -> None:
        self._next_seq: int | None = None
        self._pages: OrderedDict[PageKey, Page] = OrderedDict()
        self._annotators: set[tuple[str, str]] = set()

    def forget(self) -> None:
        self._next_seq = None
        self._pages.clear()
        self._annotators.clear()

    def start(self, cursor: Cursor) -> None:
        self.forget()
        row = cursor.execute("SELECT coalesce(max(seq), 0) FROM annotation_events").fetchone()
        self._next_seq = row[0] + 1 if row else 1

    def take_seqs(self, cursor: Cursor, count: int) -> int:
        """The first of `count` numbers in the writer's order."""
        if self._next_seq is None:
            self.start(cursor)
        first = self._next_seq or 1
        self._next_seq = first + count
        return first

    def append_all(self, cursor: Cursor, batches: Sequence[Sequence[Event]]) -> list[list[Outcome]]:
        """Inserts what is new in one statement. Outcomes batch by batch, in order."""
        events = [event for batch in batches for event in batch]
        outcomes = iter(self.append(cursor, events))
        return [[next(outcomes) for _ in batch] for batch in batches]

    def append(self, cursor: Cursor, events: Sequence[Event]) -> list[Outcome]:
        now = datetime.now(UTC)
        known = _known(cursor, [event.id for event in events])
        outcomes: list[Outcome] = []
        rows: list[tuple[Any, ...]] = []
        touched: dict[PageKey, Page] = {}
        for event in events:
            refusal = _refusal(event)
            if refusal:
                outcomes.append(Outcome(event.id, "refused", reason=refusal))
                continue
            event_id = str(uuid.UUID(event.id))
            if event_id in known:
                seq, content = known[event_id]
                outcomes.append(_again(event, seq, content))
                continue
            page = self.page(cursor, page_key(event))
            if event.state in NOTHING and not event.item and page.n_items[event.field, event.target]:
                outcomes.append(Outcome(event.id, "refused", reason="there are entries here: take them back first"))
                continue
            seq = self.take_seqs(cursor, 1)
            stale = self._take(page, event, event_id, now)
            rows.append(event_row(event, seq=seq, event_id=event_id, stale=stale, recorded_at=now))
            known[event_id] = (seq, _content(event))
            touched[page_key(event)] = page
            outcomes.append(Outcome(event.id, "stale" if stale else "saved", seq))
        self.write(cursor, rows, touched)
        self._meet(cursor, events)
        return outcomes

    def write(self, cursor: Cursor, rows: Sequence[tuple[Any, ...]], touched: dict[PageKey, Page]) -> None:
        """Events and the `progress` rows that they change."""
        if 0 < len(rows) <= _FEW:
            marks = f"({', '.join('?' * len(EVENT_COLUMNS))})"
            values = [value for row in rows for value in row]
            cursor.execute(f"{_INSERT} VALUES {', '.join([marks] * len(rows))}", values)
        elif rows:
            cursor.execute(_INSERT + _UNNESTED, [list(column) for column in zip(*rows, strict=True)])
        new = {key: page for key, page in touched.items() if not page.is_kept}
        for key, page in new.items():
            cursor.execute(f"INSERT INTO progress VALUES ({', '.join('?' * len(_PROGRESS))})", [*key, *page.kept])
            page.is_kept = True
        old = {key: page for key, page in touched.items() if key not in new}
        if len(old) <= _FEW:
            for key, page in old.items():
                cursor.execute(_UPDATE_ONE, [*page.kept, *key])
        else:
            columns = zip(*((*key, *page.kept) for key, page in old.items()), strict=True)
            cursor.execute(_UPDATE_MANY, [list(column) for column in columns])

    def page(self, cursor: Cursor, key: PageKey) -> Page:
        page = self._pages.get(key)
        if page is None:
            page = self._pages[key] = _load(cursor, key)
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(key)
        return page

    def drop_pages(self) -> None:
        """After labels came in by another way than `append`."""
        self._pages.clear()

    def head(self, cursor: Cursor, event: Event) -> Head | None:
        return self.page(cursor, page_key(event)).heads.get(event.key)

    def mark(self, cursor: Cursor, event: Event, now: datetime) -> int:
        """Writes a *submitted* or *reopened* event; its seq. Of a case (no dialogue) it changes no progress."""
        seq = self.take_seqs(cursor, 1)
        if not event.dialogue:
            self.write(cursor, [event_row(event, seq=seq, event_id=event.id, stale=False, recorded_at=now)], {})
            return seq
        page = self.page(cursor, page_key(event))
        page.state = "submitted" if event.state == "submitted" else "open"
        page.submitted_at = now if event.state == "submitted" else None
        page.last_at = now
        row = event_row(event, seq=seq, event_id=event.id, stale=False, recorded_at=now)
        self.write(cursor, [row], {page_key(event): page})
        return seq

    @staticmethod
    def _take(page: Page, event: Event, event_id: str, now: datetime) -> bool:
        """Counts the event on its page, and makes it the current one of its key. True: it comes too late for that."""
        head = page.heads.get(event.key)
        page.n_events += 1
        page.last_at = now
        based_on = str(uuid.UUID(event.based_on)) if event.based_on else None
        if head is not None and head.id != based_on:
            return True
        page.n_answered += (event.state in ANSWERS) - (head is not None and head.state in ANSWERS)
        page.heads[event.key] = Head(event_id, event.state)
        if event.item:
            was = head is not None and head.state == "value"
            page.n_items[event.field, event.target] += (event.state == "value") - was
        return False

    def _meet(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Puts names not met before into `annotators`; a name keeps the kind it came with."""
        for event in events:
            name = (event.project, event.annotator)
            if name not in self._annotators:
                cursor.execute("INSERT OR IGNORE INTO annotators VALUES (?, ?, ?)", [*name, event.annotator_kind])
                self._annotators.add(name)


def settled(event: Event, head: Head | None) -> Event | None:
    """A by-submit event as it may be written: on top of a withdrawn answer, or not at all where one was given; a
    withdrawal only of what it was meant for."""
    if event.state == "retracted":
        return event if head is not None and head.id == event.based_on else None
    if head is None or head.state not in ANSWERS:
        return replace(event, based_on=head.id if head else None)
    return None


def _refusal(event: Event) -> str:
    if event.state not in LABEL_STATES or not event.field:
        return f"{event.state!r} is not what a label can be"
    for name in (event.id, event.based_on or event.id):
        try:
            uuid.UUID(name)
        except ValueError:
            return f"{name[:60]!r} is not a UUID"
    return ""


def _content(event: Event) -> tuple[object, ...]:
    target = event.target.columns
    return (*page_key(event), event.field, *target, event.item, event.state, value_text(event.value))


def _again(event: Event, seq: int, content: tuple[object, ...]) -> Outcome:
    if _content(event) == content:
        return Outcome(event.id, "duplicate", seq)
    return Outcome(event.id, "refused", reason="this id belongs to another event")


def _known(cursor: Cursor, ids: Sequence[str]) -> dict[str, tuple[int, tuple[object, ...]]]:
    """seq and content of those events that are in the log already."""
    wanted = [text for text in ids if _is_uuid(text)]
    if not wanted:
        return {}
    rows = cursor.execute(
        "SELECT id::VARCHAR, seq, project_id, task, round, dialogue_id, annotator, field, case_id, turn_id, "
        "participant_id, other_id, part_id, candidate_id, item_id, state, value::VARCHAR FROM annotation_events "
        f"WHERE id IN ({', '.join('?' * len(wanted))})",
        wanted,
    ).fetchall()
    return {row[0]: (row[1], tuple(row[2:])) for row in rows}


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True


def _load(cursor: Cursor, key: PageKey) -> Page:
    page = Page()
    rows = cursor.execute(HEADS, list(key)).fetchall()
    for row in rows:
        page.heads[(key[3], row[0], Target(*row[1:7]), row[7])] = Head(row[8], row[9])
    for (_, name, target, item), head in page.heads.items():
        if item and head.state == "value":
            page.n_items[name, target] += 1
    page.n_answered = sum(head.state in ANSWERS for head in page.heads.values())
    found = cursor.execute(
        f"SELECT state, n_events, last_at, submitted_at FROM progress WHERE {_OF_PAGE}", list(key)
    ).fetchone()
    if found:
        page.state, page.n_events, page.last_at, page.submitted_at = found
        page.is_kept = True
    return page
