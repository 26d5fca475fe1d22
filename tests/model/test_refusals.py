"""What the page cannot draw yet is named; what it can draw is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator.model.refusals import refusals
from curator.model.schema import load_schema
from tests.model.making import a_schema


def test_all_that_cannot_be_drawn_is_named_at_once() -> None:
    schema = load_schema(Path(__file__).parent / "schemas" / "everything.yaml")
    problems = [problem.problem for problem in refusals(schema)]
    assert problems[:4] == [
        f"the page cannot draw `{name}` yet." for name in ("rules", "entities", "candidates", "repairs")
    ]
    assert [problem.removeprefix("the page cannot draw ") for problem in problems[4:]] == [
        "`intensity` yet: field mixture.",
        "`among` yet: field leads.",
        "`certainty` yet: field strain.",
        "the target `participant` yet: field tone.",
        "the target `pair` yet: field bond.",
        "`for_each` yet: field bond.",
        "`among` yet: field bond.",
        "the target `pair` yet: field stance.",
        "`persists` yet: field cycle.",
        "`turns` yet: field proof.",
        "`turns` yet: field memory.",
        "the target `part` yet: field step_ok.",
        "`ranking` yet: field better.",
        "`ranking` yet: field best.",
        "the target `candidate` yet: field fit.",
        "`options: {open: true}` yet: field fit.",
        "`spans` yet: field cue.",
        "`spans` yet: field quote.",
        "`links` yet: field reply.",
        "`segments` yet: field affect.",
        "`segments` yet: field laugh.",
        "`records` yet: field deed.",
        "the target `case` yet: field history.",
    ]
    assert all(problem.where.startswith("everything, ") and problem.fix for problem in refusals(schema))


@pytest.mark.parametrize(
    "settings",
    [
        "target: turn, kind: choice, options: [a], applies_to: client, required: {turn.words: {gt: 3}}",
        "target: turn, kind: choices, options: [{id: a, only_if: {dialogue.scenario: couple}}], ordered: true",
        "target: dialogue, kind: scale, from: 1, to: 9, anchors: {1: low}, by: participant",
        "target: turn, kind: text, prefill: turn, blank: none",
        "target: turn, kind: participants, exclude_self: true, min: 1, max: 2",
    ],
)
def test_what_can_be_drawn_is_not_refused(settings: str) -> None:
    assert refusals(a_schema(f"id: f, {settings}")) == []


def test_a_draft_from_elsewhere_cannot_be_shown_yet() -> None:
    [problem] = refusals(a_schema("id: f, target: turn, kind: text, prefill: draft"))
    assert problem.problem == "the page cannot draw `prefill: draft` yet: field f."
