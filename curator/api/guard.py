"""What stands before every request, Streamlit's pages and websocket included."""

from __future__ import annotations

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from curator.api.errors import error_response
from curator.errors import NotAllowedError
from curator.work.access import loopback_refusal, same_origin

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# `unsafe-eval` and `blob:` are for Streamlit (charts; components load their script from a blob). Nothing here lets
# the browser ask another host.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "media-src 'self' blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class LoopbackOnly:
    """Without accounts only this machine is served, and writes and websockets only to pages of our own origin."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reason = _refusal(scope) if scope["type"] in ("http", "websocket") else ""
        if not reason:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            fix = "Open curator on the machine that runs it, at http://127.0.0.1 and its port."
            refusal = error_response(NotAllowedError(f"{reason}.", fix=fix), Headers(scope=scope).get("accept", ""))
            await refusal(scope, receive, send)


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class NoErrorModal:
    """Sets blockErrorDialogs in Streamlit's host config, so that the page stays usable while the server is away."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith("/_stcore/host-config"):
            await self.app(scope, receive, send)
            return
        head: Message = {}
        body = b""

        async def collect(message: Message) -> None:
            nonlocal head, body
            if message["type"] == "http.response.start":
                head = message
                return
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            if head["status"] == 200:
                body = json.dumps({**json.loads(body), "blockErrorDialogs": True}).encode()
                MutableHeaders(scope=head)["content-length"] = str(len(body))
            await send(head)
            await send({"type": "http.response.body", "body": body})

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self.app({**scope, "headers": plain}, receive, collect)


def _refusal(scope: Scope) -> str:
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    client = scope.get("client")
    reason = loopback_refusal(client[0] if client else None, host, headers)
    if not reason and (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS):
        reason = "" if same_origin(headers.get("origin", ""), host) else "the request comes from another site"
    return reason
