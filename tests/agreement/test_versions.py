"""Two versions in one file: the difference of their alphas."""

from __future__ import annotations

import json

import numpy as np
import pytest

from curator.agreement import AgreementOptions, Ratings, Result, agree, agree_content
from curator.errors import DataError, UsageError

NAMES = ("unit", "annotator", "value", "version", "dialogue")


def invented(*, same_units: bool = True, units: int = 60) -> list[tuple[str, str, str, str, str]]:
    """Three people label under guidelines v1, and again, with less noise, under v2."""
    rng = np.random.default_rng(2)
    rows = []
    for version, noise in (("v1", 0.5), ("v2", 0.15)):
        truth = np.random.default_rng(3).integers(0, 3, units)
        for u in range(units):
            name = f"u{u}" if same_units else f"{version}-u{u}"
            for who in ("ana", "ben", "cleo"):
                said = rng.integers(0, 3) if rng.random() < noise else truth[u]
                rows.append((name, who, "xyz"[said], version, f"{name[:-1]}-d"))
    return rows


def compute(rows: list[tuple[str, str, str, str, str]], *metrics: str, **options: object) -> list[Result]:
    lines = "\n".join(json.dumps(dict(zip(NAMES, row, strict=True))) for row in rows)
    asked = {"metrics": metrics or ("alpha_difference",), "compare": "version", **options}
    return agree_content(lines.encode(), "r.jsonl", AgreementOptions.read(asked))


def alpha(rows: list[tuple[str, str, str, str, str]], version: str) -> float:
    value = agree(Ratings.from_rows([row[:3] for row in rows if row[3] == version]))[0].value
    assert value is not None
    return value


def test_the_second_minus_the_first() -> None:
    rows = invented()
    [found] = compute(rows)
    one, two = alpha(rows, "v1"), alpha(rows, "v2")
    assert found.value == pytest.approx(two - one)
    assert (found.metric, found.by) == ("alpha_difference", {"version": "v2 - v1"})
    assert found.ci_low is not None
    assert found.ci_high is not None
    assert found.ci_low < two - one < found.ci_high
    assert f"alphas {one:.3f} and {two:.3f}; resampled together" in found.notes
    assert found.n_annotators == 3


def test_the_ends_of_the_interval_by_name() -> None:
    whole, low, high = compute(
        invented(), "alpha_difference", "alpha_difference_ci_low", "alpha_difference_ci_high", seed=4
    )
    assert (low.value, high.value) == (whole.ci_low, whole.ci_high)
    assert (low.ci_low, low.ci_high, high.ci_low) == (None, None, None)
    assert (low.metric, high.metric) == ("alpha_difference_ci_low", "alpha_difference_ci_high")


def test_versions_without_a_unit_in_common_are_resampled_apart() -> None:
    [found] = compute(invented(same_units=False))
    assert any("resampled apart" in note for note in found.notes)
    together = compute(invented())[0]
    assert found.value == pytest.approx(together.value)


def test_pairing_narrows_the_interval_where_units_differ_in_difficulty() -> None:
    rng = np.random.default_rng(7)
    rows = []
    for u in range(150):
        hard = rng.random() < 0.4
        for version, noise in (("v1", 0.9 if hard else 0.05), ("v2", 0.8 if hard else 0.0)):
            truth = u % 3
            for who in ("ana", "ben"):
                said = rng.integers(0, 3) if rng.random() < noise else truth
                rows.append((f"u{u}", who, "xyz"[said], version, "d"))
    apart = [(f"{row[3]}{row[0]}", *row[1:]) for row in rows]
    widths = [
        found.ci_high - found.ci_low
        for found in (compute(rows)[0], compute(apart)[0])
        if found.ci_low and found.ci_high
    ]
    assert widths[0] < widths[1]


def test_chosen_annotators_a_domain_and_clusters() -> None:
    rows = invented()
    [found] = compute(rows, annotators=["ben", "ana"], domain=["x", "y", "z", "other"], cluster="dialogue")
    assert found.n_annotators == 2
    assert found.domain == ("x", "y", "z", "other")
    assert found.interval_over == "clusters"
    assert found.value == pytest.approx(
        alpha([row for row in rows if row[1] != "cleo"], "v2") - alpha([row for row in rows if row[1] != "cleo"], "v1")
    )


def test_mistakes() -> None:
    rows = invented()
    with pytest.raises(UsageError, match="Name the column that tells them apart: --compare COL"):
        AgreementOptions.read({"metrics": ["alpha_difference"]})
    with pytest.raises(UsageError, match="two versions and others are asked together"):
        AgreementOptions.read({"metrics": ["alpha_difference", "alpha"], "compare": "version"})
    with pytest.raises(UsageError, match="none of these metrics takes compare"):
        AgreementOptions.read({"compare": "version"})
    with pytest.raises(UsageError, match="needs resamples"):
        compute(rows, "alpha_difference_ci_low", resamples=0)
    with pytest.raises(DataError, match=r"version has 1 values with ratings\. Keep two of its values; found: 'v1'"):
        compute([row for row in rows if row[3] == "v1"])
    with pytest.raises(UsageError, match="nobody called 'dan'"):
        compute(rows, annotators=["ana", "dan"])
    with pytest.raises(DataError, match=r"r\.jsonl: ana in v1 rated u0 twice \(lines 1 and 361\)"):
        compute([*rows, rows[0]])


def test_a_version_without_a_value_says_why() -> None:
    rows = [row if row[3] == "v1" else (*row[:2], "x", *row[3:]) for row in invented()]
    [found] = compute(rows)
    assert found.value is None
    assert str(found.undefined).startswith("the second side has no value: no variation")
