"""What was begun and is no answer yet is there after a reload, is the person's own, and is never sent."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.itemspage import Items, Opened

KEPT = "Object.keys(localStorage).filter(key => key.startsWith('curator/begun/'))"


def kept(items: Items) -> list[str]:
    return list(items.page.evaluate(KEPT))


def test_half_a_record_is_there_after_a_reload(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "deed")
    items.press("2")
    receiver = items.surface.locator('[data-part="receiver"] .part-head .answer')
    expect(receiver).to_have_text("Sol")
    [name] = kept(items)
    assert "/ana-" in name
    expect(items.board.row("t0").locator(".mark")).to_have_text("unfinished")
    items.board.reload()
    expect(receiver).to_have_text("Sol")
    assert items.values("deed") == []
    assert items.board.waiting() == []
    items.press("1")
    items.act("keep")
    assert [(value["receiver"], value["what"]) for value in items.values("deed")] == [(["sys"], "praise")]
    assert kept(items) == []
    expect(items.board.row("t0").locator(".mark")).to_have_text("saved")


def test_what_is_begun_is_asked_for_at_submit_and_can_be_given_up(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "deed")
    items.press("2")
    items.at("t1", "deed")
    submit = items.board.root.get_by_role("button", name="Submit").first
    submit.click()
    expect(items.board.root.locator(".submit-note")).to_contain_text("Turn 1: deed")
    assert items.board.turn == "t0"
    items.act("cancel")
    assert kept(items) == []
    submit.click()
    expect(items.board.root.locator(".submit-note")).not_to_contain_text("deed")


def test_a_span_whose_parts_are_asked_waits(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "strong")
    items.press("ArrowRight", "1")
    expect(items.surface.locator(".partsform")).to_be_visible()
    items.board.reload()
    expect(items.surface.locator(".partsform")).to_be_visible()
    assert items.values("strong") == []
    items.press("2", "Control+Enter")
    [value] = items.values("strong")
    assert value["text"] == "two"
    assert value["parts"] == {"force": 2}
    assert kept(items) == []


def test_half_an_order_waits(opened: Opened) -> None:
    items = opened("ranks", "k1")
    items.at("t1", "better")
    items.press("2")
    listed = items.surface.locator(".ranked")
    expect(listed).to_have_count(1)
    items.board.reload()
    expect(listed).to_have_count(1)
    assert items.values("better") == []
    items.press("3")  # the last one is placed by itself
    shown = items.values("better")
    assert [len(group) for group in shown[0]] == [1, 1, 1]
    assert kept(items) == []
    items.press("Backspace")  # begun anew: a later undo brings the whole order back
    expect(listed).to_have_count(2)
    items.press("Control+z")
    expect(listed).to_have_count(3)
    assert items.values("better") == shown
    assert kept(items) == []
