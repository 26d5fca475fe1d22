"""Who can be named in a dialogue beside its own participants, and what somebody may be."""

from __future__ import annotations

import pytest

from curator.errors import DataError
from curator.model.kinds import KINDS
from curator.model.plan import cells
from curator.model.project import Task
from curator.model.targets import Target
from tests.model.making import a_dialogue, a_field, a_schema

ENTITIES = """
entities:
  - {id: clients, kind: group, label: The clients, members: {role: client}, may: [be_addressed]}
  - {id: staff, kind: group, members: {role: [therapist, nurse]}, may: [be_an_end]}
  - {id: nurses, kind: group, members: {role: nurse}}
  - {id: court, kind: entity, only_if: {dialogue.scenario: court}}
"""


def test_groups_with_members_here_join_the_participants() -> None:
    schema = a_schema("id: f, target: turn, kind: participants", more=ENTITIES)
    people = {one.id: one for one in schema.people(a_dialogue())}
    assert list(people) == ["ana", "ben", "tess", "both", "clients", "staff"]
    assert (people["clients"].name, people["clients"].members) == ("The clients", ("ana", "ben"))
    assert (people["staff"].name, people["staff"].members) == ("staff", ("tess",))
    at_court = schema.peopled(a_dialogue(attributes={"scenario": "court"}))
    assert [one.id for one in at_court.participants[-2:]] == ["staff", "court"]
    assert schema.peopled(at_court) == at_court


def test_an_id_of_the_dialogue_stays_the_dialogues() -> None:
    schema = a_schema("id: f, target: turn, kind: participants", more="entities: [{id: both, kind: mentioned}]")
    assert schema.people(a_dialogue()) == a_dialogue().participants


def test_what_somebody_may_be_holds_for_sets_and_for_ends() -> None:
    schema = a_schema(
        "id: to, target: turn, kind: participants, exclude_self: true",
        "id: p, target: participant, among: any, kind: text",
        more=ENTITIES,
    )
    dialogue = schema.peopled(a_dialogue([("ana", "Yes.")]))
    to, kind = schema.fields[0], KINDS.get("participants")
    assert kind.check(to, ["clients"], dialogue, Target(turn="t0")) == ["clients"]
    for name in ("staff", "ana"):
        with pytest.raises(DataError, match="cannot be named here"):
            kind.check(to, [name], dialogue, Target(turn="t0"))
    ends = [cell.target.participant for cell in cells(schema, Task(), dialogue) if cell.field.id == "p"]
    assert ends == ["ana", "ben", "tess", "both", "staff"]


def test_both_ends_of_a_pair_are_left_out_of_themselves() -> None:
    field = a_field("target: pair, kind: participants, exclude_self: true")
    kind = KINDS.get("participants")
    target = Target(participant="ana", other="ben")
    assert kind.check(field, ["tess"], a_dialogue(), target) == ["tess"]
    for name in ("ana", "ben"):
        with pytest.raises(DataError):
            kind.check(field, [name], a_dialogue(), target)


def test_what_an_answer_proposes_for_the_other_way_round() -> None:
    kin = "{id: parent, inverse: child}, {id: child, inverse: parent}"
    options = f"[{kin}, {{id: close, inverse: symmetric}}, {{id: owes, inverse: free}}, cold]"
    one = a_field(f"target: pair, directed: true, kind: choice, options: {options}")
    turned = [KINDS.get("choice").inverse(one, name) for name in ("parent", "child", "close", "owes", "cold", "?")]
    assert turned == ["child", "parent", "close", None, None, None]
    many = a_field(f"target: pair, directed: true, kind: choices, options: {options}")
    assert KINDS.get("choices").inverse(many, ["child", "close"]) == ["parent", "close"]
    assert KINDS.get("choices").inverse(many, ["child", "owes"]) is None
    graded = a_field(f"target: pair, directed: true, kind: choices, options: {options}, intensity: {{from: 1, to: 3}}")
    value = [{"option": "parent", "intensity": 2}]
    assert KINDS.get("choices").inverse(graded, value) == [{"option": "child", "intensity": 2}]
    assert KINDS.get("scale").inverse(a_field("target: pair, kind: scale, from: 1, to: 2"), 1) is None
