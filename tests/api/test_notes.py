"""Comments, flags and skips over HTTP: one's own, kept once, and no dialogue comes back that was passed over."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from starlette.testclient import TestClient

from curator.bootstrap import Services
from curator.work.progress import progress
from tests.api.conftest import Client
from tests.workspaces import sent

ONE = {"project": "p", "dialogue": "d1"}
ODD = "It's <b>odd</b> *really* $x$ :smile: 🙂"


def _note(browser: TestClient, **more: Any) -> Any:
    return browser.post("/api/v1/notes", json=ONE | {"turn": "t1", "text": ODD} | more)


def _page(browser: TestClient, dialogue: str = "d1") -> dict[str, Any]:
    page: dict[str, Any] = browser.get(f"/api/v1/dialogues/{dialogue}?project=p").json()
    return page


def _skip(browser: TestClient, dialogue: str = "d1", reason: str = "distressing", **more: Any) -> Any:
    return browser.post("/api/v1/skip", json={"project": "p", "dialogue": dialogue, "reason": reason} | more)


def _next(browser: TestClient, after: str | None = None) -> Any:
    return browser.post("/api/v1/next", json={"project": "p", "after": after}).json()["dialogue"]


# --- notes ------------------------------------------------------------------------------------------------------------
def test_a_note_is_shown_to_its_author_and_to_leads(ana: TestClient, client: Client) -> None:
    note = _note(ana).json()["note"]
    flag = _note(ana, turn="", kind="flag", text="").json()["note"]
    assert (note["text"], note["turn"], note["kind"], note["author"], note["mine"]) == (
        ODD,
        "t1",
        "comment",
        "ana",
        True,
    )
    assert _page(ana)["notes"] == [note, flag]
    assert _page(ana, "d2")["notes"] == []
    assert _page(client("ben"))["notes"] == []
    assert [one["mine"] for one in _page(client("lee", "lead"))["notes"]] == [False, False]


def test_a_retried_note_is_kept_once(ana: TestClient, client: Client) -> None:
    name = str(uuid.uuid4())
    first, second = (_note(ana, id=name).json()["note"] for _ in range(2))
    assert first == second
    assert len(_page(ana)["notes"]) == 1
    assert _note(ana, id=name, text="Something else.").status_code == 409
    assert _note(client("ben"), id=name).status_code == 409


def test_only_ones_own_note_is_taken_back(ana: TestClient, client: Client) -> None:
    name = _note(ana).json()["note"]["id"]
    assert client("ben").delete(f"/api/v1/notes/{name}").status_code == 403
    assert client("").delete(f"/api/v1/notes/{name}").status_code == 401
    assert ana.delete(f"/api/v1/notes/{name}").json() == {"removed": name}
    assert ana.delete(f"/api/v1/notes/{name}").status_code == 404
    assert _page(ana)["notes"] == []


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"text": " \n"}, 422),
        ({"text": "x" * 5001}, 400),
        ({"turn": "gone"}, 404),
        ({"dialogue": "gone"}, 404),
        ({"project": "gone"}, 404),
        ({"task": "gone"}, 404),
        ({"kind": "verdict"}, 400),
        ({"id": "no-uuid"}, 422),
        ({"more": 1}, 400),
    ],
)
def test_what_no_note_can_be(ana: TestClient, more: dict[str, Any], status: int) -> None:
    answer = _note(ana, **more)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["problem"]
    assert _page(ana)["notes"] == []


def test_half_a_character_is_no_text(ana: TestClient) -> None:
    body = b'{"project": "p", "dialogue": "d1", "text": "\\ud83d"}'
    answer = ana.post("/api/v1/notes", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400


def test_a_note_needs_the_token_that_only_our_pages_know(ana: TestClient) -> None:
    del ana.headers["x-curator-csrf"]
    assert _note(ana).status_code == 403
    assert _skip(ana).status_code == 403


# --- skips ------------------------------------------------------------------------------------------------------------
def test_a_skipped_dialogue_is_not_handed_out_again(ana: TestClient, client: Client) -> None:
    assert _next(ana) == "d1"
    assert _skip(ana).json() == {"next": "d2"}
    assert _next(ana) == "d2"
    assert _skip(ana, "d2", "language", text="Dutch").json() == {"next": "d3"}
    assert _next(ana, after="d3") is None
    page = _page(ana)
    assert (page["skipped"], page["next"]) == ("distressing", "d3")
    ben = client("ben")
    assert (_next(ben), _page(ben)["skipped"]) == ("d1", None)


def test_a_skip_is_taken_back_by_hand_or_by_submitting(ana: TestClient) -> None:
    _skip(ana)
    assert ana.post("/api/v1/unskip", json=ONE).json() == {"unskipped": "d1"}
    assert (_page(ana)["skipped"], _next(ana)) == (None, "d1")
    _skip(ana)
    ana.post("/api/v1/events", json={"events": [sent(), sent(turn="t3")]})
    assert ana.post("/api/v1/submit", json=ONE).json()["next"] == "d2"
    assert _page(ana)["skipped"] is None
    assert _skip(ana).status_code == 409


@pytest.mark.parametrize(
    ("more", "status"), [({"reason": "bored"}, 400), ({"round": 2}, 409), ({"dialogue": "gone"}, 404)]
)
def test_what_no_skip_can_be(ana: TestClient, more: dict[str, Any], status: int) -> None:
    assert ana.post("/api/v1/skip", json=ONE | {"reason": "other"} | more).status_code == status


def test_progress_counts_them(ana: TestClient, client: Client, services: Services) -> None:
    _note(ana)
    _note(ana, kind="flag", text="")
    _skip(ana)
    _skip(client("ben"), "d2")
    answer = progress(services.store, "p")
    assert (answer["comments"], answer["flags"], answer["tasks"][0]["skipped"]) == (1, 1, 2)
    assert {one["annotator"]: one["skipped"] for one in answer["tasks"][0]["annotators"]} == {"ana": 1, "ben": 1}


# --- people -----------------------------------------------------------------------------------------------------------
def test_a_closed_schema_lets_nobody_be_added(ana: TestClient) -> None:
    answer = ana.post("/api/v1/people", json={"project": "p", "dialogue": "d1", "name": "Grandma"})
    assert answer.status_code == 403
    assert "nobody" in answer.json()["error"]["problem"]
