"""AnnoMI's tables with their known oddities, in invented rows."""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator import resources
from curator.errors import CuratorError, ProblemsError
from curator.importers import IMPORTERS, Imported, SourceFile, importer_for
from curator.model.annotation import ImportedLabel
from curator.model.schema import Schema, load_schema

Row = dict[str, str]
NOTHING = dict.fromkeys(
    (
        "therapist_input_exists",
        "therapist_input_subtype",
        "reflection_exists",
        "reflection_subtype",
        "question_exists",
        "question_subtype",
        "main_therapist_behaviour",
        "client_talk_type",
    ),
    "n/a",
)
SCHEMA = load_schema(resources.schema_file("annomi"))


def a_row(utterance: str = "0", who: str = "0", speaker: str = "therapist", **more: str) -> Row:
    """A therapist's question, or a client's row without labels."""
    asks = {"therapist_input_exists": "False", "reflection_exists": "False", "question_exists": "True"}
    asks |= {"question_subtype": "open", "main_therapist_behaviour": "question"}
    shape = {"transcript_id": "4", "utterance_id": utterance, "interlocutor": speaker, "annotator_id": who}
    shape |= {"timestamp": f"00:00:0{utterance}", "utterance_text": f"Words {utterance}.", **NOTHING}
    return {**shape, **(asks if speaker == "therapist" else {"client_talk_type": "neutral"}), **more}


def as_csv(*rows: Row) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def read(*rows: Row, schema: Schema = SCHEMA) -> list[Imported]:
    source = SourceFile("made.csv", as_csv(*rows))
    return list(importer_for(source).read(source, schema, {}))


def problems_of(data: bytes) -> list[str]:
    with pytest.raises(ProblemsError) as caught:
        list(IMPORTERS.get("annomi").read(SourceFile("made.csv", data), SCHEMA, {}))
    assert all(problem.fix for problem in caught.value.problems)
    return [f"{problem.where}: {problem.problem}" for problem in caught.value.problems]


def told(found: Imported, field: str) -> list[tuple[str, str, Any, Any]]:
    labels: list[ImportedLabel] = [label for label in found.labels if label.field == field]
    return [(label.annotator, label.state, label.value, label.raw) for label in labels]


def test_a_transcript_and_its_turns() -> None:
    about = {"mi_quality": "high", "topic": "less wine ", "video_url": "https://example.org/1", "note": "kept"}
    (found,) = read(a_row("0", **about), a_row("1", speaker="client", **about))
    dialogue = found.dialogue
    assert (dialogue.id, dialogue.source_id, dialogue.case) == ("4", "4", "https://example.org/1")
    assert dialogue.attributes == {"mi_quality": "high", "topic": "less wine ", "video_url": "https://example.org/1"}
    assert dialogue.extra == {"note": "kept"}
    assert [(person.id, person.role) for person in dialogue.participants] == [
        ("therapist", "therapist"),
        ("client", "client"),
    ]
    assert [(turn.id, turn.speakers, turn.text, turn.start, turn.extra) for turn in dialogue.turns] == [
        ("0", ("therapist",), "Words 0.", 0.0, {}),
        ("1", ("client",), "Words 1.", 1.0, {}),
    ]
    assert (found.unknown_roles, found.warnings) == ({}, [])


def test_every_annotator_is_a_person_of_that_number() -> None:
    (found,) = read(a_row(who="7"), a_row(who="3", main_therapist_behaviour="other"))
    assert told(found, "main_therapist_behaviour") == [
        ("7", "value", "question", "question"),
        ("3", "value", "other", "other"),
    ]
    assert {label.annotator_kind for label in found.labels} == {"person"}


def test_truth_is_kept_as_it_was_spelt() -> None:
    (found,) = read(a_row())
    assert told(found, "question_exists") == [("0", "value", "yes", "True")]
    assert told(found, "reflection_exists") == [("0", "value", "no", "False")]


def test_what_does_not_apply_is_no_label() -> None:
    """A therapist's field in a client's row, the type of what is not there, client talk of a therapist."""
    (found,) = read(a_row(), a_row("1", speaker="client"))
    assert [(label.field, label.target.turn) for label in found.labels] == [
        ("therapist_input_exists", "0"),
        ("reflection_exists", "0"),
        ("question_exists", "0"),
        ("question_subtype", "0"),
        ("main_therapist_behaviour", "0"),
        ("client_talk_type", "1"),
    ]


def test_na_where_something_is_asked_is_an_answer_that_is_kept() -> None:
    (found,) = read(a_row(main_therapist_behaviour="n/a", question_subtype="n/a"), a_row("1", "0", "client"))
    assert told(found, "main_therapist_behaviour") == [("0", "unmapped", None, "n/a")]
    assert told(found, "question_subtype") == [("0", "unmapped", None, "n/a")]


def test_an_empty_cell_is_not_annotated() -> None:
    (found,) = read(a_row(main_therapist_behaviour="", question_exists=" ", question_subtype="n/a"))
    assert told(found, "main_therapist_behaviour") == told(found, "question_exists") == []
    assert told(found, "question_subtype") == []


def test_a_value_where_nothing_is_asked_is_kept_and_not_counted() -> None:
    (found,) = read(a_row(client_talk_type="change"))
    assert told(found, "client_talk_type") == [("0", "unmapped", None, "change")]


def test_a_turn_may_hold_all_three() -> None:
    all_three = {"therapist_input_exists": "True", "therapist_input_subtype": "advice"}
    all_three |= {"reflection_exists": "True", "reflection_subtype": "complex"}
    (found,) = read(a_row(**all_three))
    values = {label.field: label.value for label in found.labels}
    assert values == {
        "therapist_input_exists": "yes",
        "therapist_input_subtype": "advice",
        "reflection_exists": "yes",
        "reflection_subtype": "complex",
        "question_exists": "yes",
        "question_subtype": "open",
        "main_therapist_behaviour": "question",
    }


@pytest.mark.parametrize("stamp", ["00:09:025", "9:25", "soon"])
def test_an_odd_time_is_kept_and_told(stamp: str) -> None:
    (found,) = read(a_row(timestamp=stamp))
    (turn,) = found.dialogue.turns
    assert (turn.start, turn.extra) == (None, {"timestamp": stamp})
    assert found.warnings == ["a timestamp is not HH:MM:SS; it is kept as it stands"]


def test_times_that_run_backwards_are_kept_and_told() -> None:
    (found,) = read(a_row("0", timestamp="01:00:05"), a_row("1"))
    assert [turn.start for turn in found.dialogue.turns] == [3605.0, 1.0]
    assert found.warnings == ["a turn begins before the one above it; times are kept as they stand"]


def test_rows_in_any_order_are_turns_in_theirs() -> None:
    rows = [a_row(number, who) for who in ("1", "0") for number in ("2", "0", "1")]
    rows = [{**row, "timestamp": ""} for row in rows]
    (found,) = read(*rows, {**a_row("10"), "timestamp": ""})
    assert [turn.id for turn in found.dialogue.turns] == ["0", "1", "2", "10"]
    assert [annotator for annotator, *_ in told(found, "main_therapist_behaviour")] == ["1", "0"] * 3 + ["0"]


def test_without_numbers_nobody_says_who_it_was() -> None:
    row = a_row()
    del row["annotator_id"]
    (found,) = read(row)
    assert {(label.annotator, label.annotator_kind) for label in found.labels} == {("source", "unknown")}


def test_the_same_row_again_counts_once() -> None:
    (found,) = read(a_row(), a_row())
    assert len(told(found, "main_therapist_behaviour")) == 1
    assert found.warnings == ["a row stands in the file twice; it counts once"]


def test_what_is_said_by_some_rows_alone_stays_with_the_turn() -> None:
    (found,) = read(a_row(who="0", minutes="3"), a_row(who="1", minutes="4"), a_row("1", minutes=""))
    assert [turn.extra for turn in found.dialogue.turns] == [{"minutes": {"0": "3", "1": "4"}}, {}]


def test_under_another_schema_nothing_is_lost(esconv: Schema) -> None:
    (found,) = read(a_row(who="0"), a_row(who="1", main_therapist_behaviour="other"), schema=esconv)
    assert (found.labels, found.unknown_roles) == ([], {"therapist": 1})
    assert found.dialogue.turns[0].extra == {"main_therapist_behaviour": {"0": "question", "1": "other"}}
    assert found.dialogue.extra["question_exists"] == "True"
    assert "the schema has no field 'main_therapist_behaviour'" in " ".join(found.warnings)


def test_a_line_end_in_a_text_and_a_byte_order_mark() -> None:
    rows = [a_row(utterance_text='He said "no",\nand left.'), a_row("1", utterance_text="")]
    plain = as_csv(*rows)
    for data in (plain, b"\xef\xbb\xbf" + plain, plain.decode().encode("utf-16")):
        source = SourceFile("made.csv", data)
        (found,) = importer_for(source).read(source, SCHEMA, {})
        assert [turn.text for turn in found.dialogue.turns] == ['He said "no",\nand left.', ""]


def test_what_is_wrong_is_told_with_its_line() -> None:
    assert problems_of(b"") == ["made.csv: the file is empty."]
    assert problems_of(b"transcript_id,interlocutor,topic,topic\n1,client,a,b\n") == [
        "made.csv, line 1: there is no column 'utterance_id'.",
        "made.csv, line 1: there is no column 'utterance_text'.",
        "made.csv, line 1: two columns are called 'topic'.",
    ]
    header, line = as_csv(a_row()).decode().splitlines()
    assert problems_of(header.encode()) == ["made.csv: the file holds no dialogues."]
    cut = f"{header}\n{line}\n\n{line},more\n"
    assert problems_of(cut.encode()) == ["made.csv, line 4: the row has 15 cells and the first line names 14 columns."]
    unclosed = f'{header}\n{line}\n4,"1,client'
    assert problems_of(unclosed.encode()) == ["made.csv, line 3: this is not CSV: unexpected end of data."]


@pytest.mark.parametrize(
    ("second", "says"),
    [
        (a_row(who="1", utterance_text="Other words."), "utterance 0 has another utterance_text here than in line 2."),
        (a_row(who="1", speaker="client"), "utterance 0 has another interlocutor here than in line 2."),
        (a_row(who="1", timestamp="00:00:09"), "utterance 0 has another timestamp here than in line 2."),
        (
            a_row(main_therapist_behaviour="other"),
            "the annotator '0' labelled this utterance in line 2 as well, in another way.",
        ),
        (a_row("1", interlocutor=""), "the turn has no speaker."),
        (a_row("1", utterance_id=""), "the row has no utterance_id."),
        (a_row("1", transcript_id=""), "the row has no transcript_id."),
    ],
)
def test_rows_that_contradict_each_other(second: Row, says: str) -> None:
    assert problems_of(as_csv(a_row(), second)) == [f"made.csv, line 3: {says}"]


CELLS = st.sampled_from(["", "n/a", "True", "0", "1", "therapist", "client", "00:00:01"]) | st.text(max_size=3)


@settings(max_examples=60)
@given(rows=st.lists(st.fixed_dictionaries(dict.fromkeys(a_row(), CELLS)), min_size=1, max_size=4))
def test_whatever_the_cells_hold_they_are_read_or_refused_in_words(rows: list[Row]) -> None:
    with suppress(CuratorError):
        source = SourceFile("made.csv", as_csv(*rows))
        for found in IMPORTERS.get("annomi").read(source, SCHEMA, {}):
            assert all(label.state in ("value", "unmapped") for label in found.labels)
