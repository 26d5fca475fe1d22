"""The list of one's own dialogues, and how each stands."""

from __future__ import annotations

from pathlib import Path

from curator.work import handout, labelling, notes
from curator.work.access import Person
from tests.workspaces import sent, some_services

ANA = Person("ana", "annotator", "session")
BEN = Person("ben", "annotator", "session")


def test_every_dialogue_with_its_state(tmp_path: Path) -> None:
    services = some_services(tmp_path)
    shelf = services.shelf
    labelling.save_events(shelf, ANA, [sent(), sent(turn="t3")])
    labelling.save_events(shelf, BEN, [sent(dialogue="d3")])
    notes.skip(shelf, ANA, "p", "main", 1, "d2", reason="unclear")
    listed = handout.own_work(shelf, ANA, "p", "main")
    assert [(one["dialogue"], one["place"], one["state"]) for one in listed["dialogues"]] == [
        ("d1", 1, "open"),
        ("d2", 2, "skipped"),
        ("d3", 3, "new"),
    ]
    labelling.submit(shelf, ANA, "p", "main", 1, "d1")
    again = handout.own_work(shelf, ANA, "p", "main")
    assert again["dialogues"][0]["state"] == "submitted"
    assert again["progress"] == {"submitted": 1, "of": 3}
    services.close()
