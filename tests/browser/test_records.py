"""Rankings and records on the real page, by key and by mouse."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.itemspage import Opened


# --- rankings ---------------------------------------------------------------------------------------------------------
def test_a_ranking_by_key(opened: Opened) -> None:
    items = opened("ranks", "k1")
    items.at("t1", "better")
    items.press("2", "3")
    (label,) = items.labels("better")
    assert label["value"] == [["c1"], ["c2"], ["c0"]]
    items.press("=")
    assert items.values("better") == [[["c1"], ["c0", "c2"]]]
    items.press("Alt+ArrowUp")
    assert items.values("better") == [[["c1"], ["c0"], ["c2"]]]
    items.press("Shift+ArrowDown", "Alt+ArrowUp", "Alt+ArrowUp")
    assert items.values("better") == [[["c2"], ["c1"], ["c0"]]]
    items.press("Escape", "Backspace", "Backspace", "Backspace", "1", "=", "2")
    assert items.values("better") == [[["c0", "c1"], ["c2"]]]


def test_a_ranking_by_dragging_and_buttons(opened: Opened) -> None:
    items = opened("ranks", "k1")
    items.at("t1", "better")
    for candidate in ("c0", "c1"):
        items.surface.locator(f'[data-candidate="{candidate}"]').click()
    assert items.values("better") == [[["c0"], ["c1"], ["c2"]]]
    last = items.surface.locator('.ranked[data-candidate="c2"] .grip').bounding_box()
    first = items.surface.locator('.ranked[data-candidate="c0"]').bounding_box()
    items.page.mouse.move(last["x"] + 3, last["y"] + 3)
    items.page.mouse.down()
    items.page.mouse.move(last["x"] + 3, first["y"] + 2, steps=5)
    items.page.mouse.up()
    assert items.values("better") == [[["c2"], ["c0"], ["c1"]]]
    items.surface.locator('.ranked[data-candidate="c1"] [data-act="up"]').click()
    assert items.values("better") == [[["c2"], ["c1"], ["c0"]]]


def test_a_pair_with_strength(opened: Opened) -> None:
    items = opened("ranks", "k1")
    items.at("", "pick")
    items.press("2")
    assert items.values("pick") == []  # how strongly is still open
    items.press("2")
    assert items.values("pick") == [{"order": [["w1"], ["w0"]], "strength": "clearly"}]
    items.at("", "pick")
    items.press("=")
    assert items.values("pick") == [{"order": [["w0", "w1"]]}]


# --- records ----------------------------------------------------------------------------------------------------------
def test_a_record_by_key(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "deed")  # the giver is who speaks
    items.press("3", "1")  # receiver (the giver is not offered), what
    items.press("ArrowLeft", "Space", "Tab")  # words: the last word
    items.press("Space", "3", "Enter", "Escape", "Tab")  # proof: turn 3
    items.page.keyboard.type("because")
    items.press("Control+Enter")
    (value,) = items.values("deed", "t0")
    assert value == {
        "giver": ["usr"],
        "receiver": ["ben"],
        "what": "praise",
        "words": [{"turn": "t0", "start": 32, "end": 33, "text": "1"}],
        "proof": ["t2"],
        "why": "because",
    }


def test_what_a_record_lacks_is_named(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "deed")
    items.press("2", "Control+Enter")
    expect(items.surface.locator(".partsform .warning")).to_have_text("Still missing: what")
    assert items.values("deed") == []
    items.press("2", "Control+Enter")
    assert [value["what"] for value in items.values("deed")] == ["blame"]


def test_an_untouched_record_is_passed_by(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "deed")
    items.press("Tab")
    expect(items.board.question).to_have_text("single")
    items.press("Tab", "j")
    assert items.board.turn == "t2"


def test_several_records_are_listed_changed_ordered_and_taken_back(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "deed")
    items.press("2", "1", "Control+Enter")
    items.press("Space", "3", "2", "Control+Enter")
    expect(items.surface.locator(".itemrow")).to_have_count(2)
    items.press("Shift+ArrowDown", "Alt+ArrowDown")
    assert [value["what"] for value in items.values("deed")] == ["blame", "praise"]
    items.press("Control+z")  # moving one is one step
    assert [value["what"] for value in items.values("deed")] == ["praise", "blame"]
    items.press("Control+y")
    assert [value["what"] for value in items.values("deed")] == ["blame", "praise"]
    items.surface.locator(".itemrow").nth(0).locator(".itemtext").click()
    items.surface.locator('[data-part="what"] .part-head').click()
    items.option("praise")
    items.act("keep")
    assert [value["what"] for value in items.values("deed")] == ["praise", "praise"]
    items.surface.locator('.itemrow [data-act="retract"]').first.click()
    assert [value["receiver"] for value in items.values("deed")] == [["sys"]]


def test_half_a_record_waits_and_a_whole_one_is_kept(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "deed")
    items.press("2")
    items.at("t2", "single")
    items.at("t0", "deed")
    expect(items.surface.locator('[data-part="receiver"] .part-head .answer')).to_have_text("Sol")
    items.press("1")
    items.at("t2", "single")  # nothing is missing any more: it is kept
    assert [value["what"] for value in items.values("deed")] == ["praise"]


def test_one_record_alone_opens_at_once(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t0", "single")
    items.press("2", "4")  # and on by itself
    assert items.values("single") == [{"tone": "cold", "size": 4}]
    items.at("t0", "single")
    items.press("1", "Control+Enter")
    assert items.values("single", "t0") == [{"tone": "warm", "size": 4}]


def test_a_record_by_mouse(opened: Opened) -> None:
    items = opened("recording", "r1")
    items.at("t1", "deed")
    items.surface.locator('[data-part="receiver"] [data-option="usr"]').click()
    items.surface.locator('[data-part="what"] [data-option="blame"]').click()
    items.drag("t1", 0, 4)
    items.surface.locator('[data-part="words"] [data-act="mark"]').click()
    items.act("keep")
    (value,) = items.values("deed", "t1")
    assert value["giver"] == ["sys"]
    assert value["words"] == [{"turn": "t1", "start": 0, "end": 4, "text": "This"}]
