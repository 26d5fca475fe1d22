"""`commands/{name}`: what the command line sends to a running app; the same use cases, the same answers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from starlette.datastructures import UploadFile
from starlette.responses import Response, StreamingResponse

from curator.api.ask import Ask, Op, text_of
from curator.api.errors import json_response
from curator.commands import COMMANDS, run
from curator.commands.command import Upload
from curator.commands.transport import MEDIA_TYPE, pack
from curator.errors import UsageError
from curator.model.base import Json
from curator.work.access import allow_command, signed_in


def command(ask: Ask) -> Response:
    """The command's JSON, or a tar stream of it and the files it gives. Raises what the command raises."""
    signed_in(ask.person)
    found = COMMANDS.get(ask.request.path_params["name"])
    allow_command(ask.person, found.role)
    request = _request(text_of(ask.form, "request"))
    uploads = [
        Upload(part, Path(sent.filename or "").name, sent.file.read())
        for part, sent in ask.form.multi_items()
        if isinstance(sent, UploadFile) and part != "request"
    ]
    if not found.gives_files:
        return json_response(run(ask.services, found.name, request, uploads))
    folder = Path(mkdtemp(prefix="curator-"))
    try:
        answer = run(ask.services, found.name, request, uploads, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return StreamingResponse(_packed(answer, folder), media_type=MEDIA_TYPE)


def _packed(answer: dict[str, Json], folder: Path) -> Iterator[bytes]:
    try:
        yield from pack(answer, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _request(text: str) -> dict[str, Json]:
    try:
        shape = json.loads(text or "{}")
    except ValueError as error:
        raise UsageError("the part `request` is not JSON.", where="request") from error
    if not isinstance(shape, dict):
        raise UsageError("the part `request` is a JSON object.", where="request")
    return shape


OPS = [
    Op(
        "POST",
        "commands/{name}",
        "run a command of the command line",
        command,
        takes=("form",),
        most_bytes=None,
        answers={200: "JSON, or a tar stream where the command gives files"},
    )
]
