"""A second look at agreement is served from memory, and never an old one."""

from __future__ import annotations

import gc
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curator.model.annotation import Event
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.project import Project, Task
from curator.model.schema import parse_schema
from curator.model.targets import Target
from curator.store import Store, open_store
from curator.store.interface import Incoming, Judgement
from curator.work import agreement_cache
from curator.work.agreeing import agreement
from curator.work.agreement_cache import MOST_KEPT, remembered

SCHEMA = """
id: little
roles: {helper: []}
fields:
  - {id: move, target: turn, kind: choice, options: [ask, comfort]}
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "curator.duckdb")
    schema = parse_schema(SCHEMA, where="little.yaml")
    for name in ("p", "other"):
        store.create_project(Project(id=name, schema_id="little", schema_version=1, tasks=(Task(id="main"),)), schema)
    add_dialogue(store, "d1")
    yield store
    store.close()


def add_dialogue(store: Store, name: str) -> None:
    turns = tuple(Turn(id=f"t{i}", speakers=("h",), text="…") for i in range(4))
    one = Dialogue(id=name, participants=(Participant(id="h", role="helper"),), turns=turns)
    store.add_dialogues("p", [Incoming(one, [])], source=name, schema_version=1)


def say(store: Store, annotator: str, turn: str, value: str, project: str = "p") -> None:
    event = Event(
        id=str(uuid.uuid4()),
        project=project,
        dialogue="d1",
        field="move",
        annotator=annotator,
        target=Target(turn=turn),
        state="value",
        value=value,
    )
    store.append([event])


class Counting:
    """Computes, and counts how often."""

    def __init__(self) -> None:
        self.n = 0

    def __call__(self) -> int:
        self.n += 1
        return self.n


def test_the_same_question_is_computed_once_and_another_one_by_itself(store: Store) -> None:
    compute = Counting()
    assert [remembered(store, "p", {"field": "move"}, compute) for _ in range(3)] == [1, 1, 1]
    assert remembered(store, "p", {"field": "tags"}, compute) == 2
    assert remembered(store, "other", {"field": "move"}, compute) == 3
    assert remembered(store, "p", {"field": "move"}, compute) == 1


def test_whatever_is_written_makes_it_new(store: Store) -> None:
    compute = Counting()

    def ask() -> int:
        return remembered(store, "p", {}, compute)

    assert ask() == 1
    say(store, "ana", "t0", "ask")
    assert ask() == 2
    say(store, "ana", "t0", "comfort")
    assert ask() == 3
    store.submit("p", task="main", round=1, dialogue="d1", annotator="ana", by_submit=[])
    assert ask() == 4
    add_dialogue(store, "d2")
    assert ask() == 5
    verdict = Judgement("p", "move", 1, 2, "lea", "same", datetime(2026, 1, 1, tzinfo=UTC))
    store.judge(verdict)
    assert ask() == 6
    store.judge(Judgement("p", "move", 1, 2, "lea", "different", datetime(2026, 1, 2, tzinfo=UTC)))
    assert [ask(), ask()] == [7, 7]


def test_work_on_another_project_leaves_it(store: Store) -> None:
    compute = Counting()
    remembered(store, "p", {}, compute)
    say(store, "ana", "t0", "ask", project="other")
    assert remembered(store, "p", {}, compute) == 1


def test_an_error_is_told_and_forgotten(store: Store) -> None:
    def fail() -> int:
        raise ValueError("too early")

    with pytest.raises(ValueError, match="too early"):
        remembered(store, "p", {}, fail)
    assert remembered(store, "p", {}, Counting()) == 1


def test_so_many_are_kept_and_no_more(store: Store) -> None:
    compute = Counting()
    for number in range(MOST_KEPT + 1):
        remembered(store, "p", {"number": number}, compute)
    remembered(store, "p", {"number": MOST_KEPT}, compute)
    assert compute.n == MOST_KEPT + 1
    remembered(store, "p", {"number": 0}, compute)  # the longest unasked had to go
    assert compute.n == MOST_KEPT + 2


def test_a_store_that_is_gone_takes_its_answers_along(tmp_path: Path) -> None:
    store = open_store(tmp_path / "gone.duckdb")
    store.create_project(
        Project(id="p", schema_id="little", schema_version=1, tasks=(Task(id="main"),)),
        parse_schema(SCHEMA, where="little.yaml"),
    )
    before = len(agreement_cache._of_store)
    remembered(store, "p", {}, Counting())
    assert len(agreement_cache._of_store) == before + 1
    store.close()
    del store
    gc.collect()
    assert len(agreement_cache._of_store) == before


def test_who_asks_meanwhile_waits_for_the_same_answer(store: Store) -> None:
    started, go_on = threading.Event(), threading.Event()
    compute = Counting()

    def slowly() -> int:
        started.set()
        assert go_on.wait(60)
        return compute()

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(remembered, store, "p", {}, slowly)
        assert started.wait(60)
        others = [pool.submit(remembered, store, "p", {}, slowly) for _ in range(3)]
        go_on.set()
        assert [first.result(60), *(one.result(60) for one in others)] == [1, 1, 1, 1]


def test_an_answer_is_never_older_than_what_was_saved_before_the_question(store: Store) -> None:
    """People label while others look: what each reader gets holds every answer that was saved when they asked."""
    n_people, n_asks = 3, 15

    def label(who: str) -> None:
        for idx in range(40):
            say(store, who, f"t{idx % 4}", "ask" if idx % 3 else "comfort")

    def look() -> None:
        for _ in range(n_asks):
            before = store.counts("p")["events"]
            assert remembered(store, "p", {}, lambda: store.counts("p")["events"]) >= before

    with ThreadPoolExecutor(n_people * 2) as pool:
        jobs = [pool.submit(label, f"a{who}") for who in range(n_people)]
        jobs += [pool.submit(look) for _ in range(n_people)]
        for job in jobs:
            job.result(120)
    events = store.counts("p")["events"]
    assert remembered(store, "p", {}, lambda: events) == events == n_people * 40


def test_the_report_of_a_project_is_remembered_until_somebody_answers(store: Store) -> None:
    for who in ("ana", "ben"):
        for turn in ("t0", "t1"):
            say(store, who, turn, "ask")
        say(store, who, "t2", "comfort")
        store.submit("p", task="main", round=1, dialogue="d1", annotator=who, by_submit=[])
    first = agreement(store, "p")
    assert agreement(store, "p") is first
    assert agreement(store, "p", details=False) is not first
    assert agreement(store, "p", asked={"seed": 3}) is not first
    assert agreement(store, "p", annotator_kinds=("person", "model")) is not first
    say(store, "ben", "t3", "ask")
    again = agreement(store, "p", round="current")
    assert agreement(store, "p") is not first
    assert agreement(store, "p", round="current") is again
