"""The way through the work: what is kept, taken back, found, said and handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from curator.bootstrap import open_services
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects
from tests.browser.board import Board, a_tab
from tests.browser.server import Script, Server

Opened = Callable[..., Board]
Person = Callable[..., BrowserContext]
SCHEMA = """
id: flow
version: 1
roles: {guest: [a, b], host: [h]}
fields:
  - id: move
    target: turn
    applies_to: host
    kind: choice
    required: true
    options: [{id: ask, examples: [How so]}, tell]
  - {id: heard, target: turn, kind: participants, exclude_self: true, max: 1}
  - {id: words, target: turn, applies_to: guest, kind: text, max: 12, blank: none}
  - {id: moods, target: turn, applies_to: guest, kind: choices, options: [joy, fear, calm], min: 2}
repairs: [speakers, text]
"""
SAID = (
    ("h", "How was the week?"),
    ("a", "Long. I lost my keys twice."),
    ("b", "She lost them, I found them."),
    ("h", "What happened then?"),
    ("a", "We laughed about the keys."),
    ("b", "Hm."),
)


def a_talk(name: str) -> Dialogue:
    people = (
        Participant(id="a", role="guest", name="Ada"),
        Participant(id="h", role="host", name="Hugo"),
        Participant(id="b", role="guest", name="Bo"),
    )
    turns = tuple(Turn(id=f"t{idx}", speakers=(who,), text=text) for idx, (who, text) in enumerate(SAID))
    return Dialogue(id=name, source_id=name, participants=people, turns=turns)


def fill_flow(workspace: Path) -> None:
    services = open_services(Settings(workspace))
    try:
        schema = parse_schema(SCHEMA, where="flow")
        projects.create(services.store, "flow", schema)
        talks = [Incoming(a_talk(f"f{n}")) for n in (1, 2, 3)]
        services.store.add_dialogues("flow", talks, source="invented", schema_version=1)
    finally:
        services.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace = tmp_path_factory.mktemp("flow") / "workspace"
    fill_flow(workspace)
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def open_tab(person: Person, house: Server, strangers: list[str]) -> Opened:
    def opened(name: str, dialogue: str = "f1", **screen: Any) -> Board:
        tab = a_tab(person(name, house.address, **screen), house.address, "flow", strangers)
        tab.open(dialogue)
        return tab

    return opened


def labels(server: Server, name: str, dialogue: str = "f1") -> dict[tuple[str, str], object]:
    """(turn, field) -> value; a state where there is no value."""
    status, body = Script.sign_in(server.address, name).ask("GET", f"dialogues/{dialogue}?project=flow&task=main")
    assert status == 200
    return {
        (one["target"].get("turn", ""), one["field"]): one["value"] if one["state"] == "value" else one["state"]
        for one in body["labels"]
    }


def test_a_text_that_is_too_long_is_kept_and_the_page_says_so(open_tab: Opened, house: Server) -> None:
    tab = open_tab("longword")
    tab.chip("t1", "words").click()
    tab.press(["Enter"])
    long = "far too many words"
    tab.page.keyboard.type(long)
    tab.press(["Escape"])
    expect(tab.root.locator(".extra .warning")).to_contain_text("Write at most 12 characters. Not saved yet")
    expect(tab.status).to_have_text("1 answer is unfinished: kept in this browser only")
    tab.page.wait_for_timeout(300)
    tab.reload()
    expect(tab.status).to_have_text("1 answer is unfinished: kept in this browser only")
    expect(tab.row("t1").locator(".mark")).to_have_text("unfinished")
    tab.chip("t1", "words").click()
    expect(tab.root.locator("textarea")).to_have_value(long)
    tab.press(["n", "1", "n", "1", "s"])
    expect(tab.root.locator(".submit-note")).to_contain_text("1 answer is missing")
    tab.press(["Enter", "Control+a"])
    tab.page.keyboard.type("short")
    tab.press(["Control+Enter"])
    tab.is_saved()
    assert labels(house, "longword")[("t1", "words")] == "short"
    tab.reload()
    tab.is_saved()


def test_a_choice_of_too_few_is_kept_over_a_reload(open_tab: Opened) -> None:
    tab = open_tab("few")
    tab.chip("t1", "moods").click()
    tab.press("2")
    tab.page.wait_for_timeout(300)
    tab.reload()
    tab.chip("t1", "moods").click()
    expect(tab.option("fear")).to_have_attribute("aria-checked", "true")
    tab.press("1")
    tab.is_saved()


def test_redo(open_tab: Opened, house: Server) -> None:
    tab = open_tab("redo")
    tab.press("1")
    tab.chip("t3", "move").click()
    tab.press("2")
    tab.press(["Control+z", "Control+z"])
    tab.press(["Control+Shift+Z", "Control+y"])
    tab.is_saved()
    assert labels(house, "redo") == {("t0", "move"): "ask", ("t3", "move"): "tell"}


def test_the_page_stays_still(open_tab: Opened) -> None:
    tab = open_tab("still")
    work = tab.root.locator(".work")
    before = work.bounding_box()
    tab.press(",")
    notice = tab.root.locator(".notice")
    expect(notice).to_have_text("Command: which letter? (Esc: none)")
    assert work.bounding_box() == before
    tab.press("z")  # no command: it says so, and the page still waits for one
    expect(notice).to_have_text("“z” is no command. Command: which letter? (Esc: none)")
    tab.press(["Escape"])
    expect(tab.root.locator(".notice")).to_be_hidden()
    tab.press("s")
    expect(tab.root.locator(".submit-note")).to_contain_text("2 answers are missing")
    assert work.bounding_box() == before
    button = tab.root.locator(".primary").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= 800


def test_a_key_without_meaning_says_so(open_tab: Opened) -> None:
    tab = open_tab("nothing")
    tab.press("9")
    expect(tab.root.locator(".notice")).to_contain_text("“9” means nothing here")


def test_submit_says_which_answers_count_as_none_and_enter_confirms(open_tab: Opened, house: Server) -> None:
    tab = open_tab("noner")
    tab.press("1")
    tab.chip("t3", "move").click()
    tab.press(["1", "s"])
    note = tab.root.locator(".submit-note")
    expect(note).to_contain_text("4 untouched answers will count as “none”")
    expect(note).to_contain_text("words: Turn 2–3, 5–6")
    expect(tab.root.get_by_role("button", name="submit")).to_have_count(1)
    tab.press(["Escape"])
    expect(note).to_be_empty()
    tab.press(["s", "Enter"])
    expect(tab.root.locator(".position")).to_contain_text("Conversation 2 of")
    assert labels(house, "noner")[("t1", "words")] == "none"


def test_conversations_are_listed_and_reached_by_key(open_tab: Opened, house: Server) -> None:
    tab = open_tab("lister")
    expect(tab.root.locator(".here")).to_have_text("flow · lister")
    tab.press("1")
    tab.is_saved()
    tab.press("b")
    listed = tab.root.get_by_role("dialog", name="Conversations")
    expect(listed.locator(".conversation")).to_have_count(3)
    expect(listed.locator(".conversation").first).to_contain_text("open here")
    expect(listed.locator(".conversation").last).to_contain_text("to do")
    tab.page.keyboard.type("f3")
    tab.press(["Enter"])
    expect(tab.root.locator(".position")).to_contain_text("Conversation 3 of")
    tab.ready()
    tab.press(["1", "n", "1", "s", "Enter"])
    expect(tab.root.locator(".position")).to_contain_text("Conversation 1 of")
    tab.reload()
    tab.press("b")
    expect(listed.locator(".conversation").last).to_contain_text("submitted")
    tab.press(["ArrowDown", "ArrowDown", "ArrowDown", "Enter"])
    expect(tab.root.locator(".closed-note")).to_be_visible()


def test_another_tab_is_brought_up_to_date(person: Person, house: Server, strangers: list[str]) -> None:
    context = person("twotabs", house.address)
    first, second = (a_tab(context, house.address, "flow", strangers) for _ in range(2))
    first.open("f1")
    second.open("f1")
    second.press("2")
    second.is_saved()
    expect(first.chip("t0", "move")).to_contain_text("tell")
    expect(first.root.locator(".notice")).to_contain_text("Changed in another tab")


def test_next_goes_to_what_is_needed_first(open_tab: Opened) -> None:
    tab = open_tab("nexter")
    tab.chip("t1", "heard").click()
    tab.press("n")
    assert tab.turn == "t3"
    expect(tab.question).to_have_text("move")
    tab.press("n")
    assert tab.turn == "t0"


def test_people_keep_their_numbers(open_tab: Opened) -> None:
    tab = open_tab("numbers")
    tab.chip("t1", "heard").click()  # Ada speaks: she is left out, and her number with her
    expect(tab.option("a")).to_have_count(0)
    expect(tab.option("h").locator("kbd")).to_have_text("2")
    expect(tab.option("b").locator("kbd")).to_have_text("3")
    tab.press("1")
    expect(tab.root.locator(".notice")).to_contain_text("“1” means nothing here")
    tab.chip("t2", "heard").click()
    expect(tab.option("a").locator("kbd")).to_have_text("1")
    tab.press("2")
    expect(tab.chip("t2", "heard")).to_contain_text("Hugo")
    tab.press("?")
    keys = tab.root.get_by_role("dialog").locator("section", has_text="heard").locator("tr")
    assert [row.inner_text().split() for row in keys.all()] == [["1", "Ada"], ["2", "Hugo"], ["3", "Bo"]]


def test_comments_and_flags(open_tab: Opened, house: Server) -> None:
    tab = open_tab("noter")
    tab.chip("t1", "heard").click()
    tab.press("c")
    box = tab.root.get_by_role("dialog").locator("textarea")
    box.fill("Which keys? <b>*")
    tab.press(["Control+Enter"])
    expect(tab.row("t1").locator(".note.comment bdi")).to_have_text("Which keys? <b>*")
    tab.press("f")
    expect(tab.row("t1").locator(".note.flag")).to_have_count(1)
    tab.reload()
    expect(tab.row("t1").locator(".note")).to_have_count(2)
    tab.press("f")
    expect(tab.row("t1").locator(".note.flag")).to_have_count(0)
    tab.press("c")
    tab.root.get_by_role("button", name="Take back").click()
    tab.press(["Escape"])
    expect(tab.row("t1").locator(".note")).to_have_count(0)


def test_a_correction_of_the_transcript_is_proposed(open_tab: Opened) -> None:
    tab = open_tab("mender")
    tab.chip("t1", "heard").click()
    tab.press("c")
    box = tab.root.get_by_role("dialog").locator("textarea")
    expect(box).to_be_focused()
    tab.press(["Alt+1"])  # what stands there now is selected
    tab.page.keyboard.type("Bo")
    tab.root.locator('[data-repair="text"]').click()
    expect(box).to_have_value("Speakers: Bo\nText: Long. I lost my keys twice.")
    tab.press(["End", "Backspace"])
    tab.page.keyboard.type("!")
    tab.press(["Control+Enter"])
    expect(tab.row("t1").locator(".note.comment bdi")).to_have_text("Speakers: Bo\nText: Long. I lost my keys twice!")
    expect(tab.row("t1").locator(".text")).to_have_text("Long. I lost my keys twice.")


def test_a_conversation_is_skipped_with_a_reason_and_taken_up_again(open_tab: Opened) -> None:
    tab = open_tab("skipper")
    tab.press("x")
    tab.root.get_by_role("dialog").locator("textarea").fill("too many keys")
    tab.root.get_by_role("dialog").locator("[data-reason=unclear]").focus()
    tab.press("2")
    expect(tab.root.locator(".position")).to_contain_text("Conversation 2 of")
    tab.ready()
    tab.press("b")
    expect(tab.root.locator(".conversation").first).to_contain_text("skipped")
    tab.root.locator(".conversation").first.click()
    note = tab.root.locator(".skipped-note")
    expect(note).to_contain_text("It cannot be understood")
    note.get_by_role("button").click()
    expect(note).to_be_hidden()
    tab.reload()
    expect(note).to_be_hidden()


def test_words_are_found(open_tab: Opened) -> None:
    tab = open_tab("finder")
    tab.press("/")
    tab.page.keyboard.type("keys")
    assert tab.turn == "t1"
    expect(tab.root.locator(".search .hint")).to_have_text("1 of 2")
    tab.press(["Enter"])
    assert tab.turn == "t4"
    tab.press(["Enter"])
    assert tab.turn == "t1"
    tab.press(["Escape", "ArrowDown"])
    assert tab.turn == "t2"
    expect(tab.root.locator(".search")).to_be_hidden()


def test_filters(open_tab: Opened) -> None:
    tab = open_tab("sieve")
    tab.chip("t4", "heard").click()
    tab.press("f")
    expect(tab.row("t4").locator(".note.flag")).to_have_count(1)
    what, who = tab.root.locator(".filters select").all()
    what.select_option("flagged")
    expect(tab.root.locator(".row")).to_have_count(2)  # with the turn before, for its context
    expect(tab.root.locator(".row.context")).to_have_count(1)
    what.select_option("all")
    who.select_option("b")
    expect(tab.root.locator(".filters .hint")).to_have_text("2 of 6 shown")
    assert tab.turn == "t5"
    tab.press(["Escape", "k"])
    assert tab.turn == "t2"
    who.select_option("")
    expect(tab.root.locator(".row")).to_have_count(6)
    tab.press(["Escape", "v"])
    expect(what).to_be_focused()


def test_a_filter_holds_in_the_next_conversation(open_tab: Opened) -> None:
    tab = open_tab("holder")
    what, who = tab.root.locator(".filters select").all()
    shown = tab.root.locator(".filters .hint")
    who.select_option("b")
    expect(shown).to_have_text("2 of 6 shown")
    tab.open("f2")
    expect(shown).to_have_text("2 of 6 shown")
    expect(who).to_have_value("b")
    assert tab.turn == "t2"
    what.select_option("flagged")  # nothing is flagged there
    tab.open("f3")
    expect(tab.root.locator(".notice")).to_have_text("No turn here passes your filter: all are shown.")
    expect(tab.root.locator(".row")).to_have_count(6)


def test_the_last_answer_once_more(open_tab: Opened) -> None:
    tab = open_tab("again")
    tab.press("2")
    tab.chip("t3", "move").click()
    tab.press("r")
    expect(tab.chip("t3", "move")).to_contain_text("tell")
    tab.chip("t1", "heard").click()
    tab.press("r")
    expect(tab.root.locator(".notice")).to_contain_text("no earlier answer")


def test_own_keys(open_tab: Opened) -> None:
    tab = open_tab("keymaker")
    tab.press("?")
    tab.root.get_by_role("button", name="Your own keys").click()
    told = tab.root.locator(".form p[role=status]")
    tab.root.locator("button[data-remap=flag]").click()
    tab.press("j")
    expect(told).to_contain_text("J is taken: next turn")
    tab.press("p")
    expect(told).to_contain_text("works the recording")
    tab.press("w")
    tab.press(["Escape", "w"])
    expect(tab.row("t0").locator(".note.flag")).to_have_count(1)
    tab.reload()
    tab.press("f")
    expect(tab.root.locator(".notice")).to_contain_text("means nothing")
    tab.press("w")
    expect(tab.row("t0").locator(".note.flag")).to_have_count(0)
