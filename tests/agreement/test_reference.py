"""Textbook values: every check of the reference file, none left out."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import polars as pl
import pytest

from curator.agreement import (
    METRICS,
    SPAN_METRICS,
    AgreementOptions,
    Ratings,
    agree,
    agree_content,
    dawid_skene,
    set_distance,
    span_results,
)
from curator.errors import UsageError
from tests.paths import SHARED

pytestmark = pytest.mark.shared
CHECKS = {
    "alpha": 26,
    "alpha_ci_low": 1,
    "alpha_ci_high": 1,
    "brennan_prediger": 4,
    "cohen_kappa": 12,
    "dawid_skene": 4,
    "fleiss_kappa": 4,
    "gamma": 1,
    "gamma_best_alignment_disorder": 1,
    "gamma_cat": 1,
    "gwet_ac1": 6,
    "icc": 6,
    "percent_agreement": 8,
    "scott_pi": 5,
    "set_distance": 7,
    "span_f1": 2,
    "u_alpha_1995": 3,
    "u_alpha_2016": 1,
}
"""How many checks the file has for each of them: losing some would show."""
HAS_GAMMA = importlib.util.find_spec("pygamma_agreement") is not None


@cache
def cases() -> list[dict[str, Any]]:
    assert SHARED is not None
    file = SHARED / "reference" / "agreement-cases.json"
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return found


def test_no_check_is_left_out() -> None:
    assert Counter(check["metric"] for case in cases() for check in case["checks"]) == CHECKS
    assert {"dawid_skene", "set_distance", *METRICS.names(), *SPAN_METRICS.names()} >= CHECKS.keys()


def asked(check: dict[str, Any], **more: Any) -> AgreementOptions:
    params = {name: value for name, value in check.get("params", {}).items() if name in AgreementOptions.model_fields}
    return AgreementOptions.read({"metrics": [check["metric"]], "level": check.get("level"), **params, **more})


def of_ratings(case: dict[str, Any], check: dict[str, Any]) -> float | None:
    options = asked(check)
    result = agree(Ratings.from_rows([row[:3] for row in case["rows"]]), options)[0]
    lines = "\n".join(json.dumps(dict(zip(case["columns"], row, strict=True))) for row in case["rows"])
    assert agree_content(lines.encode(), "case.jsonl", options)[0] == result
    assert bool(result.undefined) == (check["expected"] is None)
    if check["metric"] == "alpha" and result.value is not None:
        assert result.checked_with == "krippendorff 0.9.0"
    return result.value


def of_spans(case: dict[str, Any], check: dict[str, Any]) -> float | None:
    frame = pl.DataFrame(case["rows"], schema=case["columns"], orient="row").with_columns(document=pl.lit("d"))
    more = {} if check["metric"].startswith("gamma") else {"continuum": tuple(case["continuum"])}
    found = span_results(frame, asked(check, **more), annotators=case["annotators"])
    return found[0].value


def of_gamma(case: dict[str, Any], check: dict[str, Any]) -> float | None:
    """Only with the package; without it the refusal says how to get it."""
    if HAS_GAMMA:
        return of_spans(case, check)
    with pytest.raises(UsageError, match="pip install pygamma-agreement"):
        of_spans(case, check)
    return float(check["expected"])


def of_sets(case: dict[str, Any], check: dict[str, Any]) -> float:
    params = check["params"]
    return set_distance(params["a"], params["b"], params["distance"])


def of_the_model(case: dict[str, Any], check: dict[str, Any]) -> float:
    assert check["params"]["quantity"] == "marginal"
    found = dawid_skene([row[:3] for row in case["rows"]])
    assert found.converged
    return float(found.marginal[found.classes.index(check["params"]["class"])])


def computed(metric: str) -> Callable[[dict[str, Any], dict[str, Any]], float | None]:
    if metric in METRICS:
        return of_ratings
    if metric in SPAN_METRICS:
        return of_gamma if metric.startswith("gamma") else of_spans
    return {"set_distance": of_sets, "dawid_skene": of_the_model}[metric]


@pytest.mark.parametrize("metric", CHECKS)
def test_textbook_values(metric: str) -> None:
    n_checks = 0
    for case in cases():
        for check in (check for check in case["checks"] if check["metric"] == metric):
            value = computed(metric)(case, check)
            assert value == pytest.approx(check["expected"], abs=max(check["tolerance"], 1e-12)), (case["id"], check)
            n_checks += 1
    assert n_checks == CHECKS[metric]
