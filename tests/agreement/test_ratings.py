"""From a long table to codes: what counts as a value, a unit, a cluster."""

from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Ratings, agree
from curator.agreement import ratings as ratings_module
from curator.agreement.values import as_json
from curator.errors import DataError, UsageError
from tests.agreement.tables import grid, tables


def shown(ratings: Ratings) -> list[tuple[int, str, object]]:
    """Ratings read back from their codes."""
    return [
        (int(unit), ratings.annotators[who], as_json(ratings.domain[value]))
        for unit, who, value in zip(ratings.unit, ratings.annotator, ratings.value, strict=True)
    ]


def test_a_long_table() -> None:
    frame = pl.DataFrame(
        {
            "dialogue": ["d1", "d1", "d1", "d2", "d2"],
            "turn": ["t1", "t1", "t2", "t1", "t1"],
            "annotator": ["ben", "ana", "ana", "ana", "ben"],
            "value": ["y", "x", None, "x", "x"],
        }
    )
    ratings = Ratings.from_frame(frame, unit=["dialogue", "turn"], cluster="dialogue")
    assert shown(ratings) == [(0, "ana", "x"), (0, "ben", "y"), (1, "ana", "x"), (1, "ben", "x")]
    assert ratings.n_units == 2
    assert ratings.cluster is not None
    assert ratings.cluster.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("values", "domain"),
    [
        ([3, 1, 1], (1, 3)),
        ([0.5, 1.0, float("nan")], (0.5, 1)),
        (["b", "a", None], ("a", "b")),
        ([True, False, True], (False, True)),
        ([["b", "a"], [], None], ("a", "b")),
        ([None, None, None], ()),
    ],
)
def test_columns_of_every_type(values: list[object], domain: tuple[object, ...]) -> None:
    frame = pl.DataFrame({"unit": [1, 1, 2], "annotator": ["a", "b", "a"], "value": values})
    assert agree(Ratings.from_frame(frame))[0].domain == domain


def test_values_may_be_json_texts() -> None:
    frame = pl.DataFrame(
        {
            "unit": ["u", "u", "v", "v", "w"],
            "annotator": ["a", "b", "a", "b", "a"],
            "value": ['["x","y"]', '["y", "x"]', "[]", "[]", "null"],
        }
    )
    ratings = Ratings.from_frame(frame, json_values=True)
    assert shown(ratings) == [(0, "a", ["x", "y"]), (0, "b", ["x", "y"]), (1, "a", []), (1, "b", [])]
    with pytest.raises(DataError, match="not JSON"):
        Ratings.from_frame(frame.with_columns(value=pl.lit("x")), json_values=True)


def test_a_later_null_does_not_replace_a_rating() -> None:
    ratings = Ratings.from_rows([("u", "a", "x"), ("u", "b", "x"), ("u", "a", None)])
    assert (ratings.n_ratings, ratings.n_repeated) == (2, 0)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([(None, "a", 1)], "has no unit"),
        ([("u", None, 1)], "has no annotator"),
        ([("u", "a", {"x": 1})], "cannot be compared"),
        ([("u", "a", [["x"]])], "list inside a list"),
        ([("u", "a", [None])], "null cannot be compared"),
        ([("u", "a", float("inf"))], "too large to compute with"),
        ([("u", "a", 10**400)], "too large to compute with"),
        ([("u", "a", ["x"]), ("u", "b", "x")], "mixed"),
    ],
)
def test_what_is_no_rating(rows: list[tuple[object, ...]], words: str) -> None:
    with pytest.raises(DataError, match=words):
        Ratings.from_rows(rows)


def test_a_unit_lies_in_one_cluster() -> None:
    with pytest.raises(DataError, match="two clusters"):
        Ratings.from_rows([("u", "a", 1, "c1"), ("u", "b", 1, "c2")], has_clusters=True)


def test_unknown_columns_list_the_known_ones() -> None:
    with pytest.raises(DataError, match=r"no column 'annotator'\. The columns are: unit, rater, value"):
        Ratings.from_frame(pl.DataFrame({"unit": [1], "rater": ["a"], "value": [1]}))


def test_values_outside_the_domain_are_named() -> None:
    with pytest.raises(DataError, match="outside the domain: 'z'"):
        grid([["x", "z"]], domain=["x", "y"])
    with pytest.raises(DataError, match="outside the domain: 'c'"):
        grid([[["a", "c"], ["a"]]], domain=["a", "b"])


def test_a_domain_names_each_label_once() -> None:
    for domain in (["x", "x"], [["x"], ["y"]], [1, 1.0]):
        with pytest.raises(UsageError):
            grid([["x", "x"]], domain=domain)


def test_a_domain_can_be_declared_later() -> None:
    rows: list[list[object]] = [["low", "mid"], ["high", "high"], ["low", None]]
    domain = ["low", "mid", "high", "top"]
    later, at_once = grid(rows).declared(domain), grid(rows, domain=domain)
    assert later.value.tolist() == at_once.value.tolist()
    assert later.domain == at_once.domain
    sets = grid([[["b"], ["a"]]]).declared(["c", "b", "a"])
    assert [as_json(key) for key in sets.labels] == ["c", "b", "a"]
    assert shown(sets) == [(0, "a", ["b"]), (0, "b", ["a"])]


def test_choosing_annotators_observes_the_domain_anew() -> None:
    ratings = grid([["x", "x", "z"], ["x", "y", "z"], [None, None, "z"]])
    two = ratings.only(["b", "a"])
    assert (two.annotators, two.n_units, two.n_ratings) == (("a", "b"), 2, 4)
    assert [as_json(key) for key in two.domain] == ["x", "y"]
    assert len(ratings.only(["a", "b"], keep_domain=True).domain) == 3
    with pytest.raises(UsageError, match=r"nobody called 'q'.*Annotators: a, b, c"):
        ratings.only(["a", "q"])


def test_choosing_annotators_comes_before_declaring_the_domain() -> None:
    ratings = grid([["x", "x", "other scheme"], ["x", "y", "other scheme"]])
    result = agree(ratings, AgreementOptions(annotators=("a", "b"), domain=("x", "y")))[0]
    assert result.annotators == ("a", "b")
    assert result.n_ratings == 4


def test_patterns_are_distinct_multisets() -> None:
    patterns = grid([["x", "y", None], ["y", "x", None], ["x", "x", "y"], [None, "y", "x"], ["y", None, None]]).patterns
    assert patterns.of_unit[0] == patterns.of_unit[1] == patterns.of_unit[3]
    assert len(patterns.members) == 3
    assert sorted(patterns.counts.tolist()) == [[0, 1], [1, 1], [2, 1]]
    assert sorted(patterns.size.tolist()) == [1, 2, 3]


def test_numbers_that_are_coded_already() -> None:
    rows = [("d1", "ana", 2.0), ("d1", "cy", 3.5), ("d2", "ana", None), ("d2", "ben", None), ("d3", "cy", 2.0)]
    frame = pl.DataFrame(rows, schema=["unit", "annotator", "value"], orient="row")
    read = Ratings.from_frame(frame, cluster="unit")
    numbers = np.array([np.nan if value is None else value for _, _, value in rows])
    coded = Ratings.from_numbers(np.array([0, 0, 1, 1, 2]), np.array([0, 2, 0, 1, 2]), numbers, ["ana", "ben", "cy"])
    assert shown(coded) == shown(read) == [(0, "ana", 2), (0, "cy", 3.5), (1, "cy", 2)]
    assert (coded.annotators, coded.domain, coded.labels) == (read.annotators, read.domain, read.labels)
    assert read.cluster is not None
    assert coded.cluster is not None
    assert coded.cluster.tolist() == read.cluster.tolist()
    assert agree(coded) == agree(read)


@pytest.mark.parametrize("most_codes", [2**62, 1], ids=["one number a unit", "place by place"])
@given(table=tables(st.sampled_from("xyzw"), annotators=5, units=12))
def test_units_share_a_pattern_when_they_have_the_same_values_as_often(
    most_codes: int, table: list[list[object]]
) -> None:
    ratings = grid(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings_module, "MOST_CODES", most_codes)
        patterns = ratings_module.find_patterns(ratings)
    slow = [Counter(ratings.value[ratings.unit == unit].tolist()) for unit in range(ratings.n_units)]
    found = [Counter(code for code in members if code >= 0) for members in patterns.members.tolist()]
    assert [found[code] for code in patterns.of_unit] == slow
    assert len(found) == len({tuple(sorted(one.items())) for one in slow})
    assert patterns.size.tolist() == [one.total() for one in found]
    counts = [[one[value] for value in range(len(ratings.domain))] for one in found]
    assert patterns.counts.tolist() == counts
    assert all(row == sorted(row) for row in patterns.members.tolist())
