"""The main promise, twenty times over: two annotators label by keyboard; lines are cut and the server is killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Request, expect

from curator.bootstrap import open_services
from curator.settings import Settings
from tests.browser.board import Board, a_tab
from tests.browser.projects import fill_with_talks
from tests.browser.proxy import Proxy
from tests.browser.server import Script, Server

ROUNDS = 20
LONG_CUT = 7  # the round whose line is cut for 30 s; all others for 2 s
BEFORE, CUT, KILLED, DEAD = 3, 11, 2, 2  # answers given while all is well, cut, killed, dead
NEEDED = BEFORE + CUT + KILLED + DEAD
KEYS = {"ana": "123456781234567812", "ben": "123456781434567812"}  # they differ at one answer in each dialogue


@pytest.fixture
def running(tmp_path: Path) -> Any:
    fill_with_talks(tmp_path / "workspace", [2 * NEEDED] * (ROUNDS + 1))
    server = Server(tmp_path / "workspace")
    server.start()
    proxy = Proxy(server.port)
    yield server, proxy
    proxy.close()
    server.stop()


def curator(server: Server, *args: str) -> str:
    run = [sys.executable, "-c", "from curator.cli import main; main()", "--workspace", str(server.workspace)]
    done = subprocess.run([*run, *args], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def answered(tab: Board, count: int) -> None:
    """Painted: the count and the answer's chip, whatever the server knows of it."""
    expect(tab.root.locator(".position .count")).to_have_text(f"{count} of {NEEDED} needed answers", timeout=2_000)
    expect(tab.row(f"t{2 * count - 1}").locator(".chip.given")).to_be_visible(timeout=2_000)


def one_round(number: int, tabs: dict[str, Board], server: Server, proxy: Proxy) -> None:
    keys = {name: iter(KEYS[name]) for name in tabs}
    given = 0

    def type_on(count: int) -> None:
        for name, tab in tabs.items():
            for _ in range(count):
                tab.page.keyboard.press(next(keys[name]))

    type_on(BEFORE)
    proxy.cut()
    type_on(CUT)
    given = BEFORE + CUT
    for tab in tabs.values():
        answered(tab, given)
    tabs["ana"].page.wait_for_timeout(30_000 if number == LONG_CUT else 2_000)
    proxy.mend()
    kill_in_flight(tabs, lambda: type_on(KILLED), server)
    type_on(DEAD)
    for tab in tabs.values():
        answered(tab, NEEDED)
    server.start()
    for tab in tabs.values():
        tab.is_saved(timeout=30_000)


def kill_in_flight(tabs: dict[str, Board], type_on: Callable[[], None], server: Server) -> None:
    """SIGKILL at the moment when a batch has left the browser and no answer is back."""
    sent: list[Request] = []
    killed: list[str] = []

    def on_its_way(request: Request) -> None:
        if request.url.endswith("/events") and request.method == "POST" and not killed:
            killed.append(request.url)
            sent.append(request)
            server.kill()

    for tab in tabs.values():
        tab.page.on("request", on_its_way)
    type_on()
    for tab in tabs.values():
        for _ in range(100):
            if killed:
                break
            tab.page.wait_for_timeout(50)
        tab.page.remove_listener("request", on_its_way)
    assert killed, "no batch was on its way"


def test_two_annotators_lose_nothing(
    running: tuple[Server, Proxy], person: Callable[..., BrowserContext], strangers: list[str], tmp_path: Path
) -> None:
    server, proxy = running
    address = f"http://127.0.0.1:{proxy.port}"
    tabs = {name: a_tab(person(name, address), address, "talk", strangers) for name in KEYS}
    for tab in tabs.values():
        tab.open()
        tab.page.evaluate("window.theSamePage = true")
    for number in range(ROUNDS):
        one_round(number, tabs, server, proxy)
        for tab in tabs.values():
            tab.press([",", "s"])
            expect(tab.root.locator(".position")).to_contain_text(f"Conversation {number + 2} of {ROUNDS + 1}")
    a_late_tab_is_offered(tabs["ana"], address, server)
    assert all(tab.page.evaluate("window.theSamePage") for tab in tabs.values()), "a page was loaded again"
    assert all(tab.waiting() == [] for tab in tabs.values())

    agreement_and_export_run(server, tmp_path)
    told = [one for tab in tabs.values() for one in tab.told()]
    server.stop()
    called_saved = [one["id"] for one in told if one["status"] in ("saved", "duplicate")]
    assert len(called_saved) == len(set(called_saved)) == 2 * ROUNDS * NEEDED + 1
    services = open_services(Settings(server.workspace))
    answers = [kept.event for kept in services.store.events("talk") if kept.event.field]
    services.close()
    times_stored = Counter(event.id for event in answers)
    assert {times_stored[one] for one in called_saved} == {1}
    assert len(answers) == len(called_saved) + 1  # the late one, kept as stale


def a_late_tab_is_offered(tab: Board, address: str, server: Server) -> None:
    late = a_tab(tab.page.context, address, "talk", [], hears_others=False)
    late.open(f"d{ROUNDS}")
    tab.press("1")
    tab.is_saved()
    late.press("2")
    late.press(["k", "k"])
    expect(late.root.locator(".conflict .now")).to_have_text("Question")
    _, body = Script.sign_in(server.address, "ana").ask("GET", f"dialogues/d{ROUNDS}?project=talk&task=main")
    assert [label["value"] for label in body["labels"]] == ["question"]
    assert [offer["value"] for offer in body["offered"]] == ["restatement"]
    late.page.close()


def agreement_and_export_run(server: Server, tmp_path: Path) -> None:
    results = json.loads(curator(server, "agreement", "talk", "--field", "strategy", "--json"))["results"]
    alpha = next(one for one in results if one["metric"].startswith("alpha"))
    assert alpha["n_pairable_units"] == ROUNDS * NEEDED
    assert 0.9 < alpha["value"] < 1
    out = tmp_path / "ratings"
    curator(server, "export", "talk", "ratings", "--out", str(out), "--json")
    lines = (out / "ratings.jsonl" if out.is_dir() else out).read_text(encoding="utf-8").splitlines()
    ratings = [json.loads(line) for line in lines]
    by_annotator = Counter(one["annotator"] for one in ratings if one["field"] == "strategy")
    assert by_annotator == {"ana": ROUNDS * NEEDED + 1, "ben": ROUNDS * NEEDED}
