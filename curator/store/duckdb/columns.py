"""An event as a row of `annotation_events`, and back."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from curator.errors import DataError
from curator.model.annotation import Event
from curator.model.base import Json
from curator.model.targets import COLUMNS, Target
from curator.store.interface import StoredEvent

_AS_GIVEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SORTED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True)
_SHORT = 80
_TYPES = {
    "seq": "BIGINT",
    "id": "UUID",
    "project_id": "VARCHAR",
    "task": "VARCHAR",
    "round": "INTEGER",
    "dialogue_id": "VARCHAR",
    "field": "VARCHAR",
    **dict.fromkeys(COLUMNS, "VARCHAR"),
    "item_id": "VARCHAR",
    "annotator": "VARCHAR",
    "annotator_kind": "VARCHAR",
    "state": "VARCHAR",
    "value": "VARCHAR",
    "raw": "VARCHAR",
    "certainty": "VARCHAR",
    "shown_order": "VARCHAR[]",
    "based_on": "UUID",
    "stale": "BOOLEAN",
    "origin": "VARCHAR",
    "client_at": "TIMESTAMPTZ",
    "recorded_at": "TIMESTAMPTZ",
    "visible_ms": "BIGINT",
    "schema_version": "INTEGER",
    "guidelines": "INTEGER",
    "text_revision": "VARCHAR",
}
EVENT_COLUMNS = tuple(_TYPES)
EVENT_TYPES = tuple(_TYPES.values())
SELECT_EVENTS = "SELECT {} FROM annotation_events".format(
    ", ".join(f"{name}::VARCHAR" if name in ("id", "based_on") else name for name in EVENT_COLUMNS)
)


def json_text(value: Json, where: str = "") -> str | None:
    """None (SQL NULL) for None; an object keeps the order of its keys, which a source's own recipe gives back.

    Raises DataError for what no JSON text can hold: NaN, infinities, half characters.
    """
    return _text(value, _AS_GIVEN, where)


def value_text(value: Json, where: str = "") -> str | None:
    """One spelling for one value, so that labels compare as text."""
    return _text(value, _SORTED, where)


def _text(value: Json, encoder: json.JSONEncoder, where: str) -> str | None:
    if value is None:
        return None
    try:
        text = _option(value) if type(value) is str and len(value) < _SHORT else encoder.encode(value)
        if not text.isascii():
            text.encode()
    except UnicodeEncodeError as error:
        raise DataError("this value holds half a character.", where=where, fix="Save the file as UTF-8.") from error
    except ValueError as error:
        raise DataError("NaN and infinities are not JSON.", where=where, fix="Write null instead.") from error
    return text


@lru_cache(maxsize=4_096)
def _option(text: str) -> str:
    """The same few spellings come by the ten thousand."""
    return _AS_GIVEN.encode(text)


def parsed(text: str | None) -> Json:
    return None if text is None else json.loads(text)


def event_row(event: Event, *, seq: int, event_id: str, stale: bool, recorded_at: datetime) -> tuple[Any, ...]:
    """The values of EVENT_COLUMNS."""
    return (
        seq,
        event_id,
        event.project,
        event.task,
        event.round,
        event.dialogue,
        event.field,
        *event.target.columns,
        event.item,
        event.annotator,
        event.annotator_kind,
        event.state,
        value_text(event.value, event.field),
        json_text(event.raw, event.field),
        json_text(event.certainty, event.field),
        None if event.shown_order is None else list(event.shown_order),
        event.based_on,
        stale,
        event.origin,
        _utc(event.client_at),
        recorded_at,
        event.visible_ms,
        event.schema_version,
        event.guidelines,
        event.text_revision,
    )


def stored_event(row: tuple[Any, ...]) -> StoredEvent:
    """`row`: the columns of SELECT_EVENTS."""
    kept = dict(zip(EVENT_COLUMNS, row, strict=True))
    event = Event(
        id=kept["id"],
        project=kept["project_id"],
        dialogue=kept["dialogue_id"],
        field=kept["field"],
        annotator=kept["annotator"],
        state=kept["state"],
        value=parsed(kept["value"]),
        target=Target(*(kept[name] for name in COLUMNS)),
        item=kept["item_id"],
        task=kept["task"],
        round=kept["round"],
        annotator_kind=kept["annotator_kind"],
        based_on=kept["based_on"],
        client_at=_utc(kept["client_at"]),
        visible_ms=kept["visible_ms"],
        schema_version=kept["schema_version"],
        guidelines=kept["guidelines"],
        text_revision=kept["text_revision"],
        origin=kept["origin"],
        raw=parsed(kept["raw"]),
        certainty=parsed(kept["certainty"]),
        shown_order=None if kept["shown_order"] is None else tuple(kept["shown_order"]),
    )
    return StoredEvent(event, kept["seq"], kept["recorded_at"].astimezone(UTC), kept["stale"])


def _utc(moment: datetime | None) -> datetime | None:
    """A time without a zone is taken as UTC."""
    if moment is None:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
