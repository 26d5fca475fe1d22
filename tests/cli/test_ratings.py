"""`curator agreement --ratings`: the flags, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.calling import curator


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    path.write_text("turn,coder,code,talk\n1,a,x,d1\n1,b,x,d1\n2,a,y,d1\n2,b,y,d2\n", encoding="utf-8")
    return path


COLUMNS = ("--unit", "turn", "--annotator", "coder", "--value", "code")


def test_columns_metrics_and_the_shape_of_a_result(ratings: Path) -> None:
    called = curator(
        "agreement", "--ratings", ratings, *COLUMNS, "--metric", "alpha", "--metric", "percent_agreement", "--json"
    )
    first, second = called.json["results"]
    assert (first["metric"], first["level"], first["value"], first["n_units"]) == ("alpha", "nominal", 1.0, 2)
    assert second["metric"] == "percent_agreement"
    assert {"round", "treatment", "undefined", "ci_low", "ci_high", "interval_over", "n_pairable_units"} <= set(first)


def test_without_json_a_person_can_read_it(ratings: Path) -> None:
    called = curator("agreement", "--ratings", ratings, *COLUMNS)
    assert called.out.splitlines()[0].split() == [
        "metric",
        "value",
        "low",
        "high",
        "units",
        "annotators",
        "observed",
        "expected",
    ]
    assert "bootstrap over units" in called.out


def test_tables_are_written_to_files(ratings: Path, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"table.{kind}" for kind in ("html", "latex", "csv")}
    flags = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    assert curator("agreement", "--ratings", ratings, *COLUMNS, *flags).code == 0
    assert files["html"].read_text("utf-8").startswith("<!doctype html>")
    assert r"\begin{tabular}" in files["latex"].read_text("utf-8")
    assert files["csv"].read_text("utf-8").startswith("field,")


@pytest.mark.parametrize(
    ("flags", "code", "says"),
    [
        (["--metric", "icc"], 1, "needs numbers"),
        (["--metric", "nix"], 2, "no metric is called"),
        (["--metric", "icc", "--form", "9,9"], 2, "3,k"),
        (["--form", "2,1"], 2, "none of these metrics takes form"),
        (["--metric", "set_distance"], 2, "is a function"),
        (["--metric", "alt_winning_rate"], 2, "--candidate NAME"),
        (["--metric", "alpha_difference"], 2, "--compare COL"),
        (["--metric", "span_f1", "--continuum", "1"], 2, "START,END"),
        (["--metric", "span_f1"], 1, "no column 'start', 'end'"),
        (["--level", "nix"], 2, "nominal"),
        (["--domain", "x,y"], 2, "not JSON"),
        (["--domain", '{"x": 1}'], 2, "JSON list"),
        (["--confidence", "2"], 2, "less than 1"),
        (["--resamples", "many"], 2, "integer"),
        (["--cluster", "talk"], 1, "two clusters"),
        (["--cluster", "nix"], 1, "turn, coder, code, talk"),
    ],
)
def test_what_is_wrong_is_told(ratings: Path, flags: list[str], code: int, says: str) -> None:
    called = curator("agreement", "--ratings", ratings, *COLUMNS, *flags, "--json")
    assert called.code == code, called
    assert says in json.dumps(called.json["error"], ensure_ascii=False).replace("\\", "")


def test_a_project_or_a_file_is_wanted() -> None:
    for arguments in ([], ["p", "--ratings", "x.csv"]):
        called = curator("agreement", *arguments, "--json")
        assert (called.code, called.json["error"]["where"]) == (2, "curator agreement")


def test_a_file_that_is_not_there() -> None:
    called = curator("agreement", "--ratings", "nix.csv", "--json")
    assert (called.code, called.json["error"]["where"]) == (1, "nix.csv")
