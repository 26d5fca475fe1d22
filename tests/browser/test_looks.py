"""How the labelling page looks where it is tight: whole words, all commands, and the place in the list."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.board import Board

Opened = Callable[..., Board]
BROKEN_WORDS = """
names => names.filter(name => !/[\\s-]/.test(name.textContent.trim()))
  .filter(name => name.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(name).lineHeight))
  .map(name => name.textContent)
"""


def test_no_word_of_an_option_is_broken_and_all_commands_are_there(board: Opened) -> None:
    for width in (1280, 1024, 400):
        tab = board("kinds", f"looker-{width}", "k1", viewport={"width": width, "height": 800})
        tab.press(["End"])
        expect(tab.root.locator(".option")).to_have_count(11)
        assert tab.root.locator(".option .name").evaluate_all(BROKEN_WORDS) == []
        if width == 1280:
            expect(tab.root.locator('.tool[data-command="undo"] kbd')).to_have_text(", U")  # letters find options here
            assert tab.root.locator(".tools").evaluate("tools => tools.scrollWidth - tools.clientWidth") <= 0


def test_a_list_that_was_away_comes_back_to_its_place(board: Opened) -> None:
    tab = board("talk", dialogue="d3")
    tab.press(["PageDown"] * 6)
    scrolled = "() => theBoard().querySelector('.rows').scrollTop > 500"
    tab.page.wait_for_function(scrolled)
    turn = tab.turn
    tab.page.evaluate(
        "async () => { const board = theBoard(); const place = board.parentNode; board.remove();"
        "await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame); place.append(board); }"
    )
    tab.page.wait_for_function(scrolled)
    expect(tab.row(turn)).to_be_in_viewport()
