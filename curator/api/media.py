"""`media/{project}/{dialogue}/{idx}`: a dialogue's recording, in the pieces that the player asks for."""

from __future__ import annotations

from starlette.responses import FileResponse, Response

from curator.api.ask import Ask, Op
from curator.work import media


def recording(ask: Ask) -> Response:
    """206 where the request names a range (Starlette does that). Raises NotFoundError, told as JSON."""
    names = ask.request.path_params
    project = names.get("project") or ask.query("project")
    dialogue = names.get("dialogue") or ask.query("dialogue")
    idx = names.get("idx") or ask.query("idx")
    services = ask.services
    found = media.recording(ask.shelf(project), ask.person, services.settings.workspace, project, dialogue, idx)
    response = FileResponse(found.path, media_type=found.type, stat_result=found.path.stat())
    response.headers["cache-control"] = "private"  # this person's browser may keep it, nobody between
    return response


_ANSWERS = {200: "the whole file", 206: "the range asked for", 416: "no such range"}
OPS = [
    Op("GET", "media/{project}/{dialogue:path}/{idx}", "a dialogue's recording", recording, answers=_ANSWERS),
    Op("GET", "media", "the same, with ?project=, ?dialogue= and ?idx=", recording, answers=_ANSWERS),
]
