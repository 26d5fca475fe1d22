"""Who may do what; sessions that end; what is never kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from curator.bootstrap import Services
from curator.errors import NotAllowedError, NotSignedInError, UsageError
from curator.work import access
from curator.work.access import Access, Person, allow, allow_command, clean_name, create_token, hash_of
from tests.workspaces import some_services


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = some_services(tmp_path, dialogues=0)
    yield services
    services.close()


def a_person(role: str) -> Person:
    return Person("x", next(known for known in access.ROLES if known == role), "session")


@pytest.mark.parametrize("action", access.MAY)
@pytest.mark.parametrize("role", access.ROLES)
def test_each_action_is_open_to_its_roles_alone(action: access.Action, role: str) -> None:
    if role in access.MAY[action]:
        assert allow(a_person(role), action).role == role
    else:
        with pytest.raises(NotAllowedError):
            allow(a_person(role), action)
    with pytest.raises(NotSignedInError):
        allow(None, action)


def test_annotators_steer_nothing() -> None:
    assert [action for action, roles in access.MAY.items() if "annotator" in roles] == ["label", "read"]
    for least in ("lead", "engineer", "admin"):
        with pytest.raises(NotAllowedError):
            allow_command(a_person("annotator"), least)


def test_an_admin_may_send_every_command() -> None:
    for least in access.ROLES:
        assert allow_command(a_person("admin"), least)
    with pytest.raises(NotAllowedError):
        allow_command(a_person("lead"), "admin")
    with pytest.raises(NotSignedInError):
        allow_command(None, "annotator")


def test_a_session_ends_when_its_time_is_over(services: Services, tmp_path: Path) -> None:
    secret, person = services.access.sign_in("ana")
    assert services.access.person(cookie=secret) == person
    kept = services.store.session(hash_of(secret))
    assert kept is not None
    over = replace(kept, id_hash=hash_of("old"), expires_at=datetime.now(UTC) - timedelta(seconds=1))
    services.store.add_session(over)
    assert services.access.person(cookie="old") is None


def test_a_session_survives_a_restart_and_not_its_end(tmp_path: Path) -> None:
    first = some_services(tmp_path, dialogues=0)
    secret, person = first.access.sign_in("ana", "lead")
    first.close()
    again = Access((reopened := _reopened(tmp_path)).store, tmp_path)
    assert again.person(cookie=secret) == person
    again.sign_out(secret)
    assert again.person(cookie=secret) is None
    reopened.close()


def _reopened(workspace: Path) -> Services:
    from curator.bootstrap import open_services
    from curator.settings import Settings

    return open_services(Settings(workspace))


def test_a_session_ended_elsewhere_is_forgotten_in_time(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    secret, _ = services.access.sign_in("ana")
    assert services.access.person(cookie=secret)
    services.store.end_session(hash_of(secret))
    monkeypatch.setattr(access, "REMEMBERED_S", 0.0)
    assert services.access.person(cookie=secret) is None


def test_secrets_differ_and_are_long(services: Services) -> None:
    secrets = {services.access.sign_in("ana")[0] for _ in range(20)}
    assert len(secrets) == 20
    assert min(map(len, secrets)) >= 43  # 256 bits


def test_a_cookie_belongs_to_one_workspace(services: Services, tmp_path: Path) -> None:
    other = Access(services.store, tmp_path / "other")
    assert services.access.cookie.startswith("curator_session_")
    assert len(services.access.cookie) == len("curator_session_") + 8
    assert other.cookie != services.access.cookie


def test_the_token_of_run_json_is_the_owner(services: Services) -> None:
    assert services.access.person(bearer="") is None
    services.access.trust_run_token("made at start")
    person = services.access.person(bearer="made at start")
    assert person is not None
    assert (person.role, person.kind) == ("admin", "run")
    assert services.access.person(cookie="made at start") is None
    assert services.access.person(bearer="made at stars") is None


def test_tokens(services: Services) -> None:
    token = create_token(services.store, role="annotator", name=" Ana ")
    person = services.access.person(bearer=token)
    assert person is not None
    assert (person.name, person.role, person.kind, person.csrf) == ("Ana", "annotator", "token", "")
    assert services.access.person(bearer=create_token(services.store, role="lead")) == Person("lead", "lead", "token")
    with pytest.raises(UsageError, match="needs a name"):
        create_token(services.store, role="annotator")
    with pytest.raises(UsageError, match="no role"):
        create_token(services.store, role="king", name="x")


def test_one_spelling_for_one_name() -> None:
    assert clean_name("  Zoe\u0308   M. ") == "Zo\u00eb M."
    for name in ("", " \n ", "x" * 61, "a\u0000b", "\u202e", "\u200b"):
        with pytest.raises(UsageError):
            clean_name(name)
