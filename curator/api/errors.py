"""Errors as JSON: {"error": {"problem", "where", "fix"}}, whatever went wrong."""

from __future__ import annotations

import json
import logging

from starlette.responses import Response

from curator.errors import CuratorError
from curator.model.base import Json

log = logging.getLogger("curator.api")


class UnsupportedTypeError(CuratorError):
    """The body is of a type that the route does not read."""

    status = 415


def json_response(value: Json, status: int = 200) -> Response:
    """Strict JSON that nobody keeps in a cache."""
    body = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def error_response(error: Exception) -> Response:
    """A surprise is logged whole and told as nothing more than that: no paths, no values."""
    if isinstance(error, CuratorError):
        if error.status >= 500:
            log.error("%s", error)
        return json_response({"error": error.as_json()}, error.status)
    log.error("A request failed.", exc_info=error)
    problem = {
        "problem": "something went wrong in curator.",
        "where": "",
        "fix": "Try again; the server's log says more.",
    }
    return json_response({"error": problem}, 500)
