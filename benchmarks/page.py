"""The labelling page in a real browser: what a key press costs, and how long a conversation takes to open.

Key handler: from the key's arrival in the page to the end of our handler. Key to frame: from the key's own time stamp
to the end of the frame that shows it. Key to saved: from the same stamp until the page was told that the database has
the answer, one answer at a time. Opening: from the component's first call (its modules not yet loaded) to the first row
painted; the full page load beside it begins at the navigation. Memory: the script heap after a full collection.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.figures import Figure
from tests.browser.board import Board, a_person, a_tab
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.projects import fill_with_talks
from tests.browser.server import Server

LENGTHS = (30, 400, 10_000)
OPENINGS = 5
CYCLES = 12
CYCLE = "12345678kkkkjjjj"
SAVES = 40

WATCH = """
const keys = window.keys = [];
let now = null;
addEventListener('keydown', event => {
  now = {at: performance.now(), pressed: event.timeStamp};
  keys.push(now);
  const mine = now;
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => { mine.frame = performance.now() - mine.pressed; };
    after.port2.postMessage(0);
  });
}, true);
theBoard().addEventListener('keydown', () => { now.handler = performance.now() - now.at; });
"""
SAVED = """
window.saves = [];
addEventListener('curator:settled', event => {
  saves.push([performance.now() - keys.at(-1).pressed, event.detail.status]);
});
"""
SPANS = "performance.getEntriesByType('mark').filter(m => m.name.startsWith('curator')).map(m => [m.name, m.startTime])"


def measure() -> list[Figure]:
    """Milliseconds of key presses, seconds of opening and MiB of the page, for every length."""
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        workspace = Path(folder) / "workspace"
        fill_with_talks(workspace, LENGTHS)
        server = Server(workspace)
        server.start()
        try:
            numbers = range(len(LENGTHS))
            keys = [figure for number in numbers for figure in _keys(started, server, number)]
            return [*keys, *(figure for number in numbers for figure in _opening(started, server, number))]
        finally:
            server.stop()


def _keys(browser: Browser, server: Server, number: int) -> list[Figure]:
    tab = _tab(browser, server, f"keys-{number}")
    tab.open(f"d{number}")
    tab.page.evaluate(WATCH)
    for _ in range(CYCLES):
        for key in CYCLE:
            tab.press(key)
            tab.page.wait_for_timeout(20)
        tab.press(["Home", "n"])
    tab.is_saved()
    found = [one for one in tab.page.evaluate("keys") if one.get("frame")]
    saves = _saves(tab)
    used = _memory(tab)
    tab.page.context.close()
    handler, frame = [one["handler"] for one in found], [one["frame"] for one in found]
    where = f"{LENGTHS[number]:,} turns"
    note = f"{len(found)} keys"
    return [
        Figure(f"key handler p95, {where}", _share(handler, 95), "ms", 8, note=note),
        Figure(f"key to next frame p50, {where}", _share(frame, 50), "ms", 16, note=note),
        Figure(f"key to next frame p95, {where}", _share(frame, 95), "ms", 34, note=note),
        Figure(f"key to saved p50, {where}", _share(saves, 50), "ms", note=f"{len(saves)} answers, one at a time"),
        Figure(f"key to saved p95, {where}", _share(saves, 95), "ms", note="best peer's save alone 8.4 / 12.1 ms"),
        Figure(f"memory after {len(found) + 3 * SAVES} keys, {where}", used, "MiB"),
    ]


def _saves(tab: Board) -> list[float]:
    """Milliseconds from key to saved. The second turn gets another answer each time."""
    tab.page.evaluate(SAVED)
    for number in range(SAVES):
        tab.press(["Home", "j", str(number % 8 + 1)])
        tab.page.wait_for_function("count => saves.length > count", arg=number)
    saves: list[tuple[float, str]] = tab.page.evaluate("saves")
    if not all(status == "saved" for _, status in saves):
        raise RuntimeError(f"not every answer was stored: {saves}")
    return [took for took, _ in saves]


def _memory(tab: Board) -> float:
    """MiB that the page's scripts hold."""
    asked = tab.page.context.new_cdp_session(tab.page)
    asked.send("HeapProfiler.collectGarbage")
    asked.send("Performance.enable")
    metrics = {one["name"]: one["value"] for one in asked.send("Performance.getMetrics")["metrics"]}
    return float(metrics["JSHeapUsedSize"]) / 2**20


def _opening(browser: Browser, server: Server, number: int) -> list[Figure]:
    opened, loaded, used = [], [], []
    for _ in range(OPENINGS):
        tab = _tab(browser, server, f"opening-{number}")
        tab.open(f"d{number}")
        tab.page.wait_for_function("performance.getEntriesByName('curator:painted').length > 0")
        marks = dict(tab.page.evaluate(SPANS))
        opened.append((marks["curator:painted"] - marks["curator:called"]) / 1000)
        loaded.append(marks["curator:painted"] / 1000)
        used.append(_memory(tab))
        tab.page.context.close()
    where, note = f"{LENGTHS[number]:,} turns", f"median of {OPENINGS}, empty cache"
    limit = 0.5 if LENGTHS[number] <= 400 else 1.0
    return [
        Figure(f"first call to first row painted, {where}", statistics.median(opened), "s", limit, note=note),
        Figure(f"full page load, {where}", statistics.median(loaded), "s", note="best peer 0.25 s"),
        Figure(f"memory once open, {where}", statistics.median(used), "MiB", note="Streamlit's own page included"),
    ]


def _tab(browser: Browser, server: Server, name: str) -> Board:
    return a_tab(a_person(browser, server.address, name), server.address, "talk", [])


def _share(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


@contextmanager
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or Playwright's own where there is none."""
    path = CHROMIUM if shutil.which(CHROMIUM) else None
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()
