"""The header of a recipe, and what its SELECT may not do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.errors import DataError, ProblemsError
from curator.exporting.lens import Lens
from curator.exporting.recipe import Recipe, parse_recipe
from curator.exporting.run import checked
from curator.store.interface import RecipeSession
from tests.exporting.projects import FLAT, PROJECT, a_store, esconv, load

HEADER = """
title: Turns
for: tests
format: jsonl
file: turns.jsonl
grain: turn
unique_order: [dialogue_id, idx]
"""


def recipe(select: str, header: str = HEADER) -> Recipe:
    return parse_recipe(f"/*{header}*/\n{select}", name="mine")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecipeSession]:
    with a_store(tmp_path_factory.mktemp("store")) as store:
        load(store, "two.jsonl", FLAT)
        with store.recipe_session(PROJECT) as session:
            yield session


def problems(session: RecipeSession, made: Recipe) -> str:
    with pytest.raises(ProblemsError) as caught:
        checked(session, made, esconv(), Lens(False, False))
    return "\n".join(str(problem) for problem in caught.value.problems)


def test_a_recipe_knows_its_header_and_its_select() -> None:
    made = recipe("SELECT 1 AS idx ORDER BY idx;\n")
    assert made.header.audience == "tests"
    assert made.header.unique_order == ("dialogue_id", "idx")
    assert made.sql == "SELECT 1 AS idx ORDER BY idx"
    assert len(made.sha256) == 64


def test_all_problems_of_a_header_are_told_together() -> None:
    header = "title: x\nformat: xml\nfile: ../x.csv\ngrain: word\nunique_order: []\ncolour: red\n"
    with pytest.raises(ProblemsError) as caught:
        recipe("SELECT 1", header)
    places = {problem.where.removeprefix("mine.sql, header.") for problem in caught.value.problems}
    assert places == {"for", "format", "file", "grain", "unique_order", "colour"}
    [unknown] = [problem for problem in caught.value.problems if problem.where.endswith("colour")]
    assert "Known: title, for, format" in unknown.problem


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ascii: true", "ascii is for json"),
        ("indent: 1", "indent is for json"),
        ("spread: [attributes]", "csv has columns, not keys"),
        ("missing: missing", "name it in `hidden` too"),
    ],
)
def test_keys_that_do_not_go_together_are_refused(line: str, told: str) -> None:
    with pytest.raises(ProblemsError, match=told):
        recipe("SELECT 1", HEADER.replace("jsonl", "csv") + line + "\n")


@pytest.mark.parametrize("text", ["SELECT 1", "/* title: [ */ SELECT 1", "/* */ SELECT 1", "-- title: x\nSELECT 1"])
def test_a_file_without_a_header_is_refused(text: str) -> None:
    with pytest.raises(ProblemsError, match=r"mine\.sql"):
        parse_recipe(text, name="mine")


def test_fields_that_the_schema_lacks_are_named_with_what_there_is(session: RecipeSession) -> None:
    made = recipe(
        "SELECT dialogue_id, idx FROM turns ORDER BY dialogue_id, idx", HEADER + "needs: {turn: [stage, emotion]}\n"
    )
    told = problems(session, made)
    assert "no field 'stage'" in told
    assert "Fields on a turn in esconv: strategy, feedback" in told
    assert "the field 'emotion' is on a dialogue" in told


def test_columns_that_the_header_names_must_be_there(session: RecipeSession) -> None:
    header = HEADER.replace("turns.jsonl", '"{split}.jsonl"') + "hidden: [nothing]\n"
    told = problems(session, recipe("SELECT dialogue_id, idx FROM turns ORDER BY dialogue_id, idx", header))
    assert "no column 'split'" in told
    assert "no column 'nothing'" in told


def test_needs_and_select_are_told_together(session: RecipeSession) -> None:
    made = recipe("SELECT dialogue_id, now() AS idx FROM turns", HEADER + "needs: {turn: [stage]}\n")
    told = problems(session, made)
    assert "no field 'stage'" in told
    assert "now is refused" in told
    assert "does not end in ORDER BY dialogue_id, idx" in told


@pytest.mark.parametrize(
    "expression",
    [
        "mode(text)",
        "ANY_VALUE(text)",
        "first(text ORDER BY idx)",
        "last(text)",
        "arg_max(text, idx)",
        "random()",
        "uuid()",
        "gen_random_uuid()",
        "now()",
        "current_date",
        "current_timestamp",
        "get_current_timestamp()",
        "version()",
        "current_setting('threads')",
        "hash(text)",
        "list(text)",
        "array_agg(text)",
        "string_agg(text, ',')",
        "json_group_array(text)",
        "sum(start_s)",
        "sum(idx)",
        "avg(start_s)",
        "sum(start_s::DOUBLE)",
        "stddev(idx)",
        "approx_quantile(idx, 0.5)",
        "max(text || (SELECT /* hidden */ Random())::VARCHAR)",
    ],
)
def test_what_could_differ_between_two_runs_is_refused(session: RecipeSession, expression: str) -> None:
    select = f"SELECT dialogue_id, {expression} AS idx FROM turns GROUP BY dialogue_id ORDER BY dialogue_id, idx"
    assert problems(session, recipe(select)).startswith("mine.sql:")


@pytest.mark.parametrize(
    "select",
    [
        "SELECT dialogue_id, row_number() OVER (PARTITION BY dialogue_id) AS idx FROM turns ORDER BY dialogue_id, idx",
        "SELECT dialogue_id, idx FROM turns TABLESAMPLE 10% ORDER BY dialogue_id, idx",
        "SELECT dialogue_id, idx FROM (SELECT * FROM turns LIMIT 3) ORDER BY dialogue_id, idx",
        "SELECT dialogue_id, idx FROM (SELECT DISTINCT ON (dialogue_id) * FROM turns) ORDER BY dialogue_id, idx",
        "SELECT dialogue_id, idx FROM turns ORDER BY idx, dialogue_id",
        "SELECT dialogue_id, idx FROM main.turns ORDER BY dialogue_id, idx",
        "SELECT dialogue_id, idx FROM annotation_events ORDER BY dialogue_id, idx",
        "SELECT '' AS dialogue_id, 1 AS idx FROM read_csv('x.csv') ORDER BY dialogue_id, idx",
        "WITH turns AS (SELECT * FROM dialogues) SELECT dialogue_id, idx FROM turns ORDER BY dialogue_id, idx",
        "SELECT 1; SELECT 2",
        "DELETE FROM turns",
        "SELEC 1",
    ],
)
def test_selects_that_are_refused(session: RecipeSession, select: str) -> None:
    assert problems(session, recipe(select))


@pytest.mark.parametrize(
    "expression",
    [
        "list(text ORDER BY idx)",
        "string_agg(text, ' ' ORDER BY idx)",
        "sum(idx::BIGINT)",
        "avg(start_s::DECIMAL(18, 3))",
        "count(*)",
        "max(idx)",
        "median(idx)",
        "'now() is only a word here, and so is random()'",
    ],
)
def test_what_is_the_same_in_every_run_is_allowed(session: RecipeSession, expression: str) -> None:
    header = HEADER.replace("[dialogue_id, idx]", "[dialogue_id]")
    made = recipe(
        f"SELECT dialogue_id, {expression} AS value FROM turns GROUP BY dialogue_id ORDER BY dialogue_id", header
    )
    checked(session, made, esconv(), Lens(False, False))


def test_the_session_itself_is_locked(session: RecipeSession) -> None:
    with pytest.raises(DataError):
        session.frame("SELECT * FROM read_text('/etc/hostname')")


def test_a_recipe_file_of_ones_own_is_read(tmp_path: Path) -> None:
    from curator.exporting.recipe import read_recipe

    path = tmp_path / "own.sql"
    path.write_text(f"/*{HEADER}*/ SELECT 1", encoding="utf-8")
    assert read_recipe(path).name == "own"
