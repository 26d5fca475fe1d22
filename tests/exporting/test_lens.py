"""What may leave: consent, --labels-only, --anonymous."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curator import resources
from curator.exporting import checks, export
from curator.exporting.lens import Lens
from curator.exporting.run import quoting_fields
from curator.model.schema import load_schema, parse_schema
from curator.store import Store
from tests.exporting.projects import PROJECT, a_dialogue, a_store, add, content, says

SECRET = "the words nobody may read"
SCHEMA = """
id: notes
roles: {seeker: [], supporter: []}
fields:
  - {id: strategy, target: turn, kind: choice, options: [question, others]}
  - {id: reason, target: turn, kind: text}
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """open: no list; text, labels, research: lists. Ana and Zoe label the second turn of each, Zoe first."""
    with a_store(tmp_path_factory.mktemp("store"), parse_schema(SCHEMA, where="notes.yaml")) as store:
        lists = {
            "open": None,
            "text": ("research", "share_text"),
            "labels": ("research", "share_labels"),
            "research": ("research",),
        }
        add(
            store,
            [
                a_dialogue(name, ["Hello.", f"{name}: {SECRET}"], consent=consent, attributes={"situation": SECRET})
                for name, consent in lists.items()
            ],
        )
        for name in lists:
            says(store, "zoe", name, "strategy", "question", turn="t1", submit=False)
            says(store, "zoe", name, "reason", f"because of {SECRET}", turn="t1")
            says(store, "ana", name, "strategy", "question", turn="t1")
        yield store


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_text_export_leaves_out_dialogues_that_may_not_be_shared(store: Store, tmp_path: Path) -> None:
    report = export(store, PROJECT, "esconv-flat", tmp_path / "out", allow_missing=True)
    texts = [record["dialog"][1]["text"] for record in records(tmp_path / "out/all.jsonl")]
    assert texts == [f"open: {SECRET}", f"text: {SECRET}"]
    assert report.left_out["consent"] == {"dialogues": 2, "needs": "share_text"}
    assert report.counts == {"rows": 2, "dialogues": 2, "turns": 4}


def test_labels_of_more_dialogues_may_be_shared_without_what_quotes_them(store: Store, tmp_path: Path) -> None:
    report = export(store, PROJECT, "ratings", tmp_path / "out")
    found = records(tmp_path / "out/ratings.jsonl")
    assert {row["dialogue_id"] for row in found} == {"open", "text", "labels"}
    reasons = {row["dialogue_id"]: row["value"] for row in found if row["field"] == "reason"}
    assert reasons == {"open": f"because of {SECRET}", "text": f"because of {SECRET}", "labels": None}
    assert report.left_out["consent"] == {"dialogues": 1, "needs": "share_labels"}


@pytest.mark.parametrize("name", [*resources.recipe_files(), "hub"])
def test_labels_only_lets_no_word_out(store: Store, tmp_path: Path, name: str) -> None:
    report = export(store, PROJECT, name, tmp_path / "out", labels_only=True, allow_missing=True)
    for file, data in content(tmp_path / "out").items():
        assert SECRET.encode() not in data, file
        assert b"Hello." not in data, file
    assert report.options["labels_only"] is True
    assert report.counts["dialogues"] == 3


def test_labels_only_keeps_labels(store: Store, tmp_path: Path) -> None:
    export(store, PROJECT, "esconv-flat", tmp_path / "out", labels_only=True, allow_missing=True)
    first = records(tmp_path / "out/all.jsonl")[0]["dialog"][1]
    assert first == {"text": None, "speaker": "sys", "strategy": "question"}


@pytest.mark.parametrize("name", ["ratings", "events"])
def test_anonymous_gives_numbers_in_the_order_of_first_labels(store: Store, tmp_path: Path, name: str) -> None:
    export(store, PROJECT, name, tmp_path / "named")
    export(store, PROJECT, name, tmp_path / "out", anonymous=True)
    named, hidden = records(tmp_path / f"named/{name}.jsonl"), records(tmp_path / f"out/{name}.jsonl")
    assert {(a["annotator"], b["annotator"]) for a, b in zip(named, hidden, strict=True)} == {
        ("zoe", "A1"),
        ("ana", "A2"),
    }
    assert [{**row, "annotator": ""} for row in named] == [{**row, "annotator": ""} for row in hidden]


def test_the_hub_folder_names_nobody(store: Store, tmp_path: Path) -> None:
    export(store, PROJECT, "hub", tmp_path / "out")
    for file, data in content(tmp_path / "out").items():
        assert b"zoe" not in data.lower(), file
        assert b'"ana"' not in data, file
    assert "| A1 | person | 6 |" in (tmp_path / "out/README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("view", checks.VIEWS)
@pytest.mark.parametrize(("labels_only", "anonymous"), [(False, False), (True, False), (False, True), (True, True)])
def test_every_view_can_be_read_through_the_lens(store: Store, view: str, labels_only: bool, anonymous: bool) -> None:
    lens = Lens(labels_only, anonymous, quoting_fields(store.schema(PROJECT)))
    with store.recipe_session(PROJECT) as session:
        columns = session.columns(f"SELECT * FROM {view}")
        sql = lens.over(f"SELECT * FROM {view}", {view}, {view: [name for name, _ in columns]})
        assert session.columns(sql) == columns
        seen = session.frame(sql)
    if "dialogue_id" in seen.columns:
        assert "research" not in seen["dialogue_id"].to_list()
    if labels_only:
        assert SECRET not in str(seen.rows())


def test_a_case_of_which_nothing_may_be_shared_is_not_there(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        add(store, [a_dialogue("d1", case="c1", consent=("research",)), a_dialogue("d2", case="c2")])
        with store.recipe_session(PROJECT) as session:
            sql = Lens(False, False).over("SELECT case_id FROM cases", {"cases"}, {})
            assert session.frame(sql)["case_id"].to_list() == ["c2"]


def test_a_project_without_lists_is_its_own_affair(tmp_path: Path) -> None:
    with a_store(tmp_path, load_schema(resources.schema_file("esconv"))) as store:
        add(store, [a_dialogue("d1")])
        report = export(store, PROJECT, "esconv", tmp_path / "out", allow_missing=True)
    assert report.counts["dialogues"] == 1
    assert "consent" not in report.left_out
