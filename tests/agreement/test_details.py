"""All that is said about one field, against the same asked piece by piece."""

from __future__ import annotations

from dataclasses import replace

import pytest

from curator.agreement import AgreementOptions, agree, field_report, leave_one_out
from tests.agreement.tables import grid

TABLE: list[list[object]] = [["x", "x", "y"], ["x", "y", None], ["z", "z", "z"], ["y", "y", "y"], ["x", None, None]]
DOMAIN = ["x", "y", "z"]


def test_the_lines_of_a_field() -> None:
    found = field_report(grid(TABLE, domain=DOMAIN), AgreementOptions(metrics=("alpha", "percent_agreement")))
    assert [(one.metric, one.option, one.annotators, one.by) for one in found] == [
        ("alpha", None, None, None),
        ("percent_agreement", None, None, None),
        *(("alpha", option, None, None) for option in DOMAIN),
        *(("alpha", None, pair, None) for pair in (("a", "b"), ("a", "c"), ("b", "c"))),
        ("alpha", None, ("b", "c"), {"without": "a"}),
        ("alpha", None, ("a", "c"), {"without": "b"}),
        ("alpha", None, ("a", "b"), {"without": "c"}),
    ]


def test_details_are_left_out_when_nobody_asks_for_them_or_there_is_nothing_to_say() -> None:
    assert len(field_report(grid(TABLE, domain=DOMAIN), details=False)) == 1
    assert [one.undefined for one in field_report(grid([[None, None]], domain=DOMAIN))] == ["there are no ratings"]
    assert len(field_report(grid([["x", "x"], ["y", "x"]]))) == 1  # two annotators are the pair; no declared options
    ordered = field_report(grid([[1, 1], [2, 1]], domain=[1, 2]), AgreementOptions(level="ordinal"))
    assert [one.option for one in ordered] == [None]


def test_without_one_annotator_is_what_the_others_say() -> None:
    table: list[list[object]] = [
        ["x", "x", "y", "x"],
        ["x", "y", None, "y"],
        ["z", "z", "z", None],
        ["y", "y", "y", "y"],
    ]
    ratings, options = grid(table, domain=DOMAIN), AgreementOptions(resamples=0)
    for one in leave_one_out(ratings, options):
        assert one.by is not None
        left = [[cell for who, cell in zip("abcd", row, strict=True) if who != one.by["without"]] for row in table]
        alone = agree(grid(left, domain=DOMAIN), options)[0]
        assert one.value == pytest.approx(alone.value)
        assert replace(one, value=None, undefined="-", annotators=None, by=None) == replace(
            alone, value=None, undefined="-"
        )
