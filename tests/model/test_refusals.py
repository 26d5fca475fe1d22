"""What the page cannot draw is named; what it can draw is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator.model.kinds import KINDS
from curator.model.refusals import refusals
from curator.model.schema import load_schema

EVERYTHING = Path(__file__).parent / "schemas" / "everything.yaml"


def test_nothing_of_the_language_is_refused() -> None:
    assert refusals(load_schema(EVERYTHING)) == []


def test_a_kind_that_the_page_does_not_know_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(KINDS.get("ranking")), "drawable", False)
    problems = refusals(load_schema(EVERYTHING))
    assert [problem.problem for problem in problems] == [
        "the page cannot draw `ranking` yet: field better.",
        "the page cannot draw `ranking` yet: field best.",
    ]
    assert all(problem.where.startswith("everything, ") and problem.fix for problem in problems)
