"""Spans, links, sets of turns, rankings, records and segments, answered on the real page by key and by mouse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.board import Board, a_tab
from tests.browser.items import HARD, fill_with_items
from tests.browser.server import Script, Server

LAST = ("today", "came", "كيف", "here", "there", "space", "end", "line", "世界", "fe\u0301e")
"""The last word of each of the HARD texts."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace = tmp_path_factory.mktemp("items") / "workspace"
    fill_with_items(workspace)
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


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
        """The live labels of a field once all is saved, as the API gives them."""
        self.board.is_saved()
        status, body = self.script.ask("GET", f"dialogues/{self.dialogue}?project={self.board.project}")
        assert status == 200, body
        return [
            label
            for label in body["labels"]
            if label["field"] == field
            and label["state"] != "retracted"
            and (turn is None or label["target"].get("turn") == turn)
        ]

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
    "([turn, start, end]) => {"
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


@pytest.fixture
def opened(
    person: Callable[..., BrowserContext], served: Server, strangers: list[str], request: pytest.FixtureRequest
) -> Opened:
    """`opened(project, dialogue)`: that conversation, of a person nobody else in the tests is."""

    def one(project: str, dialogue: str, **screen: Any) -> Items:
        name = f"ana-{abs(hash(request.node.nodeid)) % 10**9}"
        board = a_tab(person(name, served.address, **screen), served.address, project, strangers)
        board.open(dialogue)
        board.page.set_default_timeout(6_000)
        return Items(board, Script.sign_in(served.address, name), dialogue)

    return one


def test_the_pure_parts_hold(opened: Opened) -> None:
    items = opened("linking", "l1")
    items.page.add_script_tag(content=(Path(__file__).parent / "items-cases.js").read_text(encoding="utf-8"))
    cases = items.page.evaluate("runItemCases()")
    assert [case for case in cases if not case["holds"]] == []
    assert len(cases) > 60


# --- spans ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("way", ["keys", "mouse", "handles"])
def test_the_last_word_is_stored_exactly(opened: Opened, way: str) -> None:
    items = opened("marking", "m1")
    for idx, (text, word) in enumerate(zip(HARD, LAST, strict=True)):
        items.at(f"t{idx}", "quote")
        end = len(text.encode("utf-16-le")) // 2
        start = end - len(word.encode("utf-16-le")) // 2
        if way == "keys":
            items.press("ArrowRight" if idx == 2 else "ArrowLeft", "Space")
        elif way == "mouse":
            items.drag(f"t{idx}", start, end)
            items.act("mark")
        else:
            items.select(f"t{idx}", start, end)
            items.act("mark")
    for idx, (text, word) in enumerate(zip(HARD, LAST, strict=True)):
        (value,) = items.values("quote", f"t{idx}")
        assert value["text"] == word
        assert text[value["start"] : value["end"]] == word
        assert value["turn"] == f"t{idx}"


@pytest.mark.parametrize(
    ("turn", "start", "end", "whole"),
    [
        ("t0", 8, 15, ("💩 today", "today")),  # from the middle of a surrogate pair
        ("t1", 2, 12, ("👨🏻‍🚒 came", "came")),  # from the middle of a joined sequence
        ("t9", 1, 3, ("e\u0301t", "t")),  # from an accent on
    ],
)
def test_half_an_emoji_cannot_be_selected(
    opened: Opened, turn: str, start: int, end: int, whole: tuple[str, ...]
) -> None:
    """The browser may leave it out or take it in; neither it nor the page cuts it in two."""
    items = opened("marking", "m1")
    items.at(turn, "quote")
    items.select(turn, start, end)
    items.act("mark")
    (value,) = items.values("quote")
    assert value["text"] in whole


def test_single_characters_by_key_are_whole_graphemes(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t1", "quote")
    items.press("Control+ArrowRight", "Control+Shift+ArrowLeft", "Space")
    (value,) = items.values("quote", "t1")
    assert (value["text"], value["start"], value["end"]) == ("👨🏻‍🚒", 0, 4)


def test_the_server_refuses_offsets_whose_text_does_not_match(opened: Opened) -> None:
    items = opened("marking", "m1")
    status, body = items.script.ask("GET", "dialogues/m1?project=marking")
    value = {"turn": "t0", "start": 7, "end": 9, "text": "💩"}
    event = {
        "id": "6f0f2cf4-6f8c-4b6c-9d8e-0d8f3b8f0a11",
        "project": "marking",
        "task": body["task"],
        "round": 1,
        "dialogue": "m1",
        "field": "quote",
        "target": {"turn": "t0"},
        "item": "x",
        "state": "value",
        "value": value,
        "based_on": None,
        "client_at": "2026-01-01T00:00:00.000Z",
        "visible_ms": 1,
        "schema_version": 1,
        "guidelines": body["guidelines"]["revision"],
        "text_revision": body["dialogue"]["text_revision"],
        "origin": "typed",
    }
    status, answer = items.script.ask("POST", "events", {"events": [event]})
    assert status == 200
    assert answer["results"][0]["status"] == "refused"
    assert "code points" in answer["results"][0]["reason"]


def test_spans_overlap_are_renamed_moved_and_taken_back(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "cue")
    items.press("ArrowRight", "1")  # two
    items.press("ArrowRight", "Shift+ArrowRight")  # whatever comes after it
    items.press("Escape", "ArrowRight", "Shift+ArrowRight", "2")
    found = sorted((value["text"], value["label"]) for value in items.values("cue", "t3"))
    assert found == [("two", "event"), ("two  blanks", "effect")]
    marks = items.board.row("t3").locator(".span.spanned")
    assert marks.count() == 2
    assert marks.first.evaluate("node => node.style.backgroundImage.split('gradient').length - 1") == 2
    assert items.board.row("t3").locator(".span-name").count() == 2  # not only by colour
    items.press("Escape", "Shift+ArrowDown", "2")  # the first entry gets another label
    assert sorted(value["label"] for value in items.values("cue", "t3")) == ["effect", "effect"]
    items.press("Shift+ArrowUp", "Shift+ArrowRight", "Enter")  # the last one is made longer
    assert sorted(value["text"] for value in items.values("cue", "t3"))[-1] == "two  blanks  here"
    items.press("Shift+ArrowUp", "Delete")
    assert [value["text"] for value in items.values("cue", "t3")] == ["two"]
    items.press("u")
    assert len(items.values("cue", "t3")) == 2


def test_a_click_on_a_span_chooses_it(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "cue")
    items.press("ArrowRight", "1", "Escape")
    items.board.row("t3").locator(".span.spanned").click()
    expect(items.surface.locator(".itemrow.chosen")).to_have_count(1)
    items.option("effect")
    assert [value["label"] for value in items.values("cue", "t3")] == ["effect"]
    items.surface.locator('[data-act="retract"]').click()
    assert items.values("cue", "t3") == []


def test_parts_of_a_span_are_asked_right_after_it(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "strong")
    items.press("ArrowRight", "1", "3")
    items.page.keyboard.type("loud")
    items.press("Control+Enter")
    (value,) = items.values("strong", "t3")
    assert value == {
        "turn": "t3",
        "start": 0,
        "end": 3,
        "text": "two",
        "label": "anger",
        "parts": {"force": 3, "note": "loud"},
    }
    items.press("ArrowRight", "ArrowRight", "2", "Control+Enter")  # the force is needed
    expect(items.surface.locator(".partsform .warning")).to_contain_text("force")
    items.press("1", "Control+Enter")
    assert [value["parts"] for value in items.values("strong", "t3")] == [{"force": 3, "note": "loud"}, {"force": 1}]


def test_tiles_cover_the_turn(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "pieces")
    items.press("ArrowRight", "Space", "1", "2")
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [(value["text"], value["label"]) for value in found] == [("two  ", "ask"), ("blanks  here", "tell")]
    items.press("ArrowRight", "Space")  # a labelled piece is cut: both keep the label
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [value["text"] for value in found] == ["two  ", "blanks  ", "here"]
    assert "".join(value["text"] for value in found) == HARD[3]
    items.press("Backspace")
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [value["text"] for value in found] == ["two  ", "blanks  here"]


def test_tiles_by_mouse(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("t3", "pieces")
    left, _, y = items.page.evaluate(PLACES, ["t3", 5, 6])
    items.page.mouse.click(left, y)
    items.act("cut")
    items.option("ask")
    items.option("tell")
    found = sorted(items.values("pieces", "t3"), key=lambda value: value["start"])
    assert [(value["text"], value["label"]) for value in found] == [("two  ", "ask"), ("blanks  here", "tell")]


def test_spans_of_the_whole_conversation_lie_in_any_turn(opened: Opened) -> None:
    items = opened("marking", "m1")
    items.at("", "anywhere")
    items.drag("t8", 0, 2)
    items.option("key")
    items.press("ArrowRight", "Shift+ArrowRight", "1")
    values = items.values("anywhere")
    assert ("t8", "你好") in [(value["turn"], value["text"]) for value in values]
    assert len(values) == 2


# --- links ------------------------------------------------------------------------------------------------------------
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


# --- sets of turns ----------------------------------------------------------------------------------------------------
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


# --- segments ---------------------------------------------------------------------------------------------------------
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


# --- for everyone -----------------------------------------------------------------------------------------------------
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
