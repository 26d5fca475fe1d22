"""A conversation filled in by keyboard alone: by the documented keys, and those that stand beside the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from curator.model.base import Json
from curator.model.kinds.numbers import Steps
from curator.model.question import Question
from tests.browser.choosing import words_in
from tests.browser.hands import Hands
from tests.browser.meaning import Meant
from tests.browser.talks import text_of

MOST = 80
"""Steps after which somebody gives up walking."""
BESIDE = {"0": "0", "⇧0": "Shift+Digit0", "−": "-", "⇧−": "Shift+Minus"}
FORM = ".surface .part.here .inner-part"
CARET = """
turn => {
  const text = theBoard().querySelector(`.row[data-turn="${turn}"] .text`);
  const caret = text.querySelector('.caret');
  if (!caret) return 0;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEndBefore(caret);
  return [...before.toString()].length;
}
"""


class Keyboard(Hands):
    """Tab by Tab through all questions, as often as it takes: answers make others appear."""

    def fill(self) -> None:
        while self.left:
            before = len(self.left)
            self._round()
            assert len(self.left) < before, f"never asked: {sorted(self.left)[:6]} of {before}"

    def submit(self) -> None:
        """What asks once more (what becomes none, rules that want a word) is confirmed by Enter."""
        if self.see().writing:
            self.press("Escape")
        self.press(*([",", "s"] if "s" in self._claimed else ["s"]))
        if self.plan.asks_once_more:
            self.press("Enter")

    @property
    def _claimed(self) -> set[str]:
        questions = [*self.plan.schema.asked]
        return {option.key for one in questions for option in one.options if option.key}

    def _round(self) -> None:
        if self.see().writing:
            self.press("Escape")
        self.press("Home")
        seen = self.see()
        while self.left:
            meant = self.left.pop(seen.place, None)
            if meant is not None:
                self.give(meant)
                after = self.see()
                if after.place != seen.place:  # the next open question came by itself
                    seen = after
                    continue
            self.press("Tab")
            after = self.see()
            if after.place == seen.place:  # past the last question Tab leaves: back again
                self.press("Shift+Tab")
                return
            seen = after

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, words: str) -> None:
        self.page.keyboard.type(words)

    # --- answers beside the labels, and how sure ----------------------------------------------------------------------
    def beside(self, state: str) -> None:
        seen = self.see()
        if seen.writing:
            self.press("Escape")
        seen = self.see()
        self.press(BESIDE[seen.none if state == "none" else seen.cannot_tell])

    def sure(self, meant: Meant) -> None:
        follows = self.see().follows
        if follows:
            self.press(follows[str(meant.certainty)] if meant.certainty else "Enter")

    # --- by kind ------------------------------------------------------------------------------------------------------
    def answer(self, question: Question, value: Json) -> None:
        ways: dict[str, Callable[[Question, Any], None]] = {
            "choice": self._choice,
            "choices": self._choices,
            "scale": self._scale,
            "text": self._text,
            "participants": self._participants,
            "turns": self._turns,
            "ranking": self._ranking,
        }
        ways[question.kind](question, value)

    def entry(self, question: Question, value: Any, idx: int) -> None:
        ways = {"spans": self._span, "links": self._link, "segments": self._segment, "records": self._record}
        if question.tile:
            self._tile(question, value)
        else:
            ways[question.kind](question, value)

    def _choice(self, question: Question, option_id: str) -> None:
        keys = self.see().keys.get(option_id)
        if keys:
            self.press(keys[0])
            return
        self.type(self.name_of(question, option_id))
        for _ in range(MOST):
            if self.scope != ".question" or self.see().at in (option_id, ""):
                break
            self.press("ArrowDown")
        self.press("Enter")

    def _choices(self, question: Question, picked: list[Any]) -> None:
        for one in picked:
            if question.intensity is None:
                self._choice(question, one)
                continue
            self._choice(question, one["option"])
            self.press(self.see().follows[str(one["intensity"])])
        if self.scope == ".question":
            self.press("Enter")

    def _scale(self, question: Question, point: float) -> None:
        """A digit is its own point on a scale within 0 and 9, else the place on it; longer ones are written."""
        points = Steps.of(question).points() or []
        if all(isinstance(one, int) and 0 <= one <= 9 for one in points):
            self.press(str(point))
        elif len(points) <= 9:
            self.press(str(points.index(point) + 1))
        else:
            self._write_point(points, str(point))

    def _write_point(self, points: list[Any], written: str) -> None:
        for end in range(1, len(written) + 1):
            self.type(written[end - 1])
            if sum(str(one).startswith(written[:end]) for one in points) == 1:
                return  # it can be no other one: it is taken
        self.press("Enter")

    def _text(self, question: Question, words: str) -> None:
        if not self.see().writing:
            self.press("Enter")
        self.press("Control+a")
        self.type(words)
        if self.scope == ".question":
            self.press("Control+Enter")

    def _participants(self, question: Question, names: list[str]) -> None:
        seen = self.see()
        wrong = [name for name in seen.chosen if name not in names]
        for name in [*wrong, *(name for name in names if name not in seen.chosen)]:
            self.press(seen.keys[name][0] if name in seen.keys else self.see().keys[name][0])
        if self.scope == ".question":
            self.press("Enter")

    def _turns(self, question: Question, turns: list[str]) -> None:
        self.press("Space")
        for turn in turns:
            self.type(self._number(turn))
            self.press("Enter")
        self.press("Enter")

    def _number(self, turn: str) -> str:
        return str([one.id for one in self.dialogue.turns].index(turn) + 1)

    def _ranking(self, question: Question, value: Any) -> None:
        order = value["order"] if question.strength else value
        for group in order:
            for at, name in enumerate(group):
                keys = self.see().keys.get(name)  # the last one that is left is placed already
                if at:
                    self.press("=")
                if keys:
                    self.press(keys[0])
        if question.strength:
            self.press(self.see().keys[value["strength"]][0])

    # --- entries ------------------------------------------------------------------------------------------------------
    def _span(self, question: Question, value: Any) -> None:
        text = text_of(self.dialogue, self.target, value.get("turn", ""))
        first = next(text[start:end] for start, end in words_in(text) if start == value["start"])
        self._walk_to(value, first)
        way = "ArrowLeft" if _is_rtl(text) else "ArrowRight"
        for _ in range(MOST):
            if self.see().picked == value["text"]:
                break
            self.press(f"Shift+{way}")
        assert self.see().picked == value["text"]
        self._labelled(question, value)

    def _walk_to(self, value: Any, word: str) -> None:
        """To a word, forwards or backwards; in a text that runs to the left the left arrow goes forwards."""
        order = [one.id for one in self.dialogue.turns]
        here = self.turn or self.target.turn or order[0]
        self.turn = value.get("turn", "")
        for _ in range(MOST):
            seen = self.see().picked
            if seen == word:
                return
            if not self.turn:
                self.press("ArrowRight")
                continue
            texts = {one.id: one.text for one in self.dialogue.turns}
            here = next((one for one in order if seen and seen in texts[one]), here)
            at = (order.index(here), texts[here].index(seen) if seen else -1)
            is_back = (order.index(self.turn), value["start"]) < at
            self.press("ArrowLeft" if is_back != _is_rtl(texts[here]) else "ArrowRight")
        raise AssertionError(f"the word {word!r} is not walked to")

    def _tile(self, question: Question, value: Any) -> None:
        """The piece from where the last one ends: it is cut off, where it does not reach the end."""
        text = text_of(self.dialogue, self.target, value["turn"])
        way = "ArrowLeft" if _is_rtl(text) else "ArrowRight"
        if value["end"] < len(text):
            for _ in range(MOST):
                if self.page.evaluate(CARET, value["turn"]) == value["end"]:
                    break
                self.press(way)
            self.press("Space")
        self._labelled(question, value)

    def _link(self, question: Question, value: Any) -> None:
        if "label" in value:
            self._choice_of_item(question, value["label"])
        else:
            self.press("Space")
        self.press("#")
        self.type(self._number(value["to"][0]))
        self.press("Enter")
        self._parts_of(question, value)

    def _segment(self, question: Question, value: Any) -> None:
        self.press("e")
        self.type(str(value["start"]))
        if "end" in value:
            self.press("Tab")
            self.type(str(value["end"]))
        self.press("Enter")
        self._labelled(question, value)

    def _labelled(self, question: Question, value: Any) -> None:
        if "label" in value:
            self._choice_of_item(question, value["label"])
        else:
            self.press("Enter")
        self._parts_of(question, value)

    def _choice_of_item(self, question: Question, option_id: str) -> None:
        with self.within(self.scope if self.scope != ".question" else ".surface .optionbar"):
            self._choice(question, option_id)

    def _parts_of(self, question: Question, value: Any) -> None:
        if question.parts and self.scope == ".question":
            self._form(question, value.get("parts", {}))

    def _record(self, question: Question, value: Any) -> None:
        if not self.see().part:
            self.press("Space")  # one more
        elif not self.see().begun:
            self.press("Space")
        self._form(question, value)

    def _form(self, question: Question, answers: dict[str, Any]) -> None:
        order = [part.id for part in question.parts]
        for part in question.parts:
            if part.id not in answers:
                continue
            for _ in order:
                here = self.see().part
                if here == part.id:
                    break
                self.press("Tab" if order.index(here) < order.index(part.id) else "Shift+Tab")
            assert self.see().part == part.id
            with self.within(FORM):
                self._part(part, answers[part.id])
        if self.see().begun:
            self.press("Control+Enter")

    def _part(self, part: Question, value: Any) -> None:
        if part.kind_class.items:
            self.entries(part, value)
        else:
            self.answer(part, value)


def _is_rtl(text: str) -> bool:
    return "\u0590" <= next((letter for letter in text if letter.isalpha()), "a") <= "\u08ff"
