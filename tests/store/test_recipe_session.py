"""A recipe sees one project's views, as they were, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from curator.errors import DataError, NotFoundError
from curator.store import Store, open_store
from curator.store.duckdb.recipes import LockedSession
from curator.store.interface import Incoming, RecipeSession
from tests.builders import a_dialogue, a_project, a_schema, an_event, an_imported_label

OPTIONS = "SELECT option_id, label, export_alias FROM options WHERE field = 'move' ORDER BY position"
VIEWS = {
    "dialogues": "dialogue_id source_id case_id idx attributes extra consent",
    "participants": "dialogue_id participant_id name role kind attributes",
    "turns": "dialogue_id turn_id idx speaker_id speaker_ids role addressee_ids text start_s end_s secondary extra",
    "parts": "dialogue_id part_id of_kind of_id idx type text",
    "candidates": "dialogue_id candidate_id turn_id idx source content",
    "cases": "case_id attributes",
    "media": "dialogue_id idx kind path",
    "events": "seq id task round dialogue_id field case_id turn_id participant_id other_id part_id candidate_id "
    "item_id annotator annotator_kind state value raw certainty shown_order based_on stale origin client_at "
    "recorded_at visible_ms schema_version guidelines text_revision",
    "ratings": "task round dialogue_id case_id field turn_id participant_id other_id part_id candidate_id item_id "
    "annotator annotator_kind state value raw certainty origin is_independent schema_version recorded_at seq "
    "is_current",
    "gold": "dialogue_id case_id field turn_id participant_id other_id part_id candidate_id item_id state value raw "
    "gold_source n_annotators reason",
    "gold_dialogue": "dialogue_id outcome",
    "gold_turn": "dialogue_id turn_id move moves distress warmth note addressed",
    "gold_participant": "dialogue_id turn_id participant_id",
    "gold_pair": "dialogue_id turn_id participant_id other_id",
    "gold_candidate": "dialogue_id candidate_id",
    "gold_part": "dialogue_id case_id part_id",
    "gold_case": "case_id",
    "options": "field option_id position label export_alias",
    "splits": "dialogue_id split",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LockedSession]:
    """Of a project with two dialogues of three turns."""
    store = open_store(tmp_path_factory.mktemp("recipes") / "curator.duckdb")
    store.create_project(a_project(), a_schema())
    incoming = [Incoming(a_dialogue(name)) for name in ("d1", "d2")]
    store.add_dialogues("p", incoming, source="made.json", schema_version=1)
    with store.recipe_session("p") as session:
        assert isinstance(session, LockedSession)
        yield session
    store.close()


@pytest.mark.parametrize("view", VIEWS)
def test_columns_are_those_of_the_contract(session: RecipeSession, view: str) -> None:
    assert [name for name, _ in session.columns(f"SELECT * FROM {view}")] == VIEWS[view].split()


def test_types(session: RecipeSession) -> None:
    types = dict(session.columns("SELECT * FROM gold_turn"))
    assert (types["move"], types["moves"], types["note"]) == ("VARCHAR", "VARCHAR[]", "VARCHAR")
    assert types["distress"] == "DOUBLE"  # a median can lie between two points, which a whole number would hide
    turns = dict(session.columns("SELECT * FROM turns"))
    assert (turns["speaker_ids"], turns["start_s"], turns["extra"]) == ("VARCHAR[]", "DOUBLE", "JSON")


def test_it_holds_one_project_as_it_was(store: Store) -> None:
    store.create_project(a_project("q"), a_schema())
    store.add_dialogues("q", [Incoming(a_dialogue("other"))], source="made.json", schema_version=1)
    with store.recipe_session("p") as session:
        store.append([an_event()])
        store.add_dialogues("p", [Incoming(a_dialogue("late"))], source="made.json", schema_version=1)
        assert session.frame("SELECT dialogue_id FROM dialogues ORDER BY idx")["dialogue_id"].to_list() == ["d1", "d2"]
        assert session.frame("SELECT * FROM events").is_empty()
    with pytest.raises(NotFoundError):
        store.recipe_session("nowhere")


def test_wide_views_are_typed(store: Store) -> None:
    label = an_imported_label(["question", "other"], field="moves", raw="Q/O")
    labels = [an_imported_label(), label, an_imported_label(4, field="distress", raw="4")]
    store.add_dialogues("p", [Incoming(a_dialogue(), labels)], source="made.json", schema_version=1)
    none = [an_event(None, field="moves", state="none", turn="t2", annotator_kind="participant")]
    store.append(none)
    with store.recipe_session("p") as session:
        first, second = session.frame("SELECT * FROM gold_turn ORDER BY turn_id").rows(named=True)
        aliases = session.frame(OPTIONS).rows()
    assert (first["move"], first["moves"], first["distress"]) == ("question", ["question", "other"], 4)
    assert (second["turn_id"], second["move"], second["moves"]) == ("t2", None, [])
    assert aliases == [
        ("question", "question", "Question"),
        ("reflection", "Reflection", None),
        ("other", "other", None),
    ]


def test_rows_stream_in_their_order(session: RecipeSession) -> None:
    sql = "SELECT dialogue_id, idx FROM dialogues JOIN turns USING (dialogue_id) ORDER BY dialogues.idx, turns.idx DESC"
    sql = sql.replace("SELECT dialogue_id, idx", "SELECT dialogue_id, turns.idx AS turn")
    batches = list(session.stream(sql, batch_rows=2))
    rows = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
    assert rows == [("d1", 2), ("d1", 1), ("d1", 0), ("d2", 2), ("d2", 1), ("d2", 0)]
    assert session.stream("SELECT * FROM turns WHERE false").read_all().num_rows == 0


def test_two_streams_at_once(session: RecipeSession) -> None:
    first, second = session.stream("SELECT idx FROM turns"), session.stream("SELECT idx FROM dialogues")
    assert (second.read_all().num_rows, first.read_all().num_rows) == (2, 6)


REFUSED = {
    "SELECT 1; SELECT 2": "2 statements",
    "": "0 statements",
    "CREATE TABLE t AS SELECT 1": "this is CREATE",
    "DROP TABLE turns": "this is DROP",
    "INSERT INTO turns SELECT * FROM turns": "this is INSERT",
    "UPDATE turns SET text = ''": "this is UPDATE",
    "DELETE FROM turns": "this is DELETE",
    "COPY turns TO 'out.csv'": "this is COPY",
    "ATTACH 'other.duckdb'": "this is ATTACH",
    "SET threads = 9": "this is SET",
    "PRAGMA database_list": "this is PRAGMA",
    "INSTALL httpfs": "this is LOAD",
    "LOAD httpfs": "this is LOAD",
    "EXPLAIN SELECT 1": "this is EXPLAIN",
    "SELECT * FROM 'secret.csv'": "no view 'secret.csv'",
    "SELECT * FROM read_csv('/etc/passwd')": r"read_csv\(\) is not open",
    "SELECT * FROM glob('*')": r"glob\(\) is not open",
    "SELECT * FROM duckdb_settings()": r"duckdb_settings\(\) is not open",
    "SELECT * FROM query('SELECT 1')": r"query\(\) is not open",
    "SELECT (SELECT max(content) FROM read_text('/etc/passwd'))": r"read_text\(\) is not open",
    "SELECT * FROM information_schema.tables": "no view 'information_schema.tables'",
    "SELECT * FROM annotation_events": "Known: .*ratings",
    "WITH a AS (SELECT * FROM sessions) SELECT * FROM a": "no view 'sessions'",
    "SELECT nothing FROM turns": "nothing",
    "SELEC": "syntax error",
}


@pytest.mark.parametrize("sql", REFUSED)
def test_all_else_is_refused_by_name(session: RecipeSession, sql: str) -> None:
    for ask in (session.columns, session.stream, session.frame):
        with pytest.raises(DataError, match=REFUSED[sql]):
            ask(sql)
    assert session.frame("SELECT count(*) AS n FROM turns").rows() == [(6,)]


def test_the_database_itself_is_locked(session: LockedSession, tmp_path: Path) -> None:
    """Were a statement to slip past the check, it would still reach nothing."""
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n", encoding="utf-8")
    connection = session._connection
    for sql in (f"SELECT * FROM '{secret}'", f"ATTACH '{tmp_path}/x.duckdb'", "SET enable_external_access = true"):
        with pytest.raises(Exception, match=r"disabled|locked|cannot|Cannot"):
            connection.execute(sql)


def test_own_subqueries_and_lists_are_fine(session: RecipeSession) -> None:
    sql = "WITH a AS (SELECT unnest([1, 2]) AS x) SELECT x, y FROM a, (SELECT range AS y FROM range(2)) ORDER BY x, y"
    assert session.frame(sql).rows() == [(1, 0), (1, 1), (2, 0), (2, 1)]


def test_a_query_without_end_is_stopped(session: LockedSession) -> None:
    endless = "SELECT count(*) AS n FROM range(10000000000) a, range(1000) b"
    impatient = LockedSession(session._connection, frozenset(), seconds=0.2)
    with pytest.raises(DataError, match=r"longer than 0\.2 s"):
        impatient.frame(endless)
    assert session.frame("SELECT 1 AS one").rows() == [(1,)]


def test_one_thread_and_four_give_the_same(store: Store) -> None:
    incoming = [Incoming(a_dialogue(f"x{number}"), [an_imported_label()]) for number in range(300)]
    store.add_dialogues("p", incoming, source="made.json", schema_version=1)
    tables = []
    for threads in (1, 4):
        with store.recipe_session("p", threads=threads) as session:
            tables.append([session.frame(f"SELECT * FROM {view} ORDER BY ALL") for view in VIEWS])
    assert all(one.equals(four) for one, four in zip(*tables, strict=True))


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1 AS one;",
        "SELECT 1 AS one; -- done",
        "/* title: one */\nSELECT 1 AS one\n",
        "VALUES (1)",
        "FROM range(1)",
    ],
)
def test_a_select_may_be_written_in_many_ways(session: RecipeSession, sql: str) -> None:
    assert session.frame(sql).height == 1
    assert session.stream(sql).read_all().num_rows == 1
