"""`participants`: a set from the dialogue's closed list; a group stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from curator.model.base import Json
from curator.model.dialogue import Dialogue, Participant
from curator.model.grammar import Scope, evaluate
from curator.model.kinds.base import AgreementPlan, Kind, Wrong, checked_list, min_below_max, refuse, without_repeats
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Participants(Kind):
    name = "participants"
    summary = "a set of the dialogue's participants; a group stands alone"
    value = '`["id", …]`'
    settings = frozenset({"min", "max", "exclude_self", "exclude", "default", "among"})
    rules: ClassVar[Mapping[str, str]] = {"majority": "set_majority", "all": "same"}
    of_dialogue = True
    drawable = True
    level = "set_masi"

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        ids = without_repeats(field, checked_list(field, value, "participants"), "participants")
        offered = {person.id: person for person in self.offered(field, dialogue, target)}
        for name in ids:
            if name not in offered:
                raise refuse(field, *_why_not(name, dialogue, offered))
        if len(ids) > 1 and any(offered[name].kind == "group" for name in ids):
            raise refuse(field, "a group stands alone.", "Name the group, or the people one by one.")
        order = {person.id: idx for idx, person in enumerate(dialogue.participants)}
        return sorted(ids, key=order.__getitem__)

    def offered(self, field: Question, dialogue: Dialogue, target: Target) -> list[Participant]:
        """Whom an answer may name here, in the dialogue's order."""
        speakers: tuple[str, ...] = ()
        if field.exclude_self:
            turn = next((turn for turn in dialogue.turns if turn.id == target.turn), None) if target.turn else None
            ends = tuple(filter(None, (target.participant, target.other)))
            speakers = ends or (turn.speakers if turn else ())
        return [
            person
            for person in dialogue.participants
            if person.id not in speakers
            and person.can("be_addressed")
            and (field.among is None or evaluate(field.among, Scope(dialogue, participant=person)))
        ]

    def column_type(self, field: Question) -> str:
        return "VARCHAR[]"

    def agreement(self, field: Question) -> AgreementPlan:
        return AgreementPlan(self.level, None, ["alpha", "percent_agreement"])

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from min_below_max(field)


def _why_not(name: str, dialogue: Dialogue, offered: dict[str, Participant]) -> tuple[str, str]:
    known = f"Offered: {', '.join(offered) or 'nobody'}."
    if any(person.id == name for person in dialogue.participants):
        return f"{name!r} cannot be named here.", known
    return f"{name!r} is not a participant of this dialogue.", known
