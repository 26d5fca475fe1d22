"""The API over a real store; a client that is signed in like a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from curator.api import routes
from curator.api.ask import CSRF_HEADER
from curator.api.guard import LoopbackOnly, SecurityHeaders
from curator.bootstrap import Services
from tests.workspaces import some_services

HERE = "http://127.0.0.1:8501"
Client = Callable[..., TestClient]


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = some_services(tmp_path)
    yield services
    services.close()


@pytest.fixture
def client(services: Services) -> Iterator[Client]:
    """client(name, role): a browser of that person, or of nobody where the name is empty."""
    app = Starlette(
        routes=routes("", lambda: services), middleware=[Middleware(LoopbackOnly), Middleware(SecurityHeaders)]
    )
    opened: list[TestClient] = []

    def signed_in(name: str = "ana", role: str = "annotator") -> TestClient:
        browser = TestClient(
            app, base_url="http://127.0.0.1:8501", client=("127.0.0.1", 40_000), follow_redirects=False
        )
        browser.__enter__()
        opened.append(browser)
        if name:
            answer = browser.post("/api/v1/session", json={"name": name, "role": role})
            browser.headers[CSRF_HEADER] = answer.json()["csrf"]
        return browser

    yield signed_in
    for browser in opened:
        browser.__exit__(None, None, None)


@pytest.fixture
def ana(client: Client) -> TestClient:
    return client("ana")
