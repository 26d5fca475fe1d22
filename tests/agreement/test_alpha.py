"""Alpha: numbers worked by hand, and a slow second opinion in exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator.agreement import AgreementOptions, Level, Ratings, Result, agree
from curator.agreement.distances import matrix
from curator.errors import DataError, UsageError
from tests.agreement.tables import grid, slow_alpha, tables


def alpha(ratings: Ratings, level: Level | None = None, **options: object) -> Result:
    asked = AgreementOptions.read({"level": level, "resamples": 0, **options})
    return agree(ratings, asked)[0]


def value(ratings: Ratings, level: Level | None = None) -> float:
    found = alpha(ratings, level).value
    assert found is not None
    return found


def test_nominal_by_hand() -> None:
    # units: x x | x y | y y. Coincidences: xx 2, xy 1, yx 1, yy 2; n_x = 3, n_y = 3, n = 6
    # D_o = 2 / 6; D_e = 2·3·3 / (6·5) = 18/30; alpha = 1 - (1/3) / (3/5) = 4/9
    result = alpha(grid([["x", "x"], ["x", "y"], ["y", "y"]]), "nominal")
    assert result.value == pytest.approx(4 / 9)
    assert result.observed == pytest.approx(1 / 3)
    assert result.expected == pytest.approx(3 / 5)


def test_a_unit_with_three_values_counts_as_three_not_as_six_pairs() -> None:
    # x x y: ordered unlike pairs 4, over m - 1 = 2 -> 2. x x: 0. n_x = 4, n_y = 1, n = 5
    # alpha = 1 - (5 - 1)·2 / (2·4·1) = 0
    assert value(grid([["x", "x", "y"], ["x", "x", None]])) == pytest.approx(0)


def test_ordinal_by_hand() -> None:
    # 1 1 | 1 2 | 2 3 | 3 3: n_1 = 3, n_2 = 2, n_3 = 3; mid-ranks 1.5, 4, 6.5; d12 = d23 = 6.25, d13 = 25
    # sum o·d = 2·6.25 + 2·6.25 = 25; sum n n d = 2·(3·2·6.25 + 2·3·6.25 + 3·3·25) = 600
    # alpha = 1 - 7·25 / 600
    assert value(grid([[1, 1], [1, 2], [2, 3], [3, 3]]), "ordinal") == pytest.approx(1 - 175 / 600)


def test_interval_by_hand() -> None:
    # 1 1 | 1 2 | 2 4: sum o·d = 2·1 + 2·4 = 10; values 1 1 1 2 2 4: sum of squares of all ordered pairs
    # = 2·(6·27 - 11²) = 82; alpha = 1 - 5·10 / 82
    result = alpha(grid([[1, 1], [1, 2], [2, 4]]), "interval")
    assert result.value == pytest.approx(1 - 50 / 82)
    assert result.observed == pytest.approx(10 / 6)
    assert result.expected == pytest.approx(82 / 30)


def test_ratio_by_hand_with_a_true_zero() -> None:
    # 0 0 | 1 3: o·d = 2·(2/4)² = 1/2; values 0 0 1 3: d(0,0) = 0, d(0,1) = d(0,3) = 1, d(1,3) = 1/4
    # sum n n d = 2·(4·1 + 1/4) = 8.5; alpha = 1 - 3·0.5 / 8.5
    assert value(grid([[0, 0], [1, 3]]), "ratio") == pytest.approx(1 - 1.5 / 8.5)


@pytest.mark.parametrize(
    ("a", "b", "jaccard", "masi"),
    [
        (["1", "2"], ["1", "2", "3", "4"], Fraction(1, 2), Fraction(2, 3)),
        (["a", "b"], ["b", "c"], Fraction(2, 3), Fraction(8, 9)),
        (["a"], ["a", "b"], Fraction(1, 2), Fraction(2, 3)),
        (["a"], ["b"], 1, 1),
        ([], [], 0, 0),
        ([], ["a"], 1, 1),
    ],
)
def test_set_distances(a: list[str], b: list[str], jaccard: Fraction, masi: Fraction) -> None:
    ratings = grid([[a, b]])
    ends = (0, len(ratings.domain) - 1)
    assert matrix(ratings, "set_jaccard")[ends] == pytest.approx(float(jaccard))
    assert matrix(ratings, "set_masi")[ends] == pytest.approx(float(masi))


def test_sets_are_compared_by_masi_unless_asked() -> None:
    ratings = grid([[["a"], ["a", "b"]], [[], []], [["b"], ["b"]]])
    result = alpha(ratings)
    assert result.level == "set_masi"
    assert result.domain == ("a", "b")
    assert result.checked_with is not None


def test_order_and_repetition_in_a_list_do_not_count() -> None:
    assert value(grid([[["a", "b"], ["b", "a", "a"]], [["c"], ["c"]]])) == 1


def test_interval_takes_any_number_of_distinct_values() -> None:
    rng = np.random.default_rng(1)
    truth = rng.normal(size=9000)
    rows = [
        (f"u{u}", a, float(t + e)) for u, t in enumerate(truth) for a, e in zip("ab", rng.normal(size=2), strict=True)
    ]
    result = agree(Ratings.from_rows(rows), AgreementOptions(level="interval", resamples=200))[0]
    assert result.value is not None
    assert result.value == pytest.approx(0.5, abs=0.03)
    assert result.ci_low is not None
    assert result.ci_high is not None
    assert result.ci_low < result.value < result.ci_high
    assert result.checked_with is None  # 18,000 distinct values: krippendorff would need terabytes


def test_too_many_categories_are_refused_in_words() -> None:
    rows = [(f"u{u}", a, f"{u}{a}") for u in range(4000) for a in "ab"]
    with pytest.raises(DataError, match="8000 distinct values are too many"):
        alpha(Ratings.from_rows(rows), "nominal")


def test_the_alphabet_is_no_scale() -> None:
    rows = [["low", "mid"], ["high", "high"], ["low", "low"]]
    with pytest.raises(UsageError, match="ordered values"):
        alpha(grid(rows), "ordinal")
    assert alpha(grid(rows), "ordinal", domain=["low", "mid", "high"]).value is not None


@pytest.mark.parametrize(
    ("rows", "level", "words"),
    [
        ([["x", "y"]], "interval", "needs numbers"),
        ([[1, -1]], "ratio", "0 or more"),
        ([[["a"], ["b"]]], "ordinal", "sets cannot be compared"),
        ([["a", "b"]], "set_jaccard", "compares lists"),
    ],
)
def test_values_that_do_not_fit_the_level(rows: list[list[object]], level: Level, words: str) -> None:
    with pytest.raises(DataError, match=words):
        alpha(grid(rows), level)


def test_unused_categories_change_nothing() -> None:
    rows = [[1, 1], [1, 2], [2, 4], [4, 4]]
    assert value(grid(rows), "ordinal") == pytest.approx(value(grid(rows, domain=[0, 1, 2, 3, 4, 5]), "ordinal"))


def unlike(a: object, b: object) -> Fraction:
    return Fraction(a != b)


def squared(a: object, b: object) -> Fraction:
    assert isinstance(a, int)
    assert isinstance(b, int)
    return Fraction(a - b) ** 2


def ratio(a: object, b: object) -> Fraction:
    assert isinstance(a, int)
    assert isinstance(b, int)
    return Fraction(a - b, a + b) ** 2 if a + b else Fraction(0)


def jaccard(a: object, b: object) -> Fraction:
    assert isinstance(a, list)
    assert isinstance(b, list)
    one, other = set(a), set(b)
    return 1 - Fraction(len(one & other), len(one | other)) if one | other else Fraction(0)


def masi(a: object, b: object) -> Fraction:
    assert isinstance(a, list)
    assert isinstance(b, list)
    one, other = set(a), set(b)
    if one == other:
        return Fraction(0)
    m = Fraction(0) if not one & other else Fraction(2, 3) if one <= other or other <= one else Fraction(1, 3)
    return 1 - (1 - jaccard(a, b)) * m


NUMBERS = st.integers(0, 4)
SETS = st.lists(st.sampled_from("abc"), max_size=3)


@pytest.mark.parametrize(
    ("level", "distance", "values"),
    [
        ("nominal", unlike, NUMBERS),
        ("interval", squared, NUMBERS),
        ("ratio", ratio, NUMBERS),
        ("set_jaccard", jaccard, SETS),
        ("set_masi", masi, SETS),
    ],
)
def test_the_definition_gives_the_same(level: Level, distance: object, values: st.SearchStrategy[object]) -> None:
    assert callable(distance)

    @given(rows=tables(values))
    def check(rows: list[list[object]]) -> None:
        expected = slow_alpha(rows, distance)
        result = alpha(grid(rows), level if level != "set_masi" else None)
        if expected is None:
            assert result.value is None
            assert result.undefined
        else:
            # Every defined alpha was compared with krippendorff on the way: that is what checked_with says.
            assert result.value == pytest.approx(float(expected), abs=1e-9)
            assert result.checked_with == "krippendorff 0.9.0"

    check()


@given(rows=tables(st.integers(0, 6)))
def test_ordinal_is_checked_with_krippendorff(rows: list[list[object]]) -> None:
    result = alpha(grid(rows), "ordinal")
    assert (result.checked_with is None) == (result.value is None)


def test_numbers_that_one_annotator_gave_alone_do_not_stand_in_the_way() -> None:
    # 9,000 distinct values in units of one rating: as categories too many, at the interval level no matter.
    shared = [
        (f"u{u}", who, v)
        for u, pair in enumerate([(1, 1), (1, 2), (2, 4)] * 3000)
        for who, v in zip("ab", pair, strict=True)
    ]
    alone = [(f"alone {i}", "a", i + 0.5) for i in range(9000)]
    result = agree(Ratings.from_rows([*shared, *alone]), AgreementOptions(level="interval", resamples=0))[0]
    assert result.n_skipped == 9000
    # As in test_interval_by_hand, 3,000 times: O = 30,000; sum of squares 81,000, sum 33,000, n = 18,000
    assert result.value == pytest.approx(1 - 17_999 * 30_000 / (2 * (18_000 * 81_000 - 33_000**2)))
