"""The environment is read in one place, and what cannot be used is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator.errors import UsageError
from curator.settings import BASE_PATH, DEFAULT_PORT, PORT, WORKSPACE, Settings, base_path


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (WORKSPACE, *BASE_PATH, *PORT):
        monkeypatch.delenv(name, raising=False)


def test_without_anything_set() -> None:
    assert Settings.from_env() == Settings(Path("workspace"), "", "127.0.0.1", DEFAULT_PORT)


def test_what_is_given_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WORKSPACE, "there")
    assert Settings.from_env().workspace == Path("there")
    assert Settings.from_env(Path("here")).workspace == Path("here")


@pytest.mark.parametrize("name", BASE_PATH)
def test_the_base_path_is_ours_or_streamlits(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "label/")
    assert Settings.from_env().base_path == "/label"


@pytest.mark.parametrize(
    ("written", "meant"), [("", ""), ("/", ""), ("label", "/label"), ("/label/", "/label"), ("a/b-c_1.2", "/a/b-c_1.2")]
)
def test_one_spelling_for_a_base_path(written: str, meant: str) -> None:
    assert base_path(written) == meant
    assert base_path(meant) == meant


@pytest.mark.parametrize("written", ["a b", "a?b", "http://x", "ä", "..", "a/../b", "{x}"])
def test_a_base_path_that_will_not_do(written: str) -> None:
    with pytest.raises(UsageError):
        base_path(written)


@pytest.mark.parametrize("written", ["port", "-1", "65536", "٣"])
def test_a_port_that_will_not_do(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv(PORT[0], written)
    with pytest.raises(UsageError, match="not a port"):
        Settings.from_env()
