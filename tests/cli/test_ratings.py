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
    assert "bootstrap" not in called.out  # there is no interval, and the reason stands there
    assert "no interval: " in called.out


def test_how_an_interval_was_made_is_told(tmp_path: Path) -> None:
    path = tmp_path / "varied.csv"
    rows = [f"{unit},{who},{(unit + (who == 'b' and unit % 5 == 0)) % 2}" for unit in range(40) for who in "ab"]
    path.write_text("\n".join(["unit,annotator,value", *rows]), encoding="utf-8")
    assert "interval: 95%, percentile bootstrap over units" in curator("agreement", "--ratings", path).out


def test_tables_are_written_to_files(ratings: Path, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"table.{kind}" for kind in ("html", "latex", "csv")}
    flags = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    assert curator("agreement", "--ratings", ratings, *COLUMNS, *flags).code == 0
    assert files["html"].read_text("utf-8").startswith("<!doctype html>")
    assert r"\begin{tabular}" in files["latex"].read_text("utf-8")
    assert files["csv"].read_text("utf-8").startswith("field,")


@pytest.mark.parametrize("flag", ["--html", "--latex", "--csv"])
@pytest.mark.parametrize("spelled", ["ratings.csv", "link.csv", "x/../ratings.csv"])
def test_what_is_read_is_never_overwritten(ratings: Path, tmp_path: Path, flag: str, spelled: str) -> None:
    before = ratings.read_bytes()
    target = tmp_path / spelled
    (tmp_path / "x").mkdir()
    (tmp_path / "link.csv").symlink_to(ratings)
    called = curator("agreement", "--ratings", ratings, *COLUMNS, flag, target, "--json")
    assert (called.code, called.json["error"]["where"]) == (2, flag)
    assert called.json["error"]["problem"] == f"{target.name} is what is read here, and would be overwritten."
    assert ratings.read_bytes() == before


def test_two_tables_need_two_names(ratings: Path, tmp_path: Path) -> None:
    out = tmp_path / "table"
    called = curator("agreement", "--ratings", ratings, *COLUMNS, "--html", out, "--csv", out, "--json")
    assert (called.code, called.json["error"]["problem"]) == (2, "table is what --html writes, too.")
    assert not out.exists()


def test_a_table_may_replace_an_earlier_one(ratings: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    out.write_text("old", encoding="utf-8")
    assert curator("agreement", "--ratings", ratings, *COLUMNS, "--csv", out).code == 0
    assert out.read_text("utf-8").startswith("field,")


@pytest.mark.parametrize("command", ["agreement", "judgements"])
def test_a_file_of_the_workspace_is_never_overwritten(tmp_path: Path, command: str) -> None:
    workspace = tmp_path / "w"
    assert curator("init", workspace).code == 0
    database = workspace / "curator.duckdb"
    before = database.read_bytes()
    called = curator("--workspace", workspace, command, "p", "--csv", database, "--json")
    assert (called.code, called.json["error"]["where"]) == (2, "--csv")
    assert database.read_bytes() == before


@pytest.mark.parametrize("flags", [("--field", "f"), ("--task", "t"), ("--round", "2"), ("--kind", "model")])
def test_flags_for_a_project_are_refused_with_a_file(ratings: Path, flags: tuple[str, str]) -> None:
    called = curator("agreement", "--ratings", ratings, *COLUMNS, *flags, "--json")
    assert (called.code, called.json["error"]["where"]) == (2, flags[0])


def test_a_file_without_a_rating_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "header.csv"
    path.write_text("unit,annotator,value\n", encoding="utf-8")
    called = curator("agreement", "--ratings", path)
    assert "there are no ratings" in called.out
    assert "submit" not in called.out
    assert "interval" not in called.out


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
        (["--domain", "[1, NaN]"], 2, "not JSON"),
        (["--metric", "span_f1", "--continuum", "nan,20"], 2, "no two numbers, or too large ones"),
        (["--annotators", "a"], 2, '["ana", "ben"]'),
        (["--metric", "alt_winning_rate", "--candidate", "zed"], 2, "nobody called 'zed'"),
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
