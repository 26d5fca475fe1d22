"""What was called saved is never lost; the rest goes out: dead servers, dead lines, full disks, late tabs."""

from __future__ import annotations

import json
import resource
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.board import Board, a_tab
from tests.browser.projects import fill
from tests.browser.proxy import Proxy
from tests.browser.server import Script, Server

Person = Callable[..., BrowserContext]


@pytest.fixture
def tab(own_server: Server, person: Person, strangers: list[str]) -> Board:
    """Ana at the first conversation."""
    opened = a_tab(person("ana", own_server.address), own_server.address, "talk", strangers)
    opened.open("d1")
    return opened


def stored(server: Server, name: str = "ana", dialogue: str = "d1") -> dict[str, object]:
    """turn -> what the server has as current."""
    _, body = Script.sign_in(server.address, name).ask("GET", f"dialogues/{dialogue}?project=talk&task=main")
    return {one["target"].get("turn", ""): one["value"] for one in body["labels"]}


def test_a_killed_server_costs_nothing(tab: Board, own_server: Server) -> None:
    tab.press("1")
    tab.is_saved()
    own_server.kill()
    tab.press("23")
    expect(tab.status).to_contain_text("Offline. 2 answers are kept in this browser", timeout=10_000)
    expect(tab.row("t3").locator(".mark")).to_have_text("kept, not sent")
    expect(tab.chip("t5", "strategy")).to_have_text("Reflection of feelings")
    tab.page.wait_for_timeout(6_000)  # long enough for Streamlit's error dialog, which would stop every key
    tab.press("4")
    own_server.start()
    tab.is_saved()
    tab.press("5")
    tab.is_saved()
    assert Counter(one["status"] for one in tab.told()) == {"saved": 5}
    turns = ("t1", "t3", "t5", "t7", "t9")
    values = ("question", "restatement", "reflection", "self_disclosure", "affirmation")
    assert stored(own_server) == dict(zip(turns, values, strict=True))


def test_what_was_not_sent_goes_out_when_the_page_opens_again(tab: Board, own_server: Server) -> None:
    own_server.kill()
    tab.press("12")
    expect(tab.status).to_contain_text("Offline")
    context = tab.page.context
    tab.page.close()
    own_server.start()
    again = a_tab(context, own_server.address, "talk", [])
    again.open("d1")
    expect(again.chip("t3", "strategy")).to_have_text("Restatement or paraphrasing", timeout=10_000)
    again.is_saved()
    assert stored(own_server) == {"t1": "question", "t3": "restatement"}
    assert again.waiting() == []


def test_a_cut_line_and_a_reload_lose_nothing(
    own_server: Server, proxy: Proxy, person: Person, strangers: list[str]
) -> None:
    address = f"http://127.0.0.1:{proxy.port}"
    tab = a_tab(person("ana", address), address, "talk", strangers)
    tab.open("d1")
    tab.press("1")
    tab.is_saved()
    proxy.cut()
    tab.press("234")
    expect(tab.status).to_contain_text("kept in this browser", timeout=15_000)
    assert [event["value"] for event in tab.waiting()] == ["restatement", "reflection", "self_disclosure"]
    proxy.mend()
    tab.reload()
    expect(tab.chip("t7", "strategy")).to_have_text("Self-disclosure")
    tab.is_saved()
    assert len(stored(own_server)) == 4


def test_signed_out_keeps_and_sends_after_signing_in(tab: Board, own_server: Server) -> None:
    context = tab.page.context
    cookies = context.cookies()
    context.clear_cookies()
    tab.press("1")
    expect(tab.status).to_contain_text("Signed out. 1 answer is kept, not sent.")
    assert cookies
    context.request.post(f"{own_server.address}/api/v1/session", data={"name": "ben", "role": "annotator"})
    tab.press("2")
    tab.page.wait_for_timeout(1_500)
    expect(tab.status).to_contain_text("kept, not sent")  # nothing goes out under another name
    context.request.post(f"{own_server.address}/api/v1/session", data={"name": "ana", "role": "annotator"})
    tab.is_saved()
    assert stored(own_server) == {"t1": "question", "t3": "restatement"}
    assert stored(own_server, "ben") == {}


def test_a_full_disk_is_said_and_nothing_is_lost(tab: Board, own_server: Server) -> None:
    tab.press("1")
    tab.is_saved()
    assert own_server.process is not None
    pid = own_server.process.pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, hard))
    tab.press("2")
    expect(tab.status).to_contain_text("disk is full", timeout=15_000)
    expect(tab.row("t3").locator(".mark")).to_have_text("kept, not sent")
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
    own_server.kill()
    own_server.start()
    tab.is_saved()
    assert stored(own_server) == {"t1": "question", "t3": "restatement"}


def test_a_late_tab_is_offered_and_not_applied(tab: Board, own_server: Server, strangers: list[str]) -> None:
    late = a_tab(tab.page.context, own_server.address, "talk", strangers, hears_others=False)
    late.open("d1")
    tab.press("1")
    tab.is_saved()
    late.press("2")
    conflict = late.root.locator(".conflict")
    late.press(["k", "k"])
    expect(conflict.locator(".now")).to_have_text("Question")
    expect(conflict.locator(".then")).to_have_text("Restatement or paraphrasing")
    assert stored(own_server) == {"t1": "question"}
    conflict.get_by_role("button", name="Use the late one").click()
    late.is_saved()
    expect(conflict).to_have_count(0)
    assert stored(own_server) == {"t1": "restatement"}
    assert [one["status"] for one in late.told()] == ["stale", "saved"]


def test_keeping_the_current_answer_settles_it_for_good(tab: Board, own_server: Server, strangers: list[str]) -> None:
    late = a_tab(tab.page.context, own_server.address, "talk", strangers, hears_others=False)
    late.open("d1")
    tab.press("1")
    tab.is_saved()
    late.press("2")
    late.press(["k", "k"])
    late.root.get_by_role("button", name="Keep the current one").click()
    late.is_saved()
    late.reload()
    expect(late.chip("t1", "strategy")).to_have_text("Question")
    assert late.root.locator(".chip.late").count() == 0
    assert stored(own_server) == {"t1": "question"}


PLANT = """events => events.forEach((event, i) => localStorage.setItem(
    `curator/outbox/${event.owner}/gone-tab/${String(i).padStart(18, '0')}`, JSON.stringify(event.body)))"""


def test_a_refused_answer_stays_in_sight_with_its_reason(tab: Board, own_server: Server) -> None:
    tab.press("1")
    tab.is_saved()
    own_server.kill()
    tab.press("2")
    event = tab.waiting()[0]
    key = tab.page.evaluate("Object.keys(localStorage).find(key => key.startsWith('curator/outbox/'))")
    owner = "/".join(key.split("/")[2:4])
    # An old outbox of a tab that is gone, from before the scheme lost a field.
    gone = {**event, "id": "6d0b39f0-0000-4000-8000-000000000001", "field": "no_such_field", "based_on": None}
    tab.page.evaluate(PLANT, [{"owner": owner, "body": gone}])
    own_server.start()
    tab.reload()
    refusals = tab.root.locator(".refusals")
    expect(refusals).to_contain_text("1 answer was not accepted")
    expect(refusals).to_contain_text("no_such_field")
    tab.is_saved()
    tab.reload()
    expect(refusals).to_contain_text("no_such_field")
    refusals.get_by_role("button", name="Drop it").click()
    expect(refusals).to_be_hidden()
    assert stored(own_server) == {"t1": "question", "t3": "restatement"}


def test_an_answer_too_long_for_the_server_is_refused_alone(
    own_server: Server, person: Person, strangers: list[str]
) -> None:
    tab = a_tab(person("ana", own_server.address), own_server.address, "kinds", strangers)
    tab.open("k1")
    tab.press(["k", "Tab", "Tab"])
    box = tab.root.locator("textarea")
    box.fill("x" * 300_000)
    tab.press(["Escape"])
    expect(tab.root.locator(".refusals")).to_contain_text("1 answer was not accepted", timeout=15_000)
    tab.press(["j"])
    tab.press("1")
    tab.is_saved()
    assert [one["status"] for one in tab.told()] == ["refused", "saved"]
    assert json.dumps(tab.waiting()) == "[]"


def test_a_submit_waits_for_a_dead_server(tab: Board, own_server: Server) -> None:
    tab.press("12345")
    tab.is_saved()
    own_server.kill()
    tab.press("6")
    tab.press([",", "s"])
    expect(tab.root.locator(".submit-note")).to_contain_text("Waiting until your answers are saved")
    own_server.start()
    expect(tab.root.locator(".position")).to_contain_text("Conversation 2 of", timeout=20_000)
    assert len(stored(own_server)) == 6


def test_two_tabs_of_one_person_send_what_each_of_them_typed(
    tab: Board, own_server: Server, strangers: list[str]
) -> None:
    other = a_tab(tab.page.context, own_server.address, "talk", strangers)
    other.open("d2")
    own_server.kill()
    tab.press("1")
    other.press("2")
    own_server.start()
    tab.is_saved()
    other.is_saved()
    assert stored(own_server) == {"t1": "question"}
    assert stored(own_server, dialogue="d2") == {"t1": "restatement"}
    assert [len(one.told()) for one in (tab, other)] == [1, 1]


def test_it_works_under_a_base_path(tmp_path: Path, person: Person, strangers: list[str]) -> None:
    fill(tmp_path / "workspace")
    server = Server(tmp_path / "workspace", base_path="/lab/curator")
    server.start()
    try:
        tab = a_tab(person("ana", server.address), server.address, "talk", strangers)
        tab.open("d1")
        tab.press("1")
        tab.is_saved()
        assert stored(server) == {"t1": "question"}
    finally:
        server.stop()
