"""Judging texts: which pairs there are, who may judge them, and what is reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.bootstrap import Services
from curator.errors import DataError, NotAllowedError, NotFoundError
from curator.store.interface import Store
from curator.work import judging, labelling
from curator.work.access import Person
from curator.work.context import around
from tests.workspaces import sent, some_services

LEA, MO = Person("Lea", "lead", "session"), Person("Mo", "admin", "session")
TEXTS: dict[str, dict[str, str | None]] = {
    "t1": {"Ana": "He listens.", "Ben": "he  listens", "Cem": "He waits."},  # Ana's and Ben's are the same unread
    "t3": {"Ana": "A mirror", "Ben": "A question", "Cem": None},  # Cem saw another move: not asked why
}


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    made = some_services(tmp_path_factory.mktemp("texts"))
    for who in ("Ana", "Ben", "Cem"):
        person = Person(who, "annotator", "session")
        for turn, words in TEXTS.items():
            move = "reflection" if words[who] else "question"
            labelling.save_events(made.shelf, person, [sent(value=move, turn=turn)])
            if words[who]:
                labelling.save_events(made.shelf, person, [sent("why", words[who], turn=turn)])
        labelling.submit(made.shelf, person, "p", "main", 1, "d1")
    late = Person("Dia", "annotator", "session")  # has not submitted: nothing of hers is compared
    labelling.save_events(made.shelf, late, [sent(value="reflection"), sent("why", "Late")])
    yield made
    made.close()


@pytest.fixture
def store(services: Services) -> Store:
    return services.store


def words(found: list[judging.Pair]) -> set[frozenset[str]]:
    return {frozenset((one.first.words, one.second.words)) for one in found}


def test_every_two_texts_of_people_who_submitted_make_a_pair(store: Store) -> None:
    found = judging.pairs(store, "p", "why")
    assert words(found) == {
        frozenset(two)
        for two in [
            ("He listens.", "he  listens"),
            ("He listens.", "He waits."),
            ("he  listens", "He waits."),
            ("A mirror", "A question"),
        ]
    }
    assert {(one.dialogue, one.turn) for one in found} == {("d1", "t1"), ("d1", "t3")}
    assert all(one.first.seq < one.second.seq for one in found)
    assert [one.id for one in judging.text_fields(store, "p")] == ["why"]
    with pytest.raises(NotFoundError, match=r"Known: why\."):
        judging.pairs(store, "p", "strategy")


def test_equal_texts_and_ones_own_are_nobodys_to_judge(store: Store) -> None:
    assert len(judging.waiting(store, "p", "why", "Lea")) == 3
    assert words(judging.waiting(store, "p", "why", "Ana")) == {frozenset(("he  listens", "He waits."))}
    assert words(judging.waiting(store, "p", "why", "Cem")) == {frozenset(("A mirror", "A question"))}


def test_the_order_is_the_judges_own_and_the_sides_tell_nothing(store: Store) -> None:
    pairs = judging.pairs(store, "p", "why")
    sides = {(one.sides(judge)[0] == one.first.words) for one in pairs for judge in map(str, range(20))}
    assert sides == {True, False}
    orders = {tuple(one.key for one in judging.waiting(store, "p", "why", judge)) for judge in map(str, range(20))}
    assert len(orders) > 1
    assert pairs[0].sides("Lea") == pairs[0].sides("Lea")


def test_verdicts_are_counted_once_a_pair(tmp_path: Path) -> None:
    services = some_services(tmp_path)
    try:
        store = services.store
        for who, told in (("Ana", "Calm"), ("Ben", "Quiet"), ("Cem", "Loud")):
            person = Person(who, "annotator", "session")
            labelling.save_events(services.shelf, person, [sent(value="reflection"), sent(turn="t3")])
            labelling.save_events(services.shelf, person, [sent("why", told)])
            labelling.submit(services.shelf, person, "p", "main", 1, "d1")
        counts = {"n_pairs": 3, "judged": 0, "same": 0, "partly": 0, "different": 0, "identical": 0}
        assert judging.judgements(store, "p", "why") == {**counts, "judged_twice": 0, "judges_agree": 0}
        first, second, _ = judging.waiting(store, "p", "why", "Lea")
        judging.judge(store, LEA, "p", "why", first.key, "same")
        judging.judge(store, LEA, "p", "why", first.key, "partly")  # Lea thought again
        judging.judge(store, LEA, "p", "why", second.key, "different")
        assert {one.key for one in judging.waiting(store, "p", "why", "Lea")}.isdisjoint({first.key, second.key})
        assert judging.waiting(store, "p", "why", "Mo")[0].key not in (first.key, second.key)  # the unjudged one first
        judging.judge(store, MO, "p", "why", first.key, "same")
        judging.judge(store, MO, "p", "why", second.key, "different")
        assert judging.judgements(store, "p", "why") == {
            **counts, "judged": 2, "partly": 1, "different": 1, "judged_twice": 2, "judges_agree": 1,
        }  # fmt: skip
        rows = list(judging.judged_rows(store, "p", ["why"]))
        assert tuple(rows[0]) == judging.JUDGED
        assert [(row["judge"], row["verdict"], row["turn_id"]) for row in rows] == [
            ("Lea", "partly", "t1"), ("Lea", "different", "t1"), ("Mo", "same", "t1"), ("Mo", "different", "t1"),
        ]  # fmt: skip
        numbers = store.ratings("p", field="why").select("seq", "annotator").rows()
        assert (rows[0]["first_seq"], rows[0]["first_annotator"]) in numbers
    finally:
        services.close()


def test_who_may_not_and_what_will_not_do(store: Store) -> None:
    key = judging.pairs(store, "p", "why")[0].key
    ana, engineer = Person("Ana", "lead", "session"), Person("Eli", "engineer", "session")
    open_ = judging.waiting(store, "p", "why", "Lea")[0]
    with pytest.raises(NotAllowedError):
        judging.judge(store, engineer, "p", "why", open_.key, "same")
    with pytest.raises(DataError, match="same, partly, different"):
        judging.judge(store, LEA, "p", "why", open_.key, "equal")
    for person, pair in ((LEA, (1, 2)), (LEA, key), (ana, key)):  # none, identical, one's own
        with pytest.raises(NotFoundError):
            judging.judge(store, person, "p", "why", pair, "same")


def test_a_turn_among_its_neighbours(store: Store) -> None:
    found = around(store, "p", "d1", "t3")
    assert [(one["turn"], one["here"]) for one in found] == [("t1", False), ("t2", False), ("t3", True)]
    assert found[0]["speakers"] == "supporter"
    assert [one["turn"] for one in around(store, "p", "d1")] == ["t0", "t1", "t2", "t3"]
    assert around(store, "p", "d1", "gone") == []
    with pytest.raises(NotFoundError):
        around(store, "p", "gone")
