"""`turns`: a set of turns, such as the evidence for a judgement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import AgreementPlan, Kind, Wrong, checked_list, min_below_max, refuse, without_repeats
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Turns(Kind):
    name = "turns"
    summary = "a set of turns (evidence)"
    value = '`["id", …]`'
    settings = frozenset({"min", "max", "range", "scope"})
    drawable = True
    rules: ClassVar[Mapping[str, str]] = {"majority": "set_majority", "all": "same"}
    of_dialogue = True
    level = "set_masi"

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        """With `scope: case` a turn may lie in another dialogue of the case, which cannot be looked up here."""
        ids = without_repeats(field, checked_list(field, value, "turns"), "turns")
        order = {turn.id: idx for idx, turn in enumerate(dialogue.turns)}
        for name in ids:
            if name not in order and field.scope != "case":
                raise refuse(field, f"{name!r} is not a turn of this dialogue.")
        check_range(field, ids, order, target)
        return sorted(ids, key=lambda name: order.get(name, len(order)))

    def column_type(self, field: Question) -> str:
        return "VARCHAR[]"

    def agreement(self, field: Question) -> AgreementPlan:
        return AgreementPlan(self.level, None, ["alpha", "percent_agreement"])

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from min_below_max(field)
        if field.scope == "turn":
            yield Wrong("scope", "a set of turns lies in the dialogue or the case.", "Use `dialogue` or `case`.")


def check_range(field: Question, ids: list[str], order: dict[str, int], target: Target) -> None:
    """Raises DataError where `range: up_to_here` is set and a turn comes after the target's own."""
    here = order.get(target.turn)
    if field.range != "up_to_here" or here is None:
        return
    for name in ids:
        if order.get(name, -1) > here:
            raise refuse(field, f"the turn {name!r} comes after this one.", "Name turns up to here.")
