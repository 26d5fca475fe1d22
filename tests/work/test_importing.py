"""Files into a project: all or nothing, once, with a word on whatever was not understood."""

from __future__ import annotations

import copy
import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curator import resources
from curator.errors import DataError, NotFoundError, ProblemsError, UnknownNameError, UsageError
from curator.model.project import Project
from curator.model.schema import load_schema
from curator.store import Store, open_store
from curator.work.importing import SourceFile, format_names, import_files
from tests.paths import SHARED

RECORDS: list[dict[str, Any]] = [
    {
        "emotion_type": "anxiety",
        "dialog": [
            {"text": "Hello", "speaker": "usr"},
            {"text": "What brings you here?", "speaker": "sys", "strategy": "Question"},
            {"text": "Breathe.", "speaker": "sys", "strategy": "Direct Guidance"},
        ],
    },
    {
        "dialog": [
            {"text": "Tell me.", "speaker": "sys", "strategy": "Direct Guidance"},
            {"text": "I would", "speaker": "usr", "feedback": "nine"},
            {"text": "So would I", "speaker": "friend"},
        ],
    },
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "curator.duckdb")
    store.create_project(
        Project(id="p", schema_id="esconv", schema_version=1), load_schema(resources.schema_file("esconv"))
    )
    yield store
    store.close()


def file(name: str = "made.jsonl", records: Any = RECORDS) -> SourceFile:
    return SourceFile(name, "\n".join(json.dumps(record) for record in records).encode())


def holds_nothing(store: Store) -> bool:
    return not any(store.counts("p").values()) and store.dialogue_ids("p") == []


def test_what_comes_in_is_told(store: Store) -> None:
    report = import_files(store, "p", [file()]).as_json()
    assert report == {
        "dialogues": 2,
        "turns": 6,
        "new": 2,
        "unchanged": 0,
        "changed": 0,
        "labels": 5,
        "unknown_labels": {"strategy": {"Direct Guidance": 2}, "feedback": {"nine": 1}},
        "unknown_roles": {"friend": 1},
        "warnings": [],
    }
    assert json.loads(json.dumps(report)) == report


def test_what_came_in_is_there(store: Store) -> None:
    import_files(store, "p", [file()], split="train")
    first, second = store.dialogues("p")
    assert [turn.text for turn in first.turns] == ["Hello", "What brings you here?", "Breathe."]
    assert [person.role for person in second.participants] == ["supporter", "seeker", ""]
    assert store.splits("p") == {first.id: "train", second.id: "train"}
    rows = store.ratings("p", field="strategy").rows(named=True)
    assert [(row["state"], row["value"] and json.loads(row["value"]), json.loads(row["raw"])) for row in rows] == [
        ("value", "question", "Question"),
        ("unmapped", None, "Direct Guidance"),
        ("unmapped", None, "Direct Guidance"),
    ]
    assert {(row["annotator"], row["annotator_kind"], row["origin"]) for row in rows} == {
        ("supporter", "participant", "import")
    }


def test_the_same_file_twice_changes_nothing(store: Store) -> None:
    import_files(store, "p", [file()])
    before = store.counts("p")
    report = import_files(store, "p", [file()])
    assert (report.new, report.unchanged, report.changed, report.labels) == (0, 2, 0, 0)
    assert report.warnings == []
    assert store.counts("p") == before


def test_a_dry_run_tells_the_same_and_writes_nothing(store: Store) -> None:
    dry = import_files(store, "p", [file()], dry_run=True)
    assert holds_nothing(store)
    wet = import_files(store, "p", [file()])
    assert {**dry.as_json(), **wet.as_json()} == dry.as_json()
    assert dry.as_json()["first_turns"][1] == {
        "speakers": ["sys"],
        "role": "supporter",
        "text": "What brings you here?",
    }
    again = import_files(store, "p", [file()], dry_run=True)
    assert (again.new, again.unchanged, again.labels) == (0, 2, 0)


def test_a_renamed_file_is_new_and_that_is_said(store: Store) -> None:
    import_files(store, "p", [file()])
    report = import_files(store, "p", [file("renamed.jsonl")], dry_run=True)
    assert report.new == 2
    assert report.warnings == [
        "2 new dialogues with the same speakers and texts as one that the project has under another id "
        "(a renamed file?): both are kept."
    ]


def test_other_content_under_the_same_id_replaces_and_that_is_said(store: Store) -> None:
    one = {"id": "d1", "turns": [{"speaker": "usr", "text": "Helo"}]}
    import_files(store, "p", [file(records=[one])])
    mended = {"id": "d1", "turns": [{"speaker": "usr", "text": "Hello"}]}
    report = import_files(store, "p", [file(records=[mended])])
    assert (report.new, report.changed) == (0, 1)
    assert "1 dialogue of the project had other content" in report.warnings[0]
    assert store.dialogue("p", "d1").turns[0].text == "Hello"


def test_a_corrected_label_is_one_new_event(store: Store) -> None:
    import_files(store, "p", [file()])
    corrected = copy.deepcopy(RECORDS)
    corrected[0]["dialog"][1]["strategy"] = "Others"
    report = import_files(store, "p", [file(records=corrected)])
    assert (report.new, report.unchanged, report.labels) == (0, 2, 1)


def test_several_files_come_in_together(store: Store) -> None:
    report = import_files(store, "p", [file("a.jsonl"), file("b.jsonl", RECORDS[:1])])
    assert (report.dialogues, report.turns, report.new) == (3, 9, 3)
    assert report.formats == {"a.jsonl": "esconv-flat", "b.jsonl": "esconv-flat"}
    assert report.unknown_labels["strategy"] == {"Direct Guidance": 3}


def test_one_bad_file_keeps_all_of_them_out(store: Store) -> None:
    bad = copy.deepcopy(RECORDS)
    del bad[1]["dialog"][0]["speaker"]
    with pytest.raises(ProblemsError) as caught:
        import_files(
            store, "p", [file("good.jsonl"), file("bad.jsonl", bad), SourceFile("worse.json", b'{"dialog": \xff')]
        )
    assert [problem.where for problem in caught.value.problems] == ["bad.jsonl, line 2, turn 1", "worse.json"]
    assert holds_nothing(store)


def test_the_error_of_one_file_is_told_as_it_is(store: Store) -> None:
    with pytest.raises(DataError, match="byte 12") as caught:
        import_files(store, "p", [file("good.jsonl"), SourceFile("worse.json", b'{"dialog": "\xff')])
    assert not isinstance(caught.value, ProblemsError)
    assert holds_nothing(store)


def test_an_id_in_two_files_is_refused(store: Store) -> None:
    one = {"id": "1", "turns": [{"speaker": "usr", "text": "Hi"}]}
    other = {"id": "1", "turns": [{"speaker": "usr", "text": "Bye"}]}
    with pytest.raises(ProblemsError, match=r"b\.jsonl: 1 dialogue \('1', …\) also in a\.jsonl") as caught:
        import_files(store, "p", [file("a.jsonl", [one]), file("b.jsonl", [other])])
    assert caught.value.problems[0].fix
    assert holds_nothing(store)


def test_warnings_name_the_file_and_count_the_dialogues(store: Store) -> None:
    report = import_files(store, "p", [file(records=[RECORDS[0]] * 3)])
    assert report.warnings == [
        "made.jsonl: the same dialogue stands in the file more than once; all copies are kept (2 dialogues)."
    ]


def test_an_encoding_is_for_all_files(store: Store) -> None:
    content = '{"turns": [{"speaker": "usr", "text": "Grüße"}]}'.encode("latin-1")
    with pytest.raises(DataError):
        import_files(store, "p", [SourceFile("a.json", content)])
    import_files(store, "p", [SourceFile("a.json", content)], encoding="latin-1")
    assert next(iter(store.dialogues("p"))).turns[0].text == "Grüße"


def test_wrong_requests(store: Store) -> None:
    with pytest.raises(UnknownNameError, match="Known: esconv, esconv-flat, rescue, annomi, turns"):
        import_files(store, "p", [file()], format="excel")
    with pytest.raises(UsageError):
        import_files(store, "p", [file()], encoding="klingon")
    with pytest.raises(UsageError, match="no file"):
        import_files(store, "p", [])
    with pytest.raises(NotFoundError):
        import_files(store, "nobody", [file()])
    with pytest.raises(ProblemsError, match=r'no list "dialog"'):
        import_files(store, "p", [SourceFile("a.json", b'{"turns": []}')], format="esconv")
    assert holds_nothing(store)


def test_progress_is_told_and_rises(store: Store) -> None:
    steps: list[tuple[float, str]] = []
    import_files(
        store, "p", [file("a.jsonl"), file("b.jsonl")], progress=lambda share, doing: steps.append((share, doing))
    )
    assert [doing for _, doing in steps] == ["reading a.jsonl", "reading b.jsonl", "storing", "done"]
    assert [share for share, _ in steps] == sorted(share for share, _ in steps)
    assert steps[-1][0] == 1.0


def test_the_garbage_collector_is_left_as_it_was(store: Store) -> None:
    assert gc.isenabled()
    import_files(store, "p", [file()])
    with pytest.raises(DataError):
        import_files(store, "p", [SourceFile("a.json", b"[]")])
    assert gc.isenabled()


def test_every_format_has_a_title() -> None:
    assert {"esconv", "esconv-flat", "turns"} <= format_names().keys()
    assert all(format_names().values())


@pytest.mark.shared
def test_all_of_esconv_comes_in_and_again_nothing(store: Store) -> None:
    assert SHARED is not None
    files = [SourceFile.at(SHARED / "data" / "esconv" / f"{name}.txt") for name in ("train", "valid", "test")]
    first, again = import_files(store, "p", files), import_files(store, "p", files)
    assert (first.dialogues, first.turns, first.new, first.labels) == (1300, 38365, 1300, 23426)
    assert (first.unknown_labels, first.unknown_roles, first.warnings) == ({}, {}, [])
    assert (again.new, again.unchanged, again.labels) == (0, 1300, 0)
    counts = store.counts("p")
    assert (counts["dialogues"], counts["turns"], counts["events"]) == (1300, 38365, 23426)


@pytest.mark.shared
def test_failed_esconv_reports_what_it_does_not_know(store: Store) -> None:
    assert SHARED is not None
    path = SHARED / "data" / "failed-esconv" / "FailedESConv.json"
    report = import_files(store, "p", [SourceFile.at(path)])
    assert (report.dialogues, report.turns) == (196, 5230)
    assert report.unknown_labels == {
        "strategy": {"Direct Guidance": 11, "Approval and Reassurance": 7, "Restatement": 3}
    }
    assert report.unknown_roles == {}


def test_recordings_that_are_not_there_yet_are_told(store: Store, tmp_path: Path) -> None:
    talk = {"speaker": "usr", "text": "Hi"}
    records = [{"id": name, "media": f"{name}.wav", "turns": [talk]} for name in ("a", "b", "c")]
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "b.wav").touch()
    report = import_files(store, "p", [file(records=records)], workspace=tmp_path)
    assert report.warnings == [
        "2 recordings of 3 not in the workspace's media folder, or of no type that browsers play ('a.wav', …): "
        "labelling goes on without."
    ]
    for name in ("a", "c"):
        (tmp_path / "media" / f"{name}.wav").touch()
    assert import_files(store, "p", [file(records=records)], workspace=tmp_path).warnings == []
    assert store.dialogue("p", "a").media[0].path == "a.wav"
