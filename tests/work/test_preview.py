"""Trying a schema: the invented conversation fits it, and nothing of it is in the workspace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curator import resources
from curator.bootstrap import Services
from curator.errors import IncompleteError, NotAllowedError, NotSignedInError
from curator.model.kinds import KINDS
from curator.model.plan import cells
from curator.model.project import Task
from curator.model.schema import Schema, load_schema
from curator.model.targets import TARGET_NAMES
from curator.work import labelling
from curator.work.access import Person
from curator.work.preview import FOLDER, MOST, facts_of
from curator.work.preview_talk import invented
from tests.builders import a_schema
from tests.model import making
from tests.workspaces import SCHEME, sent, some_services

LEA = Person("lea", "lead", "session")
EVERYTHING = Path(__file__).parents[1] / "model" / "schemas" / "everything.yaml"
FILES = [*resources.schema_files().values(), EVERYTHING]
SMALL = a_schema(SCHEME)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = some_services(tmp_path)
    yield services
    services.close()


def asked(schema: Schema, **facts: Any) -> set[str]:
    return {cell.field.id for cell in cells(schema, Task(), invented(schema, facts))}


# --- the conversation -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_question_is_asked_somewhere_and_every_role_speaks(path: Path) -> None:
    schema = load_schema(path)
    talk = invented(schema)
    assert asked(schema) == {field.id for field in schema.asked}
    assert {talk.role_of(turn.speakers[0]) for turn in talk.turns} >= set(schema.roles)
    assert 10 <= len(talk.turns) <= 14


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
@pytest.mark.parametrize("target", TARGET_NAMES)
def test_each_kind_at_each_target_has_a_place(kind: str, target: str) -> None:
    if target not in KINDS.get(kind).targets:
        return
    more = {
        "choice": "options: [a, b]",
        "choices": "options: [a, b]",
        "scale": "from: 1, to: 3",
        "ranking": "of: candidates",
        "spans": "options: [a]",
        "links": "options: [a]",
        "segments": "options: [a]",
        "records": "parts: [{id: words, kind: text}]",
    }.get(kind, "")
    of = {"part": "of: turn"}.get(target, "")
    settings = ", ".join(part for part in (f"id: f, target: {target}, kind: {kind}", more, of) if part)
    schema = making.a_schema(settings)
    assert asked(schema) == {"f"}
    if kind == "ranking":
        assert invented(schema).candidates


@pytest.mark.parametrize("of", ["turn", "candidate", "dialogue", "case"])
def test_pieces_of_what_the_schema_asks_pieces_of(of: str) -> None:
    schema = making.a_schema(f"id: f, target: part, of: {of}, type: step, kind: text")
    assert {(part.of_kind, part.type) for part in invented(schema).parts} == {(of, "step")}
    assert asked(schema) == {"f"}


def test_two_talk_unless_the_schema_asks_about_people() -> None:
    few = making.a_schema("id: f, target: turn, kind: text")
    many = making.a_schema("id: f, target: pair, kind: text")
    assert [len(invented(schema).participants) for schema in (few, many)] == [2, 3]
    assert [person.role for person in invented(many).participants] == ["client", "client", "therapist"]


def test_a_schema_without_roles_is_spoken_all_the_same() -> None:
    schema = a_schema("id: plain\nfields: [{id: f, target: turn, kind: text}]")
    assert {turn.speakers[0] for turn in invented(schema).turns} == {"rosa", "noor"}


def test_somebody_absent_is_there_where_the_schema_lets_such_people_in() -> None:
    among = making.a_schema("id: f, target: pair, among: any, kind: text")
    assert [person.kind for person in invented(among).participants][-1] == "mentioned"
    own = making.a_schema("id: f, target: pair, kind: text")
    assert "mentioned" not in {person.kind for person in invented(own).participants}


def test_facts_that_make_a_difference_can_be_chosen() -> None:
    schema = load_schema(resources.schema_file("rescue-bench"))
    assert facts_of(schema) == {"scenario": ["couple", "family"]}
    groups = {
        scenario: [one.id for one in schema.people(invented(schema, {"scenario": scenario})) if one.kind == "group"]
        for scenario in ("couple", "family")
    }
    assert groups == {"couple": ["Couple"], "family": ["Family"]}


def test_what_conditions_ask_of_turns_and_people_is_there() -> None:
    schema = making.a_schema(
        "id: f, target: turn, kind: text, applies_to: {turn.channel: phone}",
        "id: g, target: participant, kind: text, applies_to: {participant.age: {ge: 18}}",
        "id: h, target: dialogue, kind: text, applies_to: {dialogue.session: {gt: 1}}",
    )
    assert asked(schema) == {"f", "g", "h"}
    assert facts_of(schema) == {"session": [2.0, 0.0]}


def test_a_draft_is_there_to_begin_with() -> None:
    schema = making.a_schema("id: f, target: turn, kind: text, prefill: draft")
    assert all(turn.extra["draft"] for turn in invented(schema).turns)
    assert not any(turn.extra for turn in invented(SMALL).turns)


# --- the store of a preview -------------------------------------------------------------------------------------------
def test_it_answers_as_it_will_be_and_the_workspace_holds_nothing(services: Services) -> None:
    before = services.store.counts("p")
    preview = services.previews.open(LEA, SMALL)
    shelf = services.shelf_for(LEA, preview.project)
    assert shelf is preview.shelf
    page = labelling.open_dialogue(shelf, LEA, preview.project, "main", preview.dialogue)
    assert page["guidelines"]["markdown"].strip() == "Read it all first."
    first = next(turn["id"] for turn in page["dialogue"]["turns"] if turn["roles"] == ["supporter"])
    event = sent(turn=first, project=preview.project, dialogue=preview.dialogue)
    assert [one.status for one in labelling.save_events(shelf, LEA, [event])] == ["saved"]
    with pytest.raises(IncompleteError):
        labelling.submit(shelf, LEA, preview.project, "main", 1, preview.dialogue)
    again = labelling.open_dialogue(shelf, LEA, preview.project, "main", preview.dialogue)
    assert [label["value"] for label in again["labels"]] == ["question"]
    assert [project.id for project in services.store.projects()] == ["p"]
    assert services.store.counts("p") == before


def test_it_is_its_owners_alone(services: Services) -> None:
    preview = services.previews.open(LEA, SMALL)
    for other in (Person("mia", "lead", "session"), None):
        assert services.shelf_for(other, preview.project) is services.shelf
    assert services.shelf_for(LEA, "p") is services.shelf


def test_only_leads_try_schemas(services: Services) -> None:
    with pytest.raises(NotAllowedError):
        services.previews.open(Person("ana", "annotator", "session"), SMALL)
    with pytest.raises(NotSignedInError):
        services.previews.open(None, SMALL)


def test_the_next_one_of_a_tab_takes_its_place_and_nothing_is_left_behind(services: Services, tmp_path: Path) -> None:
    first = services.previews.open(LEA, SMALL)
    beside = services.previews.open(LEA, SMALL)  # in another tab
    second = services.previews.open(LEA, SMALL, instead_of=first.project)
    assert services.previews.find(LEA, first.project) is None
    assert services.previews.find(LEA, second.project) is second
    assert services.previews.find(LEA, beside.project) is beside
    services.previews.open(Person("mia", "lead", "session"), SMALL, instead_of=beside.project)
    assert services.previews.find(LEA, beside.project) is beside  # nobody takes another person's away
    services.previews.close()
    assert not list(tmp_path.rglob("preview*"))
    assert not Path(first.folder.name).exists()
    assert not Path(second.folder.name).exists()


def test_what_a_killed_app_has_left_is_cleared_by_the_next_one(tmp_path: Path) -> None:
    left = tmp_path / FOLDER / "preview-abc" / "preview.duckdb"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half")
    some_services(tmp_path).close()
    assert not left.parent.exists()


def test_few_are_open_at_once(services: Services) -> None:
    people = [Person(f"lead{n}", "lead", "session") for n in range(MOST + 1)]
    opened = [services.previews.open(who, SMALL) for who in people]
    assert [services.previews.find(who, one.project) for who, one in zip(people, opened, strict=True)] == [
        None,
        *opened[1:],
    ]
