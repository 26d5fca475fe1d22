"""What is kept apart, said, and printed beside: influence, rounds, versions, conditions, directions, prevalence."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from curator.errors import UsageError
from curator.model.schema import Option, Schema
from curator.model.targets import Target
from curator.store import Store
from tests.work.agreeing.talking import talking

MOVE = "  - {id: move, target: turn, kind: choice, options: [ask, calm]}\n"


def test_answers_after_a_suggestion_stand_apart_from_blind_ones(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE) as people:
        for who, last in (("ana", "ask"), ("ben", "calm")):
            people.turns(who, "move", f"ask {last} . .")
            people.turns(who, "move", ". . calm ask", origin="accepted")
            people.hand_in(who)
        blind = people.one("move", "percent_agreement", by={"suggested": "blind"})
        first = people.one("move", "percent_agreement", by={"suggested": "suggested first"})
        assert (blind.value, blind.n_units, first.value, first.n_units) == (0.5, 2, 1, 2)
        assert not [one for one in people.results("move") if not (one.by or {}).get("suggested")]


def test_later_rounds_stand_beside_the_independent_answers(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE) as people:
        people.turns("ana", "move", "ask ask calm calm")
        people.turns("ben", "move", "ask calm calm ask")
        people.hand_in("ana", "ben")
        for who in ("ana", "ben"):
            people.turns(who, "move", "ask ask calm calm", round=2)
        results = people.results("move")
        values = {one.round: one.value for one in results if one.metric == "percent_agreement"}
        assert values == {"independent": 0.5, "2": 1}
        report = people.report(field="move")
        again = {(row["annotator"], row["metric"]): row for row in report.retest}
        assert again["ana", "percent_agreement"]["value"] == 1
        assert again["ben", "percent_agreement"]["value"] == 0.5
        # ben: ask ask, calm ask, calm calm, ask calm of round 1 and 2.
        assert again["ben", "alpha"]["value"] == pytest.approx(1 - (4 / 8) / (32 / 56))
        assert again["ben", "alpha"]["round"] == "2"
        assert "nothing was shown" in again["ben", "alpha"]["treatment"]


def test_a_correction_before_the_first_submit_replaces(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE) as people:
        people.turns("ana", "move", "calm ask")
        event = next(one.event for one in people.store.events("p"))
        people.say("ana", "move", "ask", turn="t0", based_on=event.id)
        people.turns("ben", "move", "ask ask")
        people.hand_in("ana", "ben")
        found = people.one("move", "percent_agreement")
        assert (found.value, found.n_ratings, found.n_repeated) == (1, 4, 0)


def test_models_are_compared_only_if_somebody_asks(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE) as people:
        people.turns("ana", "move", "ask ask calm calm")
        people.turns("gpt", "move", "ask ask calm ask", annotator_kind="model")
        people.hand_in("ana", "gpt")
        assert people.one("move").undefined
        found = people.report(field="move", annotator_kinds=("person", "model")).results[0]
        assert found.n_annotators == 2
        assert "of persons and models" in (found.treatment or "")
        with pytest.raises(UsageError, match="no kind of annotator 'robot'"):
            people.report(annotator_kinds=("robot",))


DEPENDENT = MOVE + "  - {id: depth, target: turn, kind: scale, from: 1, to: 3, when: {move: calm}}\n"


def test_a_dependent_field_is_printed_twice(tmp_path: Path) -> None:
    with talking(tmp_path, DEPENDENT, turns=6) as people:
        people.turns("ana", "move", "calm calm calm ask ask .")
        people.turns("ben", "move", "calm calm ask ask calm calm")
        people.turns("ana", "depth", "1 2 3 . . .")
        people.turns("ben", "depth", "1 3 . . 2 1")
        people.hand_in("ana", "ben")
        agreed = people.one("depth", "percent_agreement")
        # Both say that it applies at t0 and t1.
        assert (agreed.value, agreed.n_pairable_units) == (0.5, 2)
        both = people.one("depth", by={"not_applicable": "a value"})
        # t0 1 1, t1 2 3, t2 3 n/a, t3 n/a n/a, t4 n/a 2; ana never said whether it applies at t5.
        assert (both.level, both.n_pairable_units, both.n_units) == ("nominal", 5, 6)
        # Counts 1: 2, 2: 2, 3: 2, n/a: 4. Observed 6/10, expected 1 - (2 + 2 + 2 + 12)/90.
        assert both.value == pytest.approx(1 - (6 / 10) / (1 - 18 / 90))
        assert "categories" in (both.treatment or "")


def test_stability_is_of_answers_that_apply_both_times(tmp_path: Path) -> None:
    with talking(tmp_path, DEPENDENT) as people:
        people.turns("ana", "move", "calm calm calm ask")
        people.turns("ana", "depth", "1 2 3 3")
        people.hand_in("ana")
        people.turns("ana", "move", "calm calm calm calm", round=2)
        people.turns("ana", "depth", "1 2 1 3", round=2)
        rows = people.report(field="depth").retest
        percent = next(row for row in rows if row["metric"] == "percent_agreement")
        assert percent["value"] == pytest.approx(2 / 3)
        assert percent["n_pairable_units"] == 3


PAIR = "  - {id: power, target: pair, directed: true, kind: choice, options: [up, down]}\n"


def test_pairs_are_compared_by_direction_and_either_way_round(tmp_path: Path) -> None:
    with talking(tmp_path, PAIR, dialogues=2) as people:
        for dialogue in ("d1", "d2"):
            for who, there, back in (("ana", "up", "down"), ("ben", "down", "up")):
                people.say(who, "power", there, target=Target(participant="c", other="t"), dialogue=dialogue)
                people.say(who, "power", back, target=Target(participant="t", other="c"), dialogue=dialogue)
                people.say(who, "power", "up", target=Target(participant="c", other="p"), dialogue=dialogue)
                people.hand_in(who, dialogue=dialogue)
        directed = people.one("power", "percent_agreement")
        assert directed.value == pytest.approx(1 / 3)
        assert directed.n_units == 6
        assert people.one("power", by={"direction": "either way round"}).value == 1
        therapist = people.one("power", by={"direction": "client → therapist"})
        # up/down twice: observed 1, expected 2·2·2 / (4·3).
        assert therapist.value == pytest.approx(1 - 1 / (8 / 12))
        assert people.one("power", by={"direction": "client → client"}).undefined


def test_shares_stand_beside_a_low_value_on_a_rare_answer(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE, turns=20) as people:
        people.turns("ana", "move", "calm " + "ask " * 19)
        people.turns("ben", "move", "ask " * 19 + "calm")
        people.hand_in("ana", "ben")
        found = people.one("move")
        assert found.prevalence is not None
        assert (found.prevalence["ask"], found.prevalence["calm"]) == (38 / 40, 2 / 40)
        assert any("95% of the values are 'ask'" in note for note in found.notes)
        rare = people.one("move", option="calm")
        assert rare.prevalence == {"calm": 0.05, "(any other)": 0.95}


class OldSchema:
    """The store, as if version 2 had asked differently before (or alike: `options` None)."""

    def __init__(self, store: Store, options: list[str]) -> None:
        self._store, self._options = store, options

    def schema(self, project: str, version: int | None = None) -> Schema:
        schema = self._store.schema(project)
        if version in (None, 1):
            return schema
        options = tuple(Option(id=name) for name in self._options)
        return schema.model_copy(update={"fields": (schema.fields[0].model_copy(update={"options": options}),)})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_versions_that_ask_differently_stand_apart(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE) as people:
        for who, old in (("ana", "scold"), ("ben", "ask")):
            people.turns(who, "move", "ask calm . .")
            people.turns(who, "move", f". . ask {old}", schema_version=2)
            people.hand_in(who)
        whole = people.store
        people.store = cast(Store, OldSchema(whole, ["ask", "scold"]))
        apart = [one for one in people.results("move") if one.metric == "percent_agreement"]
        assert [(one.by, one.value) for one in apart] == [({"schema_version": 1}, 1), ({"schema_version": 2}, 0.5)]
        assert [one.domain for one in apart] == [("ask", "calm"), ("ask", "scold")]
        people.store = whole


def test_versions_that_ask_alike_are_taken_together_and_said(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE) as people:
        for who in ("ana", "ben"):
            people.turns(who, "move", "ask calm . .")
            people.turns(who, "move", ". . ask calm", schema_version=2)
            people.hand_in(who)
        found = people.one("move")
        assert (found.value, found.n_units) == (1, 4)
        assert "2 versions of the schema ask this alike" in (found.treatment or "")


def test_pooled_and_per_dialogue_values_are_named(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE, dialogues=2) as people:
        for dialogue, of_ben in (("d1", "ask ask calm calm"), ("d2", "ask calm . .")):
            people.turns("ana", "move", "ask ask calm calm", dialogue=dialogue)
            people.turns("ben", "move", of_ben, dialogue=dialogue)
            people.hand_in("ana", "ben", dialogue=dialogue)
        mean = people.one("move", by={"pooling": "mean over dialogues"})
        # d1: 1; d2 ask ask, ask calm: 0.
        assert mean.value == pytest.approx(1 / 2)
        assert "within each dialogue" in (mean.treatment or "")
        pooled = people.one("move")
        assert "pooled" in (pooled.treatment or "")
        assert pooled.value != mean.value


def test_texts_say_who_wrote_and_how_they_were_judged(tmp_path: Path) -> None:
    with talking(tmp_path, "  - {id: why, target: turn, kind: text}\n") as people:
        for who, words in (("ana", ("so", "then", None)), ("ben", ("So.", None, None))):
            for idx, text in enumerate(words):
                people.say(who, "why", text, turn=f"t{idx}")
            people.hand_in(who)
        people.say("ben", "why", "late", turn="t3", round=2)
        [row] = people.report().texts
        told = {"field": "why", "n_units": 3, "both_wrote": 1, "one_wrote": 1, "none_wrote": 1}
        assert {**row, **told} == row
        assert (row["n_pairs"], row["same"]) == (1, 1)
        written = people.one("why", "percent_agreement", part="any written")
        assert written.value == pytest.approx(2 / 3)


def test_texts_are_those_of_the_annotators_and_the_round_asked_for(tmp_path: Path) -> None:
    with talking(tmp_path, "  - {id: why, target: turn, kind: text}\n") as people:
        for who, words in (("ana", ("so", "then")), ("ben", ("So.", None)), ("cem", ("no", "then"))):
            for idx, text in enumerate(words):
                people.say(who, "why", text, turn=f"t{idx}")
            people.hand_in(who)
        people.store.reopen("p", task="main", round=1, dialogue="d1", annotator="ben")
        before = next(one.event.id for one in people.store.events("p") if one.event.annotator == "ben")
        people.say("ben", "why", "later", turn="t0", based_on=before)

        def told(**more: Any) -> list[Any]:
            [row] = people.report(**more).texts
            return [row[name] for name in ("n_units", "both_wrote", "one_wrote", "n_pairs", "same")]

        assert told() == [2, 1, 1, 4, 2]
        assert told(asked={"annotators": ["ana", "ben"]}) == [2, 1, 1, 1, 1]
        # What ben wrote later has been laid before no judge.
        assert told(round="current") == [2, 1, 1, 2, 1]
        assert told(round=7) == [0, 0, 0, 0, 0]


def test_whole_dialogues_and_second_answers_are_of_whom_and_when_one_asks(tmp_path: Path) -> None:
    with talking(tmp_path, MOVE, dialogues=3) as people:
        for dialogue, values in (("d1", "ask ask"), ("d2", "calm ask"), ("d3", "calm calm")):
            for number in (1, 2):
                for who in ("ana", "ben", "cem"):
                    people.turns(who, "move", values, dialogue=dialogue, round=number)
                    people.hand_in(who, dialogue=dialogue, round=number)
        two = people.report(asked={"annotators": ["ana", "ben"]})
        assert {row["annotator"] for row in two.retest} == {"ana", "ben"}
        assert {row["annotator"] for row in people.report().retest} == {"ana", "ben", "cem"}
        assert people.report(round=2).dialogue_level
        assert not people.report(round=3).dialogue_level


@pytest.mark.parametrize(
    "answers", [{}, {"ana": "ask ask"}, {"ana": "ask .", "ben": ". ask"}, {"ana": "ask", "ben": "ask"}]
)
def test_nobody_one_disjoint_and_unanimous_are_sentences(tmp_path: Path, answers: dict[str, str]) -> None:
    with talking(tmp_path, MOVE) as people:
        for who, values in answers.items():
            people.turns(who, "move", values)
            people.hand_in(who)
        found = people.one("move")
        assert found.value is None
        assert found.undefined
