"""Textbook values: every case of the reference file whose coefficient is computed here."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from curator.agreement import METRICS, AgreementOptions, Ratings, agree, agree_content
from curator.agreement.distances import matrix
from curator.agreement.options import NOT_YET
from tests.paths import SHARED

# How many checks of the file there are for each of our metrics: a test that silently loses some would show here.
CHECKS = {
    "alpha": 26,
    "alpha_ci_low": 1,
    "alpha_ci_high": 1,
    "brennan_prediger": 4,
    "cohen_kappa": 12,
    "fleiss_kappa": 4,
    "gwet_ac1": 6,
    "percent_agreement": 8,
    "scott_pi": 5,
}


@cache
def cases() -> list[dict[str, Any]]:
    assert SHARED is not None
    found: list[dict[str, Any]] = json.loads((SHARED / "reference" / "agreement-cases.json").read_text("utf-8"))[
        "cases"
    ]
    return found


@pytest.mark.shared
@pytest.mark.parametrize("metric", METRICS.names())
def test_textbook_values(metric: str) -> None:
    n_checks = 0
    for case in cases():
        for check in (check for check in case["checks"] if check["metric"] == metric):
            n_checks += 1
            asked = {
                name: value for name, value in check.get("params", {}).items() if name in AgreementOptions.model_fields
            }
            options = AgreementOptions.read({"metrics": [metric], "level": check.get("level"), **asked})
            result = agree(Ratings.from_rows([row[:3] for row in case["rows"]]), options)[0]
            lines = "\n".join(json.dumps(dict(zip(case["columns"], row, strict=True))) for row in case["rows"])
            assert agree_content(lines.encode(), "case.jsonl", options)[0] == result
            assert result.value == pytest.approx(check["expected"], abs=check["tolerance"]), (case["id"], check)
            assert bool(result.undefined) == (check["expected"] is None)
            if metric == "alpha" and result.value is not None:
                assert result.checked_with == "krippendorff 0.9.0"
    assert n_checks == CHECKS[metric]


@pytest.mark.shared
def test_set_distances_of_the_reference() -> None:
    checks = [check for case in cases() for check in case["checks"] if check["metric"] == "set_distance"]
    for check in checks:
        a, b = check["params"]["a"], check["params"]["b"]
        ratings = Ratings.from_rows([("u", "a", a), ("u", "b", b)])
        table = matrix(ratings, "set_masi" if check["params"]["distance"] == "masi" else "set_jaccard")
        assert table[0, -1] == pytest.approx(check["expected"], abs=max(check["tolerance"], 1e-12))
    assert len(checks) == 7


@pytest.mark.shared
def test_what_is_not_computed_is_known_by_name() -> None:
    named = {check["metric"] for case in cases() for check in case["checks"]}
    assert named - set(METRICS.names()) <= set(NOT_YET)
