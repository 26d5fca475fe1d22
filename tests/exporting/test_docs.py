"""docs/exporting.md says what is there, and its recipe runs."""

from __future__ import annotations

import re
from pathlib import Path

from curator.exporting import export, parse_recipe, recipe_names
from tests.exporting.projects import FLAT, PROJECT, a_store, load

PAGE = (Path(__file__).parents[2] / "docs/exporting.md").read_text(encoding="utf-8")


def test_the_table_lists_every_recipe() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(recipe_names())


def test_the_recipe_runs(tmp_path: Path) -> None:
    [text] = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    with a_store(tmp_path) as store:
        load(store, "flat.json", FLAT, split="train")
        report = export(store, PROJECT, parse_recipe(text, name="doc"), tmp_path / "out")
    assert report.counts["rows"] == 7
    lines = (tmp_path / "out/train.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "dialogue_id,idx,text,strategy"
