"""What every store promises about labels and the work on them."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curator.errors import StateError
from curator.model.annotation import Event
from curator.model.targets import Target
from curator.store import Store
from curator.store.interface import Incoming
from tests.builders import a_dialogue, a_project, a_schema, an_event
from tests.contracts.stores import Opening, add, page, values

# --- labels -----------------------------------------------------------------------------------------------------------


def test_an_event_comes_back_as_it_was(store: Store) -> None:
    event = an_event(
        [{"option": "question", "intensity": 2}],
        target=Target(participant="usr", other="sys", turn="t1"),
        item="i1",
        client_at=datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=UTC),
        visible_ms=1234,
        guidelines=3,
        text_revision="abc",
        raw={"b": 1, "a": [None, 2.5]},
        certainty=0.5,
        shown_order=("c2", "c1"),
        annotator_kind="adjudicator",
    )
    before = datetime.now(UTC)
    assert [outcome.status for outcome in store.append([event])] == ["saved"]
    (stored,) = store.events("p")
    assert stored.event == event
    assert page(store) == [stored]
    assert before <= stored.recorded_at <= datetime.now(UTC)


def test_seq_is_the_order_of_writing(store: Store) -> None:
    outcomes = store.append([an_event(turn="t0"), an_event(turn="t1")]) + store.append([an_event(turn="t2")])
    seqs = [outcome.seq or 0 for outcome in outcomes]
    assert seqs == sorted(set(seqs))
    assert [stored.seq for stored in store.events("p")] == seqs


def test_a_retried_event_changes_nothing(store: Store) -> None:
    event = an_event()
    first, second = store.append([event]) + store.append([event])
    assert (second.status, second.seq) == ("duplicate", first.seq)
    assert [outcome.status for outcome in store.append([event, an_event(turn="t0")])] == ["duplicate", "saved"]
    twice = an_event(turn="t2")
    assert [outcome.status for outcome in store.append([twice, twice])] == ["saved", "duplicate"]
    assert len(list(store.events("p"))) == 3


KNOWN = an_event()


@pytest.mark.parametrize(
    "other",
    [
        replace(KNOWN, annotator="bo"),
        replace(KNOWN, value="other"),
        replace(KNOWN, dialogue="d2"),
        replace(KNOWN, state="none"),
        replace(KNOWN, project="q"),
    ],
)
def test_an_id_belongs_to_one_author_and_content(store: Store, other: Event) -> None:
    store.append([KNOWN])
    (outcome,) = store.append([other])
    assert outcome.status == "refused"
    assert "another event" in outcome.reason
    assert values(page(store)) == [("question", False)]


@pytest.mark.parametrize(
    "event", [an_event(id="not-a-uuid"), an_event(based_on="x"), an_event(state="submitted"), an_event(field="")]
)
def test_a_bad_event_is_refused_and_blocks_no_other(store: Store, event: Event) -> None:
    outcomes = store.append([event, an_event()])
    assert [outcome.status for outcome in outcomes] == ["refused", "saved"]
    assert outcomes[0].reason


def test_an_event_on_top_of_the_current_one_is_current(store: Store) -> None:
    first = an_event()
    second = an_event("other", based_on=first.id)
    assert [outcome.status for outcome in store.append([first, second])] == ["saved", "saved"]
    assert values(page(store)) == [("other", False)]


def test_an_event_that_saw_something_else_is_kept_as_stale(store: Store) -> None:
    first, second = an_event(), an_event("other")
    assert [outcome.status for outcome in store.append([first]) + store.append([second])] == ["saved", "stale"]
    assert values(page(store)) == [("question", False), ("other", True)]
    store.append([an_event("reflection", based_on=first.id)])
    assert values(page(store)) == [("reflection", False)]  # what was offered is older than the decision now


def test_keys_are_apart(store: Store) -> None:
    events = [
        an_event("a"),
        an_event("b", who="bo"),
        an_event("c", round=2),
        an_event("d", task="other"),
        an_event("e", item="i"),
        an_event("f", turn="t2"),
        an_event("g", field="note"),
        an_event("h", target=Target(turn="t1", participant="usr")),
    ]
    assert {outcome.status for outcome in store.append(events)} == {"saved"}
    assert {label.event.value for label in page(store)} == {"a", "e", "f", "g", "h"}


def test_undo_is_an_event(store: Store) -> None:
    first = an_event()
    undo = an_event(None, state="retracted", based_on=first.id)
    store.append([first, undo])
    (label,) = page(store)
    assert label.event.state == "retracted"
    assert store.ratings("p").is_empty()
    assert store.append([an_event("other", based_on=undo.id)])[0].status == "saved"


def test_appending_soon_is_appending(store: Store) -> None:
    futures = [store.append_soon([an_event(turn=f"t{idx}")]) for idx in range(3)]
    assert [future.result(timeout=10)[0].status for future in futures] == ["saved"] * 3
    assert len(page(store)) == 3


def test_many_threads_lose_nothing(store: Store) -> None:
    def work(who: str) -> None:
        based_on = None
        for number in range(10):
            event = an_event(f"{who} {number}", who=who, based_on=based_on)
            assert [outcome.status for outcome in store.append([event])] == ["saved"]
            based_on = event.id

    threads = [threading.Thread(target=work, args=(f"a{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stored = list(store.events("p"))
    assert len({one.seq for one in stored}) == 80
    assert all(values(page(store, f"a{number}")) == [(f"a{number} 9", False)] for number in range(8))


def test_everything_is_there_after_a_restart(opening: Opening, tmp_path: Path) -> None:
    store = opening(tmp_path)
    store.create_project(a_project(), a_schema())
    add(store, Incoming(a_dialogue()))
    first = an_event()
    store.append([first])
    store.close()
    store = opening(tmp_path)
    assert values(page(store)) == [("question", False)]
    assert store.append([first, an_event("other")])[0].status == "duplicate"
    assert values(page(store)) == [("question", False), ("other", True)]
    assert [stored.seq for stored in store.events("p")] == [1, 2]
    store.close()


def test_a_closed_store_takes_nothing(opening: Opening, tmp_path: Path) -> None:
    store = opening(tmp_path)
    store.close()
    with pytest.raises(StateError, match="closed"):
        store.append([an_event()])


# --- work -------------------------------------------------------------------------------------------------------------


def test_progress_follows_the_events(store: Store) -> None:
    first, second = an_event(), an_event(None, state="cannot_tell", turn="t0")
    store.append([first, second, an_event("other")])
    (work,) = store.work("p")
    assert (work.dialogue, work.annotator, work.state, work.n_answered, work.n_events) == ("d1", "ana", "open", 2, 3)
    store.append([an_event(None, state="retracted", based_on=first.id), an_event(None, state="none", turn="t2")])
    (work,) = store.work("p")
    assert (work.n_answered, work.n_events) == (2, 5)
    assert work.last_at is not None
    assert work.submitted_at is None


def test_taking_a_dialogue(store: Store) -> None:
    for _ in range(2):
        store.open_work("p", task="main", round=1, dialogue="d1", annotator="bo")
    (work,) = store.work("p")
    assert (work.annotator, work.state, work.n_events) == ("bo", "open", 0)
    assert store.work("p", annotator="ana") == store.work("p", task="other") == []


def test_submit_writes_the_blanks_and_says_so(store: Store) -> None:
    answered = an_event()
    store.append([answered, undone := an_event(turn="t2")])
    store.append([an_event(None, turn="t2", state="retracted", based_on=undone.id)])
    blanks = [an_event(None, state="none", origin="by_submit", turn=turn) for turn in ("t0", "t1", "t2")]
    seq = store.submit("p", task="main", round=1, dialogue="d1", annotator="ana", by_submit=blanks)
    assert {(label.event.target.turn, label.event.state) for label in page(store)} == {
        ("t0", "none"),
        ("t1", "value"),
        ("t2", "none"),
    }
    *_, last = store.events("p")
    assert (last.seq, last.event.state, last.event.field) == (seq, "submitted", "")
    (work,) = store.work("p")
    assert (work.state, work.n_answered) == ("submitted", 3)
    assert work.submitted_at is not None
    assert store.submit("p", task="main", round=1, dialogue="d1", annotator="ana", by_submit=[]) == seq


def test_reopening(store: Store) -> None:
    def submit() -> int:
        return store.submit("p", task="main", round=1, dialogue="d1", annotator="ana", by_submit=[])

    first = submit()
    for _ in range(2):
        store.reopen("p", task="main", round=1, dialogue="d1", annotator="ana")
    assert store.work("p")[0].state == "open"
    assert submit() > first
    assert [stored.event.state for stored in store.events("p")] == ["submitted", "reopened", "submitted"]
