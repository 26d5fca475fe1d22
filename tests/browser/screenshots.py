"""`python -m tests.browser.screenshots [FOLDER]`: the labelling page in six states, from invented data."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from curator.bootstrap import open_services
from curator.model.dialogue import Dialogue, Media, Participant, Turn
from curator.model.schema import parse_schema
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects
from tests.browser.board import Board, a_person, a_tab
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.house import PEOPLE, a_family
from tests.browser.projects import fill
from tests.browser.recordings import a_wav
from tests.browser.server import Server

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
WIDE = {"viewport": {"width": 1280, "height": 800}}
NARROW = {"viewport": {"width": 420, "height": 900}}
MOST_BYTES = 250_000
REPLIES = """
id: replies
version: 1
title: What answers what
roles: {guest: [usr], host: [sys]}
fields:
  - id: reply
    target: turn
    kind: links
    label: Belongs to
    options: [{id: answers, label: answers}, {id: takes_up, label: takes up again}]
    blank: none
"""
SAID = (
    "How did the talk with your sister go?",
    "I did not call her. First the letter came, from the landlord.",
    "What does he write?",
    "That we have to be out by June. I read it three times.",
    "That is a shock. Who knows of it so far?",
    "Nobody. You are the first. I was afraid of what she would say.",
    "Your sister? Let us come back to her. What did you fear?",
    "That she says: I told you so.",
)


HEARD = """
id: heard
version: 1
roles: {guest: [usr], host: [sys]}
fields:
  - {id: move, target: turn, applies_to: host, kind: choice, label: Move, options: [ask, tell, comfort], required: true}
  - {id: voice, target: dialogue, kind: segments, label: Voice, options: [shaky, quiet, laughing]}
"""
TURN_S = 3.0


def fill_own(workspace: Path) -> None:
    """Projects `replies`, `heard` (the same conversation, with a recording) and `family`."""
    people = (Participant(id="usr", role="guest", name="Uma"), Participant(id="sys", role="host", name="Sol"))
    turns = tuple(
        Turn(id=f"t{n}", speakers=(people[1 - n % 2].id,), text=text, start=n * TURN_S, end=(n + 1) * TURN_S)
        for n, text in enumerate(SAID)
    )
    talk = Dialogue(id="r1", source_id="r1", participants=people, turns=turns)
    a_wav(workspace / "media" / "r1.wav", len(SAID) * TURN_S, TURN_S)
    made = {
        "replies": (REPLIES, talk),
        "heard": (HEARD, talk.model_copy(update={"media": (Media(kind="audio", path="r1.wav"),)})),
        "family": (PEOPLE, a_family("f1").model_copy(update={"candidates": (), "parts": ()})),
    }
    services = open_services(Settings(workspace))
    try:
        for project, (schema, dialogue) in made.items():
            projects.create(services.store, project, parse_schema(schema, where=project))
            services.store.add_dialogues(project, [Incoming(dialogue)], source="invented", schema_version=1)
    finally:
        services.close()


def labelled(tab: Board) -> None:
    tab.press("153")


def media(tab: Board) -> None:
    expect(tab.root.locator(".clock")).to_contain_text("/ 0:24.0")
    tab.press(["1", "j", "j", "End"])
    tab.page.wait_for_timeout(500)
    tab.press([" ", *"]" * 30, " ", "1"])


def grid(tab: Board) -> None:
    tab.press("1241232221"[:7] + "21")


def links(tab: Board) -> None:
    for start, option, to in ((3, "1", "3"), (5, "1", "5"), (6, "2", "1")):
        tab.chip(f"t{start}", "reply").click()
        tab.press([option, "t", to, "Enter"])
    tab.page.wait_for_timeout(200)


# name, project, dialogue, what is done first, screen
STATES: tuple[tuple[str, str, str, Callable[[Board], None], dict[str, Any]], ...] = (
    ("light", "talk", "d1", labelled, WIDE | {"color_scheme": "light"}),
    ("dark", "talk", "d1", labelled, WIDE | {"color_scheme": "dark"}),
    ("narrow", "talk", "d1", labelled, NARROW | {"color_scheme": "light"}),
    ("media", "heard", "r1", media, WIDE | {"color_scheme": "light"}),
    ("pair-grid", "family", "f1", grid, WIDE | {"color_scheme": "light"}),
    ("links", "replies", "r1", links, WIDE | {"color_scheme": "light"}),
)


def take(folder: Path) -> None:
    """Writes NAME.png for every state. Raises RuntimeError where one is too big for a document."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        workspace = Path(made) / "workspace"
        for write in (fill, fill_own):
            write(workspace)
        server = Server(workspace)
        server.start()
        path = CHROMIUM if shutil.which(CHROMIUM) else None
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            for name, project, dialogue, act, screen in STATES:
                context = a_person(browser, server.address, f"ada {name}", reduced_motion="reduce", **screen)
                tab = a_tab(context, server.address, project, [])
                tab.open(dialogue)
                act(tab)
                tab.is_saved()
                tab.page.mouse.move(0, 0)
                tab.page.wait_for_timeout(300)
                picture = folder / f"{name}.png"
                tab.page.screenshot(path=picture, animations="disabled", caret="hide")
                context.close()
                if picture.stat().st_size > MOST_BYTES:
                    raise RuntimeError(f"{picture.name} is too big for a document: {picture.stat().st_size} bytes")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
