"""`health`: whether the app and its store answer."""

from __future__ import annotations

from starlette.responses import Response

from curator import __version__
from curator.api.ask import Ask, Op
from curator.api.errors import json_response


def health(ask: Ask) -> Response:
    """Raises what is wrong with the store. Writes nothing."""
    ask.services.store.ping()
    return json_response({"status": "ok", "version": __version__})


OPS = [Op("GET", "health", "whether the app and its store answer", health)]
