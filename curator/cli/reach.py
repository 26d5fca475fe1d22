"""Where a command runs: here, with the database open, or in the running app that holds it. One request for both."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import httpx

from curator import commands
from curator.bootstrap import Services, open_services
from curator.commands.command import Upload
from curator.commands.running import Running, WorkspaceLock, running_app
from curator.commands.transport import MEDIA_TYPE, strict_json, unpack
from curator.errors import (
    CuratorError,
    DatabaseHeldError,
    DataError,
    IncompleteError,
    NotAllowedError,
    NotFoundError,
    NotSignedInError,
    Problem,
    ProblemsError,
    StateError,
    StorageFullError,
    TooLargeError,
    UsageError,
)
from curator.model.base import Json
from curator.settings import Settings

PATIENCE = 10.0  # seconds to wait for another command, or for an app that is starting or stopping
_LONG = httpx.Timeout(10.0, read=3600.0, write=3600.0)
_BY_STATUS: dict[int, type[CuratorError]] = {
    error.status: error
    for error in (
        UsageError,
        NotSignedInError,
        NotAllowedError,
        NotFoundError,
        StateError,
        TooLargeError,
        DataError,
        StorageFullError,
    )
}


def answer(
    settings: Settings,
    name: str,
    request: Mapping[str, Json],
    uploads: Sequence[Upload] = (),
    folder: Path | None = None,
) -> dict[str, Json]:
    """Runs the command where the workspace is. `folder`: where a command that gives files puts them."""
    if commands.COMMANDS.get(name).pure:
        return commands.run(None, name, request, uploads, folder)
    _must_exist(settings.workspace)
    give_up = time.monotonic() + PATIENCE
    while True:
        lock = WorkspaceLock(settings.workspace)
        if lock.acquire():
            try:
                with _services(settings) as services:
                    return commands.run(services, name, request, uploads, folder)
            finally:
                lock.release()
        if running := running_app(settings.workspace):
            try:
                return ask(running, name, request, uploads, folder)
            except httpx.ConnectError:
                pass  # stale: the app is gone and something else holds the lock, or it is just stopping
        if time.monotonic() > give_up:
            raise held()
        time.sleep(0.1)


def held() -> DatabaseHeldError:
    return DatabaseHeldError(
        "the workspace is in use by another process that does not answer.",
        where="run.lock",
        fix="Wait until the other command is done, or stop that process.",
    )


def ask(
    running: Running, name: str, request: Mapping[str, Json], uploads: Sequence[Upload], folder: Path | None
) -> dict[str, Json]:
    """The answer of the running app. Raises httpx.ConnectError if nobody listens, else the app's own error."""
    files: list[tuple[str, tuple[str | None, bytes, str]]] = [
        ("request", (None, strict_json(dict(request)).encode(), "application/json"))
    ]
    files += [(upload.part, (upload.name, upload.content, "application/octet-stream")) for upload in uploads]
    url = f"{running.base}/api/v1/commands/{name}"
    headers = {"authorization": f"Bearer {running.token}"}
    try:
        with (
            httpx.Client(timeout=_LONG, trust_env=False) as client,
            client.stream("POST", url, files=files, headers=headers) as response,
        ):
            if response.status_code == 200 and response.headers.get("content-type", "").startswith(MEDIA_TYPE):
                return _unpacked(response, folder)
            return _plain(response.status_code, response.read())
    except httpx.ConnectError:
        raise
    except httpx.TransportError as error:
        raise StateError(
            "the running app stopped before it answered.", fix="See whether it was done, then try again."
        ) from error


def error_of(status: int, shape: Mapping[str, Json]) -> CuratorError:
    """The error that an answer of the API tells of, as the class it was raised as."""
    problem, where, fix = (str(shape.get(key, "")) for key in ("problem", "where", "fix"))
    if "problems" in shape:
        return ProblemsError([Problem(**one) for one in shape["problems"]], where=where)
    if "missing" in shape:
        return IncompleteError(problem, shape["missing"], where=where, fix=fix)
    return _BY_STATUS.get(status, CuratorError)(problem, where=where, fix=fix)


def _plain(status: int, content: bytes) -> dict[str, Json]:
    try:
        shape = json.loads(content)
    except ValueError:
        shape = None
    if not isinstance(shape, dict) or (status != 200 and not isinstance(shape.get("error"), dict)):
        raise StateError(
            f"the running app gave an answer that is not curator's (status {status}).",
            fix="Is it another version? Restart it and try again.",
        )
    if status != 200:
        raise error_of(status, shape["error"])
    return shape


def _unpacked(response: httpx.Response, folder: Path | None) -> dict[str, Json]:
    if folder is None:
        raise StateError("the running app sent files that were not asked for.")
    with TemporaryFile() as file:
        for block in response.iter_bytes():
            file.write(block)
        file.seek(0)
        return unpack(file, folder)


def _must_exist(workspace: Path) -> None:
    if not workspace.is_dir():
        raise NotFoundError(
            "there is no workspace of this name.",
            where=workspace.name,
            fix="Make one with `curator init DIR`, or name one with --workspace DIR.",
        )


@contextmanager
def _services(settings: Settings) -> Iterator[Services]:
    services = open_services(settings)
    try:
        yield services
    finally:
        services.close()
