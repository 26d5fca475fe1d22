"""The labelling page as a person sees and works it: what tests may press and read."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

LISTEN = """
window.told = [];
addEventListener('curator:settled', event => window.told.push(event.detail));
window.theBoard = () => {
  for (const one of document.querySelectorAll('*')) {
    const found = one.shadowRoot?.querySelector('.board');
    if (found) return found;
  }
};
"""


class Board:
    """One browser tab of one person."""

    def __init__(self, page: Page, address: str, project: str) -> None:
        self.page, self.address, self.project = page, address, project
        self.root = page.locator(".board")

    def open(self, dialogue: str = "") -> None:
        """Opens the labelling page; with an id, at that dialogue."""
        self.visit(dialogue)
        self.ready()

    def visit(self, dialogue: str = "") -> None:
        """The same, where no conversation has to come up."""
        query = f"?project={self.project}" + (f"&dialogue={dialogue}" if dialogue else "")
        self.page.goto(f"{self.address}/label{query}")

    def ready(self) -> None:
        self.root.locator(".row[aria-current]").wait_for(timeout=30_000)

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def press(self, keys: str | list[str]) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def key_event(self, key: str, code: str) -> None:
        """A key of a keyboard that this machine does not have."""
        self.page.evaluate(
            "([key, code]) => theBoard().querySelector('.question')"
            ".dispatchEvent(new KeyboardEvent('keydown', {key, code, bubbles: true, composed: true}))",
            [key, code],
        )

    # --- what is on the screen ----------------------------------------------------------------------------------------
    def row(self, turn: str) -> Locator:
        return self.root.locator(f'.row[data-turn="{turn}"]')

    def chip(self, turn: str, field: str) -> Locator:
        return self.row(turn).locator(f'.chip[data-field="{field}"]')

    def option(self, option: str) -> Locator:
        return self.root.locator(f'.option[data-option="{option}"]')

    @property
    def turn(self) -> str:
        """The id of the turn in focus ("" for the whole conversation)."""
        return str(self.root.locator(".row[aria-current]").get_attribute("data-turn"))

    @property
    def question(self) -> Locator:
        return self.root.locator(".asked .asks")

    @property
    def status(self) -> Locator:
        return self.root.locator(".status")

    @property
    def count(self) -> str:
        return self.root.locator(".position .count").inner_text()

    def is_saved(self, timeout: float = 20_000) -> None:
        expect(self.status).to_have_text("All saved", timeout=timeout)

    # --- what the page knows ------------------------------------------------------------------------------------------
    def told(self) -> list[dict[str, Any]]:
        """What the page was told about each event: {"id", "status"}."""
        return list(self.page.evaluate("window.told"))

    def waiting(self) -> list[dict[str, Any]]:
        """The events that lie in local storage."""
        found = self.page.evaluate(
            "Object.keys(localStorage).filter(key => key.startsWith('curator/outbox/')).sort()"
            ".map(key => JSON.parse(localStorage[key]))"
        )
        return list(found)


def a_tab(
    context: BrowserContext, address: str, project: str, strangers: list[str], *, hears_others: bool = True
) -> Board:
    """A new tab of a person; requests to any other host are written to `strangers`.

    hears_others: whether news of the person's other tabs reaches it (in a browser on another machine it does not).
    """
    page = context.new_page()
    page.add_init_script(LISTEN)
    if not hears_others:
        page.add_init_script("delete window.BroadcastChannel")
    page.on("request", lambda request: _note(request.url, strangers))
    page.on("pageerror", lambda error: strangers.append(f"error on the page: {error}"))
    return Board(page, address, project)


def _note(url: str, strangers: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")):
        strangers.append(url)


def a_person(browser: Browser, address: str, name: str, **screen: Any) -> BrowserContext:
    """A browser of its own, signed in."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **screen})
    answer = context.request.post(f"{address}/api/v1/session", data={"name": name, "role": "annotator"})
    assert answer.ok, answer.text()
    return context
