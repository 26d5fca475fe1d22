"""Projects: made over a schema, with or without a file of tasks; everything wrong with the file is told at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.errors import DataError, ProblemsError, StateError, UsageError
from curator.model.kinds import KINDS
from curator.model.schema import parse_schema
from curator.store import Store, open_store
from curator.work import projects

SCHEMA = parse_schema(
    """
id: little
guidelines: Read it all first.
fields:
  - {id: move, target: turn, kind: choice, options: [ask, comfort]}
  - {id: trigger, target: turn, kind: spans, options: [trigger]}
""",
    where="little.yaml",
)
TASKS = """
id: p
title: Ours
schema: little
tasks:
  - {id: moves, fields: [move], order: field}
  - {id: rest, fields: [trigger], shown: {attributes: [situation]}}
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "curator.duckdb")
    yield store
    store.close()


def test_a_project_with_one_task_over_all_fields(store: Store) -> None:
    made = projects.create(store, "p", SCHEMA, title="Mine")
    assert (made["project"], made["title"], made["schema"], made["schema_version"]) == ("p", "Mine", "little", 1)
    assert [task["id"] for task in made["tasks"]] == ["main"]
    assert made["fields"] == ["move", "trigger"]
    assert store.guidelines("p") == (1, "Read it all first.")
    assert [one["project"] for one in projects.overview(store)] == ["p"]


def test_what_the_page_cannot_draw_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(KINDS.get("spans")), "drawable", False)
    [refused] = projects.create(store, "p", SCHEMA)["page_cannot_draw"]
    assert "spans" in refused["problem"]


def test_a_file_gives_the_tasks(store: Store) -> None:
    made = projects.create(store, "p", SCHEMA, file=projects.read_project_file(TASKS, where="tasks.yaml"))
    assert made["title"] == "Ours"
    assert [(task["id"], task["fields"], task["order"]) for task in made["tasks"]] == [
        ("moves", ["move"], "field"),
        ("rest", ["trigger"], "turn"),
    ]
    task = store.project("p").task("rest")
    assert task is not None
    assert task.shown.attributes == ("situation",)


def test_an_id_is_a_slug_and_free(store: Store) -> None:
    for wrong in ("", "P", "a b", "ä", "x" * 64, "../x"):
        with pytest.raises(UsageError, match="not an id"):
            projects.create(store, wrong, SCHEMA)
    projects.create(store, "p", SCHEMA)
    with pytest.raises(StateError):
        projects.create(store, "p", SCHEMA)


def test_all_that_is_wrong_with_a_file_is_told_with_its_place() -> None:
    text = "id: P\ntasks:\n  - {id: a, order: sideways}\n  - {id: b, overlap: 2}\n"
    with pytest.raises(ProblemsError) as caught:
        projects.read_project_file(text, where="tasks.yaml")
    assert [problem.where for problem in caught.value.problems] == [
        "tasks.yaml, id",
        "tasks.yaml, tasks[0].order",
        "tasks.yaml, tasks[1].overlap",
    ]
    assert "'overlap' is not known" in str(caught.value)


def test_all_that_does_not_fit_the_schema_is_told_and_nothing_is_made(store: Store) -> None:
    text = "id: q\nschema: other\ntasks: [{id: a, fields: [nix]}, {id: a}]\n"
    with pytest.raises(ProblemsError) as caught:
        projects.create(store, "p", SCHEMA, file=projects.read_project_file(text, where="tasks.yaml"))
    assert [problem.where for problem in caught.value.problems] == ["id", "schema", "tasks[0].fields", "tasks[1]"]
    assert projects.overview(store) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [("tasks: []", "at least one task"), ("tasks: [", "not YAML"), ("- a", "a mapping"), ("", "a mapping")],
)
def test_a_file_that_is_no_project_file(text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        projects.read_project_file(text, where="tasks.yaml")
