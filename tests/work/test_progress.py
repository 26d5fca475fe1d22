"""The overview counts dialogues, by task and annotator."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator.errors import NotFoundError
from curator.work import labelling
from curator.work.access import Person
from curator.work.progress import progress
from tests.workspaces import sent, some_services


def test_progress_counts_people_and_dialogues(tmp_path: Path) -> None:
    services = some_services(tmp_path, turns=2)
    ana, ben = (Person(name, "annotator", "session") for name in ("ana", "ben"))
    for who in (ana, ben):
        labelling.save_events(services.shelf, who, [sent()])
        labelling.submit(services.shelf, who, "p", "main", 1, "d1")
    labelling.save_events(services.shelf, ana, [sent(dialogue="d2")])
    found = progress(services.store, "p")
    assert (found["dialogues"], found["turns"]) == (3, 6)
    [task] = found["tasks"]
    assert (task["submitted"], task["open"]) == (1, 1)
    told = {one["annotator"]: (one["submitted"], one["open"]) for one in task["annotators"]}
    assert told == {"ana": (1, 1), "ben": (1, 0)}
    assert all(one["last_at"].endswith("+00:00") for one in task["annotators"])
    with pytest.raises(NotFoundError):
        progress(services.store, "gone")
    services.close()
