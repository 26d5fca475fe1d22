"""People who are spoken about: added where the schema lets annotators, and asked about like everybody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from curator.bootstrap import Services, open_services
from curator.model.project import Project
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from tests.api.conftest import Client
from tests.builders import a_dialogue
from tests.workspaces import sent

SCHEME = """
id: open
roles: {seeker: [usr], supporter: [sys]}
entities: {open: true}
fields:
  - {id: near, target: pair, among: any, kind: scale, from: 1, to: 3}
  - {id: about, target: turn, kind: participants}
"""


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = open_services(Settings(tmp_path))
    scheme = parse_schema(SCHEME, where="open.yaml")
    services.store.create_project(Project(id="p", schema_id="open", schema_version=1), scheme)
    services.store.add_dialogues("p", [Incoming(a_dialogue())], source="made", schema_version=1)
    yield services
    services.close()


def _add(browser: TestClient, name: str = "Grandma <b>", **more: Any) -> Any:
    return browser.post("/api/v1/people", json={"project": "p", "dialogue": "d1", "name": name} | more)


def _ids(browser: TestClient) -> list[str]:
    return [one["id"] for one in browser.get("/api/v1/dialogues/d1?project=p").json()["dialogue"]["participants"]]


def test_whoever_is_added_can_be_named_and_asked_about(ana: TestClient, client: Client, services: Services) -> None:
    added = _add(ana).json()["participant"]
    assert (added["name"], added["kind"], added["members"]) == ("Grandma <b>", "mentioned", [])
    assert _add(ana, " grandma  <B> ").json()["participant"] == added
    assert _ids(ana) == ["usr", "sys", added["id"]]
    events = [
        sent("about", [added["id"]], "t1"),
        sent("near", 2, target={"pair": sorted(["usr", added["id"]])}),
    ]
    answer = ana.post("/api/v1/events", json={"events": events}).json()
    assert [one["status"] for one in answer["results"]] == ["saved", "saved"]
    ben = client("ben")
    assert _ids(ben) == ["usr", "sys"]
    refused = ben.post("/api/v1/events", json={"events": [sent("about", [added["id"]], "t1")]}).json()
    assert [one["status"] for one in refused["results"]] == ["refused"]
    assert _add(ben, "GRANDMA <b>").json()["participant"]["id"] == added["id"]
    with services.store.recipe_session("p") as session:
        people = session.frame("SELECT participant_id, name, kind FROM participants WHERE kind = 'mentioned'").rows()
    assert people == [(added["id"], "Grandma <b>", "mentioned")]
    assert "grandma" not in added["id"].lower()


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"name": "  "}, 422),
        ({"name": "x" * 101}, 422),
        ({"name": "USR"}, 422),
        ({"kind": "person"}, 400),
        ({"dialogue": "gone"}, 404),
    ],
)
def test_whom_nobody_can_add(ana: TestClient, more: dict[str, Any], status: int) -> None:
    assert _add(ana, **more).status_code == status
    assert _ids(ana) == ["usr", "sys"]


def test_a_dialogue_is_not_flooded(ana: TestClient) -> None:
    assert {_add(ana, f"Aunt {n}").status_code for n in range(50)} == {200}
    assert _add(ana, "One more").status_code == 422
    assert _add(ana, "aunt 3").status_code == 200
