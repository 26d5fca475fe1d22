"""The page where there is little room: the words of the conversation can be read, and everything can be reached."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.board import Board

Opened = Callable[..., Board]
# Phones; a laptop at 200 %, which is a window of half its size; half a screen.
WINDOWS = [(360, 740), (420, 900), (640, 400), (640, 512), (700, 800)]
LEAST_WORDS = 200  # pixels of a line


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_words_can_be_read(board: Opened, width: int, height: int) -> None:
    tab = board("kinds", f"narrow-{width}-{height}", "k1", viewport={"width": width, "height": height})
    text = tab.row(tab.turn).locator(".text").bounding_box()
    rows = tab.root.locator(".rows").bounding_box()
    assert text is not None
    assert rows is not None
    assert text["width"] >= LEAST_WORDS
    assert rows["height"] >= height * 0.15
    assert text["y"] < rows["y"] + rows["height"], "the turn in focus is in sight"
    button = tab.root.get_by_role("button", name="Submit").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= height + 1
    assert tab.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
