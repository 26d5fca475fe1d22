"""Labelled stretches of text on the real page, by key and by mouse: offsets, graphemes, tiles."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.items import HARD
from tests.browser.itemspage import PLACES, Opened

LAST = ("today", "came", "كيف", "here", "there", "space", "end", "line", "世界", "fe\u0301e")
"""The last word of each of the HARD texts."""


@pytest.mark.parametrize("way", ["keys", "mouse", "handles"])
def test_the_last_word_is_stored_exactly(opened: Opened, way: str) -> None:
    items = opened("marking", "m1")
    for idx, (text, word) in enumerate(zip(HARD, LAST, strict=True)):
        items.at(f"t{idx}", "quote")
        end = len(text.encode("utf-16-le")) // 2
        start = end - len(word.encode("utf-16-le")) // 2
        if way == "keys":
            items.press("ArrowRight" if idx == 2 else "ArrowLeft", "Space")
        elif way == "mouse":
            items.drag(f"t{idx}", start, end)
            items.act("mark")
        else:
            items.select(f"t{idx}", start, end)
            items.act("mark")
    for idx, (text, word) in enumerate(zip(HARD, LAST, strict=True)):
        (value,) = items.values("quote", f"t{idx}")
        assert value["text"] == word
        assert text[value["start"] : value["end"]] == word
        assert value["turn"] == f"t{idx}"


@pytest.mark.parametrize(
    ("turn", "start", "end", "whole"),
    [
        ("t0", 8, 15, ("💩 today", "today")),  # from the middle of a surrogate pair
        ("t1", 2, 12, ("👨🏻‍🚒 came", "came")),  # from the middle of a joined sequence
        ("t9", 1, 3, ("e\u0301t", "t")),  # from an accent on
    ],
)
def test_half_an_emoji_cannot_be_selected(
    opened: Opened, turn: str, start: int, end: int, whole: tuple[str, ...]
) -> None:
    """The browser may leave it out or take it in; neither it nor the page cuts it in two."""
    items = opened("marking", "m1")
    items.at(turn, "quote")
    items.select(turn, start, end)
    items.act("mark")
    (value,) = items.values("quote")
    assert value["text"] in whole


def test_single_characters_by_key_are_whole_graphemes(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t1", "quote")
    items.press("Control+ArrowRight", "Control+Shift+ArrowLeft", "Space")
    (value,) = items.values("quote", "t1")
    assert (value["text"], value["start"], value["end"]) == ("👨🏻‍🚒", 0, 4)


def test_the_server_refuses_offsets_whose_text_does_not_match(opened: Opened) -> None:
    items = opened("marking", "m1")
    status, body = items.script.ask("GET", "dialogues/m1?project=marking")
    value = {"turn": "t0", "start": 7, "end": 9, "text": "💩"}
    event = {
        "id": "6f0f2cf4-6f8c-4b6c-9d8e-0d8f3b8f0a11",
        "project": "marking",
        "task": body["task"],
        "round": 1,
        "dialogue": "m1",
        "field": "quote",
        "target": {"turn": "t0"},
        "item": "x",
        "state": "value",
        "value": value,
        "based_on": None,
        "client_at": "2026-01-01T00:00:00.000Z",
        "visible_ms": 1,
        "schema_version": 1,
        "guidelines": body["guidelines"]["revision"],
        "text_revision": body["dialogue"]["text_revision"],
        "origin": "typed",
    }
    status, answer = items.script.ask("POST", "events", {"events": [event]})
    assert status == 200
    assert answer["results"][0]["status"] == "refused"
    assert "code points" in answer["results"][0]["reason"]


def test_spans_overlap_are_renamed_moved_and_taken_back(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "cue")
    items.press("ArrowRight", "1")  # two
    items.press("ArrowRight", "Shift+ArrowRight")  # whatever comes after it
    items.press("Escape", "ArrowRight", "Shift+ArrowRight", "2")
    found = sorted((value["text"], value["label"]) for value in items.values("cue", "t3"))
    assert found == [("two", "event"), ("two  blanks", "effect")]
    marks = items.board.row("t3").locator(".span.spanned")
    assert marks.count() == 2
    assert marks.first.evaluate("node => node.style.backgroundImage.split('gradient').length - 1") == 2
    assert items.board.row("t3").locator(".span-name").count() == 2  # not only by colour
    items.press("Escape", "Shift+ArrowDown", "2")  # the first entry gets another label
    assert sorted(value["label"] for value in items.values("cue", "t3")) == ["effect", "effect"]
    items.press("Shift+ArrowUp", "Shift+ArrowRight", "Enter")  # the last one is made longer
    assert sorted(value["text"] for value in items.values("cue", "t3"))[-1] == "two  blanks  here"
    items.press("Shift+ArrowUp", "Delete")
    assert [value["text"] for value in items.values("cue", "t3")] == ["two"]
    items.press("u")
    assert len(items.values("cue", "t3")) == 2


def test_a_click_on_a_span_chooses_it(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "cue")
    items.press("ArrowRight", "1", "Escape")
    items.board.row("t3").locator(".span.spanned").click()
    expect(items.surface.locator(".itemrow.chosen")).to_have_count(1)
    items.option("effect")
    assert [value["label"] for value in items.values("cue", "t3")] == ["effect"]
    items.surface.locator('[data-act="retract"]').click()
    assert items.values("cue", "t3") == []


def test_parts_of_a_span_are_asked_right_after_it(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "strong")
    items.press("ArrowRight", "1", "3")
    items.page.keyboard.type("loud")
    items.press("Control+Enter")
    (value,) = items.values("strong", "t3")
    assert value == {
        "turn": "t3",
        "start": 0,
        "end": 3,
        "text": "two",
        "label": "anger",
        "parts": {"force": 3, "note": "loud"},
    }
    items.press("ArrowRight", "ArrowRight", "2", "Control+Enter")  # the force is needed
    expect(items.surface.locator(".partsform .warning")).to_contain_text("force")
    items.press("1", "Control+Enter")
    assert [value["parts"] for value in items.values("strong", "t3")] == [{"force": 3, "note": "loud"}, {"force": 1}]


def test_how_sure_is_asked_of_each_entry(opened: Opened) -> None:
    items = opened("sureness", "u1")
    items.at("t3", "cue")
    asked = items.board.root.locator(".follow.active")
    items.press("ArrowRight", "1")
    expect(asked).to_contain_text("How sure")
    items.press("2")
    expect(asked).to_have_count(0)
    expect(items.surface.locator(".itemrow")).to_contain_text("fairly sure")
    items.press("ArrowRight", "ArrowRight", "2")
    expect(asked).to_have_count(1)
    items.press("ArrowRight")  # the next word: not said
    expect(asked).to_have_count(0)
    items.press("Escape")
    kept = [(label["value"]["text"], label["certainty"]) for label in items.labels("cue")]
    assert kept == [("two", 2), ("blanks", None)]
    items.press("Shift+ArrowDown", "Shift+ArrowDown", "!", "3")  # by key, later
    assert [label["certainty"] for label in items.labels("cue")] == [2, 3]
    items.surface.locator(".itemtext").first.click()
    items.surface.locator('[data-sure="1"]').click()
    assert [label["certainty"] for label in items.labels("cue")] == [1, 3]
    items.press("Control+z")
    assert [label["certainty"] for label in items.labels("cue")] == [2, 3]


def test_tiles_cover_the_turn(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "pieces")
    items.press("ArrowRight", "Space", "1", "2")
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [(value["text"], value["label"]) for value in found] == [("two  ", "ask"), ("blanks  here", "tell")]
    items.press("ArrowRight", "Space")  # a labelled piece is cut: both keep the label
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [value["text"] for value in found] == ["two  ", "blanks  ", "here"]
    assert "".join(value["text"] for value in found) == HARD[3]
    items.press("Backspace")
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [value["text"] for value in found] == ["two  ", "blanks  here"]


def test_tiles_by_mouse(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "pieces")
    left, _, y = items.page.evaluate(PLACES, ["t3", 5, 6])
    items.page.mouse.click(left, y)
    items.act("cut")
    items.option("ask")
    items.option("tell")
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [(value["text"], value["label"]) for value in found] == [("two  ", "ask"), ("blanks  here", "tell")]


def test_spans_of_the_whole_conversation_lie_in_any_turn(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("", "anywhere")
    items.drag("t8", 0, 2)
    items.option("key")
    items.press("ArrowRight", "Shift+ArrowRight", "1")
    values = items.values("anywhere")
    assert ("t8", "你好") in [(value["turn"], value["text"]) for value in values]
    assert len(values) == 2
