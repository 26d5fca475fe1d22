"""An invented conversation that fits a schema: its roles speak, and what its questions are about is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from curator.model.base import Json
from curator.model.dialogue import Candidate, Dialogue, Part, Participant, Turn
from curator.model.grammar import EVERYONE, Expr, Test, tests
from curator.model.question import Question
from curator.model.schema import Schema

HELPERS = ("assistant", "counsellor", "counselor", "helper", "host", "listener", "supporter", "sys", "therapist")
"""Spellings by which the role that helps is known; without one it is the last role."""
NAMES = ("Rosa", "Ines", "Paul", "Mei", "Tarek", "Olga", "Jonas", "Amara", "Luis")
HELPER = "Noor"
MENTIONED = "Uncle Leo"
DRAFT = "A first draft, to be made better."
# Who speaks: H helps, the others (S) take turns. Short turns, a sign of listening, an emoji and a question are there.
_TWO = (
    ("H", "Good to see you. What is on your mind today?"),
    ("S", "Since the water came through the ceiling I have hardly slept 😞"),
    ("H", "That sounds exhausting. When did it happen?"),
    ("S", "Three weeks ago. Uncle Leo says I should be glad that nobody was hurt."),
    ("H", "And you feel that this leaves no room for how bad it was for you."),
    ("S", "Yes. Exactly. I get angry, and then I am ashamed of it."),
    ("H", "Mm-hm."),
    ("S", "Last night I shouted at him on the phone. I have never done that before."),
    ("H", "After a flood in my own kitchen I was short with everybody, too. It passed when I slept again."),
    ("S", "I did not think that others know this. What helped you?"),
    ("H", "You could ask a friend for one quiet night at her place, and tell your uncle what you wish from him."),
    ("S", "One quiet night … that sounds good. I will call her this evening. Thank you."),
)
_MORE = (
    ("H", "Good to see you all. What should we talk about first?"),
    ("S", "Since the water came through the ceiling nobody at home sleeps. I am worn out 😞"),
    ("S", "So am I. But you say nothing for days, and then you shout."),
    ("H", "One of you waits, the other one bursts. Did I get that right?"),
    ("S", "I shout because nobody answers me! Uncle Leo at least picks up the phone."),
    ("S", "Fine. Then talk to Uncle Leo."),
    ("H", "Mm-hm."),
    ("H", "Let us stay here for a moment. What did you feel when you heard that?"),
    ("S", "Alone, to be honest. As if the flood were my fault."),
    ("S", "I did not know that. I thought you were only angry with me."),
    ("H", "Could you tell each other what you would have needed in that night?"),
    ("S", "That somebody sits down with me and does not tidy up."),
    ("S", "I can do that. I am sorry that I walked away. Shall we try it tonight?"),
    ("H", "You have just done it. Let us keep ten minutes to look at how you got here."),
)
_SECONDS_A_WORD = 0.4


def facts_of(schema: Schema) -> dict[str, list[Json]]:
    """Attribute of a dialogue that the schema asks about -> values that make a difference, in the schema's order."""
    found: dict[str, list[Json]] = {}
    for test in _tests(schema):
        scope, _, name = test.key.partition(".")
        if scope == "dialogue":
            values = found.setdefault(name, [])
            values += [value for value in _values(test) if value not in values]
    return found


def invented(schema: Schema, facts: Mapping[str, Json] | None = None) -> Dialogue:
    """The conversation, with these attributes; what is not given is the first of `facts_of`. Two people, or more where
    the schema asks about people."""
    first = {name: values[0] for name, values in facts_of(schema).items() if values}
    people, helper = _people(schema)
    seekers = [person for person in people if person is not helper]
    seats = {"H": [helper], "S": seekers}
    count = {"H": 0, "S": 0}
    turns: list[Turn] = []
    clock = 0.0
    about_turns = _facts_about(schema, "turn")
    has_draft = any(question.prefill == "draft" for question in _questions(schema))
    for idx, (seat, text) in enumerate(_MORE if len(seekers) > 1 else _TWO):
        speaker = seats[seat][count[seat] % len(seats[seat])]
        count[seat] += 1
        length = round(_SECONDS_A_WORD * len(text.split()) + 0.4, 2)
        attributes = {name: values[idx % len(values)] for name, values in about_turns.items()}
        turns.append(
            Turn(
                id=f"t{idx}",
                speakers=(speaker.id,),
                text=text,
                start=clock,
                end=round(clock + length, 2),
                attributes=attributes,
                extra={"draft": DRAFT} if has_draft else {},
            )
        )
        clock = round(clock + length + 0.3, 2)
    candidates = _candidates(schema, turns)
    return Dialogue(
        id="preview",
        source_id="invented conversation",
        case="invented case" if _asks(schema, "case") else "",
        participants=(*people, *_others(schema)),
        turns=tuple(turns),
        candidates=candidates,
        parts=_parts(schema, turns, candidates),
        attributes={**first, **(facts or {})},
    )


def _people(schema: Schema) -> tuple[list[Participant], Participant]:
    """Everybody who speaks, and which of them helps."""
    roles = list(schema.roles)
    known = [role for role in roles if any(name.casefold() in HELPERS for name in (role, *schema.roles[role]))]
    helping = known[0] if known else roles[-1] if len(roles) > 1 else ""
    others = [role for role in roles if role != helping] or roles
    seats = others or [""]
    if len(seats) == 1 and _is_about_people(schema):
        seats = seats * 2
    facts = _facts_about(schema, "participant")
    people = [
        Participant(
            id=name.lower(),
            name=name,
            role=role,
            attributes={fact: values[idx % len(values)] for fact, values in facts.items()},
        )
        for idx, (name, role) in enumerate(zip((*NAMES[: len(seats)], HELPER), (*seats, helping), strict=True))
    ]
    return people, people[-1]


def _is_about_people(schema: Schema) -> bool:
    kinds = [question.kind for question in _questions(schema)]
    about = any(field.target in ("participant", "pair") for field in schema.asked)
    return about or bool(schema.entities.groups) or "participants" in kinds


def _others(schema: Schema) -> Iterator[Participant]:
    """Somebody who is spoken about, where the schema lets such people in; its groups come by themselves."""
    entities = schema.entities
    among = any(question.among == EVERYONE for question in _questions(schema))
    if entities.open or among or "mentioned" in entities.kinds:
        yield Participant(id="leo", name=MENTIONED, kind="mentioned")
    if "entity" in entities.kinds:
        yield Participant(id="flat", name="the flat", kind="entity")


def _asks(schema: Schema, word: str) -> bool:
    """Whether some question is about this, or takes its answers from there."""
    return any(word in (field.target, field.of.removesuffix("s"), field.scope) for field in schema.asked)


def _candidates(schema: Schema, turns: list[Turn]) -> tuple[Candidate, ...]:
    """Three answers in place of a late turn of the helper; two whole conversations where those are compared."""
    if not _asks(schema, "candidate"):
        return ()
    says = (
        "You carry a lot at once. What would be the smallest thing that helps tonight?",
        "Everything will be fine, do not think about it.",
        "Being angry after such a night makes sense to me.",
    )
    found = [
        Candidate(id=f"c{n}", turn=turns[-2].id, source=f"system {n}", content=text) for n, text in enumerate(says, 1)
    ]
    if any(field.target == "dialogue" and field.of for field in schema.asked) or _only_whole(schema):
        found += [
            Candidate(id=f"w{n}", source=f"system {n}", content=text)
            for n, text in enumerate(
                ("A talk that ends with a plan for the night.", "A talk that ends with advice."), 1
            )
        ]
    return tuple(found)


def _only_whole(schema: Schema) -> bool:
    return any(field.target == "candidate" and not field.applies_to for field in schema.asked)


def _parts(schema: Schema, turns: list[Turn], candidates: tuple[Candidate, ...]) -> tuple[Part, ...]:
    """Two pieces of each thing of which the schema asks pieces, of the types that it asks for."""
    found: list[Part] = []
    wanted = dict.fromkeys(
        (field.of.removesuffix("s") or "turn", field.type) for field in schema.asked if field.target == "part"
    )
    for of_kind, type_ in wanted:
        owners = {
            "turn": [turns[1].id, turns[3].id],
            "candidate": [candidate.id for candidate in candidates],
            "dialogue": [""],
            "case": ["invented case"],
        }[of_kind]
        for owner in owners:
            for n, text in enumerate(("First: what happened in that night?", "Then: what would have helped?"), 1):
                name = f"{of_kind}-{owner or 'all'}-{type_ or 'part'}-{n}".replace(" ", "-")
                found.append(Part(id=name, of_kind=of_kind, of_id=owner, type=type_, text=text))
    return tuple(found)


# --- what conditions ask for ------------------------------------------------------------------------------------------
def _facts_about(schema: Schema, scope: str) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for test in _tests(schema):
        where, _, name = test.key.partition(".")
        if where == scope and name and test.key not in ("turn.words", "turn.idx"):
            found.setdefault(name, []).extend(_values(test))
    return {name: values for name, values in found.items() if values}


def _values(test: Test) -> list[Json]:
    """Values for which the test holds, then one for which it does not, where that can be told."""
    if test.op == "in":
        return list(test.values)
    if test.op == "contains":
        return [[value] for value in test.values]
    if test.op in ("gt", "ge", "lt", "le"):
        step = 1 if test.op in ("gt", "ge") else -1
        inside = test.number + (step if test.op in ("gt", "lt") else 0)
        return [inside, test.number - step]
    return ["yes"] if test.op == "any" else []


def _tests(schema: Schema) -> Iterator[Test]:
    for expr in _conditions(schema):
        yield from tests(expr)


def _conditions(schema: Schema) -> Iterator[Expr]:
    found: list[Expr | bool | None] = []
    for field in schema.asked:
        found += [field.applies_to, field.when]
    for question in _questions(schema):
        found += [question.required, question.among, *(option.only_if for option in question.options)]
    for entity in schema.entities.groups:
        found += [entity.only_if, entity.members]
    for rule in schema.rules:
        found += [rule.when, rule.forbid, rule.require]
    yield from (expr for expr in found if expr is not None and not isinstance(expr, bool))


def _questions(schema: Schema) -> Iterator[Question]:
    """Every field and, inside of it, every part."""
    waiting: list[Question] = list(reversed(schema.asked))
    while waiting:
        question = waiting.pop()
        yield question
        waiting += reversed(question.parts)
