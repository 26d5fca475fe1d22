"""The agreement page and the comparing of texts in a real browser: readable for everyone, and done by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from curator.bootstrap import open_services
from curator.settings import Settings
from curator.work import labelling
from curator.work.access import Person
from curator.work.demo import make_demo
from curator.work.reporting import report_as_html
from tests.browser.server import Server
from tests.work.reporting.results import ALPHA, FLAT, PAIR, PERCENT, SETS, report
from tests.workspaces import sent, some_services

AXE = Path(__file__).parents[2] / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
OURS = """
async () => {
  const found = await axe.run(document.querySelector('[data-testid=stMain]'), { resultTypes: ['violations'] });
  const bad = found.violations.filter(one => ['serious', 'critical'].includes(one.impact));
  return bad.map(one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`);
}
"""
WAIT_MS = 60_000
"""A report takes a second, and many times that on a machine that does much else."""
TEXTS = {"Ana": ("Calm", "Hope"), "Ben": ("*Quiet*", "Fear")}
Looks = Callable[..., Page]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The demo, and a project `p` with two people's texts on two turns."""
    workspace = tmp_path_factory.mktemp("agreement") / "workspace"
    services = some_services(workspace)
    for who, texts in TEXTS.items():
        person = Person(who, "annotator", "session")
        for turn, words in zip(("t1", "t3"), texts, strict=True):
            labelling.save_events(services.shelf, person, [sent(value="reflection", turn=turn)])
            labelling.save_events(services.shelf, person, [sent("why", words, turn=turn)])
        labelling.submit(services.shelf, person, "p", "main", 1, "d1")
    make_demo(services.store)
    services.close()
    running = Server(workspace)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def lead(browser: Browser, house: Server) -> Iterator[Looks]:
    """`lead(path, **screen)`: a page as a lead sees it. No request leaves for another host."""
    contexts, strangers = [], []

    def opened(path: str, **screen: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **screen})
        contexts.append(context)
        answer = context.request.post(f"{house.address}/api/v1/session", data={"name": "Lea", "role": "lead"})
        assert answer.ok, answer.text()
        page = context.new_page()
        page.on("request", lambda asked: strangers.append(asked.url) if "127.0.0.1" not in asked.url else None)
        page.goto(f"{house.address}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [one for one in strangers if not one.startswith(("data:", "blob:"))] == []


def at_rest(page: Page) -> None:
    """Nothing is drawn any more: what is drawn late would close a list that has just been opened."""
    expect(page.get_by_test_id("stSpinner")).to_have_count(0, timeout=WAIT_MS)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=WAIT_MS)


def of_one_field(page: Page) -> None:
    """All that the page has, of the field Move."""
    expect(page.get_by_role("button", name="Download as LaTeX")).to_be_visible(timeout=WAIT_MS)
    at_rest(page)
    page.get_by_role("combobox", name="Field").click()
    page.get_by_role("option", name="Move", exact=True).click()
    expect(page.get_by_text("Assumed is that")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text("Each annotator and the others")).to_be_visible(timeout=WAIT_MS)
    at_rest(page)


@pytest.mark.parametrize(
    "screen",
    [{}, {"color_scheme": "dark"}, {"viewport": {"width": 360, "height": 800}}],
    ids=["light", "dark", "narrow"],
)
def test_the_report_is_for_everyone(lead: Looks, screen: dict[str, Any]) -> None:
    assert AXE.exists(), "axe-core is missing: `make browser` installs it"
    page = lead("agreement?project=family-demo", **screen)
    of_one_field(page)
    width, seen = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert width <= seen, "the page as a whole never scrolls sideways"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    bad = page.evaluate(OURS)
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(
    ("path", "title"),
    [("agreement", "Agreement"), ("texts", "Compare texts"), ("progress", "Progress"), ("data", "Data")],
)
def test_a_page_begins_with_its_title(lead: Looks, path: str, title: str) -> None:
    page = lead(path)
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_test_id("stMainBlockContainer")).to_have_text(re.compile(rf"^\s*{title}"), timeout=WAIT_MS)


def test_a_turn_that_costs_agreement_is_one_choice_away(lead: Looks) -> None:
    page = lead("agreement?project=family-demo")
    of_one_field(page)
    box = page.get_by_role("combobox", name="Look at one")
    context = page.locator(".st-key-agreement-context")
    expect(context).to_contain_text("▶", timeout=WAIT_MS)
    before = context.inner_text()
    box.scroll_into_view_if_needed()
    box.press("ArrowDown")  # a list that a click opens is closed again by the scrolling that the click brings
    another = page.get_by_role("option").nth(1)
    expect(another).to_be_visible(timeout=WAIT_MS)
    another.click()
    expect(context).not_to_have_text(before, timeout=WAIT_MS)
    expect(context).to_contain_text("▶", timeout=WAIT_MS)


def test_texts_are_judged_by_key_without_names(lead: Looks, house: Server) -> None:
    page = lead("texts?project=p")
    expect(page.get_by_role("button", name="Partly the same")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text("Ana")).to_have_count(0, timeout=WAIT_MS)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    bad = page.evaluate(OURS)
    assert not bad, "\n".join(bad)
    judged = page.get_by_test_id("stMetric").filter(has_text="Judged")
    expect(judged).to_contain_text("0", timeout=WAIT_MS)
    words = [page.get_by_text(word, exact=True) for word in TEXTS["Ana"]]
    second = words[1] if words[0].is_visible() else words[0]
    page.keyboard.press("2")
    expect(second).to_be_visible(timeout=WAIT_MS)
    expect(judged).to_contain_text("1", timeout=WAIT_MS)
    page.keyboard.press("1")
    expect(page.get_by_text("no pair of texts for you to judge now")).to_be_visible(timeout=WAIT_MS)
    expect(judged).to_contain_text("2", timeout=WAIT_MS)
    house.stop()
    services = open_services(Settings(house.workspace))
    try:
        assert [(one.judge, one.verdict) for one in services.store.judgements("p")] == [
            ("Lea", "partly"),
            ("Lea", "same"),
        ]
    finally:
        services.close()
        house.start()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_html_file_stands_alone_and_is_for_everyone(
    browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_as_html(report(ALPHA, PERCENT, PAIR, SETS, FLAT)), encoding="utf-8")
    context = browser.new_context(color_scheme=scheme, viewport={"width": 360, "height": 800})
    asked: list[str] = []
    page = context.new_page()
    page.on("request", lambda one: asked.append(one.url))
    page.goto(path.as_uri())
    page.evaluate(AXE.read_text(encoding="utf-8"))
    bad = page.evaluate(OURS.replace("document.querySelector('[data-testid=stMain]')", "document"))
    width, seen = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    context.close()
    assert not bad, "\n".join(bad)
    assert asked == [path.as_uri()]
    assert width <= seen
