"""Every route of the API, and the one place where requests meet it: sign-in, limits, errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from curator.api import assets, commands, events, media, notes, session, system, work
from curator.api.ask import Op, read, who
from curator.api.errors import error_response, json_response
from curator.api.openapi import document
from curator.bootstrap import Services

OPS: list[Op] = [*system.OPS, *session.OPS, *events.OPS, *work.OPS, *notes.OPS, *media.OPS, *assets.OPS, *commands.OPS]


def routes(base: str, services: Callable[[], Services]) -> list[BaseRoute]:
    """The routes under `base` ("" or "/path"), the one for everything else last; each request asks for `services`."""
    prefix = f"{base}/api/v1"
    told = document(OPS, prefix)

    async def openapi(_request: Request) -> Response:
        return json_response(told)

    known: list[BaseRoute] = [Route(f"{prefix}/openapi.json", openapi)]
    known += [Route(f"{prefix}/{op.path}", _endpoint(op, services), methods=[op.method]) for op in OPS]
    # Without it Streamlit would answer 200 with its page.
    return [*known, Route(f"{base}/api/{{rest:path}}", _Nothing(known))]


def _endpoint(op: Op, services: Callable[[], Services]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            there = services()
            person = who(request, there)
            ask = await read(op, request, there, person)
            try:
                if op.handle_soon is not None:
                    return await op.handle_soon(ask)
                return await run_in_threadpool(op.handle, ask)
            finally:
                await ask.form.close()  # uploads are temporary files
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except Exception as error:  # noqa: BLE001  # the door: whatever happens inside is told as JSON
            return error_response(error, request.headers.get("accept", ""))

    return endpoint


class _Nothing:
    """404 or 405 as JSON, for every method."""

    def __init__(self, known: Sequence[BaseRoute]) -> None:
        self._known = known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        allowed: set[str] = set()
        for route in self._known:
            if isinstance(route, Route) and route.matches(scope)[0] is not Match.NONE:
                allowed |= route.methods or set()
        if allowed:
            problem = {"problem": f"{scope['method']} is not possible here.", "where": "", "fix": ""}
            problem["fix"] = f"Possible: {', '.join(sorted(allowed))}."
            response = json_response({"error": problem}, 405)
            response.headers["allow"] = ", ".join(sorted(allowed))
        else:
            fix = "The routes are listed at api/v1/openapi.json."
            response = json_response({"error": {"problem": "there is no such route.", "where": "", "fix": fix}}, 404)
        await response(scope, receive, send)
