"""What every kind of field promises, found by registry: add a kind, add its samples."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.errors import DataError
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds import KINDS
from curator.model.schema import Field
from curator.model.targets import TARGET_NAMES, Target
from tests.model.making import a_dialogue, a_field

DIALOGUE = a_dialogue(
    candidates=[{"id": "c1", "turn": "t2"}, {"id": "c2", "turn": "t2"}, {"id": "c3", "turn": "t2"}],
)
HERE = Target(turn="t2")
"""Ben says "She is not 🙂 fine."."""
COLUMN_TYPES = ("VARCHAR", "VARCHAR[]", "DOUBLE", "BIGINT", "JSON")
RULES = ("majority", "set_majority", "median", "mean", "same")
LEVELS = ("nominal", "ordinal", "interval", "ratio", "set_nominal", "set_jaccard", "set_masi")


@dataclass(frozen=True)
class Sample:
    """A field of the kind; values with their canonical form; values that cannot be, with a word of the reason."""

    settings: str
    good: list[tuple[Json, Json]]
    bad: list[tuple[Json, str]]
    sources: list[tuple[Json, Json | None]] = field(default_factory=list)
    column: str = "JSON"


def _span(start: int, end: int, **more: Json) -> Json:
    return {"turn": "t2", "start": start, "end": end, "text": DIALOGUE.turns[2].text[start:end], **more}


MOODS = "options: [{id: calm, label: Calm, aliases: [quiet]}, {id: joy, export_alias: JOY}, {id: '1.0'}]"
SAMPLES: dict[str, Sample] = {
    "choice": Sample(
        f"kind: choice, {MOODS}",
        [("calm", "calm"), ("1.0", "1.0")],
        [("Calm", "no option"), (1, "text"), (["calm"], "text"), (None, "text"), ("", "no option")],
        [("Calm", "calm"), (" QUIET ", "calm"), ("JOY", "joy"), ("Joy", "joy"), ("1.0", "1.0"), ("glad", None)],
        "VARCHAR",
    ),
    "choices": Sample(
        f"kind: choices, max: 2, {MOODS}",
        [(["joy", "calm"], ["calm", "joy"]), ([], []), (["1.0"], ["1.0"])],
        [("joy", "a list"), (["joy", "joy"], "twice"), (["glad"], "no option"), (["calm", "joy", "1.0"], "at most 2")],
        [(["JOY", "Calm", "joy"], ["calm", "joy"]), ("quiet", ["calm"]), (["JOY", "glad"], None), ([], [])],
        "VARCHAR[]",
    ),
    "scale": Sample(
        "kind: scale, from: -1, to: 1, step: 0.1, anchors: {0.5: {en: half}}",
        [(0.3, 0.3), (-1, -1), (1.0, 1), (0.7, 0.7)],
        [
            (0.35, "not on the scale"),
            (2, "not on the scale"),
            ("0.3", "a number"),
            (True, "a number"),
            (1e300, "number"),
        ],
        [("0.3", 0.3), (1, 1), ("1.00", 1), ("Half", 0.5), ("2", None), ("x", None), (True, None), ("nan", None)],
        "DOUBLE",
    ),
    "text": Sample(
        "kind: text, max: 10",
        [(" as typed ", " as typed "), ("谢谢", "谢谢")],
        [("", "empty"), (" \n", "empty"), (3, "text"), ("ten or more", "at most 10"), ("\ud83d", "half a character")],
        [("so", "so"), ("", None), (3, None)],
        "VARCHAR",
    ),
    "participants": Sample(
        "kind: participants, exclude_self: true, min: 1",
        [(["tess", "ana"], ["ana", "tess"]), (["both"], ["both"])],
        [(["ben"], "cannot be named"), (["zoe"], "not a participant"), (["both", "ana"], "alone"), ([], "at least 1")],
        column="VARCHAR[]",
    ),
    "turns": Sample(
        "kind: turns, range: up_to_here",
        [(["t2", "t0"], ["t0", "t2"]), ([], [])],
        [
            (["t3"], "after this one"),
            (["t9"], "not a turn"),
            (["t0", "t0"], "twice"),
            ([0], "by its id"),
            ("t0", "a list"),
        ],
        column="VARCHAR[]",
    ),
    "ranking": Sample(
        "kind: ranking, of: candidates, ties: true",
        [([["c2"], ["c3", "c1"]], [["c2"], ["c1", "c3"]]), ([["c1", "c2", "c3"]], [["c1", "c2", "c3"]])],
        [([["c1"], ["c2"]], "ranked once"), (["c1", "c2", "c3"], "list of lists"), ([["c1"], ["c1", "c2"]], "twice")],
    ),
    "spans": Sample(
        "kind: spans, options: [event], parts: [{id: force, kind: scale, from: 1, to: 3, required: true}]",
        [
            (_span(11, 12, label="event", parts={"force": 2.0}), _span(11, 12, label="event", parts={"force": 2})),
            (
                {"start": 0, "end": 3, "text": "She", "label": "event", "parts": {"force": 1}},
                {"turn": "t2", "start": 0, "end": 3, "text": "She", "label": "event", "parts": {"force": 1}},
            ),
        ],
        [
            (_span(0, 3, label="event"), "part 'force' is missing"),
            (_span(0, 3, parts={"force": 1}), "no label"),
            (_span(0, 3, label="cause", parts={"force": 1}), "no option"),
            (_span(0, 3, label="event", parts={"force": 1, "x": 1}), "no part 'x'"),
            ({**_span(0, 3, label="event", parts={"force": 1}), "text": "she"}, "the text there is 'She'"),
            ({**_span(0, 3, label="event", parts={"force": 1}), "turn": "t1"}, "not in this turn"),
            ({**_span(0, 3, label="event", parts={"force": 1}), "end": 99}, "a text of 18 characters"),
            (_span(3, 3, label="event", parts={"force": 1}), "not a stretch"),
            ({"start": 0, "end": 3}, "lacks text"),
            ({**_span(0, 3), "colour": 1}, "unknown keys: colour"),
            ("She", "an object"),
        ],
    ),
    "links": Sample(
        "kind: links, options: [answers]",
        [({"to": ["t3", "t0"], "label": "answers"}, {"to": ["t0", "t3"], "label": "answers"})],
        [
            ({"to": ["t2"], "label": "answers"}, "another turn"),
            ({"to": ["t9"], "label": "answers"}, "not a turn"),
            ({"to": [], "label": "answers"}, "names the turns"),
            ({"to": ["t0"]}, "no label"),
        ],
    ),
    "segments": Sample(
        "kind: segments, options: [laugh], grid: 0.1",
        [({"start": 0.3, "end": 2.0, "label": "laugh"}, {"start": 0.3, "end": 2, "label": "laugh"})],
        [
            ({"start": 2, "end": 1, "label": "laugh"}, "ends before"),
            ({"start": 0.25, "end": 1, "label": "laugh"}, "grid"),
            ({"start": -1, "end": 1, "label": "laugh"}, "not a time"),
            ({"start": 0, "label": "laugh"}, "lacks end"),
        ],
    ),
    "records": Sample(
        "kind: records, parts: [{id: who, kind: participants, max: 1}, {id: whom, kind: participants, exclude: who},"
        " {id: what, kind: text, required: true}, {id: where, kind: spans, max: 1}]",
        [
            (
                {"what": "asks", "whom": ["tess", "ana"], "who": ["ben"], "where": None},
                {"who": ["ben"], "whom": ["ana", "tess"], "what": "asks"},
            ),
            ({"what": "x", "where": [_span(0, 3)]}, {"what": "x", "where": [_span(0, 3)]}),
        ],
        [
            ({"who": ["ben"]}, "'what' is missing"),
            ({"who": ["ben"], "whom": ["ben"], "what": "x"}, "ben is named in both"),
            ({"what": "x", "how": 1}, "no part 'how'"),
            ({"what": "x", "where": _span(0, 3)}, "a list of spans"),
            ({"what": "x", "where": [_span(0, 3), _span(4, 6)]}, "at most 1"),
            ({"what": "x", "where": [_span(0, 3, label="y")]}, "no labels"),
            ([], "an object"),
        ],
    ),
}

KIND = pytest.mark.parametrize("name", KINDS.names())


def _field(name: str) -> Field:
    return a_field(SAMPLES[name].settings)


def test_every_kind_has_samples() -> None:
    assert list(SAMPLES) == KINDS.names()


@KIND
def test_a_value_has_one_canonical_form_and_checking_again_changes_nothing(name: str) -> None:
    one = _field(name)
    for value, canonical in SAMPLES[name].good:
        before = json.dumps(value)
        checked = one.kind_class.check(one, value, DIALOGUE, HERE)
        assert checked == canonical
        assert json.dumps(checked) == json.dumps(canonical)
        assert one.kind_class.check(one, checked, DIALOGUE, HERE) == checked
        assert json.loads(json.dumps(checked)) == checked
        assert json.dumps(value) == before


@KIND
def test_what_cannot_be_an_answer_is_refused_with_the_field_and_the_reason(name: str) -> None:
    one = _field(name)
    for value, reason in SAMPLES[name].bad:
        with pytest.raises(DataError, match=reason) as caught:
            one.kind_class.check(one, value, DIALOGUE, HERE)
        assert caught.value.where


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["start", "end", "text", "turn", "to", "label", "order", "parts", "what", "who", "x"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)


@KIND
@given(value=_JSON)
@settings(max_examples=50, deadline=None)
def test_any_json_is_checked_or_refused_and_never_a_surprise(name: str, value: Json) -> None:
    one = _field(name)
    try:
        checked = one.kind_class.check(one, value, DIALOGUE, HERE)
    except DataError:
        return
    assert one.kind_class.check(one, checked, DIALOGUE, HERE) == checked


@KIND
@given(raw=_JSON)
@settings(max_examples=50, deadline=None)
def test_what_a_source_says_is_a_value_of_the_scheme_or_unmapped(name: str, raw: Json) -> None:
    one = _field(name)
    value = one.kind_class.from_source(one, raw)
    if value is not None:
        assert _checked_without_count(one, value) == value


def _checked_without_count(one: Field, value: Json) -> Json:
    """Import takes a source's set as it is, also where it has more entries than an annotator may choose."""
    loose = one.model_copy(update={"min": None, "max": None})
    return loose.kind_class.check(loose, value, DIALOGUE, HERE)


@KIND
def test_spellings_of_a_source_are_mapped(name: str) -> None:
    one = _field(name)
    for raw, value in SAMPLES[name].sources:
        assert one.kind_class.from_source(one, raw) == value, raw


@KIND
def test_what_the_store_and_the_statistics_read_is_of_a_known_sort(name: str) -> None:
    one = _field(name)
    assert one.kind_class.column_type(one) == SAMPLES[name].column
    assert SAMPLES[name].column in COLUMN_TYPES
    assert one.kind_class.gold_rule(one) in RULES
    for written, rule in one.kind_class.rules.items():
        ruled = a_field(f"{SAMPLES[name].settings}, gold: {written}")
        assert ruled.kind_class.gold_rule(ruled) == rule
    plan = one.kind_class.agreement(one)
    if plan is not None:
        assert plan.level in LEVELS
        assert plan.metrics
        assert plan.domain is None or len(plan.domain) == len({json.dumps(value) for value in plan.domain})


@KIND
def test_a_kind_says_what_it_is(name: str) -> None:
    kind = KINDS.get(name)
    assert kind.name == name
    assert kind.summary
    assert kind.value
    assert set(kind.targets) <= set(TARGET_NAMES)
    assert kind.drawable
    assert kind.settings <= set(Field.model_fields)


def test_only_kinds_with_items_have_parts() -> None:
    assert {kind.name for kind in KINDS if "parts" in kind.settings} == {kind.name for kind in KINDS if kind.items}


# --- what only some kinds can do --------------------------------------------------------------------------------------
def _check(settings: str, value: Json, dialogue: Dialogue = DIALOGUE, target: Target = HERE) -> Json:
    one = a_field(settings)
    return one.kind_class.check(one, value, dialogue, target)


COUPLE = "options: [a, {id: b, only_if: {dialogue.scenario: couple}}]"


def test_an_option_is_offered_where_its_condition_holds() -> None:
    couple = a_dialogue(attributes={"scenario": "couple"})
    assert _check(f"kind: choice, {COUPLE}", "b", couple) == "b"
    assert _check(f"kind: choices, {COUPLE}", ["b"], couple) == ["b"]
    with pytest.raises(DataError, match="not offered in this dialogue"):
        _check(f"kind: choice, {COUPLE}", "b")


def test_open_options_take_new_words() -> None:
    assert _check("kind: choice, options: {open: true}", " new ") == "new"
    assert _check("kind: choices, options: {open: true, list: [z, a]}", ["b", "a", "z"]) == ["z", "a", "b"]
    one = a_field("kind: choice, options: {open: true}")
    assert one.kind_class.from_source(one, " new ") == "new"
    for wrong, reason in (("  ", "no option"), ("\ud83d", "half a character")):
        with pytest.raises(DataError, match=reason):
            _check("kind: choice, options: {open: true}", wrong)


def test_an_ordered_set_keeps_its_order() -> None:
    assert _check(f"kind: choices, ordered: true, {MOODS}", ["joy", "calm"]) == ["joy", "calm"]
    one = a_field(f"kind: choices, ordered: true, {MOODS}")
    assert one.kind_class.from_source(one, ["JOY", "Calm"]) == ["joy", "calm"]


def test_options_can_carry_an_intensity() -> None:
    settings = f"kind: choices, intensity: {{from: 0, to: 1, step: 0.5}}, {MOODS}"
    picked = [{"option": "joy", "intensity": 0.5}, {"option": "calm", "intensity": 1.0}]
    assert _check(settings, picked) == [{"option": "calm", "intensity": 1}, {"option": "joy", "intensity": 0.5}]
    for wrong, reason in (
        ([{"option": "joy", "intensity": 0.3}], "not on the scale"),
        ([{"option": "joy"}], "lacks intensity"),
        ([*picked, picked[0]], "twice"),
        ([{"option": ["joy"], "intensity": 1}], "text"),
    ):
        with pytest.raises(DataError, match=reason):
            _check(settings, wrong)
    one = a_field(settings)
    assert one.kind_class.column_type(one) == "JSON"
    assert one.kind_class.from_source(one, ["joy"]) is None


@pytest.mark.parametrize(
    ("settings", "column", "rule", "level", "domain"),
    [
        ("from: 1, to: 3", "BIGINT", "median", "ordinal", [1, 2, 3]),
        ("from: 0, to: 1, step: 0.5, level: interval", "DOUBLE", "mean", "interval", [0, 0.5, 1]),
        ("from: 1, to: 2, level: nominal", "BIGINT", "majority", "nominal", [1, 2]),
        ("from: 1, to: 3, gold: {rule: mean}", "BIGINT", "mean", "ordinal", [1, 2, 3]),
        ("from: 0, to: 100000", "BIGINT", "median", "ordinal", None),
    ],
)
def test_a_scale_says_its_level(settings: str, column: str, rule: str, level: str, domain: list[Json] | None) -> None:
    one = a_field(f"kind: scale, {settings}")
    plan = one.kind_class.agreement(one)
    assert plan is not None
    assert (one.kind_class.column_type(one), one.kind_class.gold_rule(one)) == (column, rule)
    assert (plan.level, plan.domain) == (level, domain)


def test_participants_can_be_limited() -> None:
    assert _check("kind: participants, among: client", ["ben", "ana"]) == ["ana", "ben"]
    with pytest.raises(DataError, match="cannot be named here"):
        _check("kind: participants, among: client", ["tess"])
    about_ana = Target(participant="ana", turn="t2")
    settings = "target: participant, per: turn, kind: participants, exclude_self: true"
    assert _check(settings, ["ben"], target=about_ana) == ["ben"]
    with pytest.raises(DataError, match="cannot be named here"):
        _check(settings, ["ana"], target=about_ana)


def test_turns_of_another_dialogue_of_the_case_are_taken_on_trust() -> None:
    settings = "target: case, kind: turns, scope: case"
    assert _check(settings, ["other-t7", "t1"], target=Target(case="k")) == ["t1", "other-t7"]


def test_a_ranking_may_ask_for_strength() -> None:
    settings = "target: dialogue, kind: ranking, of: candidates, ties: true, strength: [slightly, clearly]"
    pair = a_dialogue(candidates=[{"id": "a"}, {"id": "b"}])

    def check(value: Json) -> Json:
        return _check(settings, value, pair, Target())

    assert check({"order": [["b"], ["a"]], "strength": "clearly"}) == {"order": [["b"], ["a"]], "strength": "clearly"}
    assert check({"order": [["b", "a"]]}) == {"order": [["a", "b"]]}
    for wrong, reason in (
        ({"order": [["b"], ["a"]]}, "no strength"),
        ({"order": [["a", "b"]], "strength": "clearly"}, "a tie has no strength"),
        ([["a"], ["b"]], "an object"),
    ):
        with pytest.raises(DataError, match=reason):
            check(wrong)
    with pytest.raises(DataError, match="ties are not allowed"):
        _check("kind: ranking, of: candidates", [["c1", "c2"], ["c3"]])


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_spans_count_code_points_of_any_text(data: st.DataObject) -> None:
    text = data.draw(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    dialogue = a_dialogue([("ana", text)])
    span = {"turn": "t0", "start": start, "end": end, "text": text[start:end]}
    assert _check("kind: spans", span, dialogue, Target(turn="t0")) == span


SPAN_PLACES: dict[str, tuple[str, Target, Callable[[Json], Json]]] = {
    "dialogue": ("target: dialogue, kind: spans, scope: dialogue", Target(), lambda span: {**span, "turn": "t1"}),
    "turn, anywhere": ("kind: spans, scope: dialogue", HERE, lambda span: {**span, "turn": "t1"}),
    "candidate": ("target: candidate, kind: spans", Target(candidate="k"), lambda span: span),
    "part": ("target: part, kind: spans", Target(part="s"), lambda span: span),
}


@pytest.mark.parametrize("place", SPAN_PLACES)
def test_spans_lie_in_the_text_of_their_target(place: str) -> None:
    settings, target, put = SPAN_PLACES[place]
    text = "I am fine."
    dialogue = a_dialogue(
        candidates=[{"id": "k", "turn": "t2", "content": {"text": text}}],
        parts=[{"id": "s", "of_kind": "turn", "of_id": "t1", "text": text}],
    )
    span = put({"start": 5, "end": 9, "text": "fine"})
    assert _check(settings, span, dialogue, target) == span
    with pytest.raises(DataError, match="the text there is"):
        _check(settings, {**span, "text": "Fine"}, dialogue, target)


def test_a_span_about_the_dialogue_names_its_turn() -> None:
    with pytest.raises(DataError, match="not a turn"):
        _check("target: dialogue, kind: spans", {"start": 0, "end": 1, "text": "x"}, target=Target())


def test_states_have_no_end_and_links_may_point_back_only() -> None:
    settings = "target: participant, kind: segments, options: [calm], states: true"
    assert _check(settings, {"start": 1.5, "label": "calm"}) == {"start": 1.5, "label": "calm"}
    with pytest.raises(DataError, match="has no end"):
        _check(settings, {"start": 1.5, "end": 2, "label": "calm"})
    with pytest.raises(DataError, match="after this one"):
        _check("kind: links, range: up_to_here", {"to": ["t3"]})


def test_an_empty_record_is_no_answer() -> None:
    with pytest.raises(DataError, match="an empty record"):
        _check("kind: records, parts: [{id: a, kind: text}]", {})
