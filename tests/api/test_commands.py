"""`commands/{name}`: the command line's requests over HTTP. (Every command both ways: tests/contracts.)"""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from curator.bootstrap import Services
from curator.commands.transport import MEDIA_TYPE, unpack
from curator.store import open_store
from curator.work.access import create_token
from tests.api.conftest import Client

TALK = {"dialog": [{"speaker": "usr", "text": "Hello."}, {"speaker": "sys", "text": "Hi."}]}


@pytest.fixture
def owner(client: Client, services: Services) -> TestClient:
    """Whoever can read `run.json`."""
    services.access.trust_run_token("made at start")
    browser = client("")
    browser.headers["authorization"] = "Bearer made at start"
    return browser


def send(client: TestClient, name: str, request: object, **files: tuple[str, bytes]) -> Any:
    parts: list[tuple[str, Any]] = [("request", (None, json.dumps(request).encode(), "application/json"))]
    parts += [(part, (filename, content, "application/octet-stream")) for part, (filename, content) in files.items()]
    return client.post(f"/api/v1/commands/{name}", files=parts)


def test_a_command_answers_its_json(owner: TestClient) -> None:
    answer = send(owner, "project-list", {})
    assert answer.status_code == 200
    assert [project["project"] for project in answer.json()["projects"]] == ["p"]


def test_files_travel_as_uploads_and_never_as_paths(owner: TestClient, services: Services) -> None:
    content = json.dumps(TALK).encode()
    answer = send(owner, "import", {"project": "p"}, file=("../../talk.jsonl", content))
    assert (answer.status_code, answer.json()["new"]) == (200, 1)
    assert services.store.counts("p")["dialogues"] == 4


def test_files_come_back_as_one_stream(owner: TestClient, tmp_path: Path) -> None:
    answer = send(owner, "backup", {})
    assert answer.headers["content-type"].startswith(MEDIA_TYPE)
    told = unpack(BytesIO(answer.content), tmp_path / "out")
    [copy] = (tmp_path / "out").iterdir()
    assert told["bytes"] == copy.stat().st_size
    store = open_store(copy)
    assert [project.id for project in store.projects()] == ["p"]
    store.close()


@pytest.mark.parametrize(
    ("name", "request_", "status"),
    [
        ("gone", {}, 404),
        ("progress", {}, 400),
        ("progress", {"project": "p", "more": 1}, 400),
        ("progress", [], 400),
        ("progress", {"project": "gone"}, 404),
        ("import", {"project": "p"}, 400),
    ],
)
def test_wrong_commands(owner: TestClient, name: str, request_: object, status: int) -> None:
    answer = send(owner, name, request_)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["problem"]


def test_json_is_not_how_commands_travel(owner: TestClient) -> None:
    assert owner.post("/api/v1/commands/progress", json={"project": "p"}).status_code == 415


def test_roles(client: Client, services: Services) -> None:
    assert send(client(""), "project-list", {}).status_code == 401
    assert send(client("ana", "annotator"), "project-list", {}).status_code == 403
    assert send(client("lea", "lead"), "project-list", {}).status_code == 200
    assert send(client("lea", "lead"), "token-create", {"role": "admin"}).status_code == 403
    script = client("")
    script.headers["authorization"] = f"Bearer {create_token(services.store, role='lead')}"
    assert send(script, "project-list", {}).status_code == 200
