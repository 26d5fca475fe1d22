"""What every store promises about comments, flags, skips, judgements of texts, items, and answers to a case."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from curator.errors import NotFoundError, StateError
from curator.model.annotation import State
from curator.model.dialogue import Participant
from curator.model.targets import Target
from curator.store import Store
from curator.store.interface import Judgement, Note, NoteKind
from tests.builders import an_event
from tests.contracts.stores import page

WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def _note(text: str = "Odd.", kind: NoteKind = "comment", turn: str = "t1", minute: int = 0) -> Note:
    at = WHEN + timedelta(minutes=minute)
    return Note(str(uuid.uuid4()), "p", "main", "d1", turn, kind, text, "ana", at)


# --- notes ------------------------------------------------------------------------------------------------------------
def test_notes_come_back_by_time(store: Store) -> None:
    later, first = _note("It's <b>odd</b>\n🙂", minute=1), _note("", "flag", "")
    elsewhere = replace(_note(), dialogue="d2", id=str(uuid.uuid4()))
    for note in (later, first, elsewhere):
        assert store.add_note(note) == note
    assert store.notes("p", dialogue="d1") == [first, later]
    assert len(store.notes("p")) == 3
    assert store.note(first.id) == first


def test_the_same_note_again_changes_nothing(store: Store) -> None:
    note = store.add_note(_note())
    assert store.add_note(replace(note, at=WHEN + timedelta(hours=1))) == note
    with pytest.raises(StateError):
        store.add_note(replace(note, text="Other."))
    assert store.notes("p") == [note]


def test_a_note_can_be_taken_away(store: Store) -> None:
    note = store.add_note(_note())
    for _ in range(2):
        store.remove_note(note.id)
    assert store.notes("p") == []
    with pytest.raises(NotFoundError):
        store.note(note.id)


# --- skips ------------------------------------------------------------------------------------------------------------
def test_a_skip_is_kept_until_it_is_taken_back(store: Store) -> None:
    store.skip("p", task="main", round=1, dialogue="d1", annotator="ana", reason="unclear")
    store.skip("p", task="main", round=1, dialogue="d1", annotator="ana", reason="language", text="Dutch?")
    store.skip("p", task="main", round=1, dialogue="d1", annotator="ben", reason="distressing")
    (own,) = store.skips("p", annotator="ana")
    assert (own.dialogue, own.reason, own.text) == ("d1", "language", "Dutch?")
    assert own.at.tzinfo is not None
    assert [one.annotator for one in store.skips("p", task="main")] == ["ana", "ben"]
    assert store.skips("p", task="other") == []
    for _ in range(2):
        store.unskip("p", task="main", round=1, dialogue="d1", annotator="ana")
    assert [one.annotator for one in store.skips("p")] == ["ben"]


def test_an_unknown_project_is_told(store: Store) -> None:
    with pytest.raises(NotFoundError):
        store.notes("gone")
    with pytest.raises(NotFoundError):
        store.skips("gone")
    with pytest.raises(NotFoundError):
        store.skip("gone", task="main", round=1, dialogue="d1", annotator="ana", reason="unclear")


# --- judgements of texts ----------------------------------------------------------------------------------------------
def test_a_verdict_is_the_judges_own_and_can_be_changed(store: Store) -> None:
    first = Judgement("p", "note", 3, 8, "lea", "same", WHEN)
    other = replace(first, judge="mo", verdict="different", at=WHEN + timedelta(minutes=1))
    elsewhere = replace(first, field="why", first=4, second=9, at=WHEN + timedelta(minutes=2))
    for one in (elsewhere, other, first, first):
        store.judge(one)
    assert store.judgements("p") == [first, other, elsewhere]
    changed = replace(first, verdict="partly", at=WHEN + timedelta(hours=1))
    store.judge(changed)
    assert store.judgements("p", field="note") == [other, changed]
    with pytest.raises(NotFoundError):
        store.judge(replace(first, project="gone"))
    with pytest.raises(NotFoundError):
        store.judgements("gone")


# --- items ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("state", ["none", "cannot_tell"])
def test_nothing_was_found_only_where_there_are_no_items(store: Store, state: State) -> None:
    item = an_event({"to": ["t2"]}, item="i1")
    nothing = an_event(None, state=state)
    first, refused = store.append([item, nothing])
    assert (first.status, refused.status) == ("saved", "refused")
    assert "take them back" in refused.reason
    gone = an_event(None, state="retracted", item="i1", based_on=item.id)
    assert [one.status for one in store.append([gone, nothing])] == ["saved", "saved"]
    assert {(one.event.item, one.event.state) for one in page(store)} == {("i1", "retracted"), ("", state)}


def test_each_item_has_a_head_of_its_own(store: Store) -> None:
    one, two = an_event({"to": ["t0"]}, item="i1"), an_event({"to": ["t2"]}, item="i2")
    store.append([one, two])
    changed = an_event({"to": ["t2"]}, item="i1", based_on=one.id)
    late = an_event({"to": ["t1"]}, item="i1", based_on=one.id)
    assert [outcome.status for outcome in store.append([changed, late])] == ["saved", "stale"]
    assert {(label.event.id, label.stale) for label in page(store)} == {
        (two.id, False),
        (changed.id, False),
        (late.id, True),
    }


# --- cases ------------------------------------------------------------------------------------------------------------
def test_a_case_is_handed_in_with_its_dialogue(store: Store) -> None:
    """Only its own answers become independent, and none of it is work on a dialogue."""
    own, other = (an_event("x", field="note", dialogue="", target=Target(case=case)) for case in ("c1", "c2"))
    store.append([own, other])
    store.submit("p", task="main", round=1, dialogue="d1", annotator="ana", by_submit=[], case="c1")
    later = an_event("y", field="note", dialogue="", target=Target(case="c1"), based_on=own.id)
    store.append([later])
    rows = store.ratings("p", field="note").select("case_id", "value", "is_independent", "is_current").rows()
    assert set(rows) == {("c1", '"x"', True, False), ("c1", '"y"', False, True), ("c2", '"x"', False, True)}
    assert [(one.dialogue, one.state) for one in store.work("p")] == [("d1", "submitted")]


def test_what_is_withdrawn_by_submit_is_what_was_meant(store: Store) -> None:
    """A *none* that an item has overtaken goes; an answer that changed meanwhile stays."""
    nothing, item = an_event(None, state="none"), an_event({"to": ["t2"]}, item="i1")
    store.append([nothing])
    store.append([item])
    stale = an_event(None, state="retracted", based_on=str(uuid.uuid4()), origin="by_submit")
    meant = an_event(None, state="retracted", based_on=nothing.id, origin="by_submit")
    store.submit("p", task="main", round=1, dialogue="d1", annotator="ana", by_submit=[stale, meant])
    states = {one.event.item: (one.event.id, one.event.state) for one in page(store)}
    assert states == {"": (meant.id, "retracted"), "i1": (item.id, "value")}


# --- added people -----------------------------------------------------------------------------------------------------
def test_added_people_are_the_annotators_own_and_join_the_published_participants(store: Store) -> None:
    gran, dog = Participant(id="x1", name="Gran", kind="mentioned"), Participant(id="x2", name="Rex", kind="entity")
    before = store.revision()
    for _ in range(2):
        store.add_person("p", dialogue="d1", annotator="ana", participant=gran)
    store.add_person("p", dialogue="d1", annotator="ana", participant=dog)
    store.add_person("p", dialogue="d1", annotator="ben", participant=gran.model_copy(update={"name": "GRAN"}))
    assert store.revision() > before
    added = store.added_people("p", dialogue="d1")
    assert [one.id for one in added["ana"]] == ["x1", "x2"]
    assert [one.name for one in added["ben"]] == ["GRAN"]
    assert store.added_people("p", dialogue="d2") == {}
    assert [one.id for one in store.dialogue("p", "d1").participants] == ["usr", "sys"]
    with store.recipe_session("p") as session:
        rows = session.frame("SELECT participant_id, name, kind FROM participants ORDER BY ALL").rows()
    assert rows[2:] == [("x1", "Gran", "mentioned"), ("x2", "Rex", "entity")]
