"""Every kind about every sort of target, from the page's events to the exports."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curator.bootstrap import Services
from curator.errors import IncompleteError
from curator.exporting import export
from curator.model.kinds import KINDS
from curator.model.targets import TARGET_NAMES
from curator.work import labelling
from curator.work.access import Person
from curator.work.agreeing import agreement
from tests.everything import answers, everything, services_with
from tests.workspaces import sent

ANA, BEN = Person("ana_z", "annotator", "session"), Person("ben_z", "annotator", "session")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = services_with(tmp_path, "d1", "d2")
    yield services
    services.close()


def _save(services: Services, *events: dict[str, Any], who: Person = ANA) -> list[tuple[str, str]]:
    return [(one.status, one.reason) for one in labelling.save_events(services.shelf, who, events)]


def _page(services: Services, dialogue: str = "d1", who: Person = ANA) -> dict[str, Any]:
    return labelling.open_dialogue(services.shelf, who, "p", "main", dialogue)


def _told(field: str, target: dict[str, Any], value: Any = None, **more: Any) -> dict[str, Any]:
    return sent(field, value, target=target, schema_version=4, **more)


def test_the_scheme_holds_every_kind_and_target() -> None:
    fields = everything().fields
    assert {field.kind for field in fields} == set(KINDS.names())
    assert {field.target for field in fields} == set(TARGET_NAMES)
    assert {event["field"] for event in answers()} == {field.id for field in everything().asked}


def test_what_comes_back_is_what_was_meant(services: Services) -> None:
    events = answers()
    assert [one for one in _save(services, *events) if one[0] != "saved"] == []
    labels = {(one["field"], json.dumps(one["target"]), one["item"]): one for one in _page(services)["labels"]}
    assert len(labels) == len(events)
    for event in events:
        label = labels[event["field"], json.dumps(event["target"]), event["item"]]
        assert (label["id"], label["state"], label["value"]) == (event["id"], "value", event["value"])
        assert label["certainty"] == event.get("certainty")
    assert labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")["seq"]
    stored = {one.event.id: one.event for one in services.store.events("p")}
    for event in events:
        kept = stored[event["id"]]
        assert (kept.dialogue == "") is (event["target"].get("case") is not None or event["target"] == {"part": "q0"})
    better = next(event for event in events if event["field"] == "better")
    assert stored[better["id"]].shown_order == ("c1", "c0")
    ratings = services.store.ratings("p").filter(~services.store.ratings("p")["is_independent"])
    assert ratings.height == 0


def test_a_case_is_answered_once_for_all_its_dialogues(services: Services) -> None:
    told = _told("history", {"case": "couple-1"}, "One.", dialogue="d1")
    part = _told("memory", {"part": "q0"}, ["t1"], dialogue="d1")
    assert _save(services, told, part) == [("saved", ""), ("saved", "")]
    for name in ("d1", "d2"):
        labels = _page(services, name)["labels"]
        assert [(one["target"], one["value"]) for one in labels] == [
            ({"case": "couple-1"}, "One."),
            ({"part": "q0"}, ["t1"]),
        ]
    late = _told("history", {"case": "couple-1"}, "Two.", dialogue="d2")
    assert _save(services, late) == [("stale", "")]
    changed = _told("history", {"case": "couple-1"}, "Three.", dialogue="d2", based_on=told["id"])
    assert _save(services, changed) == [("saved", "")]
    page = _page(services)
    assert [one["value"] for one in page["labels"]] == [["t1"], "Three."]
    assert page["offered"] == []
    assert {one.dialogue for one in services.store.work("p")} <= {"d1", "d2"}


def test_what_the_page_gets_tells_no_more_than_it_may(services: Services) -> None:
    pages = [_page(services, who=who)["dialogue"] for who in (ANA, BEN)]
    assert [page["shown_order"] for page in pages] == [[one["id"] for one in page["candidates"]] for page in pages]
    assert all("source" not in one for page in pages for one in page["candidates"])
    assert "model-a" not in str(pages)
    orders = {
        tuple(_page(services, who=Person(f"w{n}", "annotator", "session"))["dialogue"]["shown_order"])
        for n in range(12)
    }
    assert len(orders) > 1
    assert _page(services)["dialogue"]["shown_order"] == pages[0]["shown_order"]
    people = {one["id"]: one for one in pages[0]["participants"]}
    assert people["pair"]["members"] == ["ana", "ben"]
    assert people["pair"]["may"] == ["speak", "be_addressed"]
    assert people["pair"]["name"] == "The couple"
    assert pages[0]["case"] == "couple-1"
    fields = {one["id"]: one for one in _page(services)["schema"]["fields"]}
    assert (fields["bond.near"]["of"], fields["bond.near"]["entry"], fields["bond.near"]["among"]) == (
        "bond",
        "near",
        "any",
    )
    assert (fields["step_ok"]["settings"]["of"], fields["step_ok"]["settings"]["type"]) == ("candidate", "step")
    assert [part["id"] for part in fields["deed"]["parts"]] == ["doer", "receiver", "what", "where"]
    assert fields["deed"]["items"] is True
    assert fields["deed"]["parts"][1]["settings"]["exclude"] == "doer"
    assert fields["cycle"]["persists"] is True
    assert [rule["level"] for rule in _page(services)["schema"]["rules"]] == ["ask", "stop"]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            _told(
                "cue", {"turn": "t1"}, {"turn": "t1", "start": 7, "end": 9, "text": "💩", "label": "event"}, item="i"
            ),
            "the text there",
        ),
        (
            _told(
                "cue", {"turn": "t1"}, {"turn": "t2", "start": 0, "end": 2, "text": "Hm", "label": "event"}, item="i"
            ),
            "not in this turn",
        ),
        (
            _told("quote", {}, {"turn": "t9", "start": 0, "end": 1, "text": "H"}, item="i"),
            "not a turn of this dialogue",
        ),
        (_told("quote", {}, {"turn": "t1", "start": 0, "end": 1, "text": "I"}), "an item needs an id"),
        (_told("quote", {}, state="none", item="i"), "without an item"),
        (_told("agreed", {"turn": "t1"}, "yes", item="i"), "has no items"),
        (_told("reply", {"turn": "t1"}, {"to": ["t9"], "label": "answers"}, item="i"), "not a turn of this dialogue"),
        (_told("reply", {"turn": "t1"}, {"to": ["t3"], "label": "answers"}, item="i"), "comes after"),
        (_told("reply", {"turn": "t1"}, {"to": ["t1"], "label": "answers"}, item="i"), "another turn"),
        (
            _told("deed", {"turn": "t3"}, {"doer": ["ana"], "receiver": ["ana"], "what": "joy"}, item="i"),
            "named in both",
        ),
        (_told("deed", {"turn": "t3"}, {"doer": ["ana"]}, item="i"), "'what' is missing"),
        (_told("deed", {"turn": "t3"}, {"odd": 1}, item="i"), "no part 'odd'"),
        (_told("affect", {"participant": "ana"}, {"start": 0.3, "label": "joy"}, item="i"), "grid"),
        (_told("affect", {"participant": "ana"}, {"start": 1, "end": 2, "label": "joy"}, item="i"), "no end"),
        (_told("laugh", {}, {"start": 2, "end": 2, "label": "laugh"}, item="i"), "ends before it starts"),
        (_told("better", {"turn": "t1"}, [["c0"], ["c1"]]), "is not asked at"),
        (_told("better", {"turn": "t3"}, [["c0"]]), "every candidate is ranked once"),
        (_told("better", {"turn": "t3"}, [["c0"], ["c1"]], shown_order=["c0", "x"]), "shown_order"),
        (_told("best", {}, {"order": [["w0"], ["w1"]], "strength": "much"}), "no strength"),
        (_told("strain", {"turn": "t1"}, 0.3, certainty=4), "How certain"),
        (_told("strain", {"turn": "t1"}, state="cannot_tell", certainty=1), "Only an answer"),
        (_told("agreed", {"turn": "t1"}, "yes", certainty=1), "does not ask how certain"),
        (_told("bond.near", {"pair": ["ana", "pair"]}, 1), "is not asked at"),
        (_told("heard", {"turn": "t1"}, ["ana"]), "cannot be named here"),
        (_told("heard", {"turn": "t0"}, ["ana", "pair"]), "a group stands alone"),
        (_told("history", {"case": "other"}, "x"), "is not asked at"),
        (_told("bond", {"pair": ["ana", "ben"]}, 1), "asks no question"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(services: Services, event: dict[str, Any], reason: str) -> None:
    [(status, said)] = _save(services, event)
    assert status == "refused"
    assert reason in said


def test_rules_that_stop_and_what_is_missing_are_told(services: Services) -> None:
    events = answers()
    events = [one for one in events if (one["field"], one["target"]) != ("why", {"turn": "t2"})]
    events = [one for one in events if one["item"] != "i3"]
    _save(services, *events)
    with pytest.raises(IncompleteError) as lacking:
        labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")
    assert lacking.value.missing == [{"field": "cue", "target": {"turn": "t1"}}]
    _save(services, next(one for one in answers() if one["item"] == "i3"))
    with pytest.raises(IncompleteError, match="Say why") as broken:
        labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")
    told = [{"rule": 1, "target": {"turn": "t2"}, "say": "Say why.", "level": "stop"}]
    assert (broken.value.missing, broken.value.broken) == ([], told)
    assert broken.value.as_json()["broken"] == told
    assert all(one.event.field for one in services.store.events("p"))


def test_nothing_found_gives_way_to_an_item(services: Services) -> None:
    """Blank items become none at submit; a none that an item has overtaken is taken back by it."""
    events = [one for one in answers() if one["field"] not in ("reply", "cue")]
    _save(services, *events)
    nothing = _told("cue", {"turn": "t0"}, state="none")
    item = {
        "turn": "t0",
        "start": 0,
        "end": 22,
        "text": "How are you two today?",
        "label": "event",
        "parts": {"force": 1},
    }
    assert _save(services, nothing, _told("cue", {"turn": "t0"}, item, item="a")) == [("saved", ""), ("saved", "")]
    [(status, why)] = _save(services, _told("cue", {"turn": "t0"}, state="cannot_tell", based_on=nothing["id"]))
    assert (status, "take them back" in why) == ("refused", True)
    labelling.submit(services.shelf, ANA, "p", "main", 1, "d1")
    labels = {(one["field"], one["target"].get("turn"), one["item"]): one["state"] for one in _page(services)["labels"]}
    assert labels["cue", "t0", None] == "retracted"
    assert labels["cue", "t0", "a"] == "value"
    assert [labels["reply", f"t{idx}", None] for idx in range(4)] == ["none"] * 4


def test_late_items_are_offered_by_themselves(services: Services) -> None:
    first = _told("reply", {"turn": "t3"}, {"to": ["t1"], "label": "answers"}, item="a")
    late = _told("reply", {"turn": "t3"}, {"to": ["t0"], "label": "answers"}, item="a", id=str(uuid.uuid4()))
    other = _told("reply", {"turn": "t3"}, {"to": ["t2"], "label": "answers"}, item="b")
    assert [status for status, _ in _save(services, first, late, other)] == ["saved", "stale", "saved"]
    page = _page(services)
    assert [(one["item"], one["value"]["to"]) for one in page["labels"]] == [("a", ["t1"]), ("b", ["t2"])]
    assert [(one["item"], one["id"]) for one in page["offered"]] == [("a", late["id"])]


def test_agreement_and_exports_take_every_kind(services: Services, tmp_path: Path) -> None:
    for who in (ANA, BEN):
        assert {status for status, _ in _save(services, *answers(), who=who)} == {"saved"}
        labelling.submit(services.shelf, who, "p", "main", 1, "d1")
    report = agreement(services.store, "p")
    compared = {one.field for one in report.results}
    assert compared | set(report.not_compared) == {field.id for field in everything().asked}
    assert not report.not_compared
    assert all(one.undefined or 0 <= one.value <= 1 for one in report.results if one.value is not None)
    assert {"changes alone" in (one.treatment or "") for one in report.results if one.field == "cycle"} == {True}
    for recipe in ("ratings", "events", "hub"):
        export(services.store, "p", recipe, tmp_path / "out" / recipe, agreement=report.as_json()["results"])
        again = tmp_path / "again" / recipe
        export(services.store, "p", recipe, again, agreement=report.as_json()["results"])
        for file in again.rglob("*"):
            if file.is_file():
                assert file.read_bytes() == (tmp_path / "out" / recipe / file.relative_to(again)).read_bytes()
    with services.store.recipe_session("p") as session:
        wide = session.frame("SELECT turn_id, cue, deed, reply FROM gold_turn ORDER BY turn_id").rows()
    lists = [[json.loads(text or "null") for text in row[1:]] for row in wide]
    assert [one["text"] for one in lists[1][0]] == ["I feel 💩", "today", "."]
    assert lists[0] == [None, None, []]
    assert [one["label"] for one in lists[3][2]] == ["comforts"]
