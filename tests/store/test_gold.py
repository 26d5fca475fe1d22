"""Gold, worked out by hand: who is heard, what each rule says, and what is said where nothing can be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from curator.model.annotation import AnnotatorKind, ImportedLabel, State
from curator.model.base import Json
from curator.model.targets import Target
from curator.store import Store
from curator.store.interface import Incoming
from tests.builders import a_dialogue, an_event, an_imported_label

CANNOT = "cannot_tell"
NONE = "none"


def label(store: Store, who: str, field: str, value: Json, **settings: Any) -> str:
    """One label at turn t1, then submitted. `value` may be a state; the event's id."""
    state: State = "cannot_tell" if value == CANNOT else "none" if value == NONE else "value"
    turn = "" if field == "outcome" else "t1"
    event = an_event(None if state != "value" else value, field=field, who=who, state=state, turn=turn, **settings)
    assert store.append([event])[0].status == "saved"
    store.submit("p", task=event.task, round=event.round, dialogue="d1", annotator=who, by_submit=[])
    return event.id


def gold(store: Store, field: str) -> dict[str, Any]:
    (row,) = store.gold("p", field=field).iter_rows(named=True)
    return {**row, "value": row["value"] and json.loads(row["value"])}


def brief(store: Store, field: str) -> tuple[object, ...]:
    row = gold(store, field)
    return (row["state"], row["value"], row["reason"])


CASES: list[tuple[str, list[Json], tuple[object, ...]]] = [
    ("move", ["question", "question", "other"], ("value", "question", "")),
    ("move", ["question", "other"], ("no_agreement", None, "a tie: 2 answers have 1 vote each")),
    ("move", ["question", "question", "other", "other"], ("no_agreement", None, "a tie: 2 answers have 2 votes each")),
    ("move", ["question", NONE, NONE], ("none", None, "")),
    ("move", ["question", CANNOT, CANNOT], ("value", "question", "")),
    ("move", [CANNOT, CANNOT], ("cannot_tell", None, "")),
    ("moves", [["question", "other"], ["other"], ["question", "other"]], ("value", ["question", "other"], "")),
    ("moves", [["question"], ["other"]], ("value", [], "")),
    ("moves", [["question"], NONE, NONE], ("value", [], "")),
    ("moves", [NONE, NONE], ("none", None, "")),
    ("moves", [["other", "question"], ["question", "other"], CANNOT], ("value", ["question", "other"], "")),
    ("addressed", [["sys", "usr"], ["usr", "sys"]], ("value", ["usr", "sys"], "")),
    ("distress", [1, 2, 5], ("value", 2, "")),
    ("distress", [1, 2], ("value", 1.5, "")),
    ("distress", [NONE, NONE, 4], ("value", 4, "")),
    ("warmth", [1, 2, 2], ("value", 5 / 3, "")),
    ("warmth", [0, 10], ("value", 5, "")),
    ("note", ["a", "a"], ("value", "a", "")),
    ("note", ["a", "b", "a"], ("no_agreement", None, "2 different answers")),
]


@pytest.mark.parametrize(("field", "labels", "expected"), CASES)
def test_rules(store: Store, field: str, labels: list[Json], expected: tuple[object, ...]) -> None:
    for number, value in enumerate(labels):
        label(store, f"a{number}", field, value)
    state, value, reason = brief(store, field)
    assert (state, reason) == (expected[0], expected[2])
    assert value == (pytest.approx(expected[1]) if isinstance(expected[1], float) else expected[1])
    assert gold(store, field)["n_annotators"] == len(labels)
    assert gold(store, field)["gold_source"] == "rule"


def test_nothing_counts_before_the_first_submit(store: Store) -> None:
    store.append([an_event()])
    assert brief(store, "move") == (None, None, "no submitted label of a person yet")


def test_a_later_change_does_not_touch_the_independent_label(store: Store) -> None:
    first = label(store, "ana", "move", "question")
    store.append([an_event("other", based_on=first)])
    assert brief(store, "move")[:2] == ("value", "question")
    rows = store.ratings("p").select("value", "is_independent", "is_current").rows()
    assert rows == [('"question"', True, False), ('"other"', False, True)]


def test_a_second_round_is_not_independent(store: Store) -> None:
    label(store, "ana", "move", "question")
    label(store, "ana", "move", "other", round=2)
    assert brief(store, "move")[:2] == ("value", "question")


def test_one_vote_a_person_also_with_two_tasks(store: Store) -> None:
    label(store, "ana", "move", "question")
    label(store, "ana", "move", "other", task="again")
    label(store, "bo", "move", "other")
    assert brief(store, "move")[:2] == ("value", "other")
    assert gold(store, "move")["n_annotators"] == 2


@pytest.mark.parametrize("kind", ["adjudicator", "group"])
def test_a_verdict_goes_before_the_rule(store: Store, kind: AnnotatorKind) -> None:
    for who in ("ana", "bo"):
        label(store, who, "move", "question")
    label(store, "judge", "move", "other", annotator_kind=kind)
    row = gold(store, "move")
    assert (row["value"], row["gold_source"], row["n_annotators"]) == ("other", "verdict", 2)


def test_a_verdict_can_be_that_there_is_no_agreement(store: Store) -> None:
    label(store, "ana", "move", "question")
    store.append([an_event(None, state="no_agreement", who="judge", annotator_kind="adjudicator")])
    assert brief(store, "move") == ("no_agreement", None, "the verdict is that there is no agreement")


def test_models_never_count(store: Store) -> None:
    label(store, "bot", "move", "question", annotator_kind="model")
    row = gold(store, "move")
    assert (row["state"], row["value"], row["gold_source"], row["n_annotators"]) == (None, None, None, 0)


def test_the_label_of_the_source_stands_until_a_person_has_labelled(store: Store) -> None:
    imported = ImportedLabel("move", Target(turn="t1"), "value", "question", "Q!", "crowd", "unknown")
    store.add_dialogues("p", [Incoming(a_dialogue(), [imported])], source="made.json", schema_version=1)
    row = gold(store, "move")
    assert (row["value"], row["raw"], row["gold_source"]) == ("question", '"Q!"', "import")
    label(store, "ana", "move", "other")
    row = gold(store, "move")
    assert (row["value"], row["raw"], row["gold_source"]) == ("other", None, "rule")


def test_a_tie_does_not_fall_through_to_the_source(store: Store) -> None:
    store.add_dialogues("p", [Incoming(a_dialogue(), [an_imported_label()])], source="made.json", schema_version=1)
    label(store, "ana", "move", "question")
    label(store, "bo", "move", "other")
    assert gold(store, "move")["state"] == "no_agreement"


def test_what_is_outside_the_scheme_comes_through_unmapped(store: Store) -> None:
    strange = an_imported_label(None, raw={"odd": ["Direct Guidance"]})
    store.add_dialogues("p", [Incoming(a_dialogue(), [strange])], source="made.json", schema_version=1)
    row = gold(store, "move")
    assert (row["state"], row["value"], row["gold_source"]) == ("unmapped", None, "participant")
    assert json.loads(row["raw"]) == {"odd": ["Direct Guidance"]}
    assert row["reason"] == "the label of the source is outside the scheme"


def test_imported_persons_vote(store: Store) -> None:
    labels = [
        ImportedLabel("move", Target(turn="t1"), "value", value, value, who, "person")
        for who, value in [("r1", "question"), ("r2", "question"), ("r3", "other")]
    ]
    store.add_dialogues("p", [Incoming(a_dialogue(), labels)], source="made.json", schema_version=1)
    row = gold(store, "move")
    assert (row["value"], row["gold_source"], row["n_annotators"]) == ("question", "rule", 3)


def test_a_withdrawn_label_is_no_label(store: Store) -> None:
    event = an_event()
    store.append([event, an_event(None, state="retracted", based_on=event.id)])
    store.submit("p", task="main", round=1, dialogue="d1", annotator="ana", by_submit=[])
    assert store.gold("p").is_empty()
