"""The routes of labelling, asked about a preview: they answer from its own store, to its owner alone."""

from __future__ import annotations

from collections.abc import Callable

from starlette.testclient import TestClient

from curator.bootstrap import Services
from curator.work.access import Person
from tests.builders import a_schema
from tests.workspaces import SCHEME, sent

Client = Callable[..., TestClient]
LEA = Person("lea", "lead", "session")


def test_a_lead_labels_the_invented_conversation(client: Client, services: Services) -> None:
    preview = services.previews.open(LEA, a_schema(SCHEME))
    names = {"project": preview.project, "dialogue": preview.dialogue}
    lea = client("lea", "lead")
    page = lea.get(f"/api/v1/dialogues/{preview.dialogue}", params={"project": preview.project}).json()
    helped = [turn["id"] for turn in page["dialogue"]["turns"] if turn["roles"] == ["supporter"]]
    assert lea.post("/api/v1/next", json={"project": preview.project}).json()["dialogue"] == preview.dialogue
    first = lea.post("/api/v1/events", json={"events": [sent(turn=helped[0], **names)]})
    assert [one["status"] for one in first.json()["results"]] == ["saved"]
    early = lea.post("/api/v1/submit", json=names)
    assert early.status_code == 409
    assert len(early.json()["error"]["missing"]) == len(helped) - 1
    rest = [sent(turn=turn, **names) for turn in helped[1:]]
    assert {one["status"] for one in lea.post("/api/v1/events", json={"events": rest}).json()["results"]} == {"saved"}
    assert lea.post("/api/v1/submit", json=names).json()["next"] is None
    assert lea.post("/api/v1/reopen", json=names).status_code == 200


def test_nobody_else_finds_it_and_it_never_mixes_with_the_workspace(client: Client, services: Services) -> None:
    preview = services.previews.open(LEA, a_schema(SCHEME))
    names = {"project": preview.project, "dialogue": preview.dialogue}
    other = client("mia", "lead")
    assert other.get(f"/api/v1/dialogues/{preview.dialogue}", params={"project": preview.project}).status_code == 404
    assert other.post("/api/v1/events", json={"events": [sent(**names)]}).json()["results"][0]["status"] == "refused"
    lea = client("lea", "lead")
    mixed = lea.post("/api/v1/events", json={"events": [sent(), sent(**names)]}).json()["results"]
    assert [one["status"] for one in mixed] == ["saved", "refused"]
    odd = lea.post("/api/v1/events", json={"events": [{"project": {}}, {"project": []}, 3]})
    assert {one["status"] for one in odd.json()["results"]} == {"refused"}
