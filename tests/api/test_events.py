"""`POST events`: what is saved, what is refused and why, and the limits of a batch."""

from __future__ import annotations

import resource
import uuid
from typing import Any

import pytest
from starlette.testclient import TestClient

from curator.bootstrap import Services
from curator.model.annotation import ImportedLabel
from curator.model.targets import Target
from curator.store.interface import Incoming
from tests.api.conftest import Client
from tests.builders import a_dialogue
from tests.workspaces import sent


def post(client: TestClient, *events: object) -> list[dict[str, Any]]:
    answer = client.post("/api/v1/events", json={"events": list(events)})
    assert answer.status_code == 200, answer.text
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


def stored(services: Services) -> list[tuple[str, str, Any]]:
    return [(one.event.annotator, one.event.field, one.event.value) for one in services.store.events("p")]


def test_a_saved_event_is_in_the_store_under_the_person_of_the_session(ana: TestClient, services: Services) -> None:
    event = sent()
    [result] = post(ana, event)
    assert (result["id"], result["status"]) == (event["id"], "saved")
    assert result["seq"] > 0
    assert stored(services) == [("ana", "strategy", "question")]


def test_results_come_in_the_order_of_the_batch_and_a_bad_event_blocks_nobody(
    ana: TestClient, services: Services
) -> None:
    batch = [sent(), sent(value="nonsense"), "not an event", sent(turn="t3")]
    results = post(ana, *batch)
    assert [one["status"] for one in results] == ["saved", "refused", "refused", "saved"]
    assert "nonsense" in results[1]["reason"]
    assert len(stored(services)) == 2


def test_a_retried_event_is_a_duplicate_and_another_content_under_its_id_is_refused(
    ana: TestClient, services: Services
) -> None:
    event = sent()
    [first] = post(ana, event)
    [again] = post(ana, event)
    [other] = post(ana, event | {"value": "reflection"})
    assert (again["status"], again["seq"]) == ("duplicate", first["seq"])
    assert other["status"] == "refused"
    assert other["reason"]
    assert len(stored(services)) == 1


def test_an_id_of_somebody_else_is_refused(client: Client) -> None:
    event = sent()
    post(client("ana"), event)
    [result] = post(client("ben"), event)
    assert result["status"] == "refused"


def test_a_late_event_is_stale_and_offered(ana: TestClient) -> None:
    first = sent()
    second = sent(value="reflection", based_on=first["id"])
    late = sent(value="question", based_on=None)
    assert [one["status"] for one in post(ana, first, second, late)] == ["saved", "saved", "stale"]
    page = ana.get("/api/v1/dialogues/d1?project=p").json()
    assert [(label["id"], label["value"]) for label in page["labels"]] == [(second["id"], "reflection")]
    assert [label["id"] for label in page["offered"]] == [late["id"]]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (sent(id="7"), "id"),
        (sent(id=str(uuid.uuid4()).upper()), "small letters"),
        (sent(project="gone"), "gone"),
        (sent(task="gone"), "gone"),
        (sent(dialogue="gone"), "gone"),
        (sent(round=2), "Round 2 is not open"),
        (sent(field="gone"), "It asks: strategy"),
        (sent(turn="t99"), "not asked"),
        (sent(turn="t0"), "not asked"),  # the seeker's turn
        (sent(turn=None), "not asked"),
        (sent(target={"turn": "t1", "extra": 1}), "not a target"),
        (sent(target="t1"), "target"),
        (sent(value="boundary"), "not offered in this dialogue"),
        (sent(value=None), "text"),
        (sent(state="none"), "has no value"),
        (sent(state="no_agreement", value=None), "state"),
        (sent(state="submitted", value=None), "state"),
        (sent(field="feedback", value=6, turn="t0"), "feedback"),
        (sent(field="feedback", value=1.5, turn="t0"), "feedback"),
        (sent(field="feelings", value=["anger", "anger"], turn="t0"), "twice"),
        (sent(field="feelings", value="anger", turn="t0"), "list"),
        (sent(item="i1"), "no items"),
        (sent(origin="adjudication"), "origin"),
        (sent(schema_version=2), "version 2"),
        (sent(guidelines=9), "revision 9"),
        (sent(based_on="x"), "based_on"),
        (sent(visible_ms=-1), "visible_ms"),
        (sent(visible_ms="long"), "visible_ms"),
        (sent(client_at="yesterday"), "client_at"),
        (sent(certainty=2), "certain"),
        (sent(annotator="ben"), "annotator"),
        ({"id": str(uuid.uuid4())}, "lacks"),
        ([], "lacks"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(
    ana: TestClient, services: Services, event: object, reason: str
) -> None:
    [result] = post(ana, event)
    assert result["status"] == "refused"
    assert reason in result["reason"]
    assert stored(services) == []


@pytest.mark.parametrize("state", ["none", "cannot_tell", "retracted"])
def test_the_answers_that_are_not_labels_can_be_written(ana: TestClient, services: Services, state: str) -> None:
    [result] = post(ana, sent(state=state, value=None))
    assert result["status"] == "saved"
    assert [one.event.state for one in services.store.events("p")] == [state]


def test_text_is_kept_as_typed_and_half_a_character_is_refused(ana: TestClient, services: Services) -> None:
    words = "  ¡sí! 🙂\n<b>$x$</b> \u202e"
    kept = sent(field="why", value=words)
    body = '{"events": [%s, %s]}'
    half = ana.build_request("POST", "/api/v1/events", json=sent(field="why", value="?", turn="t3"))
    broken = half.content.decode().replace('"?"', '"\\ud800"')
    whole = ana.build_request("POST", "/api/v1/events", json=kept).content.decode()
    answer = ana.post("/api/v1/events", content=body % (whole, broken), headers={"content-type": "application/json"})
    assert [one["status"] for one in answer.json()["results"]] == ["saved", "refused"]
    assert [value for _, _, value in stored(services)] == [words]


def test_limits_of_a_batch(ana: TestClient, services: Services) -> None:
    assert ana.post("/api/v1/events", json={"events": [{}] * 201}).status_code == 413
    assert ana.post("/api/v1/events", json={"events": ["x" * 262_144]}).status_code == 413
    assert ana.post("/api/v1/events", json={"events": [sent() for _ in range(200)]}).status_code == 200
    chunks = (b" " * 100_000 for _ in range(4))  # without a length told beforehand
    answer = ana.post("/api/v1/events", content=chunks, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["where"]) == (413, "body")


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"events": [NaN]}', "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[]", "application/json", 400),
        (b'{"events": {}}', "application/json", 400),
        (b'{"events": [], "more": 1}', "application/json", 400),
        (b'{"events": []}', "text/plain", 415),
        (b'{"events": []}', "", 415),
    ],
)
def test_a_body_that_cannot_be_read(ana: TestClient, content: bytes, kind: str, status: int) -> None:
    answer = ana.post("/api/v1/events", content=content, headers={"content-type": kind})
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"problem", "where", "fix"}


def test_nothing_is_a_batch_too(ana: TestClient) -> None:
    answer = ana.post("/api/v1/events", json={"events": []})
    assert (answer.status_code, answer.json()["results"]) == (200, [])


def test_without_a_session_nothing_is_saved(client: Client, services: Services) -> None:
    answer = client("").post("/api/v1/events", json={"events": [sent()]})
    assert answer.status_code == 401
    assert stored(services) == []


def test_a_full_disk_is_told_as_507_and_what_was_acknowledged_stays(ana: TestClient, services: Services) -> None:
    post(ana, sent())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        answer = ana.post("/api/v1/events", json={"events": [sent(turn="t3")]})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert answer.status_code == 507
    assert answer.json()["error"]["fix"]
    assert len(stored(services)) == 1
    assert [one["status"] for one in post(ana, sent(turn="t3"))] == ["saved"]


def test_labels_of_a_source_are_not_overwritten_by_a_namesake(ana: TestClient, services: Services) -> None:
    label = ImportedLabel("strategy", Target(turn="t1"), "value", "question", "Question", "ana", "participant")
    services.store.add_dialogues("p", [Incoming(a_dialogue("d9"), [label])], source="made", schema_version=1)
    [result] = post(ana, sent())
    assert (result["status"], "carry the name" in result["reason"]) == ("refused", True)
