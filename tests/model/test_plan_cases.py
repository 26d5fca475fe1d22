"""The plan on the cases that the browser's is held to as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from curator.model.plan import Cell, by_submit, cells, missing
from curator.model.rules import broken_rules
from tests.model.plan_cases import FILE, cases, dialogue_of, given_of, payload_of, schema_of, task_of, written

CASES = {case["name"]: case for case in cases()}


def _plain(found: Iterable[Cell]) -> list[list[Any]]:
    return [[cell.field.id, cell.target.as_json()] for cell in found]


@pytest.mark.parametrize("name", CASES)
def test_the_plan_of_each_case(name: str) -> None:
    case = CASES[name]
    asked = schema_of(case), task_of(case), dialogue_of(case)
    given = given_of(case)
    found = {
        "cells": _plain(cells(*asked)),
        "missing": _plain(missing(*asked, given)),
        "by_submit": _plain(by_submit(*asked, given)),
        "broken": [[one.index, one.target.as_json()] for one in broken_rules(*asked, given)],
    }
    assert found == {key: case[key] for key in found}


def test_the_file_is_what_the_page_gets_today() -> None:
    """Else: `python -m tests.model.plan_cases`."""
    for case in cases():
        assert case["payload"] == payload_of(case), case["name"]
    assert written(cases()) == FILE.read_text(encoding="utf-8")
