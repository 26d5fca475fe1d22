"""The diagnosis of a field in a project: the right turns, people and dialogues are named, in strict JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from curator.errors import NotFoundError, UnknownNameError, UsageError
from curator.model.kinds import AgreementPlan
from curator.model.project import Project, Task
from curator.store import Store, open_store
from curator.store.interface import Incoming
from curator.work.agreeing.choosing import UNIT
from curator.work.comparing import comparison
from curator.work.diagnosing import diagnosis
from curator.work.drifting import sittings, weeks
from curator.work.field_ratings import FieldRatings
from tests.builders import a_dialogue, a_schema, an_event

QUICK = {"resamples": 50}
PEOPLE = ("ana", "ben", "cem")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "curator.duckdb")
    schema = a_schema()
    tasks = (Task(id="main"), Task(id="second", fields=("move",)), Task(id="notes", fields=("note",)))
    store.create_project(Project(id="p", schema_id=schema.id, schema_version=1, tasks=tasks), schema)
    talks = [Incoming(a_dialogue(f"d{n}", turns=10)) for n in range(4)]
    store.add_dialogues("p", talks, source="made", schema_version=1)
    yield store
    store.close()


def label(
    store: Store, who: str, dialogue: str, moves: Sequence[str], *, field: str = "move", round: int = 1, **more: Any
) -> None:
    events = [
        an_event(move, field=field, turn=f"t{turn}", who=who, dialogue=dialogue, round=round, **more)
        for turn, move in enumerate(moves)
    ]
    assert {outcome.status for outcome in store.append(events)} == {"saved"}
    store.submit("p", task="main", round=round, dialogue=dialogue, annotator=who, by_submit=[])


Q, R, O = "question", "reflection", "other"  # noqa: E741
TRUTH = [Q, R, O, Q, R, O, Q, R, O, Q]
OFF = [Q, R, O, Q, R, O, Q, R, R, R]
"""The last two turns are seen in another way."""


@pytest.fixture
def labelled(store: Store) -> Store:
    """Two dialogues by three people, of whom cem differs; d2 by ana alone, full of what they differ on; d3 by ben."""
    for dialogue in ("d0", "d1"):
        label(store, "ana", dialogue, TRUTH)
        label(store, "ben", dialogue, TRUTH)
        label(store, "cem", dialogue, OFF if dialogue == "d0" else [R, R, R, *TRUTH[3:]])
    label(store, "ana", "d2", [R] * 10)
    label(store, "ben", "d3", [Q, O] * 5)
    return store


def found(store: Store, **more: Any) -> dict[str, Any]:
    answer = diagnosis(store, "p", "move", **{"flags": QUICK, **more})
    json.dumps(answer, allow_nan=False)
    return answer


def test_what_is_told(labelled: Store) -> None:
    answer = found(labelled)
    assert (answer["field"], answer["task"], answer["round"], answer["n_apart"]) == ("move", "main", "independent", 0)
    assert [table["annotators"] for table in answer["confusion"]] == [["ana", "ben"], ["ana", "cem"], ["ben", "cem"]]
    assert answer["confusion"][1]["options"] == [Q, R, O]
    assert answer["confusion"][1]["counts"] == [[6, 2, 0], [0, 6, 0], [0, 2, 4]]
    assert [(pair["options"], pair["n"], pair["share"]) for pair in answer["confused_pairs"]] == [
        ([Q, R], 4, 0.5),
        ([R, O], 4, 0.5),
    ]
    assert (answer["against_rest"][0]["annotator"], answer["against_rest"][0]["n_pairs"]) == ("cem", 40)
    out = answer["leave_one_out"][0]
    assert (out["annotator"], out["rank"], out["value_without"]) == ("cem", 3, 1.0)
    assert {tuple(one["options"]) for one in answer["merges"][:2]} == {(Q, R), (R, O)}


def test_turns_that_cost_are_named_with_what_was_answered(labelled: Store) -> None:
    costly = found(labelled)["costly_turns"]
    assert [(one["dialogue"], one["turn"]) for one in costly] == [
        ("d0", "t8"),
        ("d0", "t9"),
        ("d1", "t0"),
        ("d1", "t2"),
    ]
    assert costly[0]["target"] == {"turn": "t8"}
    assert costly[0]["values"] == {"ana": O, "ben": O, "cem": R}
    agreement = found(labelled)["agreement"]["value"]
    assert sum(one["cost"] for one in costly) == pytest.approx(1 - agreement)


def test_positions_are_those_of_the_turn_in_its_dialogue(labelled: Store) -> None:
    drift = found(labelled)["drift"]
    assert [(one["position"], one["n_units"]) for one in drift["by_position"]] == [
        (f"{name} fifth", 4) for name in ("first", "second", "third", "fourth", "last")
    ]
    perfect = [one["value"] for one in drift["by_position"]]
    assert perfect[2:4] == [1, 1]
    assert perfect[0] < 1 > perfect[4]
    assert [one["n_units"] for one in drift["by_week"]] == [20]
    assert [(one["sitting"], one["n_units"]) for one in drift["by_sitting"]] == [("first 15 minutes", 20)]


def test_more_and_which_ones(labelled: Store) -> None:
    assert found(labelled)["more"]["next"] == ["d2", "d3"]
    label(labelled, "ben", "d2", TRUTH)
    more = found(labelled, width=0.05)["more"]
    assert (more["width"], more["now"]["n_dialogues"], more["next"]) == (0.05, 3, ["d3"])
    assert more["needed"] == -(-3 * (more["now"]["width"] / 0.05) ** 2 // 1) - 3 > 0
    assert found(labelled, width=2)["more"]["needed"] == 0


def test_nobody_one_person_and_disjoint_work_are_sentences(store: Store) -> None:
    for step in range(3):
        if step:
            label(store, PEOPLE[step], f"d{step}", TRUTH)
        answer = found(store)
        assert answer["agreement"]["undefined"]
        assert answer["more"]["undefined"]
        assert answer["costly_turns"] == answer["merges"] == answer["leave_one_out"] == answer["confusion"] == []
        assert all(one["undefined"] for one in answer["against_rest"])
        assert answer["drift"] == {"by_week": [], "by_position": [], "by_sitting": []}


def test_unanimous_work_is_a_sentence_too(store: Store) -> None:
    for who in PEOPLE:
        label(store, who, "d0", [Q] * 10)
    answer = found(store)
    assert "no variation" in answer["agreement"]["undefined"]
    assert all(one["undefined"] for one in (*answer["against_rest"], *answer["leave_one_out"]))
    assert (answer["costly_turns"], answer["merges"]) == ([], [])


@pytest.mark.parametrize(
    ("field", "values"), [("moves", [[Q, R], []] * 5), ("distress", [1, 5] * 5), ("warmth", [2] * 10)]
)
def test_sets_and_scales(store: Store, field: str, values: list[Any]) -> None:
    label(store, "ana", "d0", values, field=field)
    label(store, "ben", "d0", [*values[:-1], values[0]], field=field)
    answer = diagnosis(store, "p", field, flags=QUICK)
    json.dumps(answer, allow_nan=False)
    assert answer["agreement"]["n_pairable_units"] == 10


@pytest.mark.parametrize(
    ("more", "error", "says"),
    [
        ({"field": "nix"}, UnknownNameError, "asks no field"),
        ({"field": "move", "task": "notes"}, UnknownNameError, "no task 'notes' asks move"),
        ({"field": "note"}, UsageError, "not one value each"),
        ({"field": "move", "width": 0}, UsageError, "no width"),
        ({"field": "move", "flags": {"resamples": -1}}, UsageError, "resamples"),
        ({"project": "nix", "field": "move"}, NotFoundError, "nix"),
    ],
)
def test_what_is_refused(store: Store, more: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        diagnosis(store, **{"project": "p", **more})


# --- time -------------------------------------------------------------------------------------------------------------
def timed(*answers: tuple[str, str, int], origin: str = "typed") -> FieldRatings:
    """(annotator, turn, minutes after Sunday, 8 March 2026, 23:00 UTC)."""
    start = datetime(2026, 3, 8, 23, tzinfo=UTC)
    rows = [
        {
            **dict.fromkeys(UNIT, ""),
            **{"dialogue_id": "d0", "turn_id": turn, "annotator": who, "state": "value", "value": '"question"'},
            **{"origin": origin, "recorded_at": start + timedelta(minutes=minutes)},
        }
        for who, turn, minutes in answers
    ]
    return FieldRatings(AgreementPlan("nominal", ["question"], ["alpha"]), pl.DataFrame(rows), 0)


def test_a_unit_belongs_to_the_week_of_its_last_answer() -> None:
    rows = timed(("ana", "t1", 59), ("ben", "t1", 61), ("ana", "t0", 0), ("ben", "t0", 59))
    codes, names = weeks(rows)
    assert rows.units["turn_id"].to_list() == ["t0", "t1"]
    assert [names[code] for code in codes] == ["2026-W10", "2026-W11"]


def test_a_sitting_ends_with_a_pause() -> None:
    answers = [("ana", "t0", 0), ("ana", "t1", 16), ("ana", "t2", 40), ("ana", "t3", 65), ("ana", "t4", 96)]
    codes, names = sittings(timed(*answers, ("ben", "t0", 1)))
    assert [names[code] for code in codes] == [
        "first 15 minutes",
        "15 to 30 minutes",
        "30 to 60 minutes",
        "after an hour",
        "first 15 minutes",
    ]


def test_imported_answers_have_no_time_of_their_own() -> None:
    imported = timed(("ana", "t0", 0), ("ben", "t0", 1), origin="import")
    for groups in (weeks, sittings):
        assert groups(imported)[0].tolist() == [-1]


# --- comparisons ------------------------------------------------------------------------------------------------------
def compared(store: Store, **more: Any) -> dict[str, Any]:
    answer = comparison(store, "p", "move", **{"flags": QUICK, **more})
    json.dumps(answer, allow_nan=False)
    return answer


def test_two_groups_on_the_same_turns(labelled: Store) -> None:
    answer = compared(labelled, groups=(["ana", "ben"], ["ana", "cem"]))
    assert (answer["by"], answer["sides"]) == ("groups", [["ana", "ben"], ["ana", "cem"]])
    assert (answer["first"]["value"], answer["paired"], answer["n_shared_units"]) == (1, True, 20)
    assert answer["difference"]["value"] == answer["second"]["value"] - 1 < 0
    assert (answer["difference"]["metric"], answer["difference"]["interval_over"]) == ("alpha_difference", "clusters")
    assert (answer["n_answers_of_both"], answer["n_changed"]) == (30, 0)  # ana's own


def test_two_rounds(labelled: Store) -> None:
    for who in PEOPLE:
        label(labelled, who, "d0", TRUTH, round=2)
    answer = compared(labelled, rounds=(1, 2))
    assert (answer["second"]["value"], answer["second"]["n_pairable_units"]) == (1, 10)
    assert (answer["n_shared_units"], answer["paired"]) == (10, True)
    assert (answer["n_answers_of_both"], answer["n_changed"]) == (30, 2)
    assert compared(labelled, rounds=("independent", "current"))["n_changed"] == 2


def test_two_revisions_of_the_guidelines_on_other_dialogues(store: Store) -> None:
    for dialogue, revision in (("d0", 1), ("d1", 1), ("d2", 2), ("d3", 2)):
        for who in PEOPLE:
            label(store, who, dialogue, OFF if (who, revision) == ("cem", 1) else TRUTH, guidelines=revision)
    answer = compared(store, guidelines=(1, 2))
    assert (answer["second"]["value"], answer["paired"], answer["n_shared_units"]) == (1, False, 0)
    assert answer["difference"]["value"] > 0
    assert answer["difference"]["n_pairable_units"] == 40


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({}, "what is compared"),
        ({"rounds": (1, 2), "guidelines": (1, 2)}, "what is compared"),
        ({"groups": (["ana", "ben"],)}, "1 are given"),
        ({"groups": (["ana", "ben"], ["zoe"])}, "nobody called 'zoe'"),
        ({"rounds": (1, 2), "flags": {"metrics": ["alpha_ci_low"]}}, "a limit of an interval"),
    ],
)
def test_what_cannot_be_compared(labelled: Store, more: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        compared(labelled, **more)
