"""Agreement on a project: which answers are compared, and how the answers that are not labels are treated."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from curator.errors import UnknownNameError, UsageError
from curator.model.annotation import AnnotatorKind, Event, ImportedLabel
from curator.model.dialogue import Dialogue, Participant, Turn
from curator.model.project import Project, Task
from curator.model.schema import parse_schema
from curator.model.targets import Target
from curator.store import Store, open_store
from curator.store.interface import Incoming
from curator.work.agreeing import agreement

SCHEMA = """
id: little
roles: {helper: [], seeker: []}
fields:
  - {id: move, target: turn, kind: choice, options: [ask, comfort]}
  - {id: tags, target: turn, kind: choices, options: [x, y], blank: none}
  - {id: strength, target: turn, kind: scale, level: ordinal, from: 1, to: 3, when: {move: comfort}}
  - {id: why, target: turn, kind: text}
"""
MODEL_SAYS = ImportedLabel("move", Target(turn="t1"), "value", "ask", "Ask", "supporter", "participant")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "curator.duckdb")
    tasks = (Task(id="main"), Task(id="second", fields=("move",)))
    store.create_project(
        Project(id="p", schema_id="little", schema_version=1, tasks=tasks), parse_schema(SCHEMA, where="little.yaml")
    )
    people = (Participant(id="h", role="helper"), Participant(id="s", role="seeker"))
    dialogues = [
        Dialogue(
            id=f"d{n}", participants=people, turns=tuple(Turn(id=f"t{i}", speakers=("h",), text="…") for i in range(4))
        )
        for n in (1, 2)
    ]
    store.add_dialogues("p", [Incoming(one, [MODEL_SAYS]) for one in dialogues], source="made", schema_version=1)
    yield store
    store.close()


def label(store: Store, annotator: str, field: str, values: str, dialogue: str = "d1", **more: Any) -> None:
    """One answer a turn from t0 on, between blanks: an option, `-` = none, `?` = cannot tell, `.` = no answer."""
    states: Mapping[str, str] = {"-": "none", "?": "cannot_tell"}
    for idx, value in enumerate(values.split()):
        if value != ".":
            shape: Any = value.split("+") if field == "tags" else int(value) if value.isdigit() else value
            event = Event(
                id=str(uuid.uuid4()),
                project="p",
                dialogue=dialogue,
                field=field,
                annotator=annotator,
                target=Target(turn=f"t{idx}"),
                state=states.get(value, "value"),  # type: ignore[arg-type]
                value=None if value in states else shape,
                **more,
            )
            [outcome] = store.append([event])
            assert outcome.status in ("saved", "stale"), outcome.reason


def submit(store: Store, annotator: str, dialogue: str = "d1") -> None:
    store.submit("p", task="main", round=1, dialogue=dialogue, annotator=annotator, by_submit=[])


def only(results: Any, **wanted: Any) -> Any:
    masi = [one for one in results if one.level != "set_jaccard"]
    found = [one for one in masi if all(getattr(one, name) == value for name, value in wanted.items())]
    assert len(found) == 1, [(one.field, one.metric, one.option, one.annotators) for one in results]
    return found[0]


def headline(store: Store, field: str, **more: Any) -> Any:
    results = agreement(store, "p", field=field, task=more.pop("task", "main"), **more).results
    return only(results, metric=more.get("metric", "alpha"), option=None, annotators=None, by=None)


def test_persons_alone_are_compared_and_the_treatment_says_so(store: Store) -> None:
    for who in ("ana", "ben"):
        label(store, who, "move", "ask ask comfort comfort")
        submit(store, who)
    label(store, "gpt", "move", "comfort comfort ask ask", annotator_kind="model")
    found = headline(store, "move")
    assert (found.value, found.n_annotators, found.n_pairable_units) == (1.0, 2, 4)
    assert found.field == "move"
    assert found.round == "independent"
    assert found.domain == ("ask", "comfort")
    assert "of persons" in found.treatment
    assert "answers of others" in found.treatment


def test_intervals_resample_dialogues(store: Store) -> None:
    for dialogue in ("d1", "d2"):
        for who, values in (("ana", "ask ask comfort comfort"), ("ben", "ask comfort comfort comfort")):
            label(store, who, "move", values, dialogue)
            submit(store, who, dialogue)
    found = headline(store, "move")
    assert (found.interval_over, found.n_clusters) == ("clusters", 2)
    assert "dialogue_id" not in str(found.as_json())


def test_independent_is_the_state_at_the_first_submit(store: Store) -> None:
    label(store, "ana", "move", "ask ask comfort comfort")
    label(store, "ben", "move", "ask ask ask ask")
    submit(store, "ana")
    submit(store, "ben")
    store.reopen("p", task="main", round=1, dialogue="d1", annotator="ben")
    current = {event.event.target: event.event.id for event in store.events("p") if event.event.annotator == "ben"}
    for turn in ("t2", "t3"):
        event = Event(
            id=str(uuid.uuid4()), project="p", dialogue="d1", field="move", annotator="ben",
            target=Target(turn=turn), value="comfort", based_on=current[Target(turn=turn)],
        )  # fmt: skip
        assert store.append([event])[0].status == "saved"
    # independent: units AA AA BA BA → one annotator never varies; current: AA AA BB BB
    assert headline(store, "move").value < 0.5
    assert headline(store, "move", round="current").value == 1.0
    assert headline(store, "move", round=1).value == 1.0
    assert headline(store, "move", round=2).undefined


def test_what_nobody_submitted_is_not_independent(store: Store) -> None:
    label(store, "ana", "move", "ask ask comfort comfort")
    label(store, "ben", "move", "ask ask comfort comfort")
    assert headline(store, "move").value is None
    assert headline(store, "move", round="current").value == 1.0


def test_none_is_an_answer_of_its_own_among_options(store: Store) -> None:
    for who in ("ana", "ben"):
        label(store, who, "move", "ask - comfort -")
        submit(store, who)
    found = headline(store, "move")
    assert found.value == 1.0
    assert found.domain == ("ask", "comfort", "(none)")
    assert "answer of its own" in found.treatment


def test_none_is_the_empty_set_and_cannot_tell_is_missing(store: Store) -> None:
    label(store, "ana", "tags", "x x+y - ?")
    label(store, "ben", "tags", "x x+y - y")
    for who in ("ana", "ben"):
        submit(store, who)
    found = headline(store, "tags")
    assert (found.level, found.value, found.n_pairable_units) == ("set_masi", 1.0, 3)
    assert "empty set" in found.treatment
    both = [one for one in agreement(store, "p", field="tags", task="main").results if one.by is None]
    assert [one.level for one in both if one.metric == "alpha" and not one.option] == ["set_masi", "set_jaccard"]
    assert "(1 such)" in found.treatment


def test_an_answer_that_does_not_apply_any_more_is_missing(store: Store) -> None:
    label(store, "ana", "move", "comfort comfort comfort comfort")
    label(store, "ben", "move", "comfort comfort comfort ask")
    label(store, "ana", "strength", "1 2 3 3")
    label(store, "ben", "strength", "1 2 3 1")  # the last one was answered before `move` was changed
    for who in ("ana", "ben"):
        submit(store, who)
    found = headline(store, "strength")
    assert (found.n_pairable_units, found.value) == (3, 1.0)


def test_ordered_values_get_kappa_three_ways(store: Store) -> None:
    for who in ("ana", "ben"):
        label(store, who, "move", "comfort comfort comfort comfort")
        label(store, who, "strength", "1 2 3 1")
        submit(store, who)
    results = agreement(store, "p", field="strength", task="main").results
    assert {one.weights for one in results if one.metric == "cohen_kappa"} == {None, "linear", "quadratic"}
    assert {one.level for one in results if one.metric == "alpha" and one.by is None} == {"ordinal"}
    # once more with *not applicable*, which is no point of the scale
    assert only(results, by={"not_applicable": "a value"}).level == "nominal"


def test_pairs_and_options_come_after_the_whole(store: Store) -> None:
    for who in ("ana", "ben", "cy"):
        label(store, who, "move", "ask ask comfort comfort")
        submit(store, who)
    results = agreement(store, "p", field="move", task="main").results
    pairs = [("ana", "ben"), ("ana", "cy"), ("ben", "cy")]
    assert [one.annotators for one in results if one.annotators and one.by is None] == pairs
    assert [one.by["without"] for one in results if one.annotators and one.by] == ["ana", "ben", "cy"]
    assert [one.option for one in results if one.option] == ["ask", "comfort"]
    assert results[0].annotators is None


def test_tasks_stay_apart(store: Store) -> None:
    for who in ("ana", "ben"):
        label(store, who, "move", "ask ask comfort comfort")
        submit(store, who)
    results = agreement(store, "p", field="move").results
    assert {(one.by or {}).get("task") for one in results} == {"main", "second"}
    assert headline(store, "move", task="second").undefined


def test_what_has_no_coefficient_is_named(store: Store) -> None:
    report = agreement(store, "p")
    assert not report.not_compared
    assert {one.field for one in report.results} == {"move", "tags", "strength", "why"}
    assert {one.part for one in report.results if one.field == "why"} == {"any written"}


@pytest.mark.parametrize(
    ("asked", "wrong", "says"),
    [
        ({"field": "nix"}, UnknownNameError, "Known: move, tags"),
        ({"task": "nix"}, UnknownNameError, "Known: main, second"),
        ({"asked": {"metrics": ["nix"]}}, UsageError, "no metric is called"),
        ({"asked": {"resamples": -1}}, UsageError, "greater than or equal to 0"),
    ],
)
def test_wrong_questions_are_refused(store: Store, asked: Any, wrong: type[Exception], says: str) -> None:
    with pytest.raises(wrong, match=says):
        agreement(store, "p", **asked)


def test_flags_choose_metrics_and_annotators(store: Store) -> None:
    for who in ("ana", "ben", "cy"):
        label(store, who, "move", "ask ask comfort comfort")
        submit(store, who)
    asked = {"metrics": ["percent_agreement"], "annotators": ["ana", "cy"], "resamples": 50}
    found = only(
        agreement(store, "p", field="move", task="main", asked=asked).results, metric="percent_agreement", option=None
    )
    assert (found.n_annotators, found.value, found.resamples) == (2, 1.0, 50)
    # Who has answered one field alone is simply absent in the others.
    others = agreement(store, "p", task="main", asked=asked).results
    assert {one.n_annotators for one in others} == {0, 2}
    with pytest.raises(UsageError, match="nobody called 'dan'"):
        agreement(store, "p", asked={"annotators": ["ana", "dan"]})


def test_what_does_not_fit_a_kind_is_said_and_not_computed(store: Store) -> None:
    for who in ("ana", "ben"):
        label(store, who, "move", "comfort comfort comfort comfort")
        label(store, who, "strength", "1 2 3 1")
        submit(store, who)
    report = agreement(store, "p", task="main", asked={"metrics": ["icc"], "resamples": 0})
    assert {one.field for one in report.results} == {"strength"}
    assert {one.form for one in report.results} == {"1,1", "2,1", "2,k", "3,1"}
    assert list(report.not_compared) == ["move", "tags", "why"]


def test_weights_are_for_scales_alone(store: Store) -> None:
    for who in ("ana", "ben"):
        label(store, who, "move", "comfort comfort ask comfort")
        label(store, who, "strength", "1 2 3 1")
        submit(store, who)
    asked = {"metrics": ["cohen_kappa"], "weights": "linear", "resamples": 0}
    report = agreement(store, "p", task="main", asked=asked)
    assert {(one.field, one.weights) for one in report.results} == {("strength", "linear")}
    assert "linear weights need options that have an order" in report.not_compared["move"]
    assert "strength" not in report.not_compared
    with pytest.raises(UsageError, match="linear weights"):
        agreement(store, "p", field="move", task="main", asked=asked)


def kinds() -> list[AnnotatorKind]:
    return ["participant", "model", "group", "unknown"]


@pytest.mark.parametrize("kind", kinds())
def test_nobody_but_persons_counts(store: Store, kind: AnnotatorKind) -> None:
    for who in ("ana", "ben"):
        label(store, who, "move", "ask ask comfort comfort", annotator_kind=kind)
        submit(store, who)
    assert headline(store, "move", round="current").value is None
