"""What every store promises: projects, dialogues, and the database as a whole."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from curator.errors import DataError, NotFoundError, StateError
from curator.model.dialogue import Candidate, Dialogue, Media, Part, Participant, Turn
from curator.model.identity import text_revision
from curator.model.project import Project, Task
from curator.store import Store
from curator.store.interface import Added, Incoming, Session
from tests.builders import a_dialogue, a_project, a_schema, an_event, an_imported_label
from tests.contracts.stores import Opening, add, page, values

# --- projects ---------------------------------------------------------------------------------------------------------


def test_a_project_comes_back_with_its_schema(store: Store) -> None:
    assert store.projects() == [a_project()]
    assert store.project("p") == a_project()
    assert store.schema("p") == store.schema("p", 1) == a_schema()


def test_projects_keep_the_order_in_which_they_were_made(store: Store) -> None:
    for name in ("z", "a"):
        store.create_project(a_project(name), a_schema())
    assert [project.id for project in store.projects()] == ["p", "z", "a"]


def test_a_project_id_is_taken_once(store: Store) -> None:
    with pytest.raises(StateError, match="'p' exists"):
        store.create_project(a_project(), a_schema())


def test_tasks_come_back(store: Store) -> None:
    project = Project(id="q", schema_id="rules", schema_version=1, tasks=(Task(id="one", round=2), Task(id="two")))
    store.create_project(project, a_schema())
    assert store.project("q") == project


def test_unknown_names_are_told_with_the_known_ones(store: Store) -> None:
    with pytest.raises(NotFoundError, match="Known: p"):
        store.project("nowhere")
    with pytest.raises(NotFoundError, match="nowhere"):
        store.schema("nowhere")
    with pytest.raises(NotFoundError, match="version 9"):
        store.schema("p", 9)
    with pytest.raises(NotFoundError, match="d9"):
        store.dialogue("p", "d9")
    with pytest.raises(NotFoundError, match="nowhere"):
        store.add_dialogues("nowhere", [], source="made.json", schema_version=1)
    for ask in (store.dialogue_ids, store.counts, store.ratings, store.gold, store.splits, store.recipe_session):
        with pytest.raises(NotFoundError, match="'nowhere'"):
            ask("nowhere")


def test_guidelines_have_revisions(store: Store) -> None:
    assert store.guidelines("p") == (1, "")
    assert store.write_guidelines("p", "# First") == 1
    assert store.write_guidelines("p", "# Second") == 2
    assert store.write_guidelines("p", "# Second") == 2
    assert store.guidelines("p") == (2, "# Second")


def test_a_change_moves_the_revision_and_a_label_does_not(store: Store) -> None:
    before = store.revision()
    store.append([an_event()])
    assert store.revision() == before
    store.write_splits("p", {"d1": "train"})
    assert store.revision() > before


# --- dialogues --------------------------------------------------------------------------------------------------------

FULL = Dialogue(
    id="fülle/1",
    source_id="17",
    case="case 1",
    participants=(
        Participant(id="a|b", name="Ana", role="seeker", attributes={"age": 31, "notes": None}),
        Participant(id="c", role="supporter"),
        Participant(id="us", name="the couple", kind="group", members=("a|b", "c")),
    ),
    turns=(
        Turn(id="t0", speakers=("a|b", "c"), addressees=("us",), text="  Hé\r\n\t\u0000 🙂 ", start=0.25, end=1.5),
        Turn(id="t1", speakers=("c",), text="", secondary=({"text": "mm"},), attributes={"x": 1}, extra={"z": [1, {}]}),
    ),
    parts=(Part(id="s1", of_kind="turn", of_id="t0", type="sentence", text="Hé"),),
    candidates=(Candidate(id="c1", turn="t1", source="model", content={"text": "?"}), Candidate(id="c2")),
    media=(Media(kind="audio", path="talk.wav"),),
    attributes={"z": 1, "a": {"y": None, "b": 0.1}},
    extra={"big": 12345678901234567890, "text": "null", "order": {"b": 1, "a": 2}},
    consent=("research", "quote"),
)


def test_a_dialogue_comes_back_unharmed(store: Store) -> None:
    add(store, Incoming(FULL))
    again = store.dialogue("p", FULL.id)
    assert again == FULL
    assert again.model_dump_json() == FULL.model_dump_json()
    assert list(store.dialogues("p")) == [a_dialogue(), FULL]


def test_no_consent_and_empty_consent_stay_apart(store: Store) -> None:
    add(store, Incoming(a_dialogue("none")), Incoming(a_dialogue("empty", consent=())))
    assert store.dialogue("p", "none").consent is None
    assert store.dialogue("p", "empty").consent == ()


def test_dialogues_keep_the_order_in_which_they_were_loaded(store: Store) -> None:
    add(store, *(Incoming(a_dialogue(name)) for name in ("z", "a")))
    add(store, Incoming(a_dialogue("m")), Incoming(a_dialogue("a")))
    assert store.dialogue_ids("p") == ["d1", "z", "a", "m"]


def test_the_same_again_changes_nothing(store: Store) -> None:
    incoming = Incoming(a_dialogue("d2"), [an_imported_label()])
    assert add(store, incoming) == Added(new=1, unchanged=0, changed=0, turns=3, labels=1)
    before = list(store.events("p"))
    assert add(store, incoming) == Added(new=0, unchanged=1, changed=0, turns=3, labels=0)
    assert list(store.events("p")) == before


def test_another_order_of_keys_is_no_change(store: Store) -> None:
    add(store, Incoming(a_dialogue("d2", extra={"a": 1, "b": 2})))
    assert add(store, Incoming(a_dialogue("d2", extra={"b": 2, "a": 1}))).unchanged == 1


def test_a_changed_dialogue_takes_the_place_of_the_old_one(store: Store) -> None:
    add(store, Incoming(a_dialogue("d2")))
    store.append([an_event()])
    changed = a_dialogue(turns=2, attributes={"scenario": "family"})
    added = add(store, Incoming(changed))
    assert (added.new, added.changed) == (0, 1)
    assert store.dialogue("p", "d1") == changed
    assert store.dialogue_ids("p") == ["d1", "d2"]
    assert values(page(store)) == [("question", False)]


def test_an_import_is_all_or_nothing(store: Store) -> None:
    half = a_dialogue("d3", extra={"text": "\ud83d"})
    with pytest.raises(DataError, match="half a character"):
        add(store, Incoming(a_dialogue("d2")), Incoming(half))
    with pytest.raises(DataError, match="twice"):
        add(store, Incoming(a_dialogue("d2")), Incoming(a_dialogue("d2")))
    with pytest.raises(DataError, match="NaN"):
        add(store, Incoming(a_dialogue("d2")), Incoming(a_dialogue("d3", extra={"score": float("nan")})))
    assert store.dialogue_ids("p") == ["d1"]


def test_a_preview_tells_the_same_and_writes_nothing(store: Store) -> None:
    incoming = [Incoming(a_dialogue("d2"), [an_imported_label()]), Incoming(a_dialogue())]
    preview = store.preview_dialogues("p", incoming, source="made.json", schema_version=1)
    assert preview == Added(new=1, unchanged=1, changed=0, turns=6, labels=1)
    assert store.dialogue_ids("p") == ["d1"]
    assert add(store, *incoming) == preview


def test_texts_under_another_id_are_counted(store: Store) -> None:
    assert add(store, Incoming(a_dialogue().model_copy(update={"id": "copy"}))).same_texts == 1


def test_imported_labels_are_kept_with_their_source(store: Store) -> None:
    label = an_imported_label()
    add(store, Incoming(a_dialogue("d2"), [label, an_imported_label(None, turn="t0", raw="Direct Guidance")]))
    first, second = store.events("p")
    assert (first.event.origin, first.event.round, first.event.task) == ("import", 1, "main")
    assert (first.event.value, first.event.raw, first.event.annotator) == ("question", "Question", "supporter")
    assert first.event.text_revision == text_revision(a_dialogue("d2"))
    assert (second.event.state, second.event.value, second.event.raw) == ("unmapped", None, "Direct Guidance")
    assert store.annotators("p") == {"supporter": "participant"}


def test_a_changed_label_is_a_new_event_upon_the_old_one(store: Store) -> None:
    for value in ("question", "other", "question"):
        add(store, Incoming(a_dialogue("d2"), [an_imported_label(value)]))
    events = [stored.event for stored in store.events("p")]
    assert [event.value for event in events] == ["question", "other", "question"]
    assert [event.based_on for event in events] == [None, events[0].id, events[1].id]
    assert len({event.id for event in events}) == 3


def test_imported_events_have_the_same_ids_anywhere(opening: Opening, tmp_path: Path) -> None:
    ids = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        store = opening(tmp_path / name)
        store.create_project(a_project(), a_schema())
        add(store, Incoming(a_dialogue(), [an_imported_label(), an_imported_label(4, field="distress", raw="4")]))
        ids.append([stored.event.id for stored in store.events("p")])
        store.close()
    assert ids[0] == ids[1]
    assert all(uuid.UUID(name).version == 5 for name in ids[0])


def test_an_import_does_not_override_what_its_annotator_typed_since(store: Store) -> None:
    mine = an_imported_label(who="ana")
    add(store, Incoming(a_dialogue(), [mine]))
    (imported,) = page(store)
    store.append([an_event("other", based_on=imported.event.id)])
    assert add(store, Incoming(a_dialogue(), [mine])).labels == 0
    assert add(store, Incoming(a_dialogue(), [replace(mine, value="reflection")])).labels == 1
    assert values(page(store)) == [("other", False), ("reflection", True)]
    assert add(store, Incoming(a_dialogue(), [replace(mine, value="reflection")])).labels == 0


def test_counts(store: Store) -> None:
    add(store, Incoming(FULL, [an_imported_label(turn="t0")]))
    store.append([an_event()])
    assert store.counts("p") == {"dialogues": 2, "turns": 5, "participants": 5, "events": 2, "annotators": 2}


# --- splits, sessions, settings ---------------------------------------------------------------------------------------


def test_splits(store: Store) -> None:
    add(store, Incoming(a_dialogue("d2")), split="valid")
    assert store.splits("p") == {"d2": "valid"}
    store.write_splits("p", {"d1": "train", "d2": "test"})
    assert store.splits("p") == {"d1": "train", "d2": "test"}


NOW = datetime.now(UTC)
SESSION = Session("hash", "ana", "annotator", "session", "csrf", NOW, NOW + timedelta(hours=1))


def test_a_session_ends(store: Store) -> None:
    assert store.session("hash") is None
    store.add_session(SESSION)
    assert store.session("hash") == SESSION
    store.end_session("hash")
    assert store.session("hash") is None


def test_a_session_expires_and_a_token_may_not(store: Store) -> None:
    token = replace(SESSION, id_hash="token", kind="token", expires_at=None)
    store.add_session(replace(SESSION, expires_at=NOW - timedelta(seconds=1)))
    store.add_session(token)
    assert store.session("hash") is None
    assert store.session("token") == token


def test_settings(store: Store) -> None:
    assert store.setting("people") is None
    store.write_setting("people", ["ana"])
    store.write_setting("people", ["ana", "bo"])
    assert store.setting("people") == ["ana", "bo"]


# --- whole database ---------------------------------------------------------------------------------------------------


def test_a_backup_is_a_whole_store(store: Store, opening: Opening, tmp_path: Path) -> None:
    store.append([an_event()])
    folder = tmp_path / "copy"
    folder.mkdir()
    store.backup(folder / "curator.duckdb")
    with pytest.raises(StateError, match="exists"):
        store.backup(folder / "curator.duckdb")
    store.append([an_event("late", turn="t0")])
    copy = opening(folder)
    assert values(page(copy)) == [("question", False)]
    assert copy.append([an_event("other", turn="t0")])[0].status == "saved"
    assert copy.gold("p").height == 2
    copy.close()


def test_ping(store: Store) -> None:
    store.ping()
