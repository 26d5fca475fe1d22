"""The app in real processes: under uvicorn, `streamlit run app.py` and `serve`, with and without a base path."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from curator.asgi import url_of
from curator.commands.running import WorkspaceLock, running_app
from curator.settings import BASE_PATH, PORT, Settings

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[1]
PYTHON = sys.executable
SERVE = (
    "import sys; from curator.asgi import serve; from curator.settings import Settings; "
    "serve(Settings.from_env(), port=int(sys.argv[1]))"
)
WAYS = ("serve", "streamlit", "uvicorn")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def command(way: str, port: int) -> list[str]:
    return {
        "serve": [PYTHON, "-c", SERVE, str(port)],
        "streamlit": [PYTHON, "-m", "streamlit", "run", "app.py", "--server.port", str(port)],
        "uvicorn": [PYTHON, "-m", "uvicorn", "app:app", "--port", str(port)],
    }[way]


def start(way: str, workspace: Path, port: int, base: str) -> subprocess.Popen[bytes]:
    clean = {name: value for name, value in os.environ.items() if name not in (*BASE_PATH, *PORT)}
    env = clean | {"CURATOR_WORKSPACE": str(workspace), "CURATOR_BASE_PATH": base}
    with (workspace.parent / "log").open("ab") as log:
        return subprocess.Popen(command(way, port), cwd=ROOT, env=env, stdout=log, stderr=log)


def wait_for(process: subprocess.Popen[bytes], url: str) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            if httpx.get(f"{url}/api/v1/health", trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise AssertionError("the app did not come up")


@contextmanager
def running(way: str, workspace: Path, base: str = "") -> Iterator[str]:
    port = free_port()
    url = f"http://127.0.0.1:{port}{base}"
    process = start(way, workspace, port, base)
    try:
        wait_for(process, url)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)  # Streamlit's command line ends with 1, uvicorn with 0


@pytest.mark.parametrize("base", ["", "/lab/el"])
@pytest.mark.parametrize("way", WAYS)
def test_pages_and_routes_answer_however_it_is_started(tmp_path: Path, way: str, base: str) -> None:
    workspace = tmp_path / "workspace"
    with running(way, workspace, base) as url, httpx.Client(base_url=url, trust_env=False) as client:
        page = client.get("/")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert page.headers["content-security-policy"].startswith("default-src 'self'")
        assert client.get("/_stcore/host-config").json()["blockErrorDialogs"] is True
        assert client.get("/_stcore/host-config").json()["allowedOrigins"] == []
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            answer = client.request(method, "/api/v1/nothing")
            assert (answer.status_code, set(answer.json())) == (404, {"error"})
        assert client.get("/api/v1/health", headers={"host": "evil.example"}).status_code == 403

        told = running_app(workspace)
        assert told is not None
        assert told.base == url
        assert stat.S_IMODE((workspace / "run.json").stat().st_mode) == 0o600
        assert not WorkspaceLock(workspace).acquire()
        answer = client.post(
            "/api/v1/commands/project-list",
            files={"request": (None, b"{}", "application/json")},
            headers={"authorization": f"Bearer {told.token}"},
        )
        assert answer.json() == {"projects": []}
    assert running_app(workspace) is None
    lock = WorkspaceLock(workspace)
    assert lock.acquire()
    lock.release()


def test_signing_in_under_a_base_path_and_the_websocket(tmp_path: Path) -> None:
    with running("serve", tmp_path / "w", "/lab") as url, httpx.Client(base_url=url, trust_env=False) as client:
        answer = client.post(
            "/api/v1/session", data={"name": "Ana", "role": "lead"}, headers={"origin": url.removesuffix("/lab")}
        )
        assert (answer.status_code, answer.headers["location"]) == (303, "/lab/")
        assert "Path=/lab" in answer.headers["set-cookie"]
        assert client.get("/api/v1/session").json()["person"]["name"] == "Ana"
        stream = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
        ours, other = Origin(url.removesuffix("/lab")), Origin("http://evil.example")
        with connect(stream, origin=ours, subprotocols=[Subprotocol("streamlit")]):
            pass
        with pytest.raises(InvalidStatus) as refused, connect(stream, origin=other):
            pass
        assert refused.value.response.status_code == 403


def test_a_killed_app_starts_again_and_a_second_one_says_where_the_first_is(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    port = free_port()
    first = start("serve", workspace, port, "")
    wait_for(first, f"http://127.0.0.1:{port}")
    first.kill()
    first.wait(30)
    assert running_app(workspace) is not None  # stale, and ignored
    with running("serve", workspace) as url:
        told = json.loads((workspace / "run.json").read_text())
        assert told["base"] == url
        second = start("serve", workspace, free_port(), "")
        assert second.wait(60) != 0
        assert f"served already, at {url}/" in (tmp_path / "log").read_text()
        assert httpx.get(f"{url}/api/v1/health", trust_env=False).status_code == 200
        assert running_app(workspace) is not None


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = start("serve", tmp_path / "w", taken.getsockname()[1], "")
        assert process.wait(60) != 0
    assert "cannot be opened" in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("host", "url"),
    [("127.0.0.1", "http://127.0.0.1:80/b"), ("0.0.0.0", "http://127.0.0.1:80/b"), ("::1", "http://[::1]:80/b")],
)
def test_the_address_that_is_told(tmp_path: Path, host: str, url: str) -> None:
    assert url_of(Settings(tmp_path, "/b", host, 80)) == url
