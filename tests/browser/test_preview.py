"""A lead tries a schema in a real browser: a broken file is told, a mended one is labelled, and nothing is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from curator.bootstrap import open_services
from curator.settings import Settings
from tests.browser.board import Board, a_person, a_tab
from tests.browser.server import Server

BROKEN = """
id: mine
roles: {guest: [usr], host: [sys]}
fields:
  - {id: move, target: turn, applies_to: host, kind: choice, required: true}
"""
MENDED = BROKEN.replace("kind: choice", "kind: choice, options: [{id: ask, key: a}, {id: tell, key: t}]")


def chooser(tab: Board) -> Locator:
    return tab.page.locator("input[type=file]")


def upload(tab: Board, text: str) -> None:
    file = {"name": "mine.yaml", "mimeType": "application/yaml", "buffer": text.encode()}
    chooser(tab).set_input_files(file)  # type: ignore[arg-type]  # the shape of playwright's FilePayload


@pytest.fixture
def lead(browser: Browser, own_server: Server, strangers: list[str]) -> Board:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    answer = context.request.post(f"{own_server.address}/api/v1/session", data={"name": "lea", "role": "lead"})
    assert answer.ok
    return a_tab(context, own_server.address, "", strangers)


def test_a_schema_is_mended_tried_and_forgotten(lead: Board, own_server: Server) -> None:
    page = lead.page
    page.goto(f"{own_server.address}/preview")
    page.get_by_text("Nothing of this is kept").wait_for(timeout=30_000)
    upload(lead, BROKEN)
    expect(page.get_by_text("1 thing is wrong with this file.")).to_be_visible(timeout=20_000)
    expect(page.get_by_text("there is nothing to choose from.")).to_be_visible()
    assert lead.root.count() == 0
    upload(lead, MENDED)
    lead.ready()
    lead.press(["a", "t"])
    lead.is_saved()
    needed = lead.count
    assert needed.startswith("2 of "), needed
    lead.press(["a"] * (int(needed.split()[2]) - 2))
    lead.is_saved()
    lead.root.get_by_role("button", name="Submit").first.click()
    expect(lead.root.get_by_text("Nothing is left to label here.")).to_be_visible(timeout=20_000)
    own_server.stop()
    services = open_services(Settings(Path(own_server.workspace)))
    try:
        names = [project.id for project in services.store.projects()]
        assert "talk" in names
        assert not [name for name in names if name.startswith("preview")]
        assert not [name for name in names if services.store.work(name, task="main", annotator="lea")]
    finally:
        services.close()


def test_an_annotator_does_not_get_there(browser: Browser, own_server: Server, strangers: list[str]) -> None:
    tab = a_tab(a_person(browser, own_server.address, "ana"), own_server.address, "", strangers)
    tab.page.goto(f"{own_server.address}/preview")
    tab.page.get_by_text("Projects").first.wait_for(timeout=30_000)
    expect(tab.page.get_by_text("Try a schema")).to_have_count(0)
    assert chooser(tab).count() == 0
