"""Reading schema files: shorthands, text that stays text, roles, entries, and writing what was read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator.errors import CuratorError, DataError, ProblemsError, UnknownNameError
from curator.model.checks import schema_problems
from curator.model.grammar import as_json, parse
from curator.model.kinds import KINDS
from curator.model.schema import Schema, load_schema, parse_schema
from curator.model.targets import TARGET_NAMES
from curator.model.words import in_words

EVERYTHING = Path(__file__).parent / "schemas" / "everything.yaml"


def _minimal(field: str = "", head: str = "") -> Schema:
    line = field or "{id: f, target: turn, kind: text}"
    return parse_schema(f"id: s\nroles: {{guest: [usr]}}\n{head}fields:\n  - {line}\n", where="s.yaml")


def test_the_example_uses_every_kind_and_every_target() -> None:
    schema = load_schema(EVERYTHING)
    assert {field.kind for field in schema.fields} == set(KINDS.names())
    assert {field.target for field in schema.fields} == set(TARGET_NAMES)


def test_the_example_comes_back_from_json_and_from_yaml() -> None:
    schema = load_schema(EVERYTHING)
    dumped = schema.model_dump(mode="json")
    assert Schema.model_validate(json.loads(json.dumps(dumped))) == schema
    assert Schema.model_validate(dumped).as_json() == dumped
    written = schema.as_yaml()
    again = parse_schema(written, where="again.yaml")
    assert again == schema
    assert again.as_yaml() == written
    assert "options: moods" in written


def test_scalars_stay_text_and_numbers_become_numbers() -> None:
    schema = load_schema(EVERYTHING)
    agreed, strain = schema.field("agreed"), schema.field("strain")
    assert agreed is not None
    assert strain is not None
    assert list(agreed.option_ids) == ["yes", "no", "on", "null", "1.0", "7"]
    assert (strain.from_, strain.to, strain.step) == (0, 1, 0.1)
    assert strain.anchors == {"0": {"en": "none"}, "1": {"en": "all"}}
    why = schema.field("why")
    assert why is not None
    assert why.when == parse({"agreed": ["no", "null"]})


def test_shorthands_are_written_out() -> None:
    schema = load_schema(EVERYTHING)
    fields = {field.id: field for field in schema.asked}
    moods, leads, fit, mixture = (fields[name] for name in ("moods", "leads", "fit", "mixture"))
    assert moods.applies_to == parse({"role": "guest"})
    assert leads.among == parse({"role": "guest"})
    assert fit.open
    assert [option.id for option in fit.options] == ["calm", "joy", "awe"]
    assert mixture.gold is not None
    assert mixture.gold.rule == "all"
    assert schema.option_sets["moods"][1].label == {"en": "Joy"}
    everyone = fields["bond.near"].among
    assert everyone is not None
    assert as_json(everyone) == "any"


def test_a_field_asked_for_each_entry_is_several_fields() -> None:
    schema = load_schema(EVERYTHING)
    near, trust = schema.field("bond.near"), schema.field("bond.trust")
    assert near is not None
    assert trust is not None
    assert near.anchors == {"-1": {"en": "far"}, "1": {"en": "close"}}
    assert near.label == {"en": "Nearness"}
    assert trust.label == {}
    assert "bond" not in [field.id for field in schema.asked]
    assert schema.field("bond") is not None
    assert schema.field("bond.hope") is None


@pytest.mark.parametrize(
    ("spelling", "role"),
    [("guest", "guest"), ("usr", "guest"), ("USR", "guest"), (" client", "guest"), ("Therapist", "host"), ("x", None)],
)
def test_roles_are_found_by_any_of_their_spellings(spelling: str, role: str | None) -> None:
    assert load_schema(EVERYTHING).role_of(spelling) == role


def test_an_exact_spelling_of_a_role_beats_one_that_differs_in_case() -> None:
    schema = parse_schema(
        "id: s\nroles: {one: [Usr], two: [usr]}\nfields: [{id: f, target: turn, kind: text}]", where="s.yaml"
    )
    assert (schema.role_of("Usr"), schema.role_of("usr"), schema.role_of("USR")) == ("one", "two", "one")


def test_settings_are_those_of_the_kind_in_the_words_of_the_file() -> None:
    field = _minimal("{id: f, target: turn, kind: scale, from: 1, to: 5, anchors: {1: low}}").field("f")
    assert field is not None
    assert field.settings == {"from": 1, "to": 5, "step": 1, "level": None, "anchors": {"1": {"en": "low"}}}


def test_a_field_can_stand_in_sets() -> None:
    one, two = _minimal(), _minimal()
    assert len({*one.fields, *two.fields}) == 1


def test_an_unknown_kind_is_named_with_the_known_ones() -> None:
    schema = Schema.model_validate({"id": "s", "fields": [{"id": "f", "target": "turn", "kind": "slider"}]})
    with pytest.raises(UnknownNameError, match="Known: choice"):
        _ = schema.fields[0].kind_class


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + b"id: s\r\nfields: [{id: f, target: turn, kind: text}]\r\n")
    assert load_schema(path).id == "s"


def test_a_file_that_is_no_text_or_not_there_is_refused_by_its_name_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_bytes(b"id: \xff\xfe")
    for wrong in (path, tmp_path / "absent.yaml"):
        with pytest.raises(DataError) as caught:
            load_schema(wrong)
        assert caught.value.where == wrong.name
        assert str(tmp_path) not in str(caught.value)


# --- properties -------------------------------------------------------------------------------------------------------
_IDS = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True).filter(
    lambda text: text not in ("dialogue", "turn", "participant", "role", "all", "any", "not")
)
_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)
_OPTIONS = st.lists(
    st.fixed_dictionaries(
        {"id": _TEXT.map(str.strip).filter(bool)},
        optional={"label": st.dictionaries(st.sampled_from(["en", "zh"]), _TEXT), "definition": _TEXT},
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda option: str(option["id"]),
)
_FIELDS = st.one_of(
    st.builds(
        lambda kind, options: {"kind": kind, "options": options}, st.sampled_from(["choice", "choices"]), _OPTIONS
    ),
    st.builds(lambda low, n: {"kind": "scale", "from": low, "to": low + n}, st.integers(-3, 3), st.integers(1, 9)),
    st.just({"kind": "text"}),
    st.builds(lambda yes: {"kind": "participants", "exclude_self": yes}, st.booleans()),
)


@st.composite
def _schemas(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(_IDS, min_size=1, max_size=4, unique=True))
    fields = [
        {"id": name, "target": draw(st.sampled_from(["turn", "dialogue"])), **draw(_FIELDS), "definition": draw(_TEXT)}
        for name in names
    ]
    return {"id": "made", "version": draw(st.integers(1, 9)), "guidelines": draw(_TEXT), "fields": fields}


@given(_schemas())
@settings(max_examples=40, deadline=None)
def test_what_is_written_reads_back_equal(shape: dict[str, Any]) -> None:
    schema = Schema.model_validate(shape)
    assert Schema.model_validate(json.loads(json.dumps(schema.as_json()))) == schema
    if not list(schema_problems(schema)):
        assert parse_schema(schema.as_yaml(), where="made.yaml") == schema


@given(st.text(max_size=60))
@settings(max_examples=40, deadline=None)
def test_whatever_the_file_holds_the_answer_is_one_of_our_errors(text: str) -> None:
    with pytest.raises(ProblemsError) as caught:
        parse_schema(text, where="odd.yaml")
    assert isinstance(caught.value, CuratorError)
    assert all(problem.where.startswith("odd.yaml") for problem in caught.value.problems)


_WORDS = ["id", "fields", "options", "option_sets", "when", "role", "kind", "target", "parts", "roles", "from", "rules"]
_JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 5), _TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(_WORDS), inner, max_size=4)),
    max_leaves=12,
)


@given(_JUNK)
@settings(max_examples=40, deadline=None)
def test_no_shape_of_a_field_escapes_as_a_surprise(junk: Any) -> None:
    text = json.dumps({"id": "s", "fields": [junk, {"id": "f", "target": "turn", "kind": "text"}], "option_sets": junk})
    with pytest.raises(ProblemsError):
        parse_schema(text, where="junk.yaml")


def test_errors_without_words_of_their_own_keep_pydantics() -> None:
    assert in_words({"loc": ("x",), "type": "odd", "msg": "Odd.", "input": 1}) == (("x",), "Odd.", "")
