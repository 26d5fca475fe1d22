"""axe-core finds nothing serious while any kind is answered: wide, narrow, light, dark, beside a recording too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from curator.bootstrap import open_services
from curator.model.kinds import KINDS
from curator.settings import Settings
from curator.store.interface import Incoming
from curator.work import projects
from tests.browser.board import Board, a_tab
from tests.browser.server import Server
from tests.browser.talks import a_talk_for
from tests.model.invented import invented

AXE = Path(__file__).parents[2] / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
SCREENS: dict[str, dict[str, Any]] = {
    "wide-light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "wide-dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "narrow-light": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light"},
    "narrow-dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
}
RUN = """
async places => {
  const told = node => `${node.target.flat().at(-1)} ${node.any[0]?.message ?? ''}`;
  const bad = [];
  let passes = 0;
  for (const place of places) {
    const found = await axe.run(theBoard().querySelector(place), { resultTypes: ['violations'] });
    passes += found.passes.length;
    const serious = found.violations.filter(one => ['serious', 'critical'].includes(one.impact));
    bad.push(...serious.map(one => `${place} ${one.id}: ${one.nodes.slice(0, 3).map(told).join(' | ')}`));
  }
  return { bad, passes };
}
"""
Person = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def every_kind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The project `places`: at turn t1 there is a question of every kind."""
    workspace = tmp_path_factory.mktemp("kinds") / "workspace"
    schema = invented()["places"]
    services = open_services(Settings(workspace))
    projects.create(services.store, "places", schema)
    talk = Incoming(a_talk_for(schema))
    services.store.add_dialogues("places", [talk], source="invented", schema_version=schema.version)
    services.close()
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


def serious(tab: Board, *places: str) -> list[str]:
    """What axe calls serious or critical within these parts of the page."""
    found = tab.page.evaluate(RUN, list(places))
    assert found["passes"] > 0, "axe looks at nothing"
    return list(found["bad"])


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_serious_while_any_kind_is_answered(
    person: Person, every_kind: Server, strangers: list[str], screen: str
) -> None:
    assert AXE.exists(), "axe-core is missing: `make browser` installs it"
    who = person(f"axe-{screen}", every_kind.address, **SCREENS[screen])
    tab = a_tab(who, every_kind.address, "places", strangers)
    tab.open("d1")
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    bad: list[str] = []
    for kind in KINDS:
        tab.chip("t1", f"{kind.name}_turn").click()
        tab.root.locator(f'.chip.active[data-field="{kind.name}_turn"]').wait_for()
        bad += [f"{kind.name}: {one}" for one in serious(tab, ".questions", ".row[aria-current]")]
    assert not bad, "\n".join(bad)
    widths = [tab.root.locator(one).first.evaluate("node => node.offsetWidth") for one in (".parts", ".part.here")]
    assert widths[0] == widths[1], "the part of a record in focus has all the room"
    tab.page.evaluate("theBoard().querySelector('.extra .small').setAttribute('role', 'nonsense')")
    assert serious(tab, ".questions"), "axe looks into the question"


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_serious_beside_a_recording(
    person: Person, heard: Server, strangers: list[str], screen: str
) -> None:
    tab = a_tab(person(f"axe-{screen}", heard.address, **SCREENS[screen]), heard.address, "watched", strangers)
    tab.open("w1")
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    tab.root.locator('[data-act="media_play"]').wait_for()
    rows = tab.root.locator(".rows").bounding_box()
    assert rows is not None
    assert rows["height"] >= 0.15 * SCREENS[screen]["viewport"]["height"], "there is room for the words"
    bad = serious(tab, ".media-place")
    tab.press(["End"])
    for field in ("cue", "affect"):
        tab.root.locator(f'.row.whole .chip[data-field="{field}"]').click()
        bad += [f"{field}: {one}" for one in serious(tab, ".media-place", ".questions")]
    assert not bad, "\n".join(bad)
