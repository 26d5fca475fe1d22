"""For everyone: nothing serious for axe-core, the keyboard reaches all, no English is hard-wired, texts stay texts."""

from __future__ import annotations

import re
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
from curator.work.demo import make_demo
from tests.browser.board import Board, a_tab
from tests.browser.server import Server
from tests.everything import services_with

AXE = Path(__file__).parents[2] / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """
async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  const bad = found.violations.filter(one => ['serious', 'critical'].includes(one.impact));
  const told = node => `${node.target.flat().at(-1)} ${node.any[0]?.message ?? ''}`;
  return {
    rows: theBoard().querySelectorAll('.row').length,
    bad: bad.map(one => `${one.id}: ${one.nodes.slice(0, 3).map(told).join(' | ')}`),
  };
}
"""
LITERAL = "<b>x</b> **y** $z$ :smile:"
TEXTS = f"""
id: texts
version: 1
roles: {{guest: [a], host: [h]}}
fields:
  - id: move
    target: turn
    kind: choice
    label: "Move {LITERAL}"
    options:
      - {{id: one, label: "One {LITERAL}", definition: "Meant: <b>x</b> $z$ :smile:", examples: ["Such {LITERAL}"]}}
      - two
  - {{id: heard, target: turn, kind: participants}}
guidelines: |
  Read <b>x</b> $z$ :smile:
"""
Person = Callable[..., BrowserContext]


def a_talk() -> Dialogue:
    people = (Participant(id="a", role="guest", name=f"Ada {LITERAL}"), Participant(id="h", role="host", name="Hugo"))
    turns = (Turn(id="t0", speakers=("a",), text=f"Said {LITERAL}"), Turn(id="t1", speakers=("h",), text="Hm."))
    return Dialogue(id="x1", source_id="x1", participants=people, turns=turns)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Projects `p` (every kind), `family-demo`, `texts`."""
    workspace = tmp_path_factory.mktemp("access") / "workspace"
    services_with(workspace, "d1").close()
    services = open_services(Settings(workspace))
    make_demo(services.store)
    projects.create(services.store, "texts", parse_schema(TEXTS, where="texts"))
    services.store.add_dialogues("texts", [Incoming(a_talk())], source="invented", schema_version=1)
    services.close()
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def open_tab(person: Person, house: Server, strangers: list[str]) -> Callable[..., Board]:
    def opened(name: str, project: str, dialogue: str = "", **screen: Any) -> Board:
        tab = a_tab(person(name, house.address, **screen), house.address, project, strangers)
        tab.open(dialogue)
        return tab

    return opened


def serious(tab: Board) -> list[str]:
    """What axe calls serious or critical, once the rows stand inside the shadow root."""
    tab.root.locator(".row .text").first.wait_for()
    tab.page.wait_for_timeout(300)
    found = tab.page.evaluate(RUN)
    assert found["rows"] > 1
    return list(found["bad"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("project", ["p", "family-demo"])
def test_axe_finds_nothing_serious(open_tab: Callable[..., Board], project: str, scheme: str) -> None:
    assert AXE.exists(), "axe-core is missing: `make browser` installs it"
    tab = open_tab(f"axe-{project}-{scheme}", project, color_scheme=scheme)
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    bad = serious(tab)
    tab.press(["Home"])
    for _ in range(6):
        tab.press(["Tab"])
    bad += serious(tab)
    tab.press("?")
    bad += serious(tab)
    tab.press(["Escape", ",", "b"])
    tab.root.locator(".conversation").first.wait_for()
    bad += serious(tab)
    assert not bad, "\n".join(bad)
    tab.page.evaluate("theBoard().querySelector('.tool').setAttribute('role', 'nonsense')")
    assert serious(tab), "axe looks inside the page"


def test_keyboard_reaches_every_command(open_tab: Callable[..., Board]) -> None:
    tab = open_tab("taborder", "texts")
    reached = []
    tab.press(["Escape", "Shift+Tab"])
    for _ in range(18):
        name = tab.page.evaluate("theBoard().getRootNode().activeElement?.dataset?.command ?? ''")
        reached.append(name)
        tab.press(["Shift+Tab"])
    wanted = {"conversations", "undo", "redo", "auto", "comment", "flag", "skip", "guidelines", "search", "help"}
    assert wanted <= set(reached)
    assert next(filter(None, reached)) == "help", "in the order in which they stand"


def test_nothing_moves_for_those_who_asked_for_it(open_tab: Callable[..., Board]) -> None:
    tab = open_tab("calm", "texts", reduced_motion="reduce")
    moving = tab.page.evaluate(
        "[...theBoard().querySelectorAll('*')].filter(one => getComputedStyle(one).transitionDuration !== '0s'"
        " || getComputedStyle(one).animationName !== 'none').map(one => one.className)"
    )
    assert moving == []


def test_no_english_is_hard_wired(open_tab: Callable[..., Board]) -> None:
    tab = open_tab("strange", "texts", locale="xx")
    tab.press("19")
    plain = set(words(tab))
    tab.press("?")
    plain |= set(words(tab))
    tab.root.locator(".help:not([hidden]) section button").click()
    plain |= set(words(tab))
    for key in ("b", "c", "x"):
        tab.press(["Escape", key])
        tab.root.locator(".help:not([hidden]) .sheet").wait_for()
        plain |= set(words(tab))
    tab.press(["Escape", "/", "Escape", "s"])
    plain |= set(words(tab))
    keys = {"Tab", "Shift", "Ctrl", "Esc", "Enter", "Space", "Delete", "Home", "End", "PgUp", "PgDn"}
    own = {"Move", "One", "two", "move", "heard", "Ada", "Hugo", "Said", "Hm", "Meant", "Such", "Read", "guest", "host"}
    assert plain - keys - own - {"smile", "texts", "strange"} == set()


def words(tab: Board) -> list[str]:
    """Words of two letters or more outside the made-up language's brackets: of texts, names and hints."""
    texts = tab.page.evaluate(
        "[...theBoard().querySelectorAll('*')].filter(one => one.checkVisibility()).flatMap(one => ["
        "...[...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data),"
        "...['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name) ?? '')])"
    )
    return [word for text in texts for word in re.findall(r"[A-Za-z]{2,}", re.sub(r"⟦[^⟦⟧]*⟧", "", text))]


def test_texts_stay_texts(open_tab: Callable[..., Board]) -> None:
    tab = open_tab("literal", "texts")
    expect(tab.row("t0").locator(".text")).to_have_text(f"Said {LITERAL}")
    expect(tab.row("t0").locator(".name")).to_have_text(f"Ada {LITERAL}")
    expect(tab.option("one").locator(".name")).to_have_text(f"One {LITERAL}")
    expect(tab.question).to_have_text(f"Move {LITERAL}")
    tab.option("one").hover()
    expect(tab.root.locator(".meaning")).to_contain_text("Meant: <b>x</b> $z$ :smile:")
    expect(tab.root.locator(".meaning li")).to_have_text(f"Such {LITERAL}")
    tab.press("g")
    expect(tab.root.locator(".guide")).to_contain_text("Read <b>x</b> $z$ :smile:")
    tab.press("c")
    tab.root.locator("textarea").fill(f"Note {LITERAL}")
    tab.press(["Control+Enter"])
    expect(tab.row("t0").locator(".said-beside")).to_have_text(f"Note {LITERAL}")
    tab.press("1")
    expect(tab.chip("t0", "move")).to_contain_text(f"One {LITERAL}")
    assert tab.root.locator("b b, .text b, .name b, bdi b").count() == 0
