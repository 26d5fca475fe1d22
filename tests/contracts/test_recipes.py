"""What every shipped recipe keeps to. A new one is found by its file; its golden files are written with

python -m tests.golden.write
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator import resources
from curator.exporting import checks, export, load_recipe, recipe_names
from curator.exporting.folder import MANIFEST
from curator.exporting.lens import Lens
from curator.exporting.run import checked
from curator.store import Store
from tests.exporting.projects import PROJECT, a_dialogue, a_store, add, content
from tests.golden.write import GOLDEN, SCHEMA, fill, masked

NAMES = recipe_names()
SHIPPED = list(resources.recipe_files())


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with a_store(tmp_path_factory.mktemp("store"), SCHEMA) as store:
        fill(store)
        yield store


def test_the_recipes_of_the_contract_are_there() -> None:
    assert {"esconv", "esconv-flat", "ratings", "events"} <= set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_it_passes_its_own_checks(store: Store, name: str) -> None:
    recipe = load_recipe(name)
    with store.recipe_session(PROJECT) as session:
        checked(session, recipe, store.schema(PROJECT), Lens(labels_only=True, anonymous=True))
        assert checks.tables(checks.tree(session, recipe.sql)) <= checks.named(recipe.sql)


@pytest.mark.parametrize("name", NAMES)
def test_it_writes_what_it_always_wrote(store: Store, tmp_path: Path, name: str) -> None:
    export(store, PROJECT, name, tmp_path / "out", allow_missing=True)
    assert masked(content(tmp_path / "out")) == content(GOLDEN / name)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_data_gives_the_same_bytes(store: Store, tmp_path: Path, name: str) -> None:
    export(store, PROJECT, name, tmp_path / "one", allow_missing=True)
    export(store, PROJECT, name, tmp_path / "two", allow_missing=True)
    assert content(tmp_path / "one") == content(tmp_path / "two")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("anonymous", "labels_only"), [(True, False), (False, True), (True, True)])
def test_it_runs_under_every_flag(store: Store, tmp_path: Path, name: str, anonymous: bool, labels_only: bool) -> None:
    report = export(
        store, PROJECT, name, tmp_path / "out", allow_missing=True, anonymous=anonymous, labels_only=labels_only
    )
    manifest = json.loads((tmp_path / "out" / MANIFEST).read_bytes())
    assert manifest == report.as_json()
    assert sorted(manifest["files"]) == sorted(set(content(tmp_path / "out")) - {MANIFEST})


@pytest.mark.parametrize("name", NAMES)
def test_no_clock_path_or_library_is_named(store: Store, tmp_path: Path, name: str) -> None:
    export(store, PROJECT, name, tmp_path / "out", allow_missing=True)
    for file, data in content(tmp_path / "out").items():
        for word in (b"duckdb", b"arrow", b"polars", str(tmp_path).encode(), b"curator 0", b"curator/0"):
            assert word not in data.lower(), file


@pytest.mark.parametrize("name", NAMES)
def test_a_project_without_dialogues_or_labels_is_no_mistake(tmp_path: Path, name: str) -> None:
    with a_store(tmp_path) as empty:
        export(empty, PROJECT, name, tmp_path / "empty")
        add(empty, [a_dialogue("d1")])
        export(empty, PROJECT, name, tmp_path / "bare", allow_missing=True)
