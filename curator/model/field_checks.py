"""What can be wrong with one field of a schema whose shape is right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from curator.model.grammar import COMPARISONS, Expr, Test, fields_of, is_field, tests
from curator.model.kinds import KINDS
from curator.model.question import Option, Question
from curator.model.schema import Field, Schema
from curator.model.targets import COLUMNS
from curator.model.yaml_source import Path

Found: TypeAlias = tuple[Path, str, str]
"""(place in the field, problem, mend)"""

_COMMON = frozenset({"id", "kind", "label", "definition", "required"})
_PLACED: dict[str, tuple[str, ...]] = {
    "per": ("participant", "pair"),
    "directed": ("pair",),
    "among": ("participant", "pair"),
    "type": ("part",),
    "of": ("part",),
}
"""Settings that belong to a target: of no use on another."""
BY_DIGIT = 10
"""Up to so many options each has a digit by its position."""
_VIEW_COLUMNS = ("dialogue_id", "item_id", *COLUMNS)
_REACHES: dict[str, tuple[str, ...]] = {
    "case": ("case",),
    "dialogue": ("dialogue", "case"),
    "turn": ("turn", "dialogue", "case"),
    "participant": ("participant", "turn", "dialogue", "case"),
    "pair": ("pair", "turn", "dialogue", "case"),
    "part": ("part", "turn", "dialogue", "case"),
    "candidate": ("candidate", "turn", "dialogue", "case"),
}
"""The targets whose answers a condition on a target can see: its own, and what it lies in."""


def field_problems(schema: Schema, field: Field, known: frozenset[str]) -> Iterator[Found]:
    if field.id in _VIEW_COLUMNS:
        yield ("id",), f"{field.id!r} is a column of every view.", "Choose another id."
    if field.required is not False and field.blank == "none":
        problem = "a required field cannot count as none when it is blank."
        yield ("blank",), problem, "Leave out `required`, or `blank: none`."
    if field.exclude:
        yield ("exclude",), "`exclude` names another part of the same item.", "Use it inside `parts`."
    yield from question_problems(field)
    yield from _placement(field)
    yield from _inverses(field)
    yield from _entries(field)
    yield from _conditions(schema, field, known)


def question_problems(question: Question) -> Iterator[Found]:
    """What is wrong with a field or part by itself: its kind, settings, options and parts."""
    yield from _options(question.options)
    for idx, part in enumerate(question.parts):
        others = {other.id for other in question.parts[:idx]}
        for place, problem, fix in _part_problems(part, question):
            yield ("parts", idx, *place), problem, fix
        if part.id in others:
            yield ("parts", idx, "id"), f"the part id {part.id!r} appears twice.", "Rename or remove one of them."
    if question.kind not in KINDS:
        yield ("kind",), f"no kind of field is called {question.kind!r}.", f"Known: {', '.join(KINDS.names())}."
        return
    kind = question.kind_class
    allowed = _COMMON | kind.settings
    for name, info in Question.model_fields.items():
        placed = isinstance(question, Field) and question.target in _PLACED.get(name, ())
        if (
            name not in allowed
            and not placed
            and getattr(question, name) != info.get_default(call_default_factory=True)
        ):
            word = info.alias or name
            yield (word,), f"`{word}` means nothing for `{kind.name}`.", "Take it out, or choose another kind."
    for wrong in kind.wrong(question):
        yield (wrong.setting,), wrong.problem, wrong.fix


def _part_problems(part: Question, item: Question) -> Iterator[Found]:
    yield from question_problems(part)
    if part.parts:
        yield ("parts",), "a part has no parts of its own.", "Make it a field."
    if part.required not in (True, False):
        yield ("required",), "a part is always or never required.", "Write true or false."
    if part.exclude and part.exclude not in {other.id for other in item.parts if other is not part}:
        known = ", ".join(other.id for other in item.parts if other is not part)
        yield ("exclude",), f"there is no other part {part.exclude!r}.", f"Known: {known or 'none'}."


def _options(options: tuple[Option, ...]) -> Iterator[Found]:
    ids: set[str] = set()
    keys: dict[str, str] = {}
    names: dict[str, str] = {}
    for idx, option in enumerate(options):
        if option.id in ids:
            yield ("options", idx), f"the option id {option.id!r} appears twice.", "Rename or remove one of them."
            continue
        ids.add(option.id)
        if option.key and keys.setdefault(option.key, option.id) != option.id:
            problem = f"the key {option.key!r} already picks {keys[option.key]!r}."
            yield ("options", idx, "key"), problem, "Choose another letter or digit."
        for name in option.names:
            if names.setdefault(name, option.id) != option.id:
                problem = f"the spelling {name!r} also stands for {names[name]!r}."
                yield ("options", idx), problem, "Leave it with one of them."
        if option.key.isdigit():
            yield from _digit_taken(options, idx)
        if option.only_if is not None and any(not test.key.startswith("dialogue.") for test in tests(option.only_if)):
            yield ("options", idx, "only_if"), "an option can depend on the dialogue alone.", "Use dialogue.ATTR."


def _digit_taken(options: tuple[Option, ...], idx: int) -> Iterator[Found]:
    """An option without a key of its own is picked by its position: a digit written elsewhere takes that away.
    Longer lists have no digits: there one types to find an option."""
    key = options[idx].key
    place = 9 if key == "0" else int(key) - 1
    if key == "0" and not (idx == 9 and len(options) == BY_DIGIT):
        yield ("options", idx, "key"), "the key 0 answers *none*.", "Choose a letter, or a digit from 1 to 9."
    elif place != idx and place < len(options) <= BY_DIGIT and not options[place].key:
        problem = f"the key {key!r} picks {options[place].id!r} by its position."
        yield ("options", idx, "key"), problem, "Choose a letter, or give that option a key too."


def _inverses(field: Field) -> Iterator[Found]:
    for idx, option in enumerate(field.options):
        if not option.inverse:
            continue
        if field.target != "pair" or not field.directed:
            problem = "`inverse` means something for directed pairs alone."
            yield ("options", idx, "inverse"), problem, "Take it out, or add `directed: true`."
        elif option.inverse not in (*field.option_ids, "symmetric", "free"):
            known = ", ".join(field.option_ids)
            yield (
                ("options", idx, "inverse"),
                f"there is no option {option.inverse!r}.",
                f"Write symmetric, free or one of {known}.",
            )


def _placement(field: Field) -> Iterator[Found]:
    kind_settings = field.kind_class.settings if field.kind in KINDS else frozenset()
    if field.kind in KINDS and field.target not in field.kind_class.targets:
        fix = f"It is about: {', '.join(field.kind_class.targets)}."
        yield ("target",), f"`{field.kind}` cannot be about a {field.target}.", fix
    for name, targets in _PLACED.items():
        if name in Question.model_fields:  # told with the kind's settings
            continue
        if getattr(field, name) and field.target not in targets and name not in kind_settings:
            yield (name,), f"`{name}` means nothing for a {field.target}.", f"It belongs to: {', '.join(targets)}."
    if field.target == "part" and field.of == "candidates":
        yield ("of",), "a part belongs to one candidate.", "Write `of: candidate`."
    rules = field.kind_class.rules if field.kind in KINDS else {}
    if field.gold and field.gold.rule and rules and field.gold.rule not in rules:
        yield ("gold",), f"`{field.gold.rule}` cannot be computed for `{field.kind}`.", f"Use {', '.join(rules)}."
    if field.persists and field.target != "turn" and field.per != "turn":
        yield ("persists",), "only what is asked at each turn can hold until it changes.", "Use `target: turn`."


def _entries(field: Field) -> Iterator[Found]:
    ids = [entry.id for entry in field.for_each]
    for idx, name in enumerate(ids):
        if name in ids[:idx]:
            yield ("for_each", idx), f"the entry id {name!r} appears twice.", "Rename or remove one of them."


def _conditions(schema: Schema, field: Field, known: frozenset[str]) -> Iterator[Found]:
    for name in ("applies_to", "among"):
        expr: Expr | None = getattr(field, name)
        if expr is None:
            continue
        if any(True for _ in fields_of(expr)):
            asked = next(iter(fields_of(expr)))
            problem = f"`{name}` cannot ask about answers ({asked})."
            yield (
                (name,),
                problem,
                "Use `when`." if name == "applies_to" else "Use role, participant.ATTR or dialogue.ATTR.",
            )
            continue
        yield from (((name,), problem, fix) for problem, fix in condition_problems(schema, expr, known))
        if name == "applies_to" and field.target in ("dialogue", "case"):
            for test in tests(expr):
                if not test.key.startswith("dialogue."):
                    problem = f"a {field.target} has no `{test.key}`, so this would never apply."
                    yield (name,), problem, "Use dialogue.ATTR, or another target."
    for name, condition in (("when", field.when), ("required", field.required)):
        if condition is None or isinstance(condition, bool):
            continue
        for problem, fix in condition_problems(schema, condition, known, field):
            yield (name,), problem, fix


def condition_problems(
    schema: Schema, expr: Expr, known: frozenset[str], field: Field | None = None
) -> Iterator[tuple[str, str]]:
    """(problem, mend) of each test that asks for what is not there. field: the one whose condition this is."""
    for test in tests(expr):
        if test.key == "role":
            for role in test.values if test.op in ("in", "contains") else ():
                if role not in schema.roles:
                    yield f"no role is called {role!r}.", f"Known: {', '.join(schema.roles) or 'none'}."
        elif is_field(test.key):
            yield from _asked_problems(schema, test, known, field)


def _asked_problems(
    schema: Schema, test: Test, known: frozenset[str], field: Field | None
) -> Iterator[tuple[str, str]]:
    for name in (test.key, *(test.values if test.op == "overlaps" else ())):
        other = schema.field(name)
        if other is None or other.for_each:
            if name not in known:
                names = ", ".join(one.id for one in schema.asked)
                yield f"no field is called {name!r}.", f"Known: {names}."
            elif other is not None:
                entries = ", ".join(one.id for one in other.entries)
                yield f"{name!r} is asked once for each entry.", f"Name one: {entries}."
            return
        if field is not None and not _reaches(field, other):
            problem = f"a {field.target} cannot see {name!r}, which is asked of each {other.target}."
            yield problem, "Ask about the same target, or about the turn or dialogue it lies in."
    other = schema.field(test.key)
    if other is None or other.kind not in KINDS:
        return
    if test.op in COMPARISONS and not other.kind_class.is_number:
        yield f"`{test.op}` compares numbers, and {other.id!r} is `{other.kind}`.", "Use a value, a list or `contains`."
    if test.op in ("in", "contains") and other.options and not other.open:
        for value in test.values:
            if value not in other.option_ids:
                yield f"{other.id!r} has no option {value!r}.", f"Known: {', '.join(other.option_ids)}."


def _reaches(field: Field, other: Field) -> bool:
    if other.target not in _REACHES[field.target]:
        return False
    in_turns = field.target in ("turn", "part", "candidate") or field.per == "turn"
    if other.target == "turn" or (other.target in ("participant", "pair") and other.per == "turn"):
        return in_turns
    return True
