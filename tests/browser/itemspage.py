"""A tab in which items are answered, and what the server has of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.board import Board
from tests.browser.server import Script


class Items:
    """A tab of a person, and what the server has of theirs."""

    def __init__(self, board: Board, script: Script, dialogue: str) -> None:
        self.board, self.script, self.dialogue = board, script, dialogue

    @property
    def page(self) -> Any:
        return self.board.page

    @property
    def surface(self) -> Any:
        return self.board.root.locator(".surface").first

    def at(self, turn: str, field: str) -> None:
        """Takes up a question."""
        self.board.root.locator(f'.row[data-turn="{turn}"] .chip[data-field="{field}"]').click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def act(self, name: str) -> None:
        self.surface.locator(f'[data-act="{name}"]').first.click()

    def option(self, name: str) -> None:
        self.surface.locator(f'[data-option="{name}"]').first.click()

    def labels(self, field: str, turn: str | None = None) -> list[dict[str, Any]]:
        """The live labels of a field once all is saved, entries in the order in which they were made."""
        self.board.is_saved()
        status, body = self.script.ask("GET", f"dialogues/{self.dialogue}?project={self.board.project}")
        assert status == 200, body
        found = [
            label
            for label in body["labels"]
            if label["field"] == field
            and label["state"] != "retracted"
            and (turn is None or label["target"].get("turn") == turn)
        ]
        return sorted(found, key=lambda label: label["item"] or "")

    def values(self, field: str, turn: str | None = None) -> list[Any]:
        return [label["value"] for label in self.labels(field, turn)]

    def select(self, turn: str, start: int, end: int) -> None:
        """A selection by the browser's own means (what the handles of a touch screen do), in UTF-16 units."""
        self.page.evaluate(SELECT, [turn, start, end])

    def drag(self, turn: str, start: int, end: int) -> None:
        """A selection by mouse, from the left edge of a character to the right edge of another."""
        left, right, y = self.page.evaluate(PLACES, [turn, start, end])
        self.page.mouse.move(left, y)
        self.page.mouse.down()
        self.page.mouse.move((left + right) / 2, y, steps=3)
        self.page.mouse.move(right, y, steps=3)
        self.page.mouse.up()


FIND = """
const text = theBoard().querySelector(`.row[data-turn="${turn}"] .text`);
const at = index => {
  let left = index;
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left <= node.length) return [node, left];
    left -= node.length;
  }
};
"""
SELECT = (
    "([turn, start, end]) => {"
    + FIND
    + "const root = text.getRootNode(); const found = (root.getSelection?.() ?? getSelection());"
    "found.setBaseAndExtent(...at(start), ...at(end)); }"
)
PLACES = (
    "async ([turn, start, end]) => {"
    "const frame = () => new Promise(requestAnimationFrame);"
    "await frame(); await frame();"  # a list that was about to scroll stands still then
    + FIND
    + """
  const range = document.createRange();
  range.setStart(...at(start));
  range.setEnd(...at(end));
  const box = range.getBoundingClientRect();
  const isRtl = getComputedStyle(text).direction === 'rtl';
  const y = box.top + box.height / 2;
  return isRtl ? [box.right - 0.5, box.left + 0.5, y] : [box.left + 0.5, box.right - 0.5, y];
}"""
)
Opened = Callable[..., Items]
