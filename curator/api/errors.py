"""Errors as JSON: {"error": {"problem", "where", "fix"}}, whatever went wrong."""

from __future__ import annotations

import json
import logging
from html import escape

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


def error_response(error: Exception, accept: str = "") -> Response:
    """JSON, or a page of words where a person's browser asked (`accept`: the request's header).

    A surprise is logged whole and told as nothing more than that: no paths, no values.
    """
    if not isinstance(error, CuratorError):
        log.error("A request failed.", exc_info=error)
        error = CuratorError("something went wrong in curator.", fix="Try again; the server's log says more.")
    elif error.status >= 500:
        log.error("%s", error)
    if is_a_person(accept):
        return _page(error)
    return json_response({"error": error.as_json()}, error.status)


def is_a_person(accept: str) -> bool:
    """Whether a browser asked for a page: by an address or a form, and not by a script of ours."""
    return "text/html" in accept


def _page(error: CuratorError) -> Response:
    body = (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>curator</title>\n'
        '<meta name="viewport" content="width=device-width">\n'
        "<style>:root { color-scheme: light dark } body { font: 1.1rem/1.5 system-ui; margin: 3rem auto;"
        " max-width: 40rem; padding: 0 1rem }</style>\n<h1>This did not work</h1>\n"
        f"<p>{escape(_sentence(error.problem))}</p>\n<p>{escape(error.fix)}</p>\n"
        '<p><a href="javascript:history.back()">Back</a></p>\n</html>\n'
    )
    return Response(body, error.status, {"cache-control": "no-store"}, "text/html")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
