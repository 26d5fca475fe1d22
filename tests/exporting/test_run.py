"""Running a recipe: files, order, manifest, and what happens when something is in the way."""

from __future__ import annotations

import hashlib
import json
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.errors import DataError, NotFoundError, StateError, StorageFullError, UnknownNameError
from curator.exporting import export, parse_recipe
from curator.exporting.recipe import Recipe
from curator.store import Store
from tests.exporting.projects import PROJECT, a_dialogue, a_store, add, content

TURNS = """/*
title: Turns
for: tests
format: csv
file: FILE
grain: turn
unique_order: [dialogue_id, idx]
hidden: [idx, split]
*/
SELECT dialogue_id, idx, coalesce(split, 'none') AS split, text
FROM turns LEFT JOIN splits USING (dialogue_id) ORDER BY dialogue_id, idx
"""


def turns(file: str = "turns.csv") -> Recipe:
    return parse_recipe(TURNS.replace("FILE", f'"{file}"'), name="turns")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with a_store(tmp_path) as store:
        add(store, [a_dialogue("d2", ["c"]), a_dialogue("d1", ["a", "b"])], split="train")
        add(store, [a_dialogue("d3", ["d"])])
        yield store


def test_one_file_in_the_recipes_order(store: Store, tmp_path: Path) -> None:
    export(store, PROJECT, turns(), tmp_path / "out")
    assert (tmp_path / "out/turns.csv").read_bytes() == b"dialogue_id,text\nd1,a\nd1,b\nd2,c\nd3,d\n"


def test_a_column_in_the_file_name_makes_a_file_for_each_value(store: Store, tmp_path: Path) -> None:
    report = export(store, PROJECT, turns("{split}.csv"), tmp_path / "out")
    assert sorted(content(tmp_path / "out")) == ["manifest.json", "none.csv", "train.csv"]
    assert {name: facts["rows"] for name, facts in report.files.items()} == {"none.csv": 1, "train.csv": 3}


def test_the_manifest_tells_what_was_written(store: Store, tmp_path: Path) -> None:
    report = export(store, PROJECT, turns(), tmp_path / "out")
    manifest = json.loads((tmp_path / "out/manifest.json").read_bytes())
    data = (tmp_path / "out/turns.csv").read_bytes()
    assert manifest == report.as_json()
    assert manifest == {
        "project": "p",
        "recipe": {"name": "turns", "sha256": turns().sha256},
        "schema": {"id": "esconv", "version": 1},
        "options": {"anonymous": False, "labels_only": False, "allow_missing": False},
        "counts": {"rows": 4, "dialogues": 3, "turns": 4},
        "splits": {"": 1, "train": 2},
        "left_out": {},
        "missing": [],
        "files": {"turns.csv": {"rows": 4, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}},
    }


def test_an_empty_project_gives_an_empty_file(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        export(store, PROJECT, turns(), tmp_path / "out")
        export(store, PROJECT, "esconv", tmp_path / "nested")
    assert (tmp_path / "out/turns.csv").read_bytes() == b"dialogue_id,text\n"
    assert (tmp_path / "nested/ESConv.json").read_bytes() == b"[]"


def test_rows_in_the_same_place_are_refused(store: Store, tmp_path: Path) -> None:
    text = (
        TURNS.replace("FILE", "x.csv")
        .replace("[dialogue_id, idx]", "[dialogue_id]")
        .replace("dialogue_id, idx\n", "dialogue_id\n")
    )
    with pytest.raises(DataError, match="dialogue_id = d1"):
        export(store, PROJECT, parse_recipe(text, name="turns"), tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir() if "out" in path.name] == []


def test_an_earlier_export_is_replaced_and_other_files_are_not(store: Store, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(store, PROJECT, turns("{split}.csv"), out)
    export(store, PROJECT, turns(), out)
    assert sorted(content(out)) == ["manifest.json", "turns.csv"]
    (out / "notes.txt").write_text("mine")
    with pytest.raises(StateError, match=r"notes\.txt"):
        export(store, PROJECT, turns(), out)
    assert sorted(content(out)) == ["manifest.json", "notes.txt", "turns.csv"]


def test_a_file_in_the_way_is_not_touched(store: Store, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(StateError, match="this is a file"):
        export(store, PROJECT, turns(), tmp_path / "out")
    assert (tmp_path / "out").read_text() == "mine"


def test_a_full_disk_leaves_the_earlier_export(store: Store, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(store, PROJECT, turns(), out)
    before = content(out)
    add(store, [a_dialogue(f"long{n}", ["x" * 1000]) for n in range(50)])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(StorageFullError):
            export(store, PROJECT, turns(), out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert content(out) == before
    assert not list(tmp_path.glob(".out*"))


def test_a_split_that_cannot_name_a_file_is_refused(store: Store, tmp_path: Path) -> None:
    store.write_splits(PROJECT, {"d3": "../d3"})
    with pytest.raises(DataError, match="cannot name a file"):
        export(store, PROJECT, turns("{split}.csv"), tmp_path / "out")


def test_unknown_names_are_told_with_the_known_ones(store: Store, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"Known: .*esconv.*ratings, hub"):
        export(store, PROJECT, "conllu", tmp_path / "out")
    with pytest.raises(NotFoundError):
        export(store, "nobody", "esconv", tmp_path / "out")
    with pytest.raises(NotFoundError, match="v1"):
        export(store, PROJECT, "esconv", tmp_path / "out", release="v1")


def test_progress_counts_rows(store: Store, tmp_path: Path) -> None:
    seen: list[int] = []
    export(store, PROJECT, turns(), tmp_path / "out", progress=seen.append)
    assert seen[-1] == 4
