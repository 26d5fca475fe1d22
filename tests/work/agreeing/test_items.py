"""Links, records, spans, stretches, states and rankings of a project, with numbers worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator.model.dialogue import Candidate
from curator.model.targets import Target
from tests.work.agreeing.talking import TEXT, talking

LINKS = "  - {id: reply, target: turn, kind: links, options: [answers, comforts], blank: none}\n"


def test_links_are_compared_in_three_steps(tmp_path: Path) -> None:
    with talking(tmp_path, LINKS) as people:
        for who, label in (("ana", "answers"), ("ben", "comforts")):
            people.say(who, "reply", None, turn="t0")
            people.items(who, "reply", {"to": ["t0"], "label": "answers"}, turn="t1")
            people.items(who, "reply", {"to": ["t1"], "label": label}, turn="t2")
        people.items("ana", "reply", {"to": ["t0", "t2"], "label": "comforts"}, turn="t3")
        people.say("ben", "reply", None, turn="t3")
        people.hand_in("ana", "ben")
        # Places: ana 4, ben 2, both 2.
        assert people.one("reply", "f1", part="place", match="exact").value == pytest.approx(4 / 6)
        assert people.one("reply", "f1", part="type given place", match="exact").value == pytest.approx(1 / 2)
        assert people.one("reply", "f1", part="direction given type", match="exact").value == 1
        alpha = people.one("reply", part="place")
        assert (alpha.level, alpha.n_units) == ("set_masi", 4)
        assert "distances" in (alpha.treatment or "")
        assert people.one("reply", part="type given place").value == pytest.approx(0)


def test_records_say_how_they_were_matched(tmp_path: Path) -> None:
    parts = "[{id: move, kind: choice, options: [ask, calm]}, {id: why, kind: text}, {id: who, kind: participants}]"
    with talking(tmp_path, f"  - {{id: deed, target: turn, kind: records, parts: {parts}}}\n") as people:
        people.items("ana", "deed", {"move": "ask", "who": ["c"]}, {"move": "calm", "why": "so"}, turn="t1")
        people.items("ben", "deed", {"move": "calm", "who": ["t"]}, {"move": "ask", "who": ["c"]}, turn="t1")
        people.hand_in("ana", "ben")
        assert people.one("deed", "f1", part="record, any part equal", match="overlap").value == 1
        assert people.one("deed", "f1", part="record, all parts equal", match="exact").value == pytest.approx(1 / 2)
        move = people.one("deed", part="move")
        assert (move.value, move.n_units) == (1, 2)
        assert "most equal parts first" in (move.treatment or "")
        who = people.one("deed", part="who")
        assert (who.level, who.n_pairable_units) == ("set_masi", 1)
        assert "1 times one of two left this part open" in (who.treatment or "")
        assert people.one("deed", "percent_agreement", part="why").value == pytest.approx(1 / 2)


def _span(turn: str, start: int, end: int, label: str) -> dict[str, object]:
    return {"turn": turn, "start": start, "end": end, "text": TEXT[start:end], "label": label}


SPANS = (
    "  - {id: cue, target: turn, kind: spans, options: [fear, joy], parts: [{id: how, kind: scale, from: 1, to: 3}]}\n"
)


def test_spans_are_compared_whole_by_character_and_as_units(tmp_path: Path) -> None:
    with talking(tmp_path, SPANS, dialogues=2) as people:
        for dialogue in ("d1", "d2"):
            for who, end in (("ana", 4), ("ben", 6)):
                people.items(
                    who, "cue", {**_span("t0", 0, 3, "fear"), "parts": {"how": 2}}, turn="t0", dialogue=dialogue
                )
                people.items(who, "cue", _span("t1", 0, end, "joy"), turn="t1", dialogue=dialogue)
            people.say("ana", "cue", None, turn="t2", dialogue=dialogue)
            people.hand_in("ana", "ben", dialogue=dialogue)
        exact = people.one("cue", "span_f1", match="exact")
        # Of two spans each, one is the same.
        assert exact.value == pytest.approx(1 / 2)
        assert (exact.n_clusters, exact.interval_over) == (2, "clusters")
        # Characters: ana 3 + 4, ben 3 + 6, both 3 + 4.
        assert people.one("cue", "span_f1", match="overlap").value == pytest.approx(14 / 16)
        assert "laid end to end" in (exact.treatment or "")
        assert people.one("cue", "span_f1", match="exact", option="fear").value == 1
        alphas = [one for one in people.results("cue") if one.metric == "u_alpha_2016"]
        assert {one.variant for one in alphas} == {"u", "binary"}
        assert all(one.value is not None and 0.7 < one.value < 1 for one in alphas)
        how = people.one("cue", part="how")
        assert (how.level, how.n_pairable_units) == ("ordinal", 2)
        assert "overlap, most first" in (how.treatment or "")


def test_stretches_of_the_recording_are_compared_in_milliseconds(tmp_path: Path) -> None:
    field = "  - {id: laugh, target: dialogue, kind: segments, options: [laugh, cry]}\n"
    with talking(tmp_path, field) as people:
        people.items("ana", "laugh", {"start": 0.5, "end": 1.5, "label": "laugh"})
        people.items("ben", "laugh", {"start": 1, "end": 2, "label": "laugh"})
        people.hand_in("ana", "ben")
        assert people.one("laugh", "span_f1", match="exact").value == 0
        found = people.one("laugh", "span_f1", match="overlap")
        assert found.value == pytest.approx(1 / 2)
        assert "milliseconds" in (found.treatment or "")
        # Both ends are half a second apart.
        assert people.one("laugh", "f1", part="both ends within 1 s", match="overlap").value == 1


def test_states_are_compared_on_a_stated_grid_and_by_when_they_begin(tmp_path: Path) -> None:
    settings = "kind: segments, states: true, initial: calm, grid: 0.5, options: [calm, tense]"
    with talking(tmp_path, f"  - {{id: mood, target: dialogue, {settings}}}\n") as people:
        people.items("ana", "mood", {"start": 1, "label": "tense"}, {"start": 3, "label": "calm"})
        people.items("ben", "mood", {"start": 2, "label": "tense"})
        people.hand_in("ana", "ben")
        grid = people.one("mood", "percent_agreement", part="state at each moment")
        # Eight moments of half a second; they differ at 1, 1.5, 3 and 3.5 s.
        assert grid.value == pytest.approx(1 / 2)
        assert grid.n_units == 8
        assert "every 0.5 s" in (grid.treatment or "")
        begins = people.one("mood", "f1", part="beginnings", match="overlap")
        assert begins.value == pytest.approx(2 / 3)
        assert "at most 1 s apart" in (begins.treatment or "")


def test_rankings_have_kendalls_w_duels_and_position_bias(tmp_path: Path) -> None:
    field = "  - {id: best, target: dialogue, kind: ranking, of: candidates, ties: true}\n"
    candidates = tuple(Candidate(id=name, content=name) for name in "abc")
    with talking(tmp_path, field, candidates=candidates) as people:
        people.say("ana", "best", [["a"], ["b"], ["c"]], shown_order=("a", "b", "c"))
        people.say("ben", "best", [["a"], ["c"], ["b"]], shown_order=("a", "b", "c"))
        people.hand_in("ana", "ben")
        w = people.one("best", "kendall_w")
        assert w.value == pytest.approx(12 * 6 / (4 * 24))
        duels = people.one("best", "percent_agreement", part="each two candidates")
        assert duels.value == pytest.approx(2 / 3)
        bias = people.one("best", "earlier_wins", part="position")
        assert bias.value == pytest.approx(5 / 6)
        assert bias.expected == 0.5


def test_parts_of_links_are_compared_where_the_links_meet(tmp_path: Path) -> None:
    field = "  - {id: reply, target: turn, kind: links, parts: [{id: sure, kind: choice, options: [no, yes]}]}\n"
    with talking(tmp_path, field) as people:
        for who, second in (("ana", "yes"), ("ben", "no")):
            people.items(who, "reply", {"to": ["t0"], "parts": {"sure": "yes"}}, turn="t1")
            people.items(who, "reply", {"to": ["t0"], "parts": {"sure": second}}, turn="t2")
        people.hand_in("ana", "ben")
        assert people.one("reply", "percent_agreement", part="sure").value == pytest.approx(1 / 2)
        assert {one.part for one in people.results("reply")} == {"place", "direction given place", "sure"}


def test_who_did_not_look_is_missing_and_not_empty(tmp_path: Path) -> None:
    with talking(tmp_path, LINKS) as people:
        people.items("ana", "reply", {"to": ["t0"], "label": "answers"}, turn="t1")
        people.say("ben", "reply", None, turn="t2", target=Target(turn="t2"))
        people.hand_in("ana", "ben")
        assert people.one("reply", "f1", part="place", match="exact").undefined
