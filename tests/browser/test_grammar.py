"""The browser's grammar means what Python's means: the same cases, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from curator.ui.labelling import ASSETS

CASES = json.loads((Path(__file__).parents[1] / "model" / "grammar-cases.json").read_text(encoding="utf-8"))

RUN = """
async ([source, given]) => {
  const grammar = await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  const find = (list, id) => list.find(one => one.id === id) ?? null;
  return given.cases.map(one => grammar.evaluate(one.expr, {
    dialogue: given.dialogue,
    turn: one.turn ? find(given.dialogue.turns, one.turn) : null,
    participant: one.participant ? find(given.dialogue.participants, one.participant) : null,
    answers: id => given.answers[id] ?? null,
  }));
}
"""


def test_conditions_hold_alike_in_the_browser(browser: Browser) -> None:
    page = browser.new_page()
    source = (ASSETS / "grammar.js").read_text(encoding="utf-8")
    found: list[Any] = page.evaluate(RUN, [source, CASES])
    page.close()
    wrong = [case for case, holds in zip(CASES["cases"], found, strict=True) if holds is not case["expected"]]
    assert wrong == []
    assert len(found) > 50
