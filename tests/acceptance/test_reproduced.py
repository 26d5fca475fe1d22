"""Every number of the report can be had again from an exported file of ratings, by the same command or by hand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.calling import curator

GUIDE = Path(__file__).parents[2] / "docs" / "agreement.md"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's workspace, and its ratings as exported."""
    folder = tmp_path_factory.mktemp("study")
    assert curator("demo", folder / "w").code == 0
    assert (
        curator("--workspace", folder / "w", "export", "family-demo", "ratings", "--out", folder / "ratings").code == 0
    )
    return folder


def ratings_of(study: Path, field: str) -> Path:
    """What the lines of Python in docs/agreement.md make of them."""
    [code] = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    subprocess.run([sys.executable, "-c", code.replace('"move"', repr(field))], cwd=study, check=True)
    return (study / "one.jsonl").rename(study / f"{field}.jsonl")


def reported(study: Path, field: str) -> dict[str, Any]:
    called = curator("--workspace", study / "w", "agreement", "family-demo", "--field", field, "--json")
    found: dict[str, Any] = called.json["results"][0]
    return found


@pytest.mark.parametrize("field", ["move", "addressed", "themes"])
def test_alpha_and_its_interval_come_again_from_the_exported_ratings(study: Path, field: str) -> None:
    path = ratings_of(study, field)
    before = reported(study, field)
    again = curator(
        *("agreement", "--ratings", path, "--level", before["level"], "--cluster", "dialogue"),
        *("--resamples", str(before["resamples"]), "--seed", str(before["seed"]), "--json"),
    ).json["results"][0]
    assert before["value"] is not None
    for name in ("value", "n_ratings", "n_units", "n_pairable_units", "n_clusters", "observed", "expected"):
        assert again[name] == pytest.approx(before[name]), name
    for name in ("ci_low", "ci_high"):
        assert again[name] == pytest.approx(before[name]), name


def test_percent_agreement_comes_again_by_hand(study: Path) -> None:
    """The mean over units of the share of pairs of annotators who agree."""
    shares = []
    units: dict[str, list[str]] = {}
    for row in map(json.loads, ratings_of(study, "move").read_text(encoding="utf-8").splitlines()):
        units.setdefault(row["unit"], []).append(row["value"])
    for values in units.values():
        pairs = [one == two for place, one in enumerate(values) for two in values[place + 1 :]]
        if pairs:
            shares.append(sum(pairs) / len(pairs))
    called = curator("--workspace", study / "w", "agreement", "family-demo", "--field", "move", "--json")
    percent = next(one for one in called.json["results"] if one["metric"] == "percent_agreement")
    assert percent["value"] == pytest.approx(sum(shares) / len(shares))
    assert percent["n_pairable_units"] == len(shares)
