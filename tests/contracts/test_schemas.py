"""What every shipped scheme promises, found by its file: add a file to schemas/, and it is held to this."""

from __future__ import annotations

import json

import pytest

from curator import resources
from curator.model.kinds import options_for
from curator.model.plan import cells
from curator.model.project import Task
from curator.model.refusals import refusals
from curator.model.schema import Field, Schema, load_schema, parse_schema
from curator.model.targets import Target
from tests.model.making import a_dialogue

SCHEMA = pytest.mark.parametrize("name", resources.schema_files())


def _load(name: str) -> Schema:
    return load_schema(resources.schema_file(name))


def test_the_shipped_schemes_are_found() -> None:
    assert {"annomi", "esconv", "family-demo", "rescue-bench"} <= set(resources.schema_files())


@SCHEMA
def test_a_scheme_is_called_like_its_file(name: str) -> None:
    schema = _load(name)
    assert schema.id == name
    assert schema.title.get("en")
    assert schema.sources or schema.status == "own"


@SCHEMA
def test_a_scheme_comes_back_from_json_and_from_yaml(name: str) -> None:
    schema = _load(name)
    assert Schema.model_validate(json.loads(json.dumps(schema.as_json()))) == schema
    assert parse_schema(schema.as_yaml(), where=name) == schema


@SCHEMA
def test_the_page_can_draw_it(name: str) -> None:
    assert refusals(_load(name)) == []


@SCHEMA
def test_every_field_has_a_label_and_says_what_it_means(name: str) -> None:
    for field in _load(name).asked:
        assert field.label.get("en"), field.id
        assert field.definition, field.id


@SCHEMA
def test_every_option_set_is_explained_and_has_a_key_for_each_option(name: str) -> None:
    for set_name, options in _load(name).option_sets.items():
        for option in options:
            assert option.definition, f"{set_name}.{option.id}"
            assert option.label.get("en"), f"{set_name}.{option.id}"
        assert len({option.key for option in options} - {""}) == len(options), set_name


@SCHEMA
def test_each_option_is_found_by_all_of_its_spellings(name: str) -> None:
    for field in _load(name).asked:
        for option in field.options:
            for spelling in (option.id, *option.names):
                assert field.kind_class.from_source(field, spelling) in (option.id, [option.id]), spelling


@SCHEMA
def test_each_role_is_found_by_all_of_its_spellings(name: str) -> None:
    schema = _load(name)
    assert schema.roles
    for role, aliases in schema.roles.items():
        for spelling in (role, *aliases):
            assert schema.role_of(spelling) == role
            assert schema.role_of(spelling.upper()) == role


@SCHEMA
def test_every_field_has_a_cell_in_some_dialogue_of_its_roles(name: str) -> None:
    schema = _load(name)
    people = [{"id": f"{role}{n}", "role": role} for role in schema.roles for n in (1, 2)]
    dialogue = a_dialogue([(f"{role}1", "Hm.") for role in schema.roles], participants=people)
    assert {cell.field.id for cell in cells(schema, Task(), dialogue)} == {field.id for field in schema.asked}


# --- ESConv -----------------------------------------------------------------------------------------------------------
def _esconv(field_id: str) -> Field:
    field = _load("esconv").field(field_id)
    assert field is not None
    return field


@pytest.mark.parametrize(
    ("spelling", "option"),
    [
        ("Question", "question"),
        ("Questions", "question"),
        ("Restatement or Paraphrasing", "restatement"),
        ("Reflection of feelings", "reflection"),
        ("Reflection of Feelings", "reflection"),
        ("Self-disclosure", "self_disclosure"),
        ("Affirmation and Reassurance", "affirmation"),
        ("Providing Suggestions", "suggestions"),
        ("Information", "information"),
        ("Others", "others"),
        ("Other", "others"),
        # another scheme's labels, met in FailedESConv: they have to be reported, not taken for ours
        ("Restatement", None),
        ("Direct Guidance", None),
        ("Approval and Reassurance", None),
    ],
)
def test_esconvs_strategies_are_mapped_and_strangers_are_not(spelling: str, option: str | None) -> None:
    field = _esconv("strategy")
    assert field.kind_class.from_source(field, spelling) == option


def test_esconv_writes_its_strategies_as_the_benchmark_does() -> None:
    assert [option.export_alias for option in _esconv("strategy").options] == [
        "Question",
        "Restatement or Paraphrasing",
        "Reflection of feelings",
        "Self-disclosure",
        "Affirmation and Reassurance",
        "Providing Suggestions",
        "Information",
        "Others",
    ]


@pytest.mark.parametrize("field_id", ["feedback", "emotion_before", "emotion_after"])
def test_esconvs_scores_are_read_from_text_and_number(field_id: str) -> None:
    field = _esconv(field_id)
    assert [field.kind_class.from_source(field, raw) for raw in ("1", 5, " 3 ", "6", "", None)] == [
        1,
        5,
        3,
        *[None] * 3,
    ]


def test_esconvs_speakers_are_mapped() -> None:
    schema = _load("esconv")
    assert {schema.role_of(name) for name in ("usr", "speaker", "user", "seeker")} == {"seeker"}
    assert {schema.role_of(name) for name in ("sys", "listener", "helper", "assistant", "supporter")} == {"supporter"}


# --- the demo ---------------------------------------------------------------------------------------------------------
def test_the_demo_uses_the_plain_kinds_alone() -> None:
    schema = _load("family-demo")
    assert schema.status == "own"
    assert {field.kind for field in schema.fields} == {"choice", "choices", "scale", "text", "participants"}
    assert {field.target for field in schema.fields} == {"turn", "dialogue"}
    assert schema.guidelines


def test_the_demo_offers_an_option_in_families_alone() -> None:
    field = _load("family-demo").field("themes")
    assert field is not None
    family, couple = (a_dialogue(attributes={"scenario": name}) for name in ("family", "couple"))
    assert {option.id for option in options_for(field, family)} - {
        option.id for option in options_for(field, couple)
    } == {"loyalty"}
    assert field.kind_class.check(field, ["loyalty"], family, Target()) == ["loyalty"]
