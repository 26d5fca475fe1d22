"""Recordings: ranges, rights, types, and no way out of the media folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from curator.bootstrap import Services
from curator.model.dialogue import Media
from curator.store.interface import Incoming
from tests.api.conftest import Client
from tests.builders import a_dialogue

SOUND = bytes(range(256)) * 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The media folder with one file at two places."""
    folder = tmp_path / "media"
    (folder / "couple 7").mkdir(parents=True)
    (folder / "talk.wav").write_bytes(SOUND)
    (folder / "couple 7" / "Gespräch 1.WEBM").write_bytes(SOUND)
    return folder


def add(services: Services, *paths: str, dialogue: str = "m1", kind: Literal["audio", "video"] = "audio") -> None:
    """A dialogue with these recordings."""
    media = tuple(Media(kind=kind, path=path) for path in paths)
    talk = Incoming(a_dialogue(dialogue, 2, media=media))
    services.store.add_dialogues("p", [talk], source="made", schema_version=1)


def listed(client: TestClient, dialogue: str = "m1") -> list[dict[str, Any]]:
    answer = client.get("/api/v1/dialogues", params={"project": "p", "dialogue": dialogue})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["dialogue"]["media"]
    return found


def test_the_page_learns_where_recordings_are_and_not_what_they_are_called(
    ana: TestClient, services: Services, folder: Path
) -> None:
    add(services, "talk.wav", "gone.wav")
    assert listed(ana) == [
        {"id": "0", "kind": "audio", "url": "/api/v1/media/p/m1/0", "missing": False},
        {"id": "1", "kind": "audio", "url": "/api/v1/media/p/m1/1", "missing": True},
    ]
    assert listed(ana, "d1") == []


def test_whole_file_and_pieces(ana: TestClient, services: Services, folder: Path) -> None:
    add(services, "talk.wav")
    whole = ana.get("/api/v1/media/p/m1/0")
    assert (whole.status_code, whole.content) == (200, SOUND)
    assert whole.headers["content-type"] == "audio/wav"
    assert whole.headers["cache-control"] == "private"
    assert whole.headers["accept-ranges"] == "bytes"
    assert whole.headers["x-content-type-options"] == "nosniff"
    piece = ana.get("/api/v1/media/p/m1/0", headers={"range": "bytes=100-199"})
    assert (piece.status_code, piece.content) == (206, SOUND[100:200])
    assert piece.headers["content-range"] == f"bytes 100-199/{len(SOUND)}"
    rest = ana.get("/api/v1/media/p/m1/0", headers={"range": "bytes=10000-"})
    assert (rest.status_code, rest.content) == (206, SOUND[10_000:])
    beyond = ana.get("/api/v1/media/p/m1/0", headers={"range": f"bytes={len(SOUND)}-"})
    assert beyond.status_code == 416
    head = ana.head("/api/v1/media/p/m1/0")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(SOUND)))


@pytest.mark.parametrize(("kind", "wanted"), [("video", "video/webm"), ("audio", "audio/webm")])
def test_type_follows_the_file_and_what_is_in_it(
    ana: TestClient, services: Services, folder: Path, kind: Literal["audio", "video"], wanted: str
) -> None:
    add(services, "couple 7/Gespräch 1.WEBM", kind=kind)
    answer = ana.get(listed(ana)[0]["url"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, wanted)


@pytest.mark.parametrize("dialogue", ["a/b", "a b?c=1#d", "..", ".", "ü/../x", "100%", "m/0"])
def test_any_id_of_a_dialogue(ana: TestClient, services: Services, folder: Path, dialogue: str) -> None:
    add(services, "talk.wav", dialogue=dialogue)
    (one,) = listed(ana, dialogue)
    assert ana.get(one["url"], headers={"range": "bytes=0-1"}).content == SOUND[:2]


def test_a_missing_file_is_told_as_json(ana: TestClient, services: Services, folder: Path) -> None:
    add(services, "gone.wav")
    answer = ana.get("/api/v1/media/p/m1/0")
    assert answer.status_code == 404
    error = answer.json()["error"]
    assert (error["problem"], error["where"]) == ("the audio of this dialogue is not there.", "m1")
    assert "media folder" in error["fix"]
    assert "gone" not in answer.text


@pytest.mark.parametrize("idx", ["1", "-1", "x", "0.0", "00000000", "٠", "99999999999999999999"])
def test_no_such_recording(ana: TestClient, services: Services, folder: Path, idx: str) -> None:
    add(services, "talk.wav")
    assert ana.get(f"/api/v1/media/p/m1/{quote(idx)}").status_code == 404


def test_only_for_those_who_may_label_the_dialogue(client: Client, services: Services, folder: Path) -> None:
    add(services, "talk.wav")
    assert client("").get("/api/v1/media/p/m1/0").status_code == 401
    assert client("ana").get("/api/v1/media/other/m1/0").status_code == 404
    assert client("ana").get("/api/v1/media/p/other/0").status_code == 404
    assert client("").get("/api/v1/media?project=p&dialogue=m1&idx=0").status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        "../secret.wav",
        "x/../../secret.wav",
        "./../secret.wav",
        "inside/link.wav",
        "linked/secret.wav",
        "link.wav",
        "folder.wav",
        "names.txt",
        ".wav",
        "",
        ".",
        "..",
        "..\\secret.wav",
        "C:\\secret.wav",
        "secret.wav\0",
        "x" * 5000 + ".wav",
        "pipe.wav/",
    ],
)
def test_nothing_but_plain_recordings_of_the_folder(
    ana: TestClient, services: Services, folder: Path, tmp_path: Path, path: str
) -> None:
    secret = tmp_path / "secret.wav"
    secret.write_bytes(b"secret")
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "secret.wav").write_bytes(b"secret")
    (folder / "inside").mkdir()
    (folder / "inside" / "link.wav").symlink_to(secret)
    (folder / "link.wav").symlink_to(folder / "talk.wav")
    (folder / "linked").symlink_to(tmp_path / "away")
    (folder / "folder.wav").mkdir()
    (folder / "names.txt").write_text("who is who", encoding="utf-8")
    add(services, path, str(secret))
    for idx in (0, 1):
        assert listed(ana)[idx]["missing"]
        assert ana.get(f"/api/v1/media/p/m1/{idx}").status_code == 404


def test_the_folder_itself_may_lie_on_another_disk(ana: TestClient, services: Services, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "talk.wav").write_bytes(SOUND)
    (tmp_path / "media").symlink_to(tmp_path / "disk")
    add(services, "talk.wav")
    assert ana.get("/api/v1/media/p/m1/0").content == SOUND


def test_without_a_media_folder_all_are_missing(ana: TestClient, services: Services) -> None:
    add(services, "talk.wav")
    assert listed(ana)[0]["missing"]
    assert ana.get("/api/v1/media/p/m1/0").status_code == 404
