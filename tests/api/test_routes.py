"""What every route has in common: JSON for all that goes wrong, and a description for machines."""

from __future__ import annotations

import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from curator import __version__
from curator.api import routes
from curator.api.routes import OPS
from curator.bootstrap import Services
from tests.api.conftest import HERE, Client

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PURGE"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", ["nothing", "v1/nothing", "v1/", "v2/events", "v1/commands"])
def test_an_unknown_route_is_a_json_404_for_every_method(client: Client, method: str, path: str) -> None:
    answer = client("").request(method, f"/api/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
    if method != "HEAD":
        assert set(answer.json()["error"]) == {"problem", "where", "fix"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"), [("GET", "events", "POST"), ("PUT", "session", "DELETE, GET, HEAD, POST")]
)
def test_a_wrong_method_is_a_json_405(client: Client, method: str, path: str, allowed: str) -> None:
    answer = client("").request(method, f"/api/v1/{path}")
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert allowed in answer.json()["error"]["fix"]


def test_health(client: Client) -> None:
    assert client("").get("/api/v1/health").json() == {"status": "ok", "version": __version__}


def test_answers_are_not_kept_in_caches_and_carry_the_headers_of_the_guard(client: Client) -> None:
    headers = client("").get("/api/v1/health").headers
    assert headers["cache-control"] == "no-store"
    assert "connect-src" not in headers["content-security-policy"]  # default-src 'self' holds
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"


def test_the_description_names_every_route(client: Client) -> None:
    told = client("").get("/api/v1/openapi.json").json()
    assert told["openapi"].startswith("3.1")
    for op in OPS:
        path = "/api/v1/" + re.sub(r":\w+}", "}", op.path)
        shape = told["paths"][path][op.method.lower()]
        assert shape["summary"]
        assert ("requestBody" in shape) == bool(op.takes)
    ids = [shape["operationId"] for methods in told["paths"].values() for shape in methods.values()]
    assert len(set(ids)) == len(ids)


def test_everything_lies_under_the_base_path(services: Services) -> None:
    app = Starlette(routes=routes("/label/x", lambda: services))
    with TestClient(app, base_url=HERE) as browser:
        assert browser.get("/label/x/api/v1/health").status_code == 200
        assert browser.get("/label/x/api/nothing").json()["error"]["problem"]
        assert "/label/x/api/v1/events" in browser.get("/label/x/api/v1/openapi.json").json()["paths"]


def test_a_surprise_is_told_without_what_is_inside(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Services:
        raise RuntimeError("/secret/path")

    with TestClient(Starlette(routes=routes("", broken)), base_url=HERE) as browser:
        answer = browser.get("/api/v1/health")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "/secret/path" in caplog.text
