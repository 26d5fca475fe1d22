"""The browser's plan means what Python's means: cells, what is missing, blanks and broken rules of the same cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.server import Server

CASES = json.loads((Path(__file__).parents[1] / "model" / "plan-cases.json").read_text(encoding="utf-8"))
RUN = """
async payload => {
  const { Sheet } = await import('/api/v1/assets/state.js');
  const { filledIn } = await import('/api/v1/assets/answers.js');
  const head = { project: 'p', task: 'main', round: 1, submitted: false, guidelines: { revision: 1 }, offered: [] };
  const sheet = new Sheet({ ...head, ...payload }, 'ana');
  const plain = cells => [...cells].map(cell => [cell.field.id, cell.target]);
  return {
    cells: plain(sheet.cells()),
    missing: plain(sheet.missing()),
    by_submit: plain(filledIn(sheet).blanks),
    broken: sheet.rules.broken().map(one => [one.rule.index, one.place.target]),
    open: sheet.rows.every(row => row.needed >= row.done),
  };
}
"""


@pytest.fixture(scope="module")
def found(browser: Browser, server: Server) -> dict[str, Any]:
    """What the page makes of each case, by its name."""
    context = browser.new_context()
    context.request.post(f"{server.address}/api/v1/session", data={"name": "planna", "role": "annotator"})
    page = context.new_page()
    page.goto(f"{server.address}/api/v1/health")
    made = {case["name"]: page.evaluate(RUN, case["payload"]) for case in CASES}
    context.close()
    return made


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_page_plans_as_the_server_does(found: dict[str, Any], case: dict[str, Any]) -> None:
    expected = {key: case[key] for key in ("cells", "missing", "by_submit", "broken")}
    assert found[case["name"]] == expected | {"open": True}
