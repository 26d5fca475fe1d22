"""A disk that is full: nothing called saved is lost, reading goes on, and saving goes on once there is space."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FILLS = """
import json, resource, sys
from pathlib import Path
from curator.errors import StorageFullError
from curator.store import open_store
from curator.store.interface import Incoming
from tests.builders import a_dialogue, a_project, a_schema, an_event

path, room = Path(sys.argv[1]), int(sys.argv[2])
store = open_store(path)
store.create_project(a_project(), a_schema())
store.add_dialogues("p", [Incoming(a_dialogue())], source="made.json", schema_version=1)
based_on, saved, refused, told = None, [], 0, []
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
while refused < 3 and len(saved) < 500:
    event = an_event("x" * 2000, field="note", based_on=based_on)
    try:
        (outcome,) = store.append([event])
        assert outcome.status == "saved", outcome
        saved.append(event.id)
        based_on = event.id
    except StorageFullError as error:
        refused += 1
        told.append(error.as_json())
try:
    store.write_setting("big", "x" * 20000)
except StorageFullError as error:
    told.append(error.as_json())
read = [stored.event.id for stored in store.events("p")]
page = [label.event.id for label in store.labels("p", task="main", round=1, dialogue="d1", annotator="ana")]
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
after = an_event("after", field="note", based_on=based_on)
outcomes = [outcome.as_json() for outcome in store.append([event, after])]
store.close()
store = open_store(path)
again = [stored.event.id for stored in store.events("p")]
(work,) = store.work("p")
print(json.dumps({"saved": saved, "read": read, "page": page, "outcomes": outcomes, "again": again,
    "told": told, "n_events": work.n_events, "failed": event.id, "after": after.id}))
"""


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("full") / "curator.duckdb"
    done = subprocess.run(
        [sys.executable, "-c", FILLS, str(path), "300000"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_the_disk_was_full_and_it_was_said(story: dict[str, Any]) -> None:
    assert len(story["saved"]) > 10
    assert len(story["told"]) == 4
    assert {told["where"] for told in story["told"]} == {"curator.duckdb"}
    assert all("disk is full" in told["problem"] and "Free some space" in told["fix"] for told in story["told"])


def test_reading_went_on_with_what_was_saved(story: dict[str, Any]) -> None:
    assert story["read"] == story["saved"]
    assert story["page"] == [story["saved"][-1]]


def test_saving_went_on_where_it_had_stopped(story: dict[str, Any]) -> None:
    """The event that failed was not remembered as current: sent again, it is saved and not stale."""
    assert [outcome["status"] for outcome in story["outcomes"]] == ["saved", "stale"]
    assert story["again"] == [*story["saved"], story["failed"], story["after"]]
    assert story["n_events"] == len(story["again"])
