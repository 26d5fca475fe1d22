"""Labelling by keyboard and by mouse, in the real app."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.board import Board, a_tab
from tests.browser.server import Script, Server

Opened = Callable[..., Board]
Person = Callable[..., BrowserContext]


def labels(server: Server, name: str, project: str, dialogue: str) -> dict[tuple[str, str], object]:
    """(turn, field) -> the value that the server has as current; a state where there is no value."""
    status, body = Script.sign_in(server.address, name).ask("GET", f"dialogues/{dialogue}?project={project}&task=main")
    assert status == 200
    return {
        (label["target"].get("turn", ""), label["field"]): label["value"]
        if label["state"] == "value"
        else label["state"]
        for label in body["labels"]
    }


def test_one_key_answers_and_goes_on(board: Opened, server: Server) -> None:
    tab = board("talk", "keyla")
    assert tab.turn == "t1"  # the first turn that asks something needed
    tab.press("13")
    assert tab.turn == "t5"
    expect(tab.chip("t1", "strategy")).to_have_text("Question")
    tab.is_saved()
    assert labels(server, "keyla", "talk", "d1") == {("t1", "strategy"): "question", ("t3", "strategy"): "reflection"}


def test_reload_comes_back_to_the_very_place(board: Opened) -> None:
    tab = board("talk", "reloada", "d3")
    tab.press("1" * 20)
    tab.press(["ArrowUp", "ArrowUp", "ArrowUp"])
    before = (tab.turn, tab.row(tab.turn).bounding_box())
    tab.is_saved()
    tab.page.wait_for_timeout(400)
    tab.reload()
    tab.page.wait_for_timeout(400)
    box = tab.row(tab.turn).bounding_box()
    assert tab.turn == before[0]
    assert box is not None
    assert before[1] is not None
    assert abs(box["y"] - before[1]["y"]) < 3
    assert tab.count == "20 of 200 needed answers"


def test_everything_by_mouse(board: Opened, server: Server) -> None:
    tab = board("talk", "mousa")
    tab.chip("t3", "strategy").click()
    tab.option("self_disclosure").click()
    assert tab.turn == "t5"
    tab.row("t1").click()
    tab.option("question").click()
    tab.root.get_by_role("button", name="Undo").click()
    tab.is_saved()
    assert labels(server, "mousa", "talk", "d1")[("t3", "strategy")] == "self_disclosure"
    assert labels(server, "mousa", "talk", "d1").get(("t1", "strategy"), "retracted") == "retracted"


def test_keys_work_on_other_keyboards(board: Opened) -> None:
    tab = board("talk", "azerty")
    tab.key_event("&", "Digit1")  # a French row, unshifted
    expect(tab.chip("t1", "strategy")).to_have_text("Question")
    tab.key_event("й", "KeyQ")  # Cyrillic: by place
    expect(tab.chip("t3", "strategy")).to_have_text("Question")
    tab.key_event("q", "KeyA")  # French letters: by what is printed
    expect(tab.chip("t5", "strategy")).to_have_text("Question")


def test_every_kind_by_keyboard(board: Opened, server: Server) -> None:
    tab = board("kinds", "kinda", "k1")
    assert tab.turn == "t1"
    tab.press("3")  # comfort: warmth is asked now, in the same turn
    expect(tab.question).to_have_text("warmth")
    tab.press("4")
    assert tab.turn == "t1"  # `addressed` beside it is open still
    expect(tab.question).to_have_text("addressed")
    tab.press("1")
    tab.press(["Enter"])
    assert tab.turn == "t3"
    tab.press("k")
    expect(tab.question).to_have_text("feelings")
    tab.press("13")
    tab.press(["Tab", "Tab"])
    tab.page.keyboard.type("he jokes")
    tab.press(["Control+Enter"])
    tab.press(["End"])
    expect(tab.question).to_have_text("topic")
    tab.page.keyboard.type("slee")
    tab.press(["Enter"])
    tab.page.keyboard.type("10")
    tab.is_saved()
    assert labels(server, "kinda", "kinds", "k1") == {
        ("t1", "strategy"): "comfort",
        ("t1", "warmth"): 4,
        ("t1", "addressed"): ["usr"],
        ("t2", "feelings"): ["anger", "joy"],
        ("t2", "why"): "he jokes",
        ("", "topic"): "sleep",
        ("", "load"): 10,
    }


def test_dependent_answers_go_and_come_back(board: Opened, server: Server) -> None:
    tab = board("kinds", "dependa", "k1")
    tab.press("34")
    expect(tab.chip("t1", "warmth")).to_contain_text("4")
    tab.press(["Shift+Tab", "Shift+Tab", "1"])
    expect(tab.chip("t1", "warmth")).to_have_count(0)
    tab.chip("t1", "strategy").click()
    tab.press("3")
    expect(tab.chip("t1", "warmth")).to_contain_text("4")


def test_undo_is_an_event_too(board: Opened, server: Server) -> None:
    tab = board("talk", "unda")
    tab.press("12")
    tab.press(["Control+z"])
    assert tab.turn == "t3"
    tab.press("u")
    assert tab.turn == "t1"
    tab.press("5")
    tab.is_saved()
    assert [one["status"] for one in tab.told()] == ["saved"] * 5
    assert labels(server, "unda", "talk", "d1")[("t1", "strategy")] == "affirmation"


def test_submit_names_what_is_missing_and_the_next_one_comes(board: Opened, server: Server) -> None:
    tab = board("talk", "submitta")
    tab.press("1")
    tab.press([",", "s"])
    expect(tab.root.locator(".submit-note")).to_contain_text("5 answers are missing")
    assert tab.turn == "t3"
    tab.press("12345")
    loads = tab.page.evaluate("performance.getEntriesByType('navigation').length")
    tab.press([",", "s"])
    expect(tab.root.locator(".position")).to_contain_text("Conversation 2 of")
    tab.ready()
    assert tab.turn == "t1"
    tab.press("1")
    tab.is_saved()
    assert labels(server, "submitta", "talk", "d2") == {("t1", "strategy"): "question"}
    assert tab.page.evaluate("performance.getEntriesByType('navigation').length") == loads
    tab.root.get_by_role("button", name="Conversations").click()
    tab.root.locator('.conversation[data-dialogue="d1"]').click()
    expect(tab.root.locator(".closed-note")).to_be_visible()
    tab.press(["Home", "ArrowDown", "8"])
    expect(tab.chip("t1", "strategy")).to_have_text("Question")
    tab.root.get_by_role("button", name="Reopen").click()
    tab.root.locator(".closed-note").wait_for(state="hidden")
    tab.row("t1").click()
    tab.press("8")
    tab.is_saved()
    assert labels(server, "submitta", "talk", "d1")[("t1", "strategy")] == "others"


def test_untouched_answers_count_as_none_and_the_page_says_so(board: Opened, server: Server) -> None:
    tab = board("kinds", "blanka", "k2")
    for _ in range(3):
        tab.press("1")
        tab.press(["n"])
    tab.press([",", "s"])  # the question in focus has more than ten options: its letters find them
    expect(tab.root.locator(".submit-note")).to_contain_text("3 untouched answers will count as “none”")
    tab.press([",", "s"])
    expect(tab.root.locator(".position")).to_contain_text("Conversation 3 of")
    assert labels(server, "blanka", "kinds", "k2")[("t0", "feelings")] == "none"


def test_the_page_stays_where_it_is_on_a_rerun(board: Opened) -> None:
    tab = board("talk", "reruna")
    tab.press("1")
    tab.page.evaluate("window.kept = theBoard()")
    tab.press("r")  # an option's letter here; Streamlit's own `r` would rerun
    tab.press("c")
    expect(tab.chip("t3", "strategy")).to_have_text("Reflection of feelings")
    assert tab.page.evaluate("window.kept.isConnected")
    expect(tab.page.get_by_role("dialog", name="Clear caches")).to_have_count(0)


def test_ten_thousand_turns_open_at_once(board: Opened) -> None:
    tab = board("talk", "longa", "d4")
    assert tab.root.locator(".row").count() < 60
    tab.press(["End", "ArrowUp"])
    assert tab.turn == "t9999"
    expect(tab.row("t9999")).to_be_in_viewport()
    assert tab.root.locator(".row").count() < 60


def test_help_and_guidelines_come_from_the_scheme(board: Opened) -> None:
    tab = board("kinds", "helpa", "k3")
    tab.press("?")
    help_ = tab.root.get_by_role("dialog")
    expect(help_).to_contain_text("comfort")
    expect(help_).to_contain_text("next open question")
    tab.press(["Escape", "g"])
    expect(tab.root.locator(".guide")).to_contain_text("<b>This stays text.</b>")
    assert tab.root.locator(".guide b").count() == 0
    assert tab.root.locator(".guide strong").inner_text() == "Take your time."


def test_nobody_is_caught_in_the_questions(board: Opened) -> None:
    tab = board("talk", "tabba")
    tab.press(["Escape", "Tab"])
    inside = tab.page.evaluate("theBoard().getRootNode().activeElement?.className")
    assert inside != "question"


def test_small_and_zoomed_screens(board: Opened) -> None:
    for width, height in ((420, 900), (640, 400)):
        tab = board("talk", f"smalla{width}", viewport={"width": width, "height": height})
        tab.option("question").scroll_into_view_if_needed()
        tab.option("question").click()
        expect(tab.chip("t1", "strategy")).to_have_text("Question")
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_list_of_what_is_missing_stays_until_it_is_done(board: Opened) -> None:
    tab = board("talk", "lista")
    tab.press(["End", ",", "s"])
    note = tab.root.locator(".submit-note")
    expect(note).to_contain_text("6 answers are missing")
    assert tab.turn == "t1"
    tab.press("1")
    expect(note).to_contain_text("5 answers are missing")
    note.get_by_role("button", name="Turn 12: Support strategy").click()
    assert tab.turn == "t11"
    expect(note).to_contain_text("5 answers are missing")
    tab.press("1")
    expect(note).to_contain_text("4 answers are missing")


def test_text_is_saved_when_the_writer_stops(board: Opened, server: Server) -> None:
    tab = board("kinds", "writa", "k1")
    tab.press(["k", "Tab", "Tab"])
    tab.page.keyboard.type("first thoughts, j and 1 are letters here")
    tab.page.wait_for_timeout(1_600)
    tab.is_saved()
    assert labels(server, "writa", "kinds", "k1") == {("t0", "why"): "first thoughts, j and 1 are letters here"}
    tab.page.keyboard.type("!")
    tab.row("t1").click()
    tab.is_saved()
    assert labels(server, "writa", "kinds", "k1") == {("t0", "why"): "first thoughts, j and 1 are letters here!"}


def test_only_visible_time_counts(board: Opened, server: Server) -> None:
    tab = board("talk", "clocka")
    hide = """state => {
        Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => state});
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    tab.page.evaluate(hide, "hidden")
    tab.page.wait_for_timeout(1_500)
    tab.page.evaluate(hide, "visible")
    with tab.page.expect_request("**/api/v1/events") as sent:
        tab.press("1")
    spent = json.loads(sent.value.post_data or "")["events"][0]["visible_ms"]
    assert 0 <= spent < 1_500


def test_an_answer_taken_back_can_be_given_again_after_a_reload(board: Opened, server: Server) -> None:
    tab = board("talk", "backa")
    tab.press("1u")
    tab.is_saved()
    tab.reload()
    expect(tab.chip("t1", "strategy")).not_to_have_class("given")
    tab.press("2")
    tab.is_saved()
    assert tab.told() == [{"id": tab.told()[0]["id"], "status": "saved"}]
    assert labels(server, "backa", "talk", "d1") == {("t1", "strategy"): "restatement"}


def test_what_cannot_be_drawn_is_refused_by_name(server: Server, person: Person, strangers: list[str]) -> None:
    tab = a_tab(person("drawa", server.address), server.address, "kinds", strangers)

    def newer(route: Route) -> None:
        """As from a server that knows a kind which this page does not."""
        answer = route.fetch()
        payload = answer.json()
        payload["schema"]["fields"][0]["kind"] = "holograms"
        route.fulfill(response=answer, json=payload)

    tab.page.route("**/api/v1/dialogues/**", newer)
    tab.visit("k1")
    expect(tab.root.locator(".cover")).to_contain_text("The page cannot draw `holograms` on turn yet: field strategy")
    expect(tab.root.locator(".option")).to_have_count(0)


def test_a_missing_conversation_is_said(server: Server, person: Person, strangers: list[str]) -> None:
    tab = a_tab(person("missa", server.address), server.address, "talk", strangers)
    tab.visit("no-such-id")
    expect(tab.root.locator(".cover")).to_contain_text("no-such-id")
