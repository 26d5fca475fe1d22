"""A real browser on the real app: the server in its own process, one workspace a module."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.board import Board, a_person, a_tab
from tests.browser.items import fill_with_items
from tests.browser.itemspage import Items
from tests.browser.itemspage import Opened as ItemsOpened
from tests.browser.projects import fill
from tests.browser.proxy import Proxy
from tests.browser.recordings import Bench, fill_with_recordings
from tests.browser.server import Script, Server

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
Opened = Callable[..., Board]
PATIENCE_MS = 20_000
"""How long a test waits for what it expects to see: a busy machine is several times slower than a quiet one."""
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder drives a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or Playwright's own where there is none."""
    path = CHROMIUM if shutil.which(CHROMIUM) else None
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running app with invented projects."""
    workspace = tmp_path_factory.mktemp("browser") / "workspace"
    fill(workspace, long=True)
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def items_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running app with projects that ask for items; everybody in the tests is somebody else there."""
    workspace = tmp_path_factory.mktemp("items") / "workspace"
    fill_with_items(workspace)
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running app with recordings."""
    workspace = tmp_path_factory.mktemp("media") / "workspace"
    fill_with_recordings(workspace)
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A running app of one test alone, which may kill it."""
    fill(tmp_path / "workspace")
    running = Server(tmp_path / "workspace")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def proxy(own_server: Server) -> Iterator[Proxy]:
    """The way to `own_server`, which can be cut."""
    between = Proxy(own_server.port)
    yield between
    between.close()


@pytest.fixture
def strangers() -> Iterator[list[str]]:
    """Requests that went to another host, and errors on a page: there are none."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def person(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """`person(name, address, **screen)`: a signed-in browser of their own."""
    contexts: list[BrowserContext] = []

    def signed_in(name: str, address: str, **screen: Any) -> BrowserContext:
        context = a_person(browser, address, name, **screen)
        contexts.append(context)
        return context

    yield signed_in
    for context in contexts:
        context.close()


@pytest.fixture
def board(
    person: Callable[..., BrowserContext], server: Server, strangers: list[str], request: pytest.FixtureRequest
) -> Opened:
    """`board(project, name, dialogue)`: a tab with the labelling page open, of a person nobody else in the tests is."""

    def opened(project: str = "talk", name: str = "", dialogue: str = "d1", **screen: Any) -> Board:
        who = name or f"ana-{abs(hash(request.node.name)) % 10**8}"
        tab = a_tab(person(who, server.address, **screen), server.address, project, strangers)
        tab.open(dialogue)
        return tab

    return opened


@pytest.fixture
def opened(
    person: Callable[..., BrowserContext], items_server: Server, strangers: list[str], request: pytest.FixtureRequest
) -> ItemsOpened:
    """`opened(project, dialogue)`: that conversation of `items_server`, of a person nobody else in the tests is."""

    def one(project: str, dialogue: str, **screen: Any) -> Items:
        name = f"ana-{abs(hash(request.node.nodeid)) % 10**9}"
        board = a_tab(person(name, items_server.address, **screen), items_server.address, project, strangers)
        board.open(dialogue)
        board.page.set_default_timeout(PATIENCE_MS)
        return Items(board, Script.sign_in(items_server.address, name), dialogue)

    return one


@pytest.fixture
def bench(person: Callable[..., BrowserContext], heard: Server) -> Iterator[Bench]:
    """A bare page with the player and the time line."""
    made = Bench(person("ana", heard.address), heard.address)
    yield made
    assert made.errors == []


@pytest.fixture
def video(bench: Bench, heard: Server) -> Bench:
    """The bench with a video of some 4 s whose file does not say how long it is."""
    path = heard.workspace / "media" / "sub" / "v1.webm"
    if not path.exists():
        bench.video(path, 4.2)
    bench.open("v1")
    return bench
