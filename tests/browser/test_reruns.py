"""Labels do not pass through Streamlit: its script runs at most once a dialogue, whatever is labelled meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from curator.asgi import SCRIPT
from curator.bootstrap import open_services
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects
from tests.browser.board import a_tab
from tests.browser.projects import a_talk
from tests.browser.server import Server

SCHEME = """
id: plain
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: move, target: turn, kind: choice, required: true, options: [ask, tell, comfort]}
"""
TURNS = 105
PROGRAM = """
import curator.asgi
from curator.cli import main
from pathlib import Path
curator.asgi.SCRIPT = Path({script!r})
main()
"""
# The app's own script, counted; every run of the script and of the timed fragment is one line of the file.
COUNTED = """
import runpy
import streamlit as st

def count(what):
    with open({counts!r}, "a") as file:
        file.write(what + "\\n")

@st.fragment(run_every=1)
def timed():
    count("fragment")
    st.caption("now")

count("script")
runpy.run_path({app!r}, run_name="__main__")
if {is_timed}:
    timed()
"""


def fill_plain(workspace: Path) -> None:
    services = open_services(Settings(workspace))
    try:
        projects.create(services.store, "plain", parse_schema(SCHEME, where="plain"))
        talks = [Incoming(a_talk(name, TURNS)) for name in ("p1", "p2")]
        services.store.add_dialogues("plain", talks, source="invented", schema_version=1)
    finally:
        services.close()


@pytest.mark.parametrize("is_timed", [False, True], ids=["alone", "beside a timed fragment"])
def test_one_run_of_the_script_a_dialogue(
    is_timed: bool, tmp_path: Path, person: Callable[..., BrowserContext], strangers: list[str]
) -> None:
    counts, script = tmp_path / "counts", tmp_path / "counted.py"
    script.write_text(COUNTED.format(counts=str(counts), app=str(SCRIPT), is_timed=is_timed), encoding="utf-8")
    fill_plain(tmp_path / "workspace")
    server = Server(tmp_path / "workspace", program=PROGRAM.format(script=str(script)))
    server.start()
    try:
        tab = a_tab(person("rita", server.address), server.address, "plain", strangers)
        tab.open("p1")
        before = Counter(counts.read_text().split())
        for place in ("1 of 2", "2 of 2"):
            expect(tab.root.locator(".position")).to_contain_text(f"Conversation {place}")
            tab.press("123" * (TURNS // 3))
            tab.is_saved()
            tab.press("s")
        tab.root.get_by_text("Nothing is left to label here.").wait_for()
        if is_timed:
            tab.page.wait_for_timeout(1_500)  # the fragment goes on after all of it
        after = Counter(counts.read_text().split())
    finally:
        server.stop()
    stored = [event for event in tab.told() if event["status"] == "saved"]
    assert len(stored) == 2 * TURNS >= 200
    assert after["script"] <= 2, "at most one a dialogue, opening included"
    assert after["script"] == before["script"], "labelling runs nothing"
    assert (after["fragment"] - before["fragment"] >= 3) if is_timed else after["fragment"] == 0
