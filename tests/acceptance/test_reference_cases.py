"""Textbook values of every coefficient, through the command line, from CSV and from JSON lines."""

from __future__ import annotations

import csv
import importlib.util
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.workspaces import truly
from tests.calling import curator
from tests.paths import SHARED

pytestmark = pytest.mark.shared
CHECKS = {
    "alpha": 26,
    "alpha_ci_low": 1,
    "alpha_ci_high": 1,
    "brennan_prediger": 4,
    "cohen_kappa": 12,
    "fleiss_kappa": 4,
    "gwet_ac1": 6,
    "icc": 6,
    "percent_agreement": 8,
    "scott_pi": 5,
    "span_f1": 2,
    "u_alpha_1995": 3,
    "u_alpha_2016": 1,
}
"""How many checks the file has for each: losing some would show."""
FUNCTIONS = {"dawid_skene": 4, "set_distance": 7}
"""Tested where they are functions: tests/agreement/test_reference.py."""
GAMMA = {"gamma": 1, "gamma_best_alignment_disorder": 1, "gamma_cat": 1}
HAS_GAMMA = importlib.util.find_spec("pygamma_agreement") is not None
PARAMS = {
    **{"domain": "--domain", "annotators": "--annotators", "weights": "--weights", "method": "--interval"},
    **{"resamples": "--resamples", "confidence": "--confidence", "form": "--form"},
    **{"label": "--label", "variant": "--variant", "match": "--match"},
}
OUR_DEFAULTS = {"resample": "unit", "alpha": 3, "beta": 1, "delta_empty": 1, "sampler": "shuffle", "precision": 0.05}
"""Parameters that have no flag, because curator computes it that way and no other."""


@cache
def cases() -> list[dict[str, Any]]:
    assert SHARED is not None
    file = SHARED / "reference" / "agreement-cases.json"
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return found


def as_jsonl(case: dict[str, Any], folder: Path) -> Path:
    path = folder / "ratings.jsonl"
    rows = [dict(zip(case["columns"], row, strict=True)) for row in case["rows"]]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def as_csv(case: dict[str, Any], folder: Path) -> Path:
    """As a spreadsheet writes it: an empty cell is missing, a set is a JSON list in a cell."""
    path = folder / "ratings.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(case["columns"])
        for row in case["rows"]:
            writer.writerow([json.dumps(cell) if isinstance(cell, list) else cell for cell in row])
    return path


def flags(case: dict[str, Any], check: dict[str, Any]) -> list[str]:
    """The parameters of the case and the check as a person would type them; none is dropped in silence."""
    params = check.get("params", {})
    words = ["--metric", check["metric"], *(["--level", check["level"]] if "level" in check else [])]
    for name, value in params.items():
        if name in PARAMS:
            words += [PARAMS[name], value if isinstance(value, str) else json.dumps(value)]
        else:
            assert OUR_DEFAULTS[name] == value, name
    if "annotators" in case:
        words += ["--annotators", json.dumps(case["annotators"])]
    if "continuum" in case and not check["metric"].startswith("gamma"):
        words += ["--continuum", ",".join(map(str, case["continuum"]))]
    return words if "resamples" in params else [*words, "--resamples", "0"]


def holds(check: dict[str, Any], answer: Any) -> None:
    [result] = answer["results"]
    assert result["metric"] == check["metric"]
    if check["expected"] is None:
        assert (result["value"], bool(result["undefined"])) == (None, True), check
    else:
        assert result["value"] == pytest.approx(check["expected"], abs=check["tolerance"]), check
        assert result["undefined"] is None, check


def of_metric(metric: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(case, check) for case in cases() for check in case["checks"] if check["metric"] == metric]


def test_no_check_of_the_file_is_left_out() -> None:
    counted = Counter(check["metric"] for case in cases() for check in case["checks"])
    assert counted == {**CHECKS, **FUNCTIONS, **GAMMA}


@pytest.mark.parametrize("write", [as_csv, as_jsonl])
@pytest.mark.parametrize("metric", CHECKS)
def test_textbook_values(tmp_path: Path, metric: str, write: Any) -> None:
    checks = of_metric(metric)
    assert len(checks) == CHECKS[metric]
    for case, check in checks:
        called = curator("agreement", "--ratings", write(case, tmp_path), *flags(case, check), "--json")
        assert called.code == 0, (case["id"], check, called)
        holds(check, called.json)


@pytest.mark.parametrize("metric", GAMMA)
def test_gamma_needs_its_package_and_says_so(tmp_path: Path, metric: str) -> None:
    [(case, check)] = of_metric(metric)
    called = curator("agreement", "--ratings", as_jsonl(case, tmp_path), *flags(case, check), "--json")
    if HAS_GAMMA:
        holds(check, called.json)
    else:
        assert (called.code, called.err) == (2, "")
        assert "pip install pygamma-agreement" in called.json["error"]["fix"]


@pytest.mark.parametrize("metric", FUNCTIONS)
def test_what_is_a_function_is_told(tmp_path: Path, metric: str) -> None:
    called = curator("agreement", "--ratings", as_csv(cases()[0], tmp_path), "--metric", metric, "--json")
    assert (called.code, called.err) == (2, "")
    assert metric in called.json["error"]["problem"]
    assert f"curator.agreement.{metric}" in called.json["error"]["fix"]


def test_the_same_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Also from a folder without a workspace: a file of ratings needs none."""
    case = cases()[0]
    as_csv(case, tmp_path)
    check = case["checks"][0]
    called = truly("agreement", "--ratings", "ratings.csv", *flags(case, check), "--json", cwd=tmp_path)
    assert (called.code, called.err) == (0, ""), called
    holds(check, called.json)
    refused = truly("agreement", "--ratings", "ratings.csv", "--metric", "dawid_skene", "--json", cwd=tmp_path)
    assert (refused.code, refused.err, "dawid_skene" in refused.json["error"]["problem"]) == (2, "", True)
    assert [path.name for path in tmp_path.iterdir()] == ["ratings.csv"]
