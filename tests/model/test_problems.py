"""What is wrong with a schema file is told all at once, each with its place and a mend."""

from __future__ import annotations

import pytest

from curator.errors import Problem, ProblemsError
from curator.model.schema import parse_schema


def _problems(text: str) -> list[Problem]:
    with pytest.raises(ProblemsError) as caught:
        parse_schema(text, where="s.yaml")
    return caught.value.problems


def test_problems_of_every_sort_come_together_in_one_error() -> None:
    problems = _problems(
        """
id: family
version: soon
colour: red
roles: {guest: [usr], host: [usr]}
option_sets:
  moods: [{id: calm, key: cc}, {id: joy}]
fields:
  - {id: mood, target: turn, kind: choice, options: moods}
  - {id: mood, target: turn, kind: text, when: {moood: any}}
  - {id: level, target: turn, kind: scale, level: ordinal, from: 5, to: 1, requird: true}
  - {id: pick, target: turn, kind: choice, options: [{id: a}, {id: a}]}
"""
    )
    assert [(p.where, p.problem) for p in problems] == [
        ("s.yaml, version (line 3)", "a whole number is wanted here, not 'soon'."),
        ("s.yaml, option_sets.moods[0].key (line 7)", "'cc' is not a key: use one letter or digit."),
        ("s.yaml, fields[2].requird (line 11)", "`requird` is not a setting."),
        ("s.yaml, colour (line 4)", "`colour` is not a setting."),
        ("s.yaml, roles.host (line 5)", "'usr' is a spelling of 'guest' too."),
        ("s.yaml, fields[1].when (line 10)", "no field is called 'moood'."),
        ("s.yaml, fields[3].options[1] (line 12)", "the option id 'a' appears twice."),
    ]
    assert problems[2].fix == "Did you mean `required`?"


def _field(settings: str, more: str = "") -> str:
    return f"id: s\nroles: {{guest: [], host: []}}\n{more}fields:\n  - {{{settings}}}\n"


_PAIR = "id: f, target: pair, directed: true, "
_TURN = "id: f, target: turn, "
_OTHERS = """  - {id: pick, target: turn, kind: choice, options: [a, b]}
  - {id: whole, target: dialogue, kind: scale, from: 1, to: 5}
  - {id: person, target: participant, kind: text}
  - {id: here, target: participant, per: turn, kind: text}
  - {id: each, target: turn, kind: scale, from: 1, to: 3, for_each: [x, y]}
"""


@pytest.mark.parametrize(
    ("settings", "place", "problem", "fix"),
    [
        ("target: turn, kind: text", "fields[0]", "`id` is missing.", "Add `id`."),
        ("id: F, target: turn, kind: text", "fields[0].id", "'F' is not an id", ""),
        ("id: role, target: turn, kind: text", "fields[0].id", "is a word of the `when` grammar", ""),
        ("id: turn_id, target: turn, kind: text", "fields[0].id", "is a column of every view", "another id"),
        (_TURN + "kind: slider", "fields[0].kind", "no kind of field is called 'slider'", "Known: choice"),
        ("id: f, target: line, kind: text", "fields[0].target", "'line' is not possible here", "'turn'"),
        (_TURN + "kind: choice", "fields[0]", "nothing to choose from", "options: {open: true}"),
        (_TURN + "kind: choice, options: moods", "fields[0].options", "no option set is called 'moods'", ""),
        (_TURN + "kind: choice, options: [a, a]", "fields[0].options[1]", "'a' appears twice", "Rename"),
        (_TURN + "kind: choice, options: ['']", "fields[0].options[0]", "an id is one line", ""),
        (_TURN + "kind: choice, options: [{id: a, colour: red}]", "options[0].colour", "not a colour", ""),
        (
            _TURN + "kind: choice, options: [{id: a, key: x}, {id: b, key: X}]",
            "options[1].key",
            "already picks 'a'",
            "",
        ),
        (
            _TURN + "kind: choice, options: [a, {id: b, key: 1}]",
            "options[1].key",
            "picks 'a' by its position",
            "letter",
        ),
        (_TURN + "kind: choice, options: [{id: a, key: 0}]", "options[0].key", "the key 0 answers *none*", "1 to 9"),
        (
            _PAIR + "kind: choice, options: [{id: a, inverse: b}]",
            "options[0].inverse",
            "no option 'b'",
            "symmetric, free or one of a",
        ),
        (_TURN + "kind: choice, options: [{id: a, inverse: free}]", "inverse", "directed pairs alone", "directed"),
        (_TURN + "kind: choice, options: [{id: a}, {id: b, aliases: [a]}]", "options[1]", "also stands for 'a'", ""),
        (_TURN + "kind: choice, options: [{id: a, only_if: {pick: any}}]", "only_if", "the dialogue alone", ""),
        (_TURN + "kind: choice, options: [a], from: 1", "fields[0].from", "`from` means nothing for `choice`", ""),
        (_TURN + "kind: choice, options: [a], level: interval", "fields[0].level", "no distances", "scale"),
        (_TURN + "kind: choices, options: [a], min: 2", "fields[0].min", "more than there are options", ""),
        (_TURN + "kind: choices, options: [a, b], min: 2, max: 1", "fields[0].min", "more than `max`", "Swap"),
        (_TURN + "kind: choices, options: [a], min: -1", "fields[0].min", "greater than or equal to 0", ""),
        (_TURN + "kind: scale, from: 1", "fields[0]", "needs its highest point", "to: 5"),
        (_TURN + "kind: scale, to: 1", "fields[0]", "needs its lowest point", "from: 1"),
        (_TURN + "kind: scale, from: low, to: 1", "fields[0].from", "a number is wanted here, not 'low'", ""),
        (_TURN + "kind: scale, from: 1, to: 5, step: 3", "fields[0].to", "the steps do not end at `to`", ""),
        (_TURN + "kind: scale, from: 1, to: 5, step: 0", "fields[0].step", "greater than 0", ""),
        (_TURN + "kind: scale, from: 1, to: 5, anchors: {9: x}", "fields[0].anchors", "'9' is not a point", ""),
        (_TURN + "kind: text, gold: mean", "fields[0].gold", "`mean` cannot be computed for `text`", "Use all"),
        (_TURN + "kind: text, required: maybe", "fields[0].required", "true, false or a condition", ""),
        (_TURN + "kind: text, required: true, blank: none", "fields[0].blank", "cannot count as none", "Leave out"),
        (_TURN + "kind: text, per: turn", "fields[0].per", "means nothing for a turn", "participant, pair"),
        (_TURN + "kind: text, directed: true", "fields[0].directed", "means nothing for a turn", "pair"),
        (_TURN + "kind: text, among: guest", "fields[0].among", "means nothing for `text`", ""),
        (_TURN + "kind: text, of: case", "fields[0].of", "means nothing for `text`", ""),
        (_TURN + "kind: participants, exclude: doer", "fields[0].exclude", "another part", "parts"),
        ("id: f, target: dialogue, kind: links", "fields[0].target", "cannot be about a dialogue", "turn"),
        ("id: f, target: part, of: candidates, kind: text", "fields[0].of", "one candidate", "of: candidate"),
        ("id: f, target: dialogue, kind: text, persists: true", "fields[0].persists", "at each turn", ""),
        (_TURN + "kind: turns, scope: turn", "fields[0].scope", "dialogue or the case", ""),
        (_TURN + "kind: spans, scope: case", "fields[0].scope", "a turn or in the dialogue", ""),
        ("id: f, target: dialogue, kind: spans, tile: true", "fields[0].tile", "only a turn", ""),
        (_TURN + "kind: ranking", "fields[0]", "says what it orders", "of: candidates"),
        ("id: f, target: dialogue, kind: segments, options: [a], initial: a", "initial", "only states", "states"),
        (
            "id: f, target: dialogue, kind: segments, options: [a], states: true, "
            "parts: [{id: p, kind: text, required: true}]",
            "parts",
            "before its parts are asked",
            "optional",
        ),
        (
            "id: f, target: dialogue, kind: segments, options: [a], states: true, initial: b",
            "initial",
            "no option",
            "a",
        ),
        (_TURN + "kind: records", "fields[0]", "a record needs parts", "List `parts`"),
        (
            _TURN + "kind: records, parts: [{id: a, kind: text}, {id: a, kind: text}]",
            "parts[1].id",
            "appears twice",
            "",
        ),
        (_TURN + "kind: records, parts: [{id: a, kind: choice}]", "fields[0].parts[0]", "nothing to choose", ""),
        (_TURN + "kind: records, parts: [{id: a, kind: records}]", "fields[0].parts[0]", "needs parts", ""),
        (
            _TURN + "kind: records, parts: [{id: a, kind: text, required: {pick: any}}]",
            "required",
            "always or never",
            "",
        ),
        (_TURN + "kind: records, parts: [{id: a, kind: participants, exclude: b}]", "exclude", "no other part 'b'", ""),
        (_TURN + "kind: text, applies_to: ghost", "fields[0].applies_to", "no role is called 'ghost'", "guest, host"),
        (_TURN + "kind: text, applies_to: {pick: a}", "fields[0].applies_to", "cannot ask about answers", "`when`"),
        ("id: f, target: dialogue, kind: text, applies_to: guest", "applies_to", "never apply", "dialogue.ATTR"),
        (_TURN + "kind: text, when: {pick: c}", "fields[0].when", "'pick' has no option 'c'", "Known: a, b"),
        (_TURN + "kind: text, when: {pick: {gt: 1}}", "fields[0].when", "compares numbers", ""),
        (_TURN + "kind: text, when: {pick: {overlaps: nothing}}", "fields[0].when", "no field is called", "pick"),
        (_TURN + "kind: text, when: {pick: {is: a}}", "fields[0].when", "'is' is not a test", ""),
        (_TURN + "kind: text, when: {each: any}", "fields[0].when", "once for each entry", "each.x, each.y"),
        (_TURN + "kind: text, when: {person: any}", "fields[0].when", "a turn cannot see 'person'", ""),
        (_TURN + "kind: text, when: {f: any}", "fields[0].when", "depends on f itself", "circle"),
        ("id: f, target: dialogue, kind: text, when: {pick: any}", "fields[0].when", "asked of each turn", ""),
        ("id: f, target: participant, kind: text, when: {here: any}", "fields[0].when", "cannot see 'here'", ""),
        ("id: f, target: participant, kind: text, required: {pick: any}", "fields[0].required", "cannot see", ""),
        (_TURN + "kind: scale, from: 1, to: 2, for_each: [x, x]", "fields[0].for_each[1]", "appears twice", ""),
    ],
)
def test_each_mistake_in_a_field_has_its_place_and_mend(settings: str, place: str, problem: str, fix: str) -> None:
    [found] = _problems(_field(settings) + _OTHERS)
    assert problem in found.problem
    assert f"{place} (line 4)" in found.where
    assert fix in found.fix


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", "s.yaml", "`fields` is missing"),
        ("- id: s", "s.yaml", "a schema file is a mapping"),
        ("id: s\nfields: [", "s.yaml (line 2)", "this is not YAML"),
        ("id: s\nid: t\nfields: [{id: f, target: turn, kind: text}]", "s.yaml, id (line 1)", "written twice"),
        ("id: s\nfields: []", "s.yaml, fields (line 2)", "the list is empty"),
        ("id: s\nfields: 3", "s.yaml, fields (line 2)", "a list is wanted here, not '3'"),
        ("id: S!\nfields: [{id: f, target: turn, kind: text}]", "s.yaml, id (line 1)", "'S!' is not an id"),
        (
            "id: s\nfields: [{id: f, target: turn, kind: text}]\nextends: t",
            "extends (line 3)",
            "no schema 't' to extend",
        ),
        ("id: s\nfields: [{id: f, target: turn, kind: text}]\ntasks: []", "tasks (line 3)", "never in a schema"),
        ("id: s\nfields: [text]", "fields[0] (line 2)", "a mapping {key: value} is wanted"),
        ("id: s\nfields: &all [*all]", "fields[0] (line 2)", "an alias holds itself"),
        ("id: \x07", "s.yaml", "a character that YAML does not allow"),
    ],
)
def test_each_mistake_in_the_file_has_its_place(text: str, place: str, problem: str) -> None:
    found = _problems(text)
    assert any(problem in one.problem and one.where.endswith(place) for one in found), found


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ('{say: "x"}', "either `forbid` or `require`"),
        ('{forbid: {f: any}, require: {f: any}, say: "x"}', "either `forbid` or `require`"),
        ("{forbid: {f: any}}", "`say` is missing"),
        ('{forbid: {g: any}, say: "x"}', "no field is called 'g'"),
        ('{when: {role: ghost}, forbid: {f: any}, say: "x"}', "no role is called 'ghost'"),
    ],
)
def test_each_mistake_in_a_rule_is_told(rule: str, problem: str) -> None:
    [found] = _problems(f"id: s\nfields: [{{id: f, target: turn, kind: text}}]\nrules:\n  - {rule}\n")
    assert problem in found.problem
    assert found.where.startswith("s.yaml, rules[0]")


def test_a_mistake_in_an_option_set_is_told_once_and_there() -> None:
    [found] = _problems(
        "id: s\noption_sets:\n  moods:\n    - a\n    - {id: b, key: bb}\nfields:\n"
        "  - {id: f, target: turn, kind: choice, options: moods}\n"
        "  - {id: g, target: turn, kind: choices, options: {open: true, list: moods}}\n"
    )
    assert found.where == "s.yaml, option_sets.moods[1].key (line 5)"


def test_twins_in_an_option_set_are_told_once_and_there() -> None:
    found = _problems(
        "id: s\noption_sets:\n  moods:\n    - a\n    - a\nfields:\n"
        "  - {id: f, target: turn, kind: choice, options: moods}\n"
    )
    assert [one.where for one in found] == ["s.yaml, option_sets.moods[1] (line 5)"]


def test_a_condition_on_a_field_that_is_itself_wrong_is_not_told_as_unknown() -> None:
    found = _problems(
        "id: s\nfields:\n  - {id: f, target: turn, kind: text, typo: 1}\n"
        "  - {id: g, target: turn, kind: text, when: {f: any}}\n"
    )
    assert [one.where for one in found] == ["s.yaml, fields[0].typo (line 3)"]


def test_a_longer_circle_of_conditions_is_told_for_each_field_in_it() -> None:
    found = _problems(
        "id: s\nfields:\n  - {id: a, target: turn, kind: text, when: {b: any}}\n"
        "  - {id: b, target: turn, kind: text, when: {a: any}}\n"
        "  - {id: c, target: turn, kind: text, when: {a: any}}\n"
    )
    assert [one.where for one in found] == ["s.yaml, fields[0].when (line 3)", "s.yaml, fields[1].when (line 4)"]


def test_the_error_reads_well_and_keeps_its_parts() -> None:
    with pytest.raises(ProblemsError) as caught:
        parse_schema("id: s\nfields: [{id: f, target: turn, kind: slider}]", where="s.yaml")
    assert str(caught.value).startswith("s.yaml: 1 problem:\n- s.yaml, fields[0].kind (line 2): no kind of field")
    shape = caught.value.as_json()
    assert shape["problems"] == [
        {
            "problem": "no kind of field is called 'slider'.",
            "where": "s.yaml, fields[0].kind (line 2)",
            "fix": caught.value.problems[0].fix,
        }
    ]


@pytest.mark.parametrize(
    "options",
    [
        "[{id: a, key: 1}, b]",
        "[{id: a, key: 2}, {id: b, key: 1}]",
        "[{id: a, key: x}, {id: b, key: 1}]",
        "[a, b, c, d, e, f, g, h, i, j, {id: k, key: 1}]",
        "[a, b, c, d, e, f, g, h, i, {id: j, key: 0}]",
    ],
)
def test_digits_that_take_nothing_away_are_fine(options: str) -> None:
    assert parse_schema(
        f"id: s\nfields: [{{id: f, target: turn, kind: choice, options: {options}}}]", where="s.yaml"
    ).fields


def test_a_rule_speaks_about_one_sort_of_target() -> None:
    text = """
id: s
fields:
  - {id: p, target: part, kind: text}
  - {id: c, target: candidate, kind: text}
rules:
  - {forbid: {p: any, c: any}, say: No.}
"""
    [problem] = _problems(text)
    assert problem.problem == "a rule cannot speak about a candidate and a part at once."
