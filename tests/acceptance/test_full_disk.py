"""A disk that fills up under the app and under commands: said with 507 or exit 1, and nothing that was saved is lost.

The size that a process may give its files (RLIMIT_FSIZE) stands for the disk: writing beyond it fails with EFBIG.
"""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.people import Annotator
from tests.acceptance.workspaces import GOOD, contents, done, lines, problems, records, tells_no_secrets, truly
from tests.browser.server import Server

pytestmark = pytest.mark.slow
ROOM = 60_000
"""Bytes that are left on the disk: enough for some hundred answers."""
LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, resource.RLIM_INFINITY))"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    workspace = tmp_path / "w"
    done("init", workspace)
    done("--workspace", workspace, "project", "create", "p", "--schema", "esconv")
    (tmp_path / "before.jsonl").write_bytes(records(GOOD))
    done("--workspace", workspace, "import", "p", tmp_path / "before.jsonl")
    return workspace


@pytest.fixture
def server(workspace: Path) -> Iterator[Server]:
    server = Server(workspace)
    server.start()
    yield server
    server.stop()


def limit(server: Server, room: int | None) -> None:
    """From now on the running server's files end at `room` bytes (None: anywhere)."""
    assert server.process is not None
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard if room is None else room, hard))


def fill_up(ana: Annotator) -> tuple[list[str], list[dict[str, Any]], Any]:
    """(ids that were called saved, the batch that was not, the answer to it)."""
    saved: list[str] = []
    for number in range(200):
        before = ana.current.get(("strategy", "t1"))
        batch: list[dict[str, Any]] = []
        for name in ("question", "others") * 10:
            batch.append(ana.event("strategy", name, "t1", based_on=batch[-1]["id"] if batch else before))
        status, answer = ana.send(*batch)
        if status != 200:
            assert status == 507
            return saved, batch, answer["error"]
        assert {result["status"] for result in answer["results"]} == {"saved"}, number
        saved += [event["id"] for event in batch]
    raise AssertionError("the disk was never full")


def stored(workspace: Path, out: Path) -> list[str]:
    """Ids of ana's answers in the exported record, in order."""
    done("--workspace", workspace, "export", "p", "events", "--out", out)
    return [event["id"] for event in lines(out / "events.jsonl") if event["annotator"] == "ana" and event["field"]]


def test_the_app_goes_on_without_a_restart(server: Server, workspace: Path, tmp_path: Path) -> None:
    ana = Annotator.at(server.address, "ana")
    ana.next()
    limit(server, ROOM)
    saved, batch, error = fill_up(ana)
    assert len(saved) >= 20
    assert (error["where"], "disk is full" in error["problem"], bool(error["fix"])) == ("curator.duckdb", True, True)
    assert str(tmp_path) not in json.dumps(error)
    limit(server, 0)
    assert ana.submit()[0] == 507
    assert ana.next()
    assert [label["id"] for label in ana.page["labels"] if label["field"] == "strategy"] == [saved[-1]]
    limit(server, None)
    status, answer = ana.send(*batch)
    assert (status, {result["status"] for result in answer["results"]}) == (200, {"saved"})
    assert ana.submit()[0] in (200, 409)
    assert stored(workspace, tmp_path / "out") == [*saved, *(event["id"] for event in batch)]


def test_the_app_goes_on_after_being_killed(server: Server, workspace: Path, tmp_path: Path) -> None:
    ana = Annotator.at(server.address, "ana")
    ana.next()
    limit(server, ROOM)
    saved, batch, _error = fill_up(ana)
    server.kill()
    still_full = truly("--workspace", workspace, "progress", "p", "--json", before=LIMITED.format(room=0))
    if still_full.code:
        assert "disk is full" in problems(still_full, 1)[0]["problem"]
    server.start()
    ana = Annotator.at(server.address, "ana")
    ana.next()
    assert [label["id"] for label in ana.page["labels"] if label["field"] == "strategy"] == [saved[-1]]
    status, answer = ana.send(*batch)
    assert (status, {result["status"] for result in answer["results"]}) == (200, {"saved"})
    server.stop()
    assert stored(workspace, tmp_path / "out") == [*saved, *(event["id"] for event in batch)]


def many(count: int) -> bytes:
    return records(*({**GOOD, "situation": f"Situation {number}."} for number in range(count)))


def test_an_import_comes_in_whole_or_not_at_all(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(many(3000))
    before = contents(workspace)
    called = truly("--workspace", workspace, "import", "p", file, "--json", before=LIMITED.format(room=ROOM))
    [found] = problems(called, 1)
    assert "disk is full" in found["problem"]
    tells_no_secrets(called, tmp_path)
    assert contents(workspace) == before
    assert done("--workspace", workspace, "import", "p", file)["new"] == 3000


@pytest.mark.parametrize("recipe", ["esconv", "esconv-flat", "ratings", "events", "hub"])
def test_an_export_is_there_whole_or_not_at_all(workspace: Path, tmp_path: Path, recipe: str) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(many(300))
    done("--workspace", workspace, "import", "p", file)
    out = tmp_path / "out"
    done("--workspace", workspace, "export", "p", recipe, "--out", out)
    before = {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    called = truly(
        "--workspace", workspace, "export", "p", recipe, "--out", out, "--json", before=LIMITED.format(room=6000)
    )
    [found] = problems(called, 1)
    assert "disk is full" in found["problem"]
    tells_no_secrets(called, tmp_path)
    assert {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["before.jsonl", "many.jsonl", "out", "w"]


def test_a_backup_is_there_whole_or_not_at_all(workspace: Path, tmp_path: Path) -> None:
    called = truly("--workspace", workspace, "backup", tmp_path / "saved", "--json", before=LIMITED.format(room=ROOM))
    [found] = problems(called, 1)
    assert "disk is full" in found["problem"]
    tells_no_secrets(called, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["before.jsonl", "w"]


def test_a_backup_that_does_not_fit_is_not_restored(workspace: Path, tmp_path: Path) -> None:
    done("--workspace", workspace, "backup", tmp_path / "saved")
    before = contents(workspace)
    called = truly("--workspace", workspace, "restore", tmp_path / "saved", "--json", before=LIMITED.format(room=ROOM))
    [found] = problems(called, 1)
    assert "disk is full" in found["problem"]
    tells_no_secrets(called, tmp_path)
    assert contents(workspace) == before
    assert done("--workspace", workspace, "restore", tmp_path / "saved")["projects"] == ["p"]
