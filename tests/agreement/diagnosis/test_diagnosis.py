"""Diagnosis by hand on small tables, and what holds on any."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Level, Ratings, agree
from curator.agreement.diagnosis import (
    against_rest,
    by_group,
    confusions,
    costly_units,
    disagreement,
    leave_one_out,
    merges,
    more,
    next_to_double,
)
from curator.agreement.diagnosis.disagreement import pairs_within_units
from curator.agreement.diagnosis.more import disagreement_of_values
from curator.agreement.subset import of_units
from tests.agreement.tables import grid, tables

QUICK = AgreementOptions(resamples=100)
FOUR: list[list[object]] = [["x", "x", "y"], ["y", "y", "y"], ["x", "z", None], ["z", "z", "x"], [None, "y", None]]
DOMAIN = ["x", "y", "z"]


def options(**changes: object) -> AgreementOptions:
    return AgreementOptions.read({"resamples": 0, **changes})


# --- pairs and alpha --------------------------------------------------------------------------------------------------
def test_every_two_ratings_of_a_unit_are_a_pair() -> None:
    ratings = grid(FOUR)
    left, right = pairs_within_units(ratings)
    names = [
        (int(ratings.unit[a]), *(ratings.annotators[ratings.annotator[i]] for i in (a, b)))
        for a, b in zip(left, right, strict=True)
    ]
    trios = [(unit, *pair) for unit in (0, 1, 3) for pair in (("a", "b"), ("a", "c"), ("b", "c"))]
    assert sorted(names) == sorted([*trios, (2, "a", "b")])


LEVELS: list[tuple[Level, Any]] = [
    ("nominal", st.sampled_from([1, 2, 3, 5])),
    ("ordinal", st.sampled_from([1, 2, 3, 5])),
    ("interval", st.sampled_from([1, 2.5, 3, 5])),
    ("ratio", st.sampled_from([0, 1, 2, 5])),
    ("set_masi", st.lists(st.sampled_from("xyz"), max_size=3, unique=True)),
    ("set_jaccard", st.lists(st.sampled_from("xyz"), max_size=3, unique=True)),
    ("set_nominal", st.lists(st.sampled_from("xyz"), max_size=3, unique=True)),
]


@pytest.mark.parametrize(("level", "values"), LEVELS)
@settings(max_examples=40)
@given(data=st.data())
def test_the_pieces_add_up_to_alpha(level: Level, values: Any, data: st.DataObject) -> None:
    """Pairs give alpha; costs of units sum to 1 - alpha; people against the rest average to alpha."""
    ratings = grid(data.draw(tables(values)))
    alpha = agree(ratings, options(level=level))[0].value
    found = disagreement(ratings, level)
    costs = sum(unit.cost for unit in costly_units(found, most=1000))
    if alpha is None:
        assert found.alpha is None
        assert costs == 0
        return
    assert found.alpha == pytest.approx(alpha, abs=1e-9)
    assert costs == pytest.approx(1 - alpha, abs=1e-9)
    given_ = np.bincount(ratings.annotator[ratings.per_unit[ratings.unit] >= 2], minlength=len(ratings.annotators))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("curator.agreement.diagnosis.annotators.FEWEST_PAIRS", 0)
        rest = {row.annotator: row.value for row in against_rest(found, options())}
    mean = sum(n * (rest[name] or 0) for name, n in zip(ratings.annotators, given_, strict=True) if n) / given_.sum()
    assert mean == pytest.approx(alpha, abs=1e-9)


# --- confusion --------------------------------------------------------------------------------------------------------
def test_tables_of_two_and_of_all() -> None:
    found = confusions(disagreement(grid(FOUR, domain=DOMAIN)))
    assert [table.annotators for table in found.by_pair] == [("a", "b"), ("a", "c"), ("b", "c")]
    first = found.by_pair[0]
    assert (first.options, first.counts) == (("x", "y", "z"), ((1, 0, 1), (0, 1, 0), (0, 0, 1)))
    # 3 + 3 + 1 + 3 pairs, each both ways
    assert sum(map(sum, found.of_all.counts)) == 20
    assert np.array_equal(found.of_all.counts, np.transpose(found.of_all.counts))
    # x/y: a c and b c in the first unit. x/z: a b in the third, a c and b c in the fourth.
    assert [(pair.options, pair.n, pair.share) for pair in found.pairs] == [(("x", "z"), 3, 0.6), (("x", "y"), 2, 0.4)]


def test_of_sets_what_one_alone_chose_stands_against_what_the_other_chose() -> None:
    table: list[list[object]] = [[["x", "y"], ["x", "z"]], [["x"], []], [["y"], ["y"]], [[], []]]
    found = confusions(disagreement(grid(table, domain=["x", "y", "z"])))
    (two,) = found.by_pair
    assert two.options == ("x", "y", "z", "(not chosen)")
    assert two.counts == ((1, 0, 0, 1), (0, 1, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0))


def test_a_scale_with_too_many_points_has_no_table() -> None:
    found = confusions(disagreement(grid([[value, value + 1] for value in range(70)]), "interval"))
    assert (found.by_pair, found.pairs, found.of_all.counts) == ((), (), ())


@given(table=tables(st.sampled_from("xyz")))
def test_tables_count_every_pair_of_answers_once(table: list[list[object]]) -> None:
    found = disagreement(grid(table, domain=DOMAIN))
    shown = confusions(found)
    assert sum(sum(map(sum, one.counts)) for one in shown.by_pair) == len(found.left)
    assert sum(pair.n for pair in shown.pairs) == int((found.distance > 0).sum())
    assert sum(pair.share for pair in shown.pairs) == pytest.approx(1 if shown.pairs else 0)


# --- annotators -------------------------------------------------------------------------------------------------------
def guessing(n: int = 40) -> Ratings:
    """c guesses; a and b follow the truth but for some slips."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, n)
    slips = [np.where(rng.random(n) < 0.1, rng.integers(0, 3, n), truth) for _ in "ab"]
    people = [*slips, rng.integers(0, 3, n)]
    rows = [
        (f"u{u:03}", who, "xyz"[column[u]], f"d{u // 4}")
        for who, column in zip("abc", people, strict=True)
        for u in range(n)
    ]
    return Ratings.from_rows(rows, domain=DOMAIN, has_clusters=True)


def test_the_guesser_is_the_outlier() -> None:
    ratings = guessing()
    rest = against_rest(disagreement(ratings), QUICK)
    assert rest[0].annotator == "c"
    assert [row.n_pairs for row in rest] == [80, 80, 80]
    assert all(row.ci_low is not None and row.value is not None and row.ci_low <= row.value for row in rest)
    out = leave_one_out(ratings, QUICK)
    assert (out[0].annotator, out[0].rank) == ("c", 3)
    assert sorted(row.rank or 0 for row in out) == [1, 2, 3]
    assert (out[0].delta_ci_low or 0) > 0  # also within the interval of the difference
    alone = agree(ratings.only(["a", "b"]), QUICK)[0]
    assert (out[0].value_without, out[0].ci_low, out[0].ci_high) == (alone.value, alone.ci_low, alone.ci_high)
    whole = agree(ratings, QUICK)[0].value
    assert out[0].delta == pytest.approx((alone.value or 0) - (whole or 0))


def test_few_pairs_are_hidden_with_the_reason() -> None:
    rest = against_rest(disagreement(grid(FOUR)), QUICK)
    assert {row.value for row in rest} == {None}
    assert {row.annotator: row.undefined for row in rest}["c"] == "6 pairs of answers with others; a value needs 20"


def test_of_two_nobody_is_left_out_and_of_none_nothing_is_said() -> None:
    assert leave_one_out(grid([["x", "y"]]), QUICK) == []
    assert against_rest(disagreement(Ratings.from_rows([])), QUICK) == []
    (alone,) = against_rest(disagreement(grid([["x"], ["y"]])), QUICK)
    assert (alone.value, alone.n_pairs) == (None, 0)


def test_unanimous_people_are_undefined_against_the_rest() -> None:
    (first, *_) = against_rest(disagreement(grid([["x", "x"]] * 25)), QUICK)
    assert (first.value, first.undefined) == (None, "no variation among the answers that can be compared")


# --- places -----------------------------------------------------------------------------------------------------------
def test_the_dearest_unit_comes_first_with_what_was_said() -> None:
    ratings = grid([["x", "x"], ["x", "y"], ["y", "y"], ["x", "x"]])
    # 8 values, 5 x and 3 y: D_e = 2*15/56; the one unit gives 2/8
    (only,) = costly_units(disagreement(ratings))
    assert (only.unit, only.share, only.values) == (1, 1, {"a": "x", "b": "y"})
    assert only.cost == pytest.approx((2 / 8) / (30 / 56))


def test_weeks_by_themselves() -> None:
    ratings = guessing()
    group = np.where(np.arange(ratings.n_units) < 20, 1, 0)
    group[:4] = -1
    found = by_group(ratings, group, ["late", "early"], QUICK)
    assert [name for name, _ in found] == ["late", "early"]
    for code, (_, result) in enumerate(found):
        assert result == agree(of_units(ratings, group == code).ratings, QUICK)[0]
    assert [result.n_pairable_units for _, result in found] == [20, 16]


# --- merges -----------------------------------------------------------------------------------------------------------
def merged_by_hand(table: list[list[object]], one: str, two: str, level: Level) -> float | None:
    def write(value: Any) -> Any:
        if isinstance(value, list):
            return sorted({one if item == two else item for item in value})
        return one if value == two else value

    domain = [name for name in DOMAIN if name != two]
    rewritten = [[None if value is None else write(value) for value in row] for row in table]
    return agree(grid(rewritten, domain=domain), options(level=level))[0].value


@pytest.mark.parametrize("level", ["nominal", "ordinal", "set_masi", "set_nominal"])
@settings(max_examples=25)
@given(data=st.data())
def test_a_merge_is_what_the_rewritten_labels_give(level: Level, data: st.DataObject) -> None:
    single = st.sampled_from(DOMAIN)
    values = st.lists(single, max_size=3, unique=True) if level.startswith("set") else single
    table = data.draw(tables(values))
    found = disagreement(grid(table, domain=DOMAIN), level)
    for merge in merges(found, confusions(found)):
        assert merge.value == pytest.approx(
            merged_by_hand(table, str(merge.options[0]), str(merge.options[1]), level), abs=1e-9
        )
        assert merge.gain == pytest.approx(merge.value - (found.alpha or 0))


def test_the_two_that_are_taken_for_each_other_come_first() -> None:
    table: list[list[object]] = [["x", "y"], ["y", "x"], ["x", "x"], ["z", "z"], ["z", "z"], ["y", "y"]]
    found = disagreement(grid(table, domain=DOMAIN))
    first, *rest = merges(found, confusions(found))
    assert (first.options, first.value) == (("x", "y"), 1)
    assert all(merge.gain < first.gain for merge in rest)


def test_numbers_have_no_options_to_merge() -> None:
    found = disagreement(grid([[1, 2], [3, 3]]), "interval")
    assert merges(found, confusions(found)) == []


# --- more -------------------------------------------------------------------------------------------------------------
def test_half_the_width_needs_four_times_the_dialogues() -> None:
    ratings = guessing()
    now = more(ratings, 1, QUICK)
    assert now.n == 10
    assert now.width is not None
    assert more(ratings, now.width / 2, QUICK).needed == 30
    assert more(ratings, now.width, QUICK).needed == 0
    assert more(ratings, 2, QUICK).needed == 0


def test_without_an_interval_nobody_knows_how_many() -> None:
    found = more(grid([["x", "x"]]), 0.2, QUICK)
    assert (found.needed, found.width) == (None, None)
    assert "no variation" in (found.undefined or "")
    assert more(guessing(), 0.2, options()).undefined == "no interval was asked for"


def test_next_come_dialogues_full_of_the_options_that_people_disagree_on() -> None:
    rows = [(f"u{u}", who, value, "d0") for u in range(6) for who, value in (("a", "x"), ("b", "x" if u % 2 else "y"))]
    rows += [(f"v{u}", who, "z", "d0") for u in range(6) for who in "ab"]
    rows += [(f"w{u}", "a", "z", "d1") for u in range(9)] + [(f"x{u}", "b", "y", "d2") for u in range(9)]
    rows += [("y0", "a", "y", "d3"), *((f"q{u}", "ab"[u], "y", "d4") for u in range(2))]
    found = disagreement(Ratings.from_rows(rows, domain=DOMAIN, has_clusters=True))
    rates = disagreement_of_values(found)
    assert rates[0] < rates[1]
    assert rates[2] == 0
    # d1 holds z alone; d3 has one answer, so little is known of it; d4 has been seen by two
    assert next_to_double(found) == [2, 3, 1]


def test_without_dialogues_or_disagreement_there_is_no_order() -> None:
    assert next_to_double(disagreement(grid(FOUR))) == []
    assert next_to_double(disagreement(Ratings.from_rows([("u", "a", "x", "d")], has_clusters=True))) == []
