"""Opening, saving, submitting: what the API's tests do not see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.bootstrap import Services
from curator.errors import IncompleteError, NotAllowedError, NotFoundError, NotSignedInError, StateError
from curator.model.project import Shown, Task
from curator.store.interface import Incoming
from curator.work import handout, labelling
from curator.work.access import Person
from tests.builders import a_dialogue
from tests.workspaces import sent, some_services

ANA = Person("ana", "annotator", "session")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = some_services(tmp_path)
    yield services
    services.close()


def test_outcomes_are_in_order_whatever_became_of_each(services: Services) -> None:
    batch = [sent(value="?"), sent(), sent(value="!"), sent(turn="t3"), None]
    outcomes = labelling.save_events(services.shelf, ANA, batch)
    assert [one.status for one in outcomes] == ["refused", "saved", "refused", "saved", "refused"]
    assert [one.id for one in outcomes[:4]] == [event["id"] for event in batch if event]


def test_only_people_label(services: Services) -> None:
    with pytest.raises(NotSignedInError):
        labelling.save_events(services.shelf, None, [sent()])
    [outcome] = labelling.save_events(services.shelf, Person("curator", "admin", "run"), [sent()])
    assert outcome.status == "refused"
    with pytest.raises(NotAllowedError):
        handout.next_dialogue(services.shelf, Person("curator", "admin", "run"), "p", "main")


def test_a_task_asks_its_own_fields_alone(tmp_path: Path) -> None:
    services = some_services(tmp_path / "w", task=Task(id="moods", fields=("feelings",), order="field"))
    page = labelling.open_dialogue(services.shelf, ANA, "p", "moods", "d1")
    assert [field["id"] for field in page["schema"]["fields"]] == ["feelings"]
    assert page["schema"]["order"] == "field"
    bad, good = labelling.save_events(
        services.shelf, ANA, [sent(task="moods"), sent("feelings", ["joy"], "t0", task="moods")]
    )
    assert (bad.status, good.status) == ("refused", "saved")
    assert labelling.submit(services.shelf, ANA, "p", "moods", 1, "d1")["seq"]
    services.close()


def test_only_what_the_task_shows_is_sent(tmp_path: Path) -> None:
    task = Task(shown=Shown(attributes=("situation", "gone"), names="roles"))
    services = some_services(tmp_path / "w", task=task, dialogues=0)
    secret = {"situation": "A move.", "survey": "private", "scenario": "family"}
    services.store.add_dialogues(
        "p", [Incoming(a_dialogue("d1", attributes=secret, extra={"e": "private"}))], source="made", schema_version=1
    )
    page = labelling.open_dialogue(services.shelf, ANA, "p", "main", "d1")
    assert page["dialogue"]["attributes"] == {"situation": "A move."}
    assert page["dialogue"]["facts"] == {"scenario": "family"}  # a condition asks about it
    assert [person["name"] for person in page["dialogue"]["participants"]] == ["seeker", "supporter"]
    assert "private" not in str(page)
    [outcome] = labelling.save_events(services.shelf, ANA, [sent(value="boundary")])
    assert outcome.status == "saved"
    services.close()


def test_what_was_imported_or_changed_meanwhile_is_seen_at_once(services: Services) -> None:
    labelling.open_dialogue(services.shelf, ANA, "p", "main", "d1")
    with pytest.raises(NotFoundError):
        labelling.open_dialogue(services.shelf, ANA, "p", "main", "d9")
    longer = [Incoming(a_dialogue("d1", turns=6)), Incoming(a_dialogue("d9"))]
    services.store.add_dialogues("p", longer, source="made", schema_version=1)
    assert len(labelling.open_dialogue(services.shelf, ANA, "p", "main", "d1")["dialogue"]["turns"]) == 6
    assert labelling.open_dialogue(services.shelf, ANA, "p", "main", "d9")["dialogue"]["position"] == [4, 4]
    [outcome] = labelling.save_events(services.shelf, ANA, [sent(turn="t5")])
    assert outcome.status == "saved"
    services.store.write_guidelines("p", "New words.")
    guidelines = labelling.open_dialogue(services.shelf, ANA, "p", "main", "d1")["guidelines"]
    assert (guidelines["markdown"], guidelines["revision"]) == ("New words.", 2)


def test_events_of_a_dialogue_that_is_open_are_checked_from_memory(services: Services) -> None:
    assert not labelling.can_check_at_once(services.shelf, [sent()])
    labelling.open_dialogue(services.shelf, ANA, "p", "main", "d1")
    assert labelling.can_check_at_once(services.shelf, [sent(), None, {"id": 1}])
    assert not labelling.can_check_at_once(services.shelf, [sent(), sent(dialogue="d2")])


def test_a_dependent_answer_may_be_written_and_counts_only_with_its_parent(services: Services) -> None:
    """It is kept while the parent says otherwise, so that it returns with it."""
    batch = [sent(), sent("why", "A reason."), sent(turn="t3")]
    assert {one.status for one in labelling.save_events(services.shelf, ANA, batch)} == {"saved"}
    assert labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")["seq"]


def test_by_submit_follows_what_was_withdrawn(services: Services) -> None:
    first = sent("feelings", ["joy"], "t0")
    back = sent("feelings", None, "t0", state="retracted", based_on=first["id"])
    labelling.save_events(services.shelf, ANA, [first, back, sent(), sent(turn="t3")])
    labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")
    blanks = {one.event.target.turn: one for one in services.store.events("p") if one.event.origin == "by_submit"}
    assert (blanks["t0"].event.based_on, blanks["t0"].stale) == (back["id"], False)
    assert blanks["t2"].event.based_on is None


def test_a_submit_that_lacks_answers_writes_nothing(services: Services) -> None:
    before = list(services.store.events("p"))
    with pytest.raises(IncompleteError) as caught:
        labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")
    assert [one["field"] for one in caught.value.missing] == ["strategy", "strategy"]
    assert list(services.store.events("p")) == before
    with pytest.raises(StateError):
        labelling.submit(services.shelf, ANA, "p", "main", 7, "d1")


def test_work_of_others_is_not_mine(services: Services) -> None:
    labelling.save_events(services.shelf, Person("ben", "annotator", "session"), [sent(), sent(turn="t3")])
    assert labelling.open_dialogue(services.shelf, ANA, "p", "main", "d1")["labels"] == []
    with pytest.raises(IncompleteError):
        labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")
    assert handout.own_progress(services.shelf, ANA, "p", "main") == {"submitted": 0, "of": 3}
