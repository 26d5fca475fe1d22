"""A conversation filled in by mouse: rows, chips, lines and places of tables are clicked, words are dragged over. Only
what is written is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from curator.model.base import Json
from curator.model.question import Question
from curator.model.schema import Field
from tests.browser.hands import Hands, Place, place_of
from tests.browser.meaning import Meant
from tests.browser.talks import text_of

PLACES = """
async ([selector, start, end]) => {
  let still = 0;
  const places = () => {
    const text = [...theBoard().querySelectorAll(selector)].find(one => one.checkVisibility());
    const at = count => {
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const size = [...node.data].length;
        if (count <= size) return [node, [...node.data].slice(0, count).join('').length];
        count -= size;
      }
    };
    if (!still) text.scrollIntoView({ block: 'center' }); // at an edge of the list a drag would scroll it
    const range = document.createRange();
    range.setStart(...at(start));
    range.setEnd(...at(end));
    const boxes = [...range.getClientRects()].filter(box => box.width);
    const [first, last] = [boxes[0], boxes.at(-1)];
    const isRtl = getComputedStyle(text).direction === 'rtl';
    const [left, right] = isRtl ? [first.right - 0.5, last.left + 0.5] : [first.left + 0.5, last.right - 0.5];
    return [left, first.top + first.height / 2, right, last.top + last.height / 2];
  };
  let [before, now] = ['', places()];
  while (still < 3) {
    await new Promise(requestAnimationFrame); // a list that was about to scroll stands still some frames later
    [before, now] = [now, places()];
    still = String(before) === String(now) ? still + 1 : 0;
  }
  return now;
}
"""
WHEEL, FAR = 250, 60
"""Pixels at a time, and how often at most."""
LINES = """
() => {
  let heading = '';
  return [...theBoard().querySelectorAll('.others > *')].flatMap(one => {
    if (!one.matches('.other')) {
      heading = one.textContent;
      return [];
    }
    return [[heading, one.querySelector('.asks').textContent]];
  });
}
"""


class Mouse(Hands):
    """Question by question in the order of the plan, as often as it takes: answers make others appear."""

    def fill(self) -> None:
        order = [place_of(one, self.plan.dialogue) for one in self.plan.meant.values() if one.state != "untouched"]
        for place in order:
            meant = self.left.pop(place)
            self.reach(place, meant)
            self.give(meant)

    def submit(self) -> None:
        self.tab.root.get_by_role("button", name="Submit").click()
        if self.plan.asks_once_more:
            self.tab.root.get_by_role("button", name="Submit").click()

    # --- the way to a question ----------------------------------------------------------------------------------------
    def reach(self, place: Place, meant: Meant) -> None:
        """By its row; then by its chip, its place in a table, or its line beside the question in focus."""
        field, row, whom = place
        seen = self.see()
        if seen.row != row:
            self.row(row).locator(".number").click()
            seen = self.see()
        ways: list[Callable[[], Locator | None]] = [
            lambda: self.row(row).locator(f'.chip[data-field="{field}"]{_whom(whom)}'),
            lambda: self.tab.root.locator(f'.grid .place[data-field="{field}"]{_whom(whom)}'),
            lambda: self._line(meant),
            lambda: self.tab.root.locator(f'.grid .place[data-field="{field}"]{_whom(whom)}'),
        ]
        for way in ways:
            if seen.place == place:
                return
            found = way()
            if found is not None and found.count():
                found.first.click()
                seen = self.see()
        assert seen.place == place

    def row(self, row: str) -> Locator:
        """Rows far away are not in the page: the wheel brings them."""
        found = self.tab.root.locator(f'.row[data-turn="{row}"], .row.whole[data-group="{row}"]')
        for turned in [0, -10_000, *[WHEEL] * FAR]:
            self._wheel(turned)
            if found.count():
                return found
        raise AssertionError(f"there is no row {row!r}")

    def _wheel(self, by: int) -> None:
        if not by:
            return
        self.tab.root.locator(".rows").hover(position={"x": 4, "y": 40})
        self.page.mouse.wheel(0, by)
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def _line(self, meant: Meant) -> Locator | None:
        """One question in a line of its own, or a table in one."""
        field = meant.cell.field
        lines = self.page.evaluate(LINES)
        asked, heading, whom = self.names_of(field), self.heading_of(field), self.whom_of(meant)
        wanted = [line for line in lines if line[1] == asked and line[0] in (whom or heading, "")]
        wanted += [line for line in lines if line[1] == (heading or asked)]
        return self.tab.root.locator(".others > .other").nth(lines.index(wanted[0])) if wanted else None

    def names_of(self, field: Field) -> str:
        entry = field.id.partition(".")[2]
        return field.label.get("en") or entry or field.id

    def heading_of(self, field: Field) -> str:
        name, _, entry = field.id.partition(".")
        whole = self.plan.schema.field(name)
        return (whole.label.get("en") or name) if entry and whole is not None else ""

    def whom_of(self, meant: Meant) -> str:
        target, people = meant.cell.target, {one.id: one.name for one in self.dialogue.participants}
        if target.other:
            sign = "→" if meant.cell.field.directed else "+"
            return f"{people[target.participant]} {sign} {people[target.other]}"
        if target.candidate:
            return "" if not target.candidate else self._alternative(target.candidate)
        if target.part:
            return text_of(self.dialogue, target, "")
        return people.get(target.participant, "")

    def _alternative(self, candidate: str) -> str:
        figure = self.tab.root.locator(f'.candidate[data-candidate="{candidate}"] figcaption').first
        return str(figure.evaluate("node => node.firstChild.textContent")).strip()

    # --- pieces of a question -----------------------------------------------------------------------------------------
    @property
    def body(self) -> Locator:
        return self.tab.root.locator(self.scope).first

    def act(self, name: str) -> None:
        self.body.locator(f'[data-act="{name}"]').first.click()

    def option(self, name: str) -> Locator:
        return self.body.locator(f'[data-option="{name}"]').first

    def drag(self, selector: str, start: int, end: int) -> None:
        x, y, to_x, to_y = self.page.evaluate(PLACES, [selector, start, end])
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=2)
        self.page.mouse.move(to_x, to_y, steps=2)
        self.page.mouse.up()

    # --- answers beside the labels, and how sure ----------------------------------------------------------------------
    def beside(self, state: str) -> None:
        self.tab.root.locator(f'[data-answer="{state}"]').click()

    def sure(self, meant: Meant) -> None:
        if meant.certainty:
            place = place_of(meant, self.plan.dialogue)
            if self.see().place != place:  # the next question came by itself
                self.reach(place, meant)
            self.tab.root.locator(f'.follow [data-follow="{meant.certainty}"]').click()

    # --- by kind ------------------------------------------------------------------------------------------------------
    def answer(self, question: Question, value: Json) -> None:
        ways: dict[str, Callable[[Question, Any], None]] = {
            "choice": self._choice,
            "choices": self._choices,
            "scale": lambda _question, point: self.option(str(point)).click(),
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
        if not self.option(option_id).count():
            self.page.keyboard.type(option_id)  # a word of one's own has to be written
        self.option(option_id).click()

    def _choices(self, question: Question, picked: list[Any]) -> None:
        for one in picked:
            if question.intensity is None:
                self._choice(question, one)
                continue
            self._choice(question, one["option"])
            self.tab.root.locator(f'.follow [data-follow="{one["intensity"]}"]').click()

    def _text(self, question: Question, words: str) -> None:
        box = self.body.locator("textarea").first
        box.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(words)

    def _participants(self, question: Question, names: list[str]) -> None:
        chosen = self.see().chosen
        for name in [*(one for one in chosen if one not in names), *(one for one in names if one not in chosen)]:
            self.option(name).click()

    def _turns(self, question: Question, turns: list[str]) -> None:
        self.act("begin")
        for turn in turns:
            self.row(turn).locator(".number").click()
        self.act("stop")

    def _ranking(self, question: Question, value: Any) -> None:
        order = value["order"] if question.strength else value
        for group in order:
            for at, name in enumerate(group):
                left = self.body.locator(f'.ranking-rest [data-candidate="{name}"]')
                if left.count():
                    left.click()
                if at:
                    self.body.locator(f'.ranked[data-candidate="{name}"] [data-act="tie"]').click()
        if question.strength:
            self.option(value["strength"]).click()

    # --- entries ------------------------------------------------------------------------------------------------------
    def _text_element(self, value: Any) -> str:
        if "turn" not in value:
            return f"{self.scope} .owntext"
        self.row(value["turn"])
        return f'.row[data-turn="{value["turn"]}"] .text'

    def _span(self, question: Question, value: Any) -> None:
        self.drag(self._text_element(value), value["start"], value["end"])
        expect(self.body.locator(".picked-text q").first).to_have_text(value["text"], timeout=30_000)
        if "label" in value:
            self._choice_of_item(question, value["label"])
        else:
            self.act("mark")
        self._parts_of(question, value)

    def _tile(self, question: Question, value: Any) -> None:
        if value["end"] < len(text_of(self.dialogue, self.target, value["turn"])):
            x, y, _, _ = self.page.evaluate(PLACES, [self._text_element(value), value["end"], value["end"] + 1])
            self.page.mouse.click(x, y)
            self.act("cut")
        self._choice_of_item(question, value["label"])
        self._parts_of(question, value)

    def _link(self, question: Question, value: Any) -> None:
        if "label" in value:
            self._choice_of_item(question, value["label"])
        else:
            self.act("begin")
        self.row(value["to"][0]).locator(".number").click()
        self._parts_of(question, value)

    def _segment(self, question: Question, value: Any) -> None:
        self.body.locator('[data-time="start"]').first.fill(str(value["start"]))
        if "end" in value:
            self.body.locator('[data-time="end"]').first.fill(str(value["end"]))
        self.act("times")
        self._choice_of_item(question, value["label"])
        self._parts_of(question, value)

    def _choice_of_item(self, question: Question, option_id: str) -> None:
        with self.within(self.scope if self.scope != ".question" else ".surface > .optionbar"):
            self._choice(question, option_id)

    def _parts_of(self, question: Question, value: Any) -> None:
        if question.parts and self.scope == ".question":
            self._form(question, value.get("parts", {}))

    def _record(self, question: Question, value: Any) -> None:
        if not self.body.locator(".partsform").count():
            self.act("add")
        self._form(question, value)

    def _form(self, question: Question, answers: dict[str, Any]) -> None:
        before = self.see().place
        for part in question.parts:
            if part.id not in answers:
                continue
            self.tab.root.locator(f'.surface [data-part="{part.id}"] > .part-head').click()
            with self.within(f'.surface [data-part="{part.id}"] .inner-part'):
                if part.kind_class.items:
                    self.entries(part, answers[part.id])
                else:
                    self.answer(part, answers[part.id])
        keep = self.tab.root.locator('.surface .partsform [data-act="keep"]')
        if self.see().place == before and keep.count() and keep.is_visible():  # the last pick has not done so
            keep.click()


def _whom(whom: str) -> str:
    return f'[data-whom="{whom}"]' if whom else ":not([data-whom])"
