"""What holds for all items on the real page, and stretches of a recording that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.itemspage import Opened


def test_the_pure_parts_hold(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.page.add_script_tag(content=(Path(__file__).parent / "items-cases.js").read_text(encoding="utf-8"))
    cases = items.page.evaluate("runItemCases()")
    assert [case for case in cases if not case["holds"]] == []
    assert len(cases) > 60


def test_stretches_are_typed_where_there_is_no_recording(opened: Opened) -> None:
    items = opened("stretches", "s1")
    items.at("", "laugh")
    start, end = items.surface.locator('[data-time="start"]'), items.surface.locator('[data-time="end"]')
    items.press("e")
    items.page.keyboard.type("0:05.2")
    items.press("Tab")
    items.page.keyboard.type("1:00")
    items.press("Enter", "1")
    assert items.values("laugh") == [{"start": 5.2, "end": 60, "label": "laughter"}]
    items.press("Shift+ArrowDown", "ArrowLeft", "Shift+ArrowRight", "2")
    assert items.values("laugh") == [{"start": 5.3, "end": 59.9, "label": "silence"}]
    start.fill("9")
    end.fill("3")
    items.act("times")
    expect(items.surface.locator(".times .warning")).to_have_text("The end has to be after the start")
    assert len(items.values("laugh")) == 1


def test_states_are_typed_where_there_is_no_recording(opened: Opened) -> None:
    items = opened("stretches", "s1")
    items.at("", "mood")
    for time, key in (("10", "2"), ("0:20.5", "1")):
        items.press("e")
        items.page.keyboard.type(time)
        items.press("Enter", key)
    values = sorted(items.values("mood"), key=lambda value: value["start"])
    assert values == [{"start": 10, "label": "tense"}, {"start": 20.5, "label": "calm"}]
    items.press("Backspace")
    assert items.values("mood") == [{"start": 10, "label": "tense"}]


@pytest.mark.parametrize(
    ("project", "dialogue", "turn", "field"),
    [
        ("marking", "m1", "t3", "cue"),
        ("marking", "m1", "t3", "pieces"),
        ("linking", "l1", "t3", "reply"),
        ("linking", "l1", "t3", "proof"),
        ("recording", "r1", "t0", "deed"),
        ("ranks", "k1", "t1", "better"),
        ("stretches", "s1", "", "laugh"),
    ],
)
def test_everything_to_press_has_a_name(opened: Opened, project: str, dialogue: str, turn: str, field: str) -> None:
    items = opened(project, dialogue)
    items.at(turn, field)
    nameless = items.surface.evaluate(
        "node => [...node.querySelectorAll('button, input, textarea')]"
        ".filter(one => !(one.getAttribute('aria-label') || one.textContent).trim()).map(one => one.outerHTML)"
    )
    assert nameless == []
