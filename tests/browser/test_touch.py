"""Words are labelled with a finger: a long press picks one, as on any touch screen, a tap on an option labels it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.items import HARD
from tests.browser.itemspage import Items, Opened

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
AT = """
([turn, word]) => {
  const text = theBoard().querySelector(`.row[data-turn="${turn}"] .text`);
  const node = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode();
  const start = node.data.indexOf(word);
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, start + word.length);
  const box = range.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""


class Finger:
    """A finger whose long press is recognised by the browser itself. Touches that the debugging protocol injects are
    never held long enough for that; those that it makes of a mouse are."""

    def __init__(self, items: Items) -> None:
        self.items = items
        self.session = items.page.context.new_cdp_session(items.page)

    def hold(self, turn: str, word: str, *, picks: str) -> None:
        """Until the word is picked; then the finger is lifted."""
        x, y = self.items.page.evaluate(AT, [turn, word])
        self._emulated(True)
        self._mouse("mousePressed", x, y)
        expect(self.items.surface.locator(".picked-text q")).to_have_text(picks, timeout=30_000)
        self._mouse("mouseReleased", x, y)
        self._emulated(False)

    def tap(self, selector: str) -> None:
        self.items.board.root.locator(selector).first.tap()

    def _emulated(self, on: bool) -> None:
        self.session.send("Emulation.setEmitTouchEventsForMouse", {"enabled": on, "configuration": "mobile"})

    def _mouse(self, kind: str, x: float, y: float) -> None:
        at = {"x": round(x), "y": round(y)}
        self.session.send("Input.emulateTouchFromMouseEvent", {"type": kind, **at, "button": "left", "clickCount": 1})


@pytest.mark.parametrize(
    ("turn", "word", "picks"), [("t3", "blanks", "blanks"), ("t2", "كيف", "كيف"), ("t0", "💩", "💩")]
)
def test_a_long_press_picks_a_word_and_a_tap_labels_it(opened: Opened, turn: str, word: str, picks: str) -> None:
    items = opened("marking", "m1", **PHONE)
    finger = Finger(items)
    finger.tap(f'.row[data-turn="{turn}"] .chip[data-field="cue"]')
    finger.hold(turn, word, picks=picks)
    finger.tap('.surface [data-option="effect"]')
    text = HARD[int(turn[1:])]
    start = text.index(word)
    meant = {"turn": turn, "start": start, "end": start + len(word), "text": word, "label": "effect"}
    assert items.values("cue", turn) == [meant]
    finger.tap(f'.row[data-turn="{turn}"] .span')  # a tap on it chooses it: the next option is its new label
    finger.tap('.surface [data-option="event"]')
    assert items.values("cue", turn) == [{**meant, "label": "event"}]


def test_a_word_of_any_turn_is_picked_for_the_whole_conversation(opened: Opened) -> None:
    items = opened("marking", "m1", **PHONE)
    finger = Finger(items)
    items.board.press(["End"])
    finger.tap('.row.whole .chip[data-field="anywhere"]')
    items.board.row("t7").locator(".text").scroll_into_view_if_needed()
    finger.hold("t7", "second", picks="second")
    finger.tap('.surface [data-option="key"]')
    assert items.values("anywhere") == [{"turn": "t7", "start": 11, "end": 17, "text": "second", "label": "key"}]


def test_turns_are_named_with_a_finger(opened: Opened) -> None:
    items = opened("linking", "l1", **PHONE)
    finger = Finger(items)
    finger.tap('.row[data-turn="t1"] .chip[data-field="reply"]')
    finger.tap('.surface [data-option="answers"]')
    finger.tap('.row[data-turn="t0"] .text')
    assert items.values("reply", "t1") == [{"to": ["t0"], "label": "answers"}]
    finger.tap('.row[data-turn="t1"] .chip[data-field="proof"]')
    finger.tap('.surface [data-act="begin"]')
    finger.tap('.row[data-turn="t0"] .text')
    finger.tap('.row[data-turn="t1"] .text')
    finger.tap('.surface [data-act="stop"]')
    assert items.values("proof", "t1") == [["t0", "t1"]]
