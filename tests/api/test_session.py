"""Signing in and out, cookies, tokens, and what protects writes."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from curator.api.ask import CSRF_HEADER
from curator.bootstrap import Services
from curator.work.access import create_token, hash_of
from tests.api.conftest import Client
from tests.workspaces import sent


def save(client: TestClient, **headers: str) -> int:
    return client.post("/api/v1/events", json={"events": [sent()]}, headers=headers).status_code


def test_nobody_is_signed_in_at_first(client: Client) -> None:
    assert client("").get("/api/v1/session").json() == {"person": None, "csrf": ""}


def test_a_form_signs_in_sets_a_guarded_cookie_and_goes_back_home(client: Client, services: Services) -> None:
    browser = client("")
    answer = browser.post("/api/v1/session", data={"name": "  Ana   Lu ", "role": "lead"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{services.access.cookie}=")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert browser.get("/api/v1/session").json()["person"] == {"name": "Ana Lu", "role": "lead"}


def test_only_the_hash_of_the_secret_is_kept(client: Client, services: Services) -> None:
    secret = client("ana").cookies[services.access.cookie]
    assert services.store.session(secret) is None
    kept = services.store.session(hash_of(secret))
    assert kept is not None
    assert kept.name == "ana"


@pytest.mark.parametrize(
    ("form", "where"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "a", "role": "king"}, "role"),
    ],
)
def test_a_name_or_role_that_will_not_do(client: Client, form: dict[str, str], where: str) -> None:
    for answer in (client("").post("/api/v1/session", data=form), client("").post("/api/v1/session", json=form)):
        assert (answer.status_code, answer.json()["error"]["where"]) == (400, where)


def test_signing_out_ends_the_session_for_whoever_copied_the_cookie(client: Client, services: Services) -> None:
    ana, copy = client("ana"), client("")
    copy.cookies.set(services.access.cookie, ana.cookies[services.access.cookie])
    assert copy.get("/api/v1/session").json()["person"]["name"] == "ana"
    assert ana.delete("/api/v1/session").json()["person"] is None
    assert copy.get("/api/v1/session").json()["person"] is None


def test_the_sign_out_form_wants_the_token(client: Client) -> None:
    ana = client("ana")
    csrf = ana.headers.pop(CSRF_HEADER)
    assert ana.post("/api/v1/session", data={"leave": "1", "csrf": "guess"}).status_code == 403
    assert ana.get("/api/v1/session").json()["person"]["name"] == "ana"
    assert ana.post("/api/v1/session", data={"leave": "1", "csrf": csrf}).status_code == 303
    assert ana.get("/api/v1/session").json()["person"] is None


def test_signing_in_again_ends_the_session_before(client: Client, services: Services) -> None:
    browser = client("ana")
    before = browser.cookies[services.access.cookie]
    browser.post("/api/v1/session", json={"name": "ben"})
    assert services.access.person(cookie=before) is None


def test_a_write_with_a_cookie_needs_the_token(client: Client) -> None:
    ana = client("ana")
    csrf = ana.headers.pop(CSRF_HEADER)
    assert save(ana) == 403
    assert save(ana, **{CSRF_HEADER: "guess"}) == 403
    assert save(ana, **{CSRF_HEADER: csrf}) == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999"])
def test_a_write_from_another_site_is_refused(client: Client, origin: str) -> None:
    ana = client("ana")
    assert save(ana, origin=origin) == 403
    assert client("").post("/api/v1/session", data={"name": "x"}, headers={"origin": origin}).status_code == 403
    assert save(ana, origin="http://127.0.0.1:8501") == 200


def test_a_bearer_token_works_without_cookie_and_csrf(client: Client, services: Services) -> None:
    token = create_token(services.store, role="annotator", name="script")
    assert save(client(""), authorization=f"Bearer {token}") == 200
    assert [one.event.annotator for one in services.store.events("p")] == ["script"]


def test_a_cookie_is_no_token_and_a_token_no_cookie(client: Client, services: Services) -> None:
    secret = client("ana").cookies[services.access.cookie]
    assert save(client(""), authorization=f"Bearer {secret}") == 401
    browser = client("")
    browser.cookies.set(services.access.cookie, create_token(services.store, role="lead"))
    assert browser.get("/api/v1/session").json()["person"] is None


@pytest.mark.parametrize("given", ["Bearer ", "Bearer nonsense", "Bearer x y", "bearer"])
def test_an_unknown_token_is_nobody(client: Client, given: str) -> None:
    browser = client("")
    browser.headers["authorization"] = given
    assert browser.get("/api/v1/session").json()["person"] is None
    assert browser.post("/api/v1/next", json={"project": "p"}).status_code == 401


@pytest.mark.parametrize(
    "content", [b"", b"--x\r\nnot a part", b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--"]
)
def test_a_form_that_cannot_be_read_is_a_wrong_request(client: Client, content: bytes) -> None:
    headers = {"content-type": "multipart/form-data; boundary=x"}
    answer = client("").post("/api/v1/session", content=content, headers=headers)
    assert (answer.status_code, set(answer.json())) == (400, {"error"})


def test_a_form_of_any_length_is_not_read(client: Client) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert client("").post("/api/v1/session", content=iter([b"name=x"]), headers=headers).status_code == 400
    assert client("").post("/api/v1/session", data={"name": "x" * 300_000}).status_code == 413


# --- a person's browser: the form, and words --------------------------------------------------------------------------
PAGE = {"accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def referer(client: Client) -> str:
    """The address of our own server, as the client calls it."""
    return str(client("").base_url).rstrip("/")


def test_whoever_signs_in_lands_where_they_came_for(client: Client, referer: str) -> None:
    came = {**PAGE, "referer": f"{referer}/agreement?project=p&refused=name"}
    answer = client("").post("/api/v1/session", data={"name": "Ana"}, headers=came)
    assert (answer.status_code, answer.headers["location"]) == (303, "/agreement?project=p")


@pytest.mark.parametrize("path", ["http://elsewhere.org/agreement", "/api/v1/session", "//elsewhere.org/x"])
def test_nobody_is_led_out_of_the_app(client: Client, referer: str, path: str) -> None:
    came = path if path.startswith("http") else f"{referer}{path}"
    answer = client("").post("/api/v1/session", data={"name": "Ana"}, headers={**PAGE, "referer": came})
    assert answer.headers["location"] in ("/", "/elsewhere.org/x")


@pytest.mark.parametrize(("form", "what"), [({"name": "  "}, "name"), ({"name": "a", "role": "king"}, "role")])
def test_a_form_that_will_not_do_comes_back_with_the_reason(
    client: Client, referer: str, form: dict[str, str], what: str
) -> None:
    headers = {**PAGE, "referer": f"{referer}/data"}
    answer = client("").post("/api/v1/session", data=form, headers=headers)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/data?refused={what}")


def test_a_browser_reads_words_and_never_json(client: Client) -> None:
    ana = client("ana")
    ana.headers.pop(CSRF_HEADER)
    for answer in (
        ana.post("/api/v1/session", data={"leave": "1", "csrf": "<b>guess</b>"}, headers=PAGE),
        ana.get("/api/v1/dialogues", headers={**PAGE, "host": "elsewhere.org"}),
    ):
        assert answer.status_code in (400, 403)
        assert answer.headers["content-type"].startswith("text/html")
        assert "This did not work" in answer.text
        assert '{"error"' not in answer.text
