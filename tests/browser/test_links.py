"""Links between turns and sets of turns on the real page, by key and by mouse."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.itemspage import Opened


def test_links_by_key(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.at("t5", "reply")
    items.press("1", "1")  # to the turn before
    items.press("2", "ArrowUp", "k", "Enter")  # two further up
    items.press("1", "t", "9", "Enter")  # turn number 9
    found = [(value["to"], value["label"]) for value in items.values("reply", "t5")]
    assert found == [(["t4"], "answers"), (["t2"], "comforts"), (["t8"], "answers")]
    assert items.board.turn == "t5"
    expect(items.board.root.locator(".arrow")).to_have_count(3)


def test_a_link_can_have_several_ends_and_is_changed(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.at("t5", "reply")
    items.press("Space", "Space", "ArrowUp", "Space", "2")
    assert items.values("reply", "t5") == [{"to": ["t3", "t4"], "label": "comforts"}]
    items.press("Shift+ArrowDown", "1")
    assert items.values("reply", "t5") == [{"to": ["t3", "t4"], "label": "answers"}]
    items.press("Shift+ArrowDown", "Delete")
    assert items.values("reply", "t5") == []


def test_links_by_mouse_and_the_jump_to_the_other_end(opened: Opened) -> None:
    items = opened("linking", "l2")
    items.at("t3", "reply")
    items.option("comforts")
    items.board.row("t6").locator(".text").click()
    assert items.values("reply", "t3") == [{"to": ["t6"], "label": "comforts"}]
    assert items.board.turn == "t3"
    items.act("jump")
    assert items.board.turn == "t6"


def test_links_stay_legible_over_200_turns(opened: Opened) -> None:
    items = opened("linking", "l2")
    items.at("t3", "reply")
    items.press("1", "t", "2", "0", "0", "Enter")
    items.press("1", "1")
    items.press("ArrowDown", "Tab")
    assert [value["to"] for value in items.values("reply")] == [["t199"], ["t2"]]
    assert items.board.root.locator(".arrow").count() == 0  # those of another turn are not drawn
    items.at("t3", "reply")
    expect(items.board.root.locator(".arrow")).to_have_count(2)


def test_a_link_without_options_goes_no_further_than_here(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.at("t4", "back")
    items.press("Space", "End", "Enter")
    items.press("Space", "2", "Enter")
    assert items.values("back", "t4") == [{"to": ["t3"]}, {"to": ["t1"]}]


def test_evidence_by_key(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.at("t4", "proof")
    items.press("Space", "Space", "ArrowUp", "Space", "1", "Enter")
    assert items.values("proof", "t4") == [["t0", "t2", "t3"]]
    items.press("1", "Space")  # and out again
    assert items.values("proof", "t4") == [["t2", "t3"]]
    items.press("9", "Enter")  # turn 9 comes after this one
    assert items.values("proof", "t4") == [["t2", "t3"]]
    expect(items.board.row("t3")).to_have_class(re.compile("evidence"))
    assert items.board.chip("t4", "proof").inner_text() == "proof3, 4"
    items.press("Escape")
    assert items.board.turn == "t4"


def test_evidence_by_mouse(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.at("t4", "proof")
    items.act("begin")
    items.board.row("t1").locator(".text").click()
    items.board.row("t2").locator(".text").click()
    assert items.values("proof", "t4") == [["t1", "t2"]]
    items.surface.locator('[data-turn-chip="t1"] [data-act="retract"]').click()
    assert items.values("proof", "t4") == [["t2"]]


def test_no_more_turns_than_allowed(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.board.press(["End"])
    items.at("", "best")
    items.press("Space", "1", "Enter", "2", "Enter", "3", "Enter")
    assert items.values("best") == [["t0", "t1"]]
