"""The small closed grammar of `when`, `only_if`, `applies_to`, `among`, `members`, `required` and rules.

    expr = { key: test, … }  (all must hold)  |  {all: [expr…]} | {any: [expr…]} | {not: expr}
    key  = FIELD | dialogue.ATTR | turn.ATTR | participant.ATTR | role
    test = any | none | SCALAR | [SCALAR, …] | {gt|ge|lt|le: NUMBER} | {contains: OPTION} | {overlaps: FIELD}

The browser runs the same grammar (grammar.js); tests/model/grammar-cases.json holds both to one meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from curator.model.annotation import State
from curator.model.base import Json
from curator.model.dialogue import Dialogue, Participant, Turn

COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "gt": lambda left, right: left > right,
    "ge": lambda left, right: left >= right,
    "lt": lambda left, right: left < right,
    "le": lambda left, right: left <= right,
}
SCOPES = ("dialogue", "turn", "participant")

# Han and kana are words one by one: nothing parts them. Signs alone ("…", "?") are no word.
# White space is JavaScript's \s, so that the browser counts alike.
_SPACE = "\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\ufeff"
_WIDE_SIGNS = "\\u3000-\\u303f\\uff00-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65"
_IDEOGRAPHS = "\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff"
_SIGNS = "\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007e\\u2010-\\u2027\\u2030-\\u205e"
_BREAKS = f"{_SPACE}{_WIDE_SIGNS}{_IDEOGRAPHS}"
_WORD = re.compile(f"[{_IDEOGRAPHS}]|[^{_BREAKS}{_SIGNS}][^{_BREAKS}]*")


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody answered to a field at a target: a state, and a value where the state is `value`."""

    state: State
    value: Json = None


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may ask about. `answers` takes a field id; None = not annotated, or not applicable."""

    dialogue: Dialogue
    turn: Turn | None = None
    participant: Participant | None = None
    answers: Callable[[str], Answer | None] = lambda _field: None
    turn_idx: int | None = None


@dataclass(frozen=True, slots=True)
class Test:
    """One `key: test`. op: any | none | in (values: texts) | gt | ge | lt | le | contains | overlaps."""

    key: str
    op: str
    values: tuple[str, ...] = ()
    number: float = 0.0
    written: Json = None


@dataclass(frozen=True, slots=True)
class Node:
    """Joins expressions: all | any | not (of exactly one)."""

    op: Literal["all", "any", "not"]
    items: tuple[Expr, ...]
    mapping: bool = False


Expr: TypeAlias = Node | Test
EVERYONE = Node("all", ())
"""`among: any`: no condition at all."""


def parse(written: Json) -> Expr:
    """Raises ValueError, saying which key or test is not of the grammar."""
    if isinstance(written, Node | Test):
        return written
    if not isinstance(written, dict) or not written:
        raise ValueError("a condition is written {key: test}, {all: […]}, {any: […]} or {not: {…}}")
    if len(written) == 1:
        [(word, inner)] = written.items()
        if word in ("all", "any"):
            if not isinstance(inner, list) or not inner:
                raise ValueError(f"`{word}` takes a list of conditions")
            return Node("all" if word == "all" else "any", tuple(parse(item) for item in inner))
        if word == "not":
            return Node("not", (parse(inner),))
    for word in ("all", "any", "not"):
        if word in written:
            raise ValueError(f"`{word}` stands alone: join it with other tests by {{all: […]}}")
    tests = tuple(_test(key, test) for key, test in written.items())
    return tests[0] if len(tests) == 1 else Node("all", tests, mapping=True)


def as_json(expr: Expr) -> Json:
    """The condition as it is written in a file; `parse` gives it back."""
    if isinstance(expr, Test):
        return {expr.key: expr.written}
    if not expr.items:
        return "any"
    if expr.op == "not":
        return {"not": as_json(expr.items[0])}
    if expr.mapping:
        return {test.key: test.written for test in expr.items if isinstance(test, Test)}
    return {expr.op: [as_json(item) for item in expr.items]}


def tests(expr: Expr) -> Iterator[Test]:
    """Every test in the expression, in the order of writing."""
    if isinstance(expr, Test):
        yield expr
        return
    for item in expr.items:
        yield from tests(item)


def fields_of(expr: Expr) -> Iterator[str]:
    """The ids of the fields that the expression asks about."""
    for test in tests(expr):
        if is_field(test.key):
            yield test.key
        if test.op == "overlaps":
            yield from test.values


def is_field(key: str) -> bool:
    """Whether a key names a field (`role` and `dialogue.…`, `turn.…`, `participant.…` do not)."""
    return key != "role" and key.partition(".")[0] not in SCOPES


def evaluate(expr: Expr, scope: Scope) -> bool:
    if isinstance(expr, Test):
        return _holds(expr, scope)
    if expr.op == "not":
        return not evaluate(expr.items[0], scope)
    if expr.op == "any":
        return any(evaluate(item, scope) for item in expr.items)
    return all(evaluate(item, scope) for item in expr.items)


def words(text: str) -> int:
    """Words in a text: stretches between white space that hold more than signs; Han and kana count one by one."""
    return sum(1 for _ in _WORD.finditer(text))


# --- parsing ----------------------------------------------------------------------------------------------------------
def _test(key: str, written: Json) -> Test:
    head, dot, attribute = key.partition(".")
    if not head or (dot and not attribute) or (head in SCOPES and not dot):
        raise ValueError(f"{key!r} is not a key: use FIELD, role, dialogue.ATTR, turn.ATTR or participant.ATTR")
    if isinstance(written, dict):
        return _comparison(key, written)
    if isinstance(written, list):
        if not written:
            raise ValueError(f"{key}: the list is empty, so nothing could hold")
        return Test(
            key, "in", tuple(_scalar(key, item) for item in written), written=[_scalar(key, i) for i in written]
        )
    text = _scalar(key, written)
    if text in ("any", "none"):
        return Test(key, text, written=text)
    return Test(key, "in", (text,), written=text)


def _comparison(key: str, written: dict[str, Json]) -> Test:
    if len(written) != 1:
        raise ValueError(f"{key}: write one of gt, ge, lt, le, contains, overlaps (join two by {{all: […]}})")
    [(op, operand)] = written.items()
    if op in COMPARISONS:
        number = _number(operand)
        if number is None:
            raise ValueError(f"{key}: `{op}` takes a number, not {operand!r}")
        return Test(key, op, number=number, written={op: int(number) if number.is_integer() else number})
    if op in ("contains", "overlaps"):
        return Test(key, op, (_scalar(key, operand),), written={op: _scalar(key, operand)})
    raise ValueError(f"{key}: {op!r} is not a test: use gt, ge, lt, le, contains or overlaps")


def _scalar(key: str, value: Json) -> str:
    if value is None or isinstance(value, dict | list):
        raise ValueError(f"{key}: a test is any, none, a value, a list of values or a comparison")
    return text_of(value)


def text_of(value: Json) -> str:
    """A scalar as it would be written in a file: true, false, 3, 0.5, text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _number(value: Json) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if abs(number) < float("inf") else None


# --- evaluating -------------------------------------------------------------------------------------------------------
def _holds(test: Test, scope: Scope) -> bool:
    found, value = _look_up(test.key, scope)
    items = value if isinstance(value, list | tuple) else [value]
    if test.op == "any":
        return found == "value" and not _is_empty(value)
    if test.op == "none":
        return found == "none" or (found == "value" and _is_empty(value))
    if found != "value":
        return False
    if test.op in COMPARISONS:
        compare = COMPARISONS[test.op]
        numbers = [number for item in items if (number := _number(item)) is not None]
        return any(compare(number, test.number) for number in numbers)
    if test.op == "overlaps":
        other_found, other = _look_up(test.values[0], scope)
        if other_found != "value":
            return False
        others = other if isinstance(other, list | tuple) else [other]
        return bool({text_of(_plain(item)) for item in items} & {text_of(_plain(item)) for item in others})
    return any(_equals(_plain(item), wanted) for item in items for wanted in test.values)


def _look_up(key: str, scope: Scope) -> tuple[str, Json]:
    """("value", it) | ("none", None) | ("missing", None). A missing attribute is none: there is nothing to wait for."""
    if key == "role":
        return _given(_roles(scope))
    head, _, attribute = key.partition(".")
    if head == "dialogue":
        return _given(scope.dialogue.attributes.get(attribute))
    if head == "participant":
        return _given(None if scope.participant is None else scope.participant.attributes.get(attribute))
    if head == "turn":
        return _given(_turn_attribute(attribute, scope))
    answer = scope.answers(key)
    if answer is None:
        return "missing", None
    return (answer.state if answer.state in ("value", "none") else "missing"), answer.value


def _given(value: Json) -> tuple[str, Json]:
    return ("none", None) if _is_empty(value) else ("value", value)


def _roles(scope: Scope) -> list[str]:
    """The participant's role; else the roles of the turn's speakers, so that any speaker will do."""
    if scope.participant is not None:
        return [scope.participant.role] if scope.participant.role else []
    if scope.turn is None:
        return []
    return [role for speaker in scope.turn.speakers if (role := scope.dialogue.role_of(speaker))]


def _turn_attribute(attribute: str, scope: Scope) -> Json:
    if scope.turn is None:
        return None
    if attribute == "words":
        return words(scope.turn.text)
    if attribute == "idx":
        if scope.turn_idx is not None:
            return scope.turn_idx
        return next((idx for idx, turn in enumerate(scope.dialogue.turns) if turn.id == scope.turn.id), None)
    return scope.turn.attributes.get(attribute)


def _is_empty(value: Json) -> bool:
    return value is None or value == "" or (isinstance(value, list | tuple | dict) and not value)


def _plain(item: Json) -> Json:
    """The option of an item with an intensity, or the label of a span, link or segment."""
    if isinstance(item, dict):
        return item.get("option", item.get("label"))
    return item


def _equals(value: Json, wanted: str) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value is not None and text_of(value) == wanted
    return _number(wanted) == value


def _required(written: Json) -> bool | Expr:
    if isinstance(written, bool):
        return written
    if isinstance(written, str):
        if written in ("true", "false"):
            return written == "true"
        raise ValueError(f"`required` is true, false or a condition, not {written!r}")
    return parse(written)


def _serial(value: Any) -> Json:
    return as_json(value) if isinstance(value, Node | Test) else value


def _of_role(written: Json) -> Expr:
    return parse({"role": written} if isinstance(written, str) else written)


def _among(written: Json) -> Expr:
    return EVERYONE if written == "any" else _of_role(written)


_EXPR_SCHEMA = {"title": "Expr"}
"""Stands for the grammar; json_schema.py puts the definition in."""
ExprField = Annotated[Expr, PlainValidator(parse), PlainSerializer(_serial), WithJsonSchema(_EXPR_SCHEMA)]
RoleExpr = Annotated[
    Expr,
    PlainValidator(_of_role),
    PlainSerializer(_serial),
    WithJsonSchema({"anyOf": [{"type": "string", "description": "a role"}, _EXPR_SCHEMA]}),
]
Among = Annotated[
    Expr,
    PlainValidator(_among),
    PlainSerializer(_serial),
    WithJsonSchema({"anyOf": [{"type": "string", "description": "any, or a role"}, _EXPR_SCHEMA]}),
]
Required = Annotated[
    bool | Expr,
    PlainValidator(_required),
    PlainSerializer(_serial),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, _EXPR_SCHEMA]}),
]
