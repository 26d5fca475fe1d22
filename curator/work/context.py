"""A turn among its neighbours, to be read where an answer about it is discussed."""

from __future__ import annotations

from collections.abc import Mapping

from curator.model.base import Json
from curator.model.dialogue import Participant
from curator.store.interface import Store

BEFORE, AFTER = 2, 1


def around(
    store: Store, project: str, dialogue: str, turn: str = "", *, before: int = BEFORE, after: int = AFTER
) -> list[dict[str, Json]]:
    """[{"turn", "speakers", "text", "here"}] of a turn and its neighbours.

    Without a turn (an answer about the whole dialogue) its first turns. A turn that is gone gives none. Raises
    NotFoundError (project, dialogue).
    """
    found = store.dialogue(project, dialogue)
    people = {one.id: one for one in found.participants}
    place = next((idx for idx, one in enumerate(found.turns) if one.id == turn), None)
    if turn and place is None:
        return []
    first, last = (0, before + after + 1) if place is None else (max(0, place - before), place + after + 1)
    return [
        {
            "turn": one.id,
            "speakers": " and ".join(_called(name, people) for name in one.speakers),
            "text": one.text,
            "here": one.id == turn,
        }
        for one in found.turns[first:last]
    ]


def _called(name: str, people: Mapping[str, Participant]) -> str:
    person = people.get(name)
    return (person.name or person.role if person else "") or name
