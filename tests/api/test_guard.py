"""Only this machine is served, by peer, by Host and by what proxies add."""

from __future__ import annotations

import json

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from curator.api.guard import LoopbackOnly, NoErrorModal

HERE = "http://127.0.0.1:8501"
STREAM = "ws://127.0.0.1:8501/_stcore/stream"
ELSEWHERE = ["evil.example", "evil.example:8501", "127.0.0.1.evil.example", "192.168.1.7:8501", "0.0.0.0", ""]


async def page(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("page")


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("open")
    await websocket.close()


def browser(peer: str = "127.0.0.1") -> TestClient:
    app = Starlette(
        routes=[Route("/", page, methods=["GET", "POST"]), WebSocketRoute("/_stcore/stream", socket)],
        middleware=[Middleware(LoopbackOnly)],
    )
    return TestClient(app, base_url=HERE, client=(peer, 40_000))


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_a_peer_on_this_machine_is_served(peer: str) -> None:
    assert browser(peer).get("/").text == "page"


@pytest.mark.parametrize("peer", ["192.168.1.7", "10.0.0.1", "::ffff:192.168.1.7", "2001:db8::1", "testclient", ""])
def test_another_machine_is_refused(peer: str) -> None:
    answer = browser(peer).get("/")
    assert answer.status_code == 403
    assert "another machine" in answer.json()["error"]["problem"]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8501", "127.0.0.1", "[::1]:8501"])
def test_hosts_that_are_this_machine(host: str) -> None:
    assert browser().get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8501", "127.0.0.1.evil.example", "192.168.1.7:8501", "0.0.0.0", ""]
)
def test_a_name_that_merely_points_here_is_refused(host: str) -> None:
    assert browser().get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("name", ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"])
def test_what_came_through_a_proxy_is_refused(name: str) -> None:
    assert browser().get("/", headers={name: "127.0.0.1"}).status_code == 403


def test_a_page_of_another_site_cannot_write_here() -> None:
    assert browser().post("/", headers={"origin": "http://evil.example"}).status_code == 403
    assert browser().post("/", headers={"origin": HERE}).status_code == 200
    assert browser().get("/", headers={"origin": "http://evil.example"}).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"x-forwarded-for": "1.1.1.1"}]
)
def test_a_websocket_is_guarded_alike(headers: dict[str, str]) -> None:
    with browser() as client:
        with client.websocket_connect(STREAM, headers={"origin": HERE}) as opened:
            assert opened.receive_text() == "open"
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(STREAM, headers=headers):
            pass


def test_streamlits_error_modal_is_switched_off() -> None:
    async def host_config(_request: Request) -> JSONResponse:
        return JSONResponse({"allowedOrigins": [], "blockErrorDialogs": False})

    app = Starlette(routes=[Route("/b/_stcore/host-config", host_config)], middleware=[Middleware(NoErrorModal)])
    answer = TestClient(app).get("/b/_stcore/host-config")
    assert answer.json() == {"allowedOrigins": [], "blockErrorDialogs": True}
    assert int(answer.headers["content-length"]) == len(json.dumps(answer.json()))
    assert TestClient(app).get("/elsewhere/_stcore/host-config").status_code == 404
