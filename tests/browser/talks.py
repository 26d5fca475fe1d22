"""A conversation for any scheme: it has somebody of each role, and every part, candidate and attribute asked about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import BaseModel

from curator.model import grammar
from curator.model.base import Json
from curator.model.dialogue import Candidate, Dialogue, Part, Participant, Turn
from curator.model.schema import Field, Schema
from curator.model.targets import Target

NAMES = ("Ana", "Ben", "Kim", "Lou", "Tess", "Vic")
SAID = (
    "I feel 💩 today, my friend.",
    "مرحبا 🙂 كيف الحال",
    "Was the week long, then?",
    "Nobody spoke <b>much</b> of it",
    "Hm.",
    "We shall see each other",
)
"""No word comes twice, so that a word tells which turn it is of."""
SPEAKING = 2
RANKED = 3


def a_talk_for(schema: Schema, name: str = "d1") -> Dialogue:
    """Two people of the first role and one of each other; everybody speaks once, and the first one once more."""
    roles = _roles(schema)
    people = [_person(idx, role, schema) for idx, role in enumerate([roles[0], *roles])]
    who = [*people, people[0]]
    asked = schema.asked
    return Dialogue(
        id=name,
        source_id=name,
        case="case-1" if any(_is_of_case(field) for field in asked) else "",
        participants=(*people, Participant(id="gran", name="Gran", kind="mentioned")),
        turns=tuple(_turn(idx, person.id, schema) for idx, person in enumerate(who)),
        candidates=tuple(_candidates(asked)),
        parts=tuple(_parts(asked)),
        attributes=_attributes(schema, "dialogue"),
    )


def _roles(schema: Schema) -> list[str]:
    """The first two, and every other one that a condition asks for."""
    asked = {role for test in tests_in(schema) if test.key == "role" for role in test.values}
    return [role for idx, role in enumerate(schema.roles) if idx < SPEAKING or role in asked] or [""]


def _person(idx: int, role: str, schema: Schema) -> Participant:
    name = NAMES[idx]
    return Participant(id=name.lower(), name=name, role=role, attributes=_attributes(schema, "participant"))


def _turn(idx: int, speaker: str, schema: Schema) -> Turn:
    attributes = _attributes(schema, "turn") | {"draft": f"Draft number {idx}"}
    return Turn(id=f"t{idx}", speakers=(speaker,), text=SAID[idx], attributes=attributes)


def _is_of_case(field: Field) -> bool:
    return field.target == "case" or field.of == "case" or field.scope == "case"


def _candidates(asked: Iterable[Field]) -> Iterator[Candidate]:
    """To the second turn, and to the whole."""
    if any(field.target == "candidate" or field.of in ("candidate", "candidates") for field in asked):
        for idx, word in enumerate(("kindly", "briefly", "wisely")[:RANKED]):
            yield Candidate(id=f"c{idx}", turn="t1", source=f"model-{idx}", content=f"Answer {word} given")
        for idx, word in enumerate(("short", "broad")):
            yield Candidate(id=f"w{idx}", source=f"model-{idx}", content={"text": f"Summary {word} enough"})


def _parts(asked: Iterable[Field]) -> Iterator[Part]:
    """Two of everything that has parts which are asked about."""
    of = {field.of or "turn": field.type for field in reversed(list(asked)) if field.target == "part"}
    owners = {"turn": "t1", "candidate": "c0"}
    for owner, sort in of.items():
        for idx, word in enumerate(("first", "second")):
            text = f"Piece {word} of {owner}"
            yield Part(id=f"{owner}-{idx}", of_kind=_of(owner), of_id=owners.get(owner, ""), type=sort, text=text)


def _of(owner: str) -> Json:
    return owner.removesuffix("s")


def _attributes(schema: Schema, scope: str) -> dict[str, Json]:
    """What conditions ask of a dialogue, a turn or a person, so that they hold; where two disagree, the first one."""
    found: dict[str, Json] = {}
    for test in tests_in(schema):
        where, _, name = test.key.partition(".")
        if where != scope or not name or (scope == "turn" and name in ("idx", "words")):
            continue
        if test.op == "in":
            found.setdefault(name, test.values[0])
        elif test.op in ("gt", "ge"):
            found[name] = max(test.number + 1, float(str(found.get(name, 0))))
    return found


def tests_in(of: object) -> Iterator[grammar.Test]:
    """Every test of every condition in a schema."""
    if isinstance(of, grammar.Test | grammar.Node):
        yield from grammar.tests(of)
    elif isinstance(of, BaseModel):
        for name in type(of).model_fields:
            yield from tests_in(getattr(of, name))
    elif isinstance(of, dict):
        for value in of.values():
            yield from tests_in(value)
    elif isinstance(of, list | tuple):
        for value in of:
            yield from tests_in(value)


def text_of(dialogue: Dialogue, target: Target, turn: str) -> str:
    """The text that a span at the target lies in; `turn`: of which turn, where it is not the part's or candidate's."""
    if target.part:
        return next(part.text for part in dialogue.parts if part.id == target.part)
    if target.candidate:
        content = next(one.content for one in dialogue.candidates if one.id == target.candidate)
        return str(content["text"] if isinstance(content, dict) else content)
    return next(one.text for one in dialogue.turns if one.id == turn)
