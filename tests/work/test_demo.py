"""The demo: invented, whole, labelled through the page's own door, and good to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.bootstrap import Services, open_services
from curator.model.plan import missing
from curator.settings import Settings
from curator.work.demo import _DATA, ANNOTATORS, FAMILIES, PROJECT, make_demo, read_family


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    services = open_services(Settings(tmp_path_factory.mktemp("demo")))
    make_demo(services.store)
    yield services
    services.close()


def test_every_file_is_used_and_every_turn_is_read() -> None:
    assert {path.stem for path in _DATA.glob("*.yaml")} == set(FAMILIES)
    sessions = [session for family in FAMILIES for session in read_family(_DATA / f"{family}.yaml")]
    assert len(sessions) == 12
    for session in sessions:
        assert 12 <= len(session.dialogue.turns) <= 30
        for turn, reading in zip(session.dialogue.turns, session.turns, strict=True):
            is_counsellor = session.dialogue.role_of(turn.speakers[0]) == "counsellor"
            assert bool(reading.move) == is_counsellor, turn
            assert reading.addressed, turn
            assert set(reading.addressed).isdisjoint(turn.speakers), turn
            assert bool(reading.intensity) == bool(reading.feelings), turn
            assert bool(reading.shift) == bool(reading.reason), turn


def test_every_move_and_feeling_occurs() -> None:
    sessions = [session for family in FAMILIES for session in read_family(_DATA / f"{family}.yaml")]
    readings = [reading for session in sessions for reading in session.turns]
    moves = Counter(one.move for one in readings if one.move)
    feelings = Counter(feeling for one in readings for feeling in one.feelings)
    assert set(moves) == {"question", "reflection", "reframe", "link", "support", "proposal", "frame"}
    assert set(feelings) == {"anger", "worry", "sadness", "hurt", "shame", "warmth", "relief"}


def test_annotators_submitted_some_and_left_some(services: Services) -> None:
    work = Counter((one.annotator, one.state) for one in services.store.work(PROJECT))
    for annotator in ANNOTATORS:
        assert work[annotator.name, "submitted"] == annotator.n_submitted
        assert work[annotator.name, "open"] == 1
    touched = {one.dialogue for one in services.store.work(PROJECT)}
    assert len(touched) < len(services.store.dialogue_ids(PROJECT))


def test_dialogues_can_be_labelled_from_end_to_end(services: Services) -> None:
    schema, project = services.store.schema(PROJECT), services.store.project(PROJECT)
    for dialogue in services.store.dialogues(PROJECT):
        wanted = Counter(cell.field.id for cell in missing(schema, project.tasks[0], dialogue, {}))
        assert wanted["addressed"] == len(dialogue.turns)
        assert wanted["themes"] == wanted["together"] == 1


def test_sessions_of_a_family_are_one_case(services: Services) -> None:
    cases = Counter(dialogue.case for dialogue in services.store.dialogues(PROJECT))
    assert set(cases.values()) == {2}


def test_two_demos_have_the_same_labels(services: Services, tmp_path: Path) -> None:
    other = open_services(Settings(tmp_path))
    try:
        make_demo(other.store)
        columns = ["dialogue_id", "field", "turn_id", "annotator", "state", "value"]
        first, second = (one.store.ratings(PROJECT).select(columns).sort(columns) for one in (services, other))
    finally:
        other.close()
    assert first.equals(second)
