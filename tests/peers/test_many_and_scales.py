"""Coefficients of many annotators and of scales against other libraries; and where those are wrong, who is right."""

from __future__ import annotations

import random
from typing import Any, cast

import numpy as np
import pytest

from curator.agreement import AgreementOptions, Ratings, agree
from tests.peers.test_coefficients import POINTS, SEEDS, SETS, Row, nltk_task, ours, said_by, some_ratings

pytestmark = pytest.mark.peers
LEVELS = pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])


def table_of(rows: list[Row], annotators: int) -> list[list[Any]]:
    """Annotators × units."""
    return [said_by(rows, f"a{who}") for who in range(annotators)]


@SEEDS
@LEVELS
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_alpha_as_krippendorff_has_it(seed: int, level: str, missing: float) -> None:
    import krippendorff

    rows = some_ratings(seed, POINTS, annotators=4, missing=missing)
    said = {(unit, who): value for unit, who, value in rows}
    matrix = [[said.get((f"u{unit}", f"a{who}"), np.nan) for unit in range(40)] for who in range(4)]
    theirs = krippendorff.alpha(reliability_data=np.array(matrix, dtype=float), level_of_measurement=cast(Any, level))
    assert ours(rows, "alpha", level=level) == pytest.approx(theirs, abs=1e-9)


@SEEDS
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_lights_kappa_is_the_mean_of_scikit_learns(seed: int, weights: str | None) -> None:
    """On gaps too, when scikit-learn gets the units that both rated: it has no notion of missing."""
    from sklearn.metrics import cohen_kappa_score

    rows = some_ratings(seed, POINTS, annotators=3, missing=0.2)
    said = {(unit, who): value for unit, who, value in rows}
    found = []
    for one, two in (("a0", "a1"), ("a0", "a2"), ("a1", "a2")):
        both = [unit for unit in range(40) if (f"u{unit}", one) in said and (f"u{unit}", two) in said]
        pairs = [[said[f"u{unit}", who] for unit in both] for who in (one, two)]
        found.append(cohen_kappa_score(*pairs, labels=POINTS, weights=weights))
    assert ours(rows, "light_kappa", POINTS, weights=weights) == pytest.approx(np.mean(found), abs=1e-12)


@SEEDS
def test_many_annotators_as_nltk_has_them(seed: int) -> None:
    rows = some_ratings(seed, POINTS, annotators=4)
    task = nltk_task(rows)
    assert ours(rows, "light_kappa") == pytest.approx(task.kappa(), abs=1e-12)  # it averages the pairs
    assert ours(rows, "conger_kappa") == pytest.approx(task.multi_kappa(), abs=1e-12)  # Davies & Fleiss 1982


@SEEDS
@pytest.mark.parametrize("form", ["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"])
def test_icc_from_the_analysis_of_variance_of_statsmodels(seed: int, form: str) -> None:
    import pandas as pd
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    rows = some_ratings(seed, POINTS, annotators=3)
    frame = pd.DataFrame(rows, columns=["unit", "who", "value"])
    table = anova_lm(ols("value ~ C(unit) + C(who)", frame).fit())
    between, judges, error = table["mean_sq"].to_list()
    squares, freedom = table["sum_sq"].to_list(), table["df"].to_list()
    within = (squares[1] + squares[2]) / (freedom[1] + freedom[2])
    n, k = 40, 3
    bias = (judges - error) / n
    theirs = {
        "1,1": (between - within) / (between + (k - 1) * within),
        "2,1": (between - error) / (between + (k - 1) * error + k * bias),
        "3,1": (between - error) / (between + (k - 1) * error),
        "1,k": (between - within) / between,
        "2,k": (between - error) / (between + bias),
        "3,k": (between - error) / between,
    }
    assert ours(rows, "icc", form=form) == pytest.approx(theirs[form], abs=1e-9)


@SEEDS
def test_kendalls_w_from_friedmans_test_of_scipy(seed: int) -> None:
    """W = chi² / (m (n - 1)), ties corrected in both."""
    from scipy.stats import friedmanchisquare

    rows = some_ratings(seed, POINTS, annotators=4)
    by_unit = zip(*table_of(rows, 4), strict=True)
    theirs = friedmanchisquare(*by_unit).statistic / (4 * 39)
    assert ours(rows, "kendall_w") == pytest.approx(theirs, abs=1e-9)


@SEEDS
def test_the_tests_of_alt_winning_rate_as_scipy_and_statsmodels_have_them(seed: int) -> None:
    from scipy.stats import ttest_1samp
    from statsmodels.stats.multitest import multipletests

    from curator.agreement.alt_test import count_discoveries, t_below

    choice = np.random.default_rng(seed)
    found = []
    for n in (31, 40, 77):
        sample = choice.choice([-1.0, 0.0, 1.0], n)
        t = (sample.mean() - 0.15) / (sample.std(ddof=1) / np.sqrt(n))
        found.append(t_below(float(t), n - 1))
        assert found[-1] == pytest.approx(ttest_1samp(sample, 0.15, alternative="less").pvalue, abs=1e-12)
    rejected = multipletests(found, 0.05, method="fdr_by")[0].sum()
    assert count_discoveries(found, 0.05) == rejected


def one(rows: list[Row], metric: str, **flags: Any) -> Any:
    options = AgreementOptions.read({"metrics": [metric], "resamples": 0, **flags})
    return agree(Ratings.from_rows(rows), options)[0]


def test_nltk_counts_missing_as_a_label_and_we_do_not() -> None:
    """NLTK issue 2865: a, b and c agree wherever they rated, so alpha is 1; NLTK compares None with the labels."""
    said: dict[str, list[Any]] = {"a": [1, 1, 2], "b": [1, 1, None], "c": [None, 1, 2]}
    rows: list[Row] = [(f"u{i}", who, value) for who, values in said.items() for i, value in enumerate(values)]
    assert nltk_task(rows).alpha() < 0.5
    assert one(rows, "alpha").value == 1


def test_nltk_stops_at_two_empty_sets_and_we_do_not() -> None:
    """Both saw that nothing applies: that is agreement, distance 0 (Passonneau 2006 gives equal sets J = M = 1)."""
    from nltk.metrics.distance import masi_distance

    rows: list[Row] = [("u", "a", []), ("u", "b", []), ("v", "a", ["x"]), ("v", "b", ["x"])]
    with pytest.raises(ZeroDivisionError):
        nltk_task(rows, masi_distance).alpha()
    assert one(rows, "alpha").value == 1


def test_statsmodels_makes_gaps_a_category_and_we_leave_them_out() -> None:
    """Two people who agree on all that both rated: raw agreement is 1, whatever is missing."""
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    rows: list[Row] = [("u", "a", 1), ("u", "b", 1), ("v", "a", 2), ("v", "b", 2), ("w", "a", 1)]
    with_gap = np.array([[1, 1], [2, 2], [1, np.nan]])
    assert fleiss_kappa(aggregate_raters(with_gap)[0]) < 1
    assert one(rows, "fleiss_kappa").value == 1


def test_scikit_learn_answers_nan_without_variation_and_we_say_why() -> None:
    """0/0 has no value: everybody said x, so nothing shows whether they can tell labels apart."""
    from sklearn.exceptions import UndefinedMetricWarning
    from sklearn.metrics import cohen_kappa_score

    with pytest.warns(UndefinedMetricWarning):
        assert np.isnan(cohen_kappa_score(["x", "x"], ["x", "x"], labels=["x", "y"]))
    rows: list[Row] = [(unit, who, "x") for unit in "uv" for who in "ab"]
    result = one(rows, "cohen_kappa", domain=["x", "y"])
    assert result.value is None
    assert "no variation" in result.undefined


def test_krippendorff_drops_the_label_nan_and_we_do_not() -> None:
    """A label may be spelt "nan"; only a missing value is missing. Codes of integers tell them apart."""
    import krippendorff

    labels = [["nan", "x", "x", "nan"], ["nan", "x", "nan", "x"]]
    rows: list[Row] = [(f"u{i}", f"a{who}", label) for who, said in enumerate(labels) for i, label in enumerate(said)]
    by_code = krippendorff.alpha([[0, 1, 1, 0], [0, 1, 0, 1]], level_of_measurement="nominal")
    assert one(rows, "alpha").value == pytest.approx(by_code, abs=1e-12)
    with pytest.raises(ValueError, match="more than one value"):
        krippendorff.alpha(np.array(labels), level_of_measurement="nominal")


def test_sets_with_holes_as_krippendorff_has_them_by_a_table_of_distances() -> None:
    import krippendorff
    from nltk.metrics.distance import masi_distance

    choice = random.Random(1)
    rows = some_ratings(choice.randrange(100), SETS, annotators=4, missing=0.25)
    codes = {(unit, who): SETS.index(value) for unit, who, value in rows}
    table = [[masi_distance(frozenset(a), frozenset(b)) if a or b else 0.0 for b in SETS] for a in SETS]

    def distance(v1: Any, v2: Any, **rest: Any) -> Any:
        """Codes may come as floats."""
        return np.array(table)[v1.astype(int), v2.astype(int)]

    matrix = [[codes.get((f"u{unit}", f"a{who}"), np.nan) for unit in range(40)] for who in range(4)]
    theirs = krippendorff.alpha(np.array(matrix), level_of_measurement=cast(Any, distance))
    assert ours(rows, "alpha", level="set_masi") == pytest.approx(theirs, abs=1e-9)
