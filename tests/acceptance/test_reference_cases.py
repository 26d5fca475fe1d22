"""Textbook values of every coefficient that is computed, through the command line, from CSV and from JSON lines."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.workspaces import truly
from tests.calling import curator
from tests.paths import SHARED

pytestmark = pytest.mark.shared
COMPUTED = {
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
"""How many checks the file has for each: losing some would show."""
LATER = (
    "dawid_skene",
    "gamma",
    "gamma_best_alignment_disorder",
    "gamma_cat",
    "icc",
    "set_distance",
    "span_f1",
    "u_alpha_1995",
    "u_alpha_2016",
)
FLAGS = {"domain": "--domain", "annotators": "--annotators", "weights": "--weights", "method": "--interval"}
NUMBERS = {"resamples": "--resamples", "confidence": "--confidence"}


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


def flags(check: dict[str, Any]) -> list[str]:
    """The check's parameters as a person would type them."""
    params = check.get("params", {})
    words = ["--metric", check["metric"], *(["--level", check["level"]] if "level" in check else [])]
    for name, flag in FLAGS.items():
        if name in params:
            words += [flag, params[name] if isinstance(params[name], str) else json.dumps(params[name])]
    for name, flag in NUMBERS.items():
        words += [flag, str(params[name])] if name in params else []
    return words if "resamples" in params else [*words, "--resamples", "0"]


def holds(check: dict[str, Any], answer: Any) -> None:
    [result] = answer["results"]
    assert result["metric"] == check["metric"]
    if check["expected"] is None:
        assert (result["value"], bool(result["undefined"])) == (None, True), check
    else:
        assert result["value"] == pytest.approx(check["expected"], abs=check["tolerance"]), check
        assert result["undefined"] is None, check


@pytest.mark.parametrize("write", [as_csv, as_jsonl])
@pytest.mark.parametrize("metric", COMPUTED)
def test_textbook_values(tmp_path: Path, metric: str, write: Any) -> None:
    n_checks = 0
    for case in cases():
        for check in (check for check in case["checks"] if check["metric"] == metric):
            called = curator("agreement", "--ratings", write(case, tmp_path), *flags(check), "--json")
            assert called.code == 0, (case["id"], check, called)
            holds(check, called.json)
            n_checks += 1
    assert n_checks == COMPUTED[metric]


def test_every_check_of_the_file_is_computed_or_known_to_come_later() -> None:
    assert {check["metric"] for case in cases() for check in case["checks"]} == {*COMPUTED, *LATER}


@pytest.mark.parametrize("metric", LATER)
def test_what_is_not_computed_yet_is_refused_by_name(tmp_path: Path, metric: str) -> None:
    path = as_csv(cases()[0], tmp_path)
    called = curator("agreement", "--ratings", path, "--metric", metric, "--json")
    assert (called.code, called.err) == (2, "")
    error = called.json["error"]
    assert metric in error["problem"]
    assert error["fix"]


def test_the_same_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Also from a folder without a workspace: a file of ratings needs none."""
    case = cases()[0]
    as_csv(case, tmp_path)
    check = case["checks"][0]
    called = truly("agreement", "--ratings", "ratings.csv", *flags(check), "--json", cwd=tmp_path)
    assert (called.code, called.err) == (0, ""), called
    holds(check, called.json)
    refused = truly("agreement", "--ratings", "ratings.csv", "--metric", "gamma", "--json", cwd=tmp_path)
    assert (refused.code, refused.err, "gamma" in refused.json["error"]["problem"]) == (2, "", True)
    assert [path.name for path in tmp_path.iterdir()] == ["ratings.csv"]
