"""An answer to any question: the `n`-th one, so that another `n` gives another answer where there is one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds import KINDS, options_for
from curator.model.kinds.numbers import Steps
from curator.model.kinds.participants import Participants
from curator.model.question import Question
from curator.model.targets import Target
from tests.browser.talks import text_of

OWN = ("zest", "zeal and zip", "zig-zag")
"""Words for lists of options that are open."""
WORDS = "He <b>*said*</b> $x$ :smile: 🙂 كيف, number {n}"


@dataclass(frozen=True)
class At:
    """Where something is asked, and what the parts of the same item say already."""

    dialogue: Dialogue
    target: Target
    beside: dict[str, Json] | None = None

    @property
    def turns(self) -> list[str]:
        return [turn.id for turn in self.dialogue.turns]


def chosen(question: Question, n: int, at: At) -> Json:
    """The answer, in its canonical form; of kinds with items one item."""
    value = CHOOSE[question.kind](question, n, at)
    canonical = KINDS.get(question.kind).check(question, value, at.dialogue, at.target)
    assert canonical == value, (question.id, value, canonical)
    return value


def items(question: Question, n: int, at: At) -> list[Json]:
    """Of kinds with items all that are meant at one target; nothing where nothing can be named."""
    if question.tile:
        return _tiles(question, n, at)
    if question.kind == "links" and not _ends(question, at):
        return []
    count = max(question.min or 1, min(1 + n % 2, question.max or 2))
    return [chosen(question, n + idx, at) for idx in range(count)]


def _rotated(things: list[Any], n: int) -> list[Any]:
    n %= len(things)
    return things[n:] + things[:n]


def _choice(question: Question, n: int, at: At) -> Json:
    ids = [option.id for option in options_for(question, at.dialogue) if option.id != question.initial]
    if question.open and (not ids or n % 2):
        return OWN[n % len(OWN)]
    return ids[n % len(ids)]


def _choices(question: Question, n: int, at: At) -> Json:
    ids = [option.id for option in options_for(question, at.dialogue)]
    picked = _rotated(ids, n)[: max(question.min or 1, min(2, question.max or 2))]
    if not question.ordered:
        picked.sort(key=ids.index)
    if question.open and n % 2:
        picked[-1] = OWN[n % len(OWN)]
    if question.intensity is None:
        return picked
    points = Steps.of(question.intensity).points() or []
    return [{"option": one, "intensity": points[(n + idx) % len(points)]} for idx, one in enumerate(picked)]


def _scale(question: Question, n: int, at: At) -> Json:
    points = Steps.of(question).points() or []
    return points[(3 * n + 1) % len(points)]


def _text(question: Question, n: int, at: At) -> Json:
    return (f"Text {n}" if n % 3 else WORDS.format(n=n))[: question.max]


def _participants(question: Question, n: int, at: At) -> Json:
    out = (at.beside or {}).get(question.exclude) or []
    offered = Participants().offered(question, at.dialogue, at.target)
    able = [one for one in offered if one.id not in out]
    groups = [one.id for one in able if one.kind == "group"]
    if groups and n % 3 == 2 and not (question.min or 0) > 1 and not question.exclude:
        return groups[:1]
    people = [one.id for one in able if one.kind != "group"]
    picked = _rotated(people, n)[: max(question.min or 1, min(1 + n % 2, question.max or 2))] if people else groups[:1]
    return [name for name in people if name in picked] or picked


def _reach(question: Question, at: At) -> list[str]:
    """The turns that may be named here."""
    here = at.target.turn
    if question.range == "up_to_here" and here:
        return at.turns[: at.turns.index(here) + 1]
    return at.turns


def _turns(question: Question, n: int, at: At) -> Json:
    within = _reach(question, at)
    picked = _rotated(within, n)[: max(question.min or 1, min(1 + n % 2, question.max or 2))]
    return [turn for turn in within if turn in picked]


def _ranking(question: Question, n: int, at: At) -> Json:
    ids = [one.id for one in at.dialogue.candidates if one.turn == at.target.turn]
    order = [[one] for one in _rotated(ids, n + 1)]
    if question.ties and n % 2 == 0 and len(order) > 2:
        order[0] = sorted(order[0] + order.pop(1), key=ids.index)
    if not question.strength:
        return order
    return {"order": order, "strength": question.strength[n % len(question.strength)]}


def words_in(text: str) -> list[tuple[int, int]]:
    """Where its words are."""
    return [match.span() for match in re.finditer(r"\w+", text)]


def _spans(question: Question, n: int, at: At) -> Json:
    turn = "" if at.target.part or at.target.candidate else at.target.turn
    if not turn and not (at.target.part or at.target.candidate):
        turn = at.turns[n % len(at.turns)]
    text = text_of(at.dialogue, at.target, turn)
    words = words_in(text)
    first = n % len(words)
    last = min(first + n % 2, len(words) - 1)
    start, end = words[first][0], words[last][1]
    place = {"turn": turn} if turn else {}
    return {**place, "start": start, "end": end, "text": text[start:end], **_labelled(question, n, at)}


def _tiles(question: Question, n: int, at: At) -> list[Json]:
    """The turn in two pieces, cut before its last word; in one, where it is a word alone."""
    text = text_of(at.dialogue, at.target, at.target.turn)
    words = words_in(text)
    edges = [0, *([words[-1][0]] if len(words) > 1 else []), len(text)]
    return [
        {
            "turn": at.target.turn,
            "start": start,
            "end": end,
            "text": text[start:end],
            **_labelled(question, n + idx, at),
        }
        for idx, (start, end) in enumerate(pairwise(edges))
    ]


def _ends(question: Question, at: At) -> list[str]:
    return [turn for turn in _reach(question, at) if turn != at.target.turn]


def _links(question: Question, n: int, at: At) -> Json:
    others = _ends(question, at)
    return {"to": [others[n % len(others)]], **_labelled(question, n, at)}


def _segments(question: Question, n: int, at: At) -> Json:
    start = 10 * n + 1.5
    times: dict[str, Json] = {"start": start} if question.states else {"start": start, "end": start + 4}
    return {**times, **_labelled(question, n, at)}


def _labelled(question: Question, n: int, at: At) -> dict[str, Json]:
    shape: dict[str, Json] = {"label": _choice(question, n, at)} if question.options or question.open else {}
    parts = _parts(question, n, at)
    return {**shape, "parts": parts} if parts else shape


def _records(question: Question, n: int, at: At) -> Json:
    return _parts(question, n, at)


def _parts(question: Question, n: int, at: At) -> dict[str, Json]:
    """All parts; of every second item those alone that have to be answered, and the first one."""
    answers: dict[str, Json] = {}
    for idx, part in enumerate(question.parts):
        if n % 2 and idx and part.required is not True:
            continue
        here = At(at.dialogue, at.target, answers)
        answer = items(part, n + idx, here) if part.kind_class.items else chosen(part, n + idx, here)
        if answer or answer == 0:
            answers[part.id] = answer
    return answers


CHOOSE: dict[str, Callable[[Question, int, At], Json]] = {
    "choice": _choice,
    "choices": _choices,
    "scale": _scale,
    "text": _text,
    "participants": _participants,
    "turns": _turns,
    "ranking": _ranking,
    "spans": _spans,
    "links": _links,
    "segments": _segments,
    "records": _records,
}
