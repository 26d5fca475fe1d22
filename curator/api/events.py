"""`events`: answers come in, and are called saved after COMMIT. No thread waits while the store writes."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from curator.api.ask import Ask, Body, Op, checked
from curator.api.errors import json_response
from curator.errors import TooLargeError
from curator.model.base import Json
from curator.work import labelling
from curator.work.access import allow

MOST_EVENTS = 200


class Events(Body):
    """Each event is checked by itself, so that a bad one never blocks the others."""

    events: list[Json]


async def save(ask: Ask) -> Response:
    """{"results": [{"id", "status", "seq"?, "reason"?}], "server_time"}."""
    allow(ask.person, "label")
    shapes = checked(Events, ask.json()).events
    if len(shapes) > MOST_EVENTS:
        raise TooLargeError(f"{len(shapes)} events are too many.", where="events", fix=f"Send {MOST_EVENTS} at most.")
    shelf = ask.shelf(_project_of(shapes))
    if labelling.can_check_at_once(shelf, shapes):
        ready = labelling.check_events(shelf, ask.person, shapes)
    else:
        ready = await run_in_threadpool(labelling.check_events, shelf, ask.person, shapes)
    done = await asyncio.wrap_future(shelf.store.append_soon(ready.events)) if ready.events else []
    results = [outcome.as_json() for outcome in ready.results(done)]
    return json_response({"results": results, "server_time": datetime.now(UTC).isoformat()})


def _project_of(shapes: list[Json]) -> str:
    """The project that all of them name, or an empty string."""
    names = [shape.get("project") if isinstance(shape, dict) else None for shape in shapes]
    return names[0] if names and isinstance(names[0], str) and all(name == names[0] for name in names) else ""


OPS = [Op("POST", "events", "save answers", handle_soon=save, takes=("json",), body=Events)]
