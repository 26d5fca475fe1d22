"""`assets/{name}`: the labelling component's modules and styles, for its loader to import."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse

from curator.api.ask import Ask, Op
from curator.errors import NotFoundError
from curator.resources import PACKAGE

FOLDER = PACKAGE / "ui" / "labelling"
LONGEST = 200
# Pieces of plain letters, none of which begins with a dot.
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*")
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}


def asset(ask: Ask) -> Response:
    """The file, or 304 where the browser has it. Raises NotFoundError, also for any way out of the folder."""
    path = _inside(ask.request.path_params["name"])
    response = FileResponse(path, media_type=TYPES[path.suffix], stat_result=path.stat())
    response.headers["cache-control"] = "no-cache"  # keep it, but ask: a new version must not meet an old module
    known = ask.request.headers.get("if-none-match")
    if known is not None and response.headers["etag"] in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return NotModifiedResponse(response.headers)
    return response


def _inside(name: str) -> Path:
    if not _NAME.fullmatch(name) or len(name) > LONGEST or PurePosixPath(name).suffix not in TYPES:
        raise _absent()
    path = FOLDER / name
    if not path.is_file() or not path.resolve().is_relative_to(FOLDER.resolve()):
        raise _absent()
    return path


def _absent() -> NotFoundError:
    return NotFoundError("there is no such file.", where="assets")


OPS = [Op("GET", "assets/{name:path}", "the labelling component's files", asset)]
