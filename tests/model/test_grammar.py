"""The grammar of conditions: its meaning by the cases that the browser runs too, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.model.dialogue import Dialogue, Turn
from curator.model.grammar import Answer, Scope, as_json, evaluate, fields_of, parse, words

_FILE = json.loads((Path(__file__).parent / "grammar-cases.json").read_text(encoding="utf-8"))
_DIALOGUE = Dialogue.model_validate({"id": "d", **_FILE["dialogue"]})
_ANSWERS = {name: Answer(found["state"], found.get("value")) for name, found in _FILE["answers"].items()}


def _scope(case: dict[str, Any]) -> Scope:
    turn = next((turn for turn in _DIALOGUE.turns if turn.id == case["turn"]), None)
    person = next((person for person in _DIALOGUE.participants if person.id == case["participant"]), None)
    return Scope(_DIALOGUE, turn, person, _ANSWERS.get)


@pytest.mark.parametrize("case", _FILE["cases"], ids=lambda case: json.dumps([case["expr"], case["turn"]]))
def test_each_case_of_the_shared_file(case: dict[str, Any]) -> None:
    assert evaluate(parse(case["expr"]), _scope(case)) is case["expected"]


@pytest.mark.parametrize("case", _FILE["cases"], ids=lambda case: json.dumps([case["expr"], case["turn"]]))
def test_a_condition_is_written_as_it_was_read(case: dict[str, Any]) -> None:
    expr = parse(case["expr"])
    assert as_json(expr) == case["expr"]
    assert parse(as_json(expr)) == expr


_KEYS = st.sampled_from(["strategy", "level", "skills", "role", "turn.words", "dialogue.tags", "participant.age"])
_TESTS = st.one_of(
    st.sampled_from(["any", "none", "question", "3"]),
    st.lists(st.text(min_size=1), min_size=1, max_size=3),
    st.builds(lambda op, n: {op: n}, st.sampled_from(["gt", "ge", "lt", "le"]), st.integers(-9, 9)),
    st.just({"contains": "warmth"}),
    st.just({"overlaps": "skills"}),
)
_EXPRESSIONS = st.recursive(
    st.dictionaries(_KEYS, _TESTS, min_size=1, max_size=3),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda items: {"all": items}),
        st.lists(inner, min_size=1, max_size=3).map(lambda items: {"any": items}),
        inner.map(lambda item: {"not": item}),
    ),
    max_leaves=6,
)


@settings(deadline=None)
@given(_EXPRESSIONS, st.sampled_from(["t0", "t1", None]), st.sampled_from(["ana", None]))
def test_not_is_the_opposite_and_writing_changes_nothing(
    written: dict[str, Any], turn: str | None, participant: str | None
) -> None:
    scope = _scope({"turn": turn, "participant": participant})
    expr = parse(written)
    assert parse(as_json(expr)) == expr
    assert evaluate(parse({"not": written}), scope) is not evaluate(expr, scope)
    assert evaluate(parse({"all": [written, written]}), scope) is evaluate(parse({"any": [written]}), scope)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("strategy", "a condition is written"),
        ({}, "a condition is written"),
        ({"all": {"strategy": "any"}}, "`all` takes a list"),
        ({"any": []}, "`any` takes a list"),
        ({"all": [{"strategy": "any"}], "level": "3"}, "`all` stands alone"),
        ({"dialogue": "family"}, "'dialogue' is not a key"),
        ({"turn.": "any"}, "'turn.' is not a key"),
        ({"strategy": []}, "the list is empty"),
        ({"strategy": {"equals": "x"}}, "'equals' is not a test"),
        ({"level": {"gt": "three"}}, "`gt` takes a number"),
        ({"level": {"gt": 1, "lt": 3}}, "join two by"),
        ({"strategy": [["x"]]}, "a test is any, none, a value"),
        ({"strategy": None}, "a test is any, none, a value"),
    ],
)
def test_what_is_not_of_the_grammar_is_refused(written: Any, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse(written)


def test_the_fields_that_a_condition_asks_about() -> None:
    expr = parse({"all": [{"good": {"overlaps": "bad"}}, {"not": {"role": "client", "relation.equality": "1"}}]})
    assert list(fields_of(expr)) == ["good", "bad", "relation.equality"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n\t", 0),
        ("mhm", 1),
        ("I don't know.", 3),
        ("你好吗?", 3),
        ("ありがとう。", 5),
        ("a\u00a0b\u3000c", 3),
        ("고마워 정말", 2),
        ("😀 ok", 2),
        ("… -- !", 0),
        ("(well-known) 'ok'?", 2),
    ],
)
def test_words_are_counted(text: str, count: int) -> None:
    assert words(text) == count


def test_the_position_of_a_turn_is_found_or_given() -> None:
    dialogue = Dialogue.model_validate(
        {"id": "d", "participants": [{"id": "a"}], "turns": [{"id": t, "speakers": ["a"], "text": ""} for t in "xy"]}
    )
    expr = parse({"turn.idx": "1"})
    assert evaluate(expr, Scope(dialogue, dialogue.turns[1]))
    assert not evaluate(expr, Scope(dialogue, dialogue.turns[0]))
    elsewhere = Turn(id="y", speakers=("a",), text="")
    assert evaluate(expr, Scope(dialogue, elsewhere, turn_idx=1))
