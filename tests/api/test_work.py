"""`next`, `dialogues`, `submit`, `reopen`, as the page meets them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from curator.bootstrap import Services
from curator.store.interface import Incoming
from tests.api.conftest import Client
from tests.builders import a_dialogue
from tests.workspaces import sent

ONE = {"project": "p", "task": "main", "round": 1, "dialogue": "d1"}


def save(client: TestClient, *events: object) -> None:
    results = client.post("/api/v1/events", json={"events": events}).json()["results"]
    assert {one["status"] for one in results} == {"saved"}


def opened(client: TestClient, dialogue: str = "d1") -> dict[str, Any]:
    answer = client.get(f"/api/v1/dialogues/{dialogue}", params={"project": "p", "task": "main"})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_way_through_all_dialogues(ana: TestClient) -> None:
    assert ana.post("/api/v1/next", json={"project": "p"}).json() == {
        "dialogue": "d1",
        "progress": {"submitted": 0, "of": 3},
    }
    for name, following in (("d1", "d2"), ("d2", "d3"), ("d3", None)):
        save(ana, sent(dialogue=name), sent(turn="t3", dialogue=name))
        answer = ana.post("/api/v1/submit", json=ONE | {"dialogue": name})
        assert (answer.status_code, answer.json()["next"]) == (200, following)
    assert ana.post("/api/v1/next", json={"project": "p"}).json() == {
        "dialogue": None,
        "progress": {"submitted": 3, "of": 3},
    }


def test_next_after_a_dialogue_goes_on_in_order_and_round_to_the_start(ana: TestClient) -> None:
    after = {
        name: ana.post("/api/v1/next", json={"project": "p", "after": name}).json()["dialogue"]
        for name in ("d1", "d2", "d3")
    }
    assert after == {"d1": "d2", "d2": "d3", "d3": "d1"}


def test_without_after_one_goes_on_where_one_was(ana: TestClient) -> None:
    save(ana, sent(dialogue="d2"))
    assert ana.post("/api/v1/next", json={"project": "p"}).json()["dialogue"] == "d2"


def test_submit_lists_what_is_missing_and_writes_what_blank_means(ana: TestClient, services: Services) -> None:
    save(ana, sent(value="reflection"))
    answer = ana.post("/api/v1/submit", json=ONE)
    assert answer.status_code == 409
    assert answer.json()["error"]["missing"] == [
        {"field": "why", "target": {"turn": "t1"}},
        {"field": "strategy", "target": {"turn": "t3"}},
    ]
    save(ana, sent("why", "Because."), sent(turn="t3"))
    assert ana.post("/api/v1/submit", json=ONE).json()["seq"] > 0
    blanks = [one.event for one in services.store.events("p") if one.event.origin == "by_submit"]
    assert [(one.field, one.target.turn, one.state, one.annotator) for one in blanks] == [
        ("feelings", "t0", "none", "ana"),
        ("feelings", "t2", "none", "ana"),
    ]
    assert opened(ana)["submitted"] is True


def test_a_submit_sent_twice_changes_nothing(ana: TestClient, services: Services) -> None:
    save(ana, sent(), sent(turn="t3"))
    assert ana.post("/api/v1/submit", json=ONE).json()["seq"] is not None
    before = len(list(services.store.events("p")))
    assert ana.post("/api/v1/submit", json=ONE).json() == {"seq": None, "next": "d2"}
    assert len(list(services.store.events("p"))) == before


def test_reopened_and_submitted_again(ana: TestClient) -> None:
    save(ana, sent(), sent(turn="t3"))
    ana.post("/api/v1/submit", json=ONE)
    assert ana.post("/api/v1/reopen", json=ONE).json() == {"reopened": "d1"}
    assert opened(ana)["submitted"] is False
    assert ana.post("/api/v1/submit", json=ONE).json()["seq"] is not None
    assert opened(ana)["submitted"] is True


def test_a_dialogue_as_the_page_gets_it(ana: TestClient, client: Client) -> None:
    event = sent()
    save(ana, event)
    page = opened(ana)
    assert (page["project"], page["task"], page["round"], page["next"]) == ("p", "main", 1, "d2")
    assert page["progress"] == {"submitted": 0, "of": 3}
    assert page["dialogue"]["position"] == [1, 3]
    assert [turn["roles"] for turn in page["dialogue"]["turns"]] == [["seeker"], ["supporter"]] * 2
    assert page["dialogue"]["turns"][1]["text"] == "d1: words of turn 1"
    assert page["guidelines"]["markdown"] == "Read it all first."
    assert set(page["guidelines"]["fields"]) == {"strategy", "feedback", "feelings", "why", "topic"}
    [label] = page["labels"]
    assert label == {
        "id": event["id"],
        "field": "strategy",
        "target": {"turn": "t1"},
        "item": None,
        "state": "value",
        "value": "question",
        "certainty": None,
        "origin": "typed",
        "seq": label["seq"],
    }
    assert opened(client("ben"))["labels"] == []  # one's own alone
    fields = {field["id"]: field for field in page["schema"]["fields"]}
    assert fields["why"]["when"] == {"strategy": "reflection"}
    assert fields["strategy"]["options"][2]["only_if"] == {"dialogue.scenario": "family"}
    assert fields["feedback"]["settings"]["to"] == 5
    assert page["schema"]["cannot_draw"] == []
    assert (page["notes"], page["skipped"], page["schema"]["rules"]) == ([], None, [])


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "dialogues/gone?project=p", None, 404),
        ("GET", "dialogues/d1?project=gone", None, 404),
        ("GET", "dialogues/d1?project=p&task=gone", None, 404),
        ("GET", "dialogues/d1", None, 400),
        ("POST", "next", {"project": "gone"}, 404),
        ("POST", "next", {"project": "p", "after": "gone"}, 404),
        ("POST", "next", {}, 400),
        ("POST", "next", {"project": "p", "more": 1}, 400),
        ("POST", "submit", ONE | {"dialogue": "gone"}, 404),
        ("POST", "submit", ONE | {"round": 2}, 409),
        ("POST", "submit", ONE | {"round": "first"}, 400),
        ("POST", "reopen", ONE | {"round": 2}, 409),
    ],
)
def test_wrong_requests(ana: TestClient, method: str, path: str, body: object, status: int) -> None:
    answer = ana.request(method, f"/api/v1/{path}", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["problem"]


@pytest.mark.parametrize("path", ["next", "submit", "reopen"])
def test_nobody_gets_nothing(client: Client, path: str) -> None:
    body = {"project": "p"} if path == "next" else ONE
    assert client("").post(f"/api/v1/{path}", json=body).status_code == 401
    assert client("").get("/api/v1/dialogues/d1?project=p").status_code == 401


@pytest.mark.parametrize("name", ["a/b?c#d é🙂", "100%25", "..", "../x", "a\\b", "+ &=", "d1/"])
def test_an_id_may_hold_any_character(ana: TestClient, services: Services, name: str) -> None:
    services.store.add_dialogues("p", [Incoming(a_dialogue(name))], source="made", schema_version=1)
    answer = ana.get("/api/v1/dialogues", params={"project": "p", "dialogue": name})
    assert answer.json()["dialogue"]["id"] == name
    if "%" not in name and ".." not in name:  # the test client reads a path twice; ".." cannot travel in one
        assert opened(ana, quote(name, safe=""))["dialogue"]["id"] == name
