"""The app as a server sees it: pages by Streamlit, routes beside them, what stands before both, and start and stop."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import streamlit as st
import uvicorn
from starlette.middleware import Middleware
from streamlit import config

from curator.api import routes
from curator.api.guard import LoopbackOnly, NoErrorModal, SecurityHeaders
from curator.bootstrap import open_services, share, shared_services
from curator.commands.running import WorkspaceLock, announced, running_app
from curator.errors import CuratorError, DatabaseHeldError, StateError
from curator.resources import PACKAGE
from curator.settings import Settings, base_path
from curator.ui.telling import tell_error

SCRIPT = PACKAGE / "ui" / "main.py"
PATIENCE_S = 5.0
"""How long a starting app waits for a command that has the workspace."""

TURN_S = 0.001
"""How long a thread may keep the interpreter while another waits for it."""

_ALWAYS: dict[str, object] = {
    "browser.gatherUsageStats": False,
    "client.allowedOrigins": [],
    "client.showErrorDetails": "none",
    "client.toolbarMode": "minimal",
    "runner.magicEnabled": False,  # a page shows what it is told to, never a bare text or value of its source
    "server.enableCORS": True,
    "server.enableXsrfProtection": True,
}
_UNLESS_SET: dict[str, object] = {
    "server.fileWatcherType": "none",
    "theme.light.primaryColor": "#1f6b6f",
    "theme.dark.primaryColor": "#2a7d81",
}


class Failure:
    """What kept the app from starting: servers swallow it, `serve` tells it."""

    def __init__(self) -> None:
        self.error: CuratorError | None = None


def options(settings: Settings | None = None, failure: Failure | None = None) -> dict[str, Any]:
    """The keyword arguments of `st.App(SCRIPT, …)`; also sets what Streamlit has to do (a wheel has no config file)."""
    found = _configured(settings or Settings.from_env())
    return {
        "routes": routes(found.base_path, shared_services),
        "middleware": [Middleware(LoopbackOnly), Middleware(SecurityHeaders), Middleware(NoErrorModal)],
        "lifespan": _lifespan(found, failure or Failure()),
        "on_script_error": tell_error,
    }


def serve(settings: Settings, host: str = "127.0.0.1", port: int = 8501) -> None:
    """Serves until stopped. Raises StateError where the port is taken, DatabaseHeldError where the workspace is."""
    failure = Failure()
    with _listening(host, port) as listener:
        settings = _configured(replace(settings, host=host, port=listener.getsockname()[1]))
        app = st.App(SCRIPT, **options(settings, failure))
        how = uvicorn.Config(
            app,
            host=host,
            port=settings.port,
            access_log=False,
            log_level="error",
            ws="websockets-sansio",
            timeout_keep_alive=75,  # people think longer than uvicorn's 5 s: spare their next save a new connection
        )
        server = _Announcing(how, f"curator is served at {url_of(settings)}/")
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            return
    if failure.error is not None:
        raise failure.error
    if not server.started:
        raise StateError("the app did not start.", fix="The lines above say why.")


def url_of(settings: Settings) -> str:
    """Where this machine reaches the app, without a slash at the end."""
    host = settings.host if settings.host not in ("", "0.0.0.0", "::") else "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}{settings.base_path}"


class _Announcing(uvicorn.Server):
    """Says where it serves once it does."""

    def __init__(self, config: uvicorn.Config, words: str) -> None:
        super().__init__(config)
        self._words = words

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            print(self._words, file=sys.stderr, flush=True)


def _configured(settings: Settings) -> Settings:
    """Streamlit told what we need; the settings with what Streamlit was told (flags, its config file)."""
    for name, value in _ALWAYS.items():
        config.set_option(name, value)
    for name, value in {**_UNLESS_SET, "server.address": settings.host}.items():
        if not config.is_manually_set(name):
            config.set_option(name, value)
    written = config.get_option("server.baseUrlPath")
    settings = replace(settings, base_path=base_path(written) if written else settings.base_path)
    config.set_option("server.baseUrlPath", settings.base_path.removeprefix("/"))
    return settings


def _lifespan(settings: Settings, failure: Failure) -> Callable[[object], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: object) -> AsyncIterator[None]:
        with ExitStack() as held:
            try:
                await asyncio.to_thread(_start, settings, held)
            except CuratorError as error:
                failure.error = error
                print(f"curator: {error}", file=sys.stderr, flush=True)
                raise
            yield

    return lifespan


def _start(settings: Settings, held: ExitStack) -> None:
    """Takes the workspace, opens it, and tells commands where the app answers; `held` undoes it in reverse."""
    settings.workspace.mkdir(parents=True, exist_ok=True)
    held.callback(_locked(settings.workspace).release)
    services = open_services(settings)
    held.callback(services.close)
    share(services)
    held.callback(share, None)
    running = held.enter_context(announced(settings.workspace, url_of(replace(settings, port=_port(settings)))))
    services.access.trust_run_token(running.token)
    _pause_briefly(held)


def _pause_briefly(held: ExitStack) -> None:
    """Keeps a save from waiting for what has nothing to do with it.

    A full search for garbage goes through every object that the imports left (0.1 to 0.3 s, once a second under load):
    they stay anyway and are passed over from here on. And the writer's thread comes back from each statement of a
    transaction to an interpreter that answers requests: with Python's own turn of 5 ms it waited longer than it worked.
    """
    held.callback(sys.setswitchinterval, sys.getswitchinterval())
    held.callback(gc.unfreeze)
    sys.setswitchinterval(TURN_S)
    gc.freeze()


def _locked(workspace: Path) -> WorkspaceLock:
    lock = WorkspaceLock(workspace)
    give_up = time.monotonic() + PATIENCE_S
    while not lock.acquire():
        if time.monotonic() > give_up:
            other = running_app(workspace)
            raise DatabaseHeldError(
                f"the workspace is served already, at {other.base}/." if other else "the workspace is in use.",
                where=workspace.name,
                fix="Open that address, or stop the other process first.",
            )
        time.sleep(0.1)
    return lock


def _port(settings: Settings) -> int:
    """The port that is served: `serve` knows it, `streamlit run` writes it down, plain uvicorn is asked how it was
    called, for it opens the port only after the start."""
    if "uvicorn" in Path(sys.argv[0]).parts[-2:] and (given := _uvicorn_port(sys.argv)):
        return given
    return settings.port if _is_ours(settings) else int(config.get_option("server.port"))


def _is_ours(settings: Settings) -> bool:
    """Whether `serve` chose the port, for Streamlit knows nothing of it then."""
    return not config.is_manually_set("server.port") and settings.port != int(config.get_option("server.port"))


def _uvicorn_port(arguments: Sequence[str]) -> int:
    words = [part for argument in arguments for part in argument.split("=", 1)]
    after = dict(pairwise(words))
    given = after.get("--port") or os.environ.get("UVICORN_PORT") or "8000"
    return int(given) if given.isdigit() else 8000


def _listening(host: str, port: int) -> socket.socket:
    """A bound socket. It names TCP, so that every answer leaves at once (TCP_NODELAY), under plain asyncio too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise StateError(
            f"port {port} of {host} cannot be opened.", where="serve", fix="Stop what uses it, or give another --port."
        ) from error
    return listener
