"""`ranking`: an order of the candidates, best first, with ties where they are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import AgreementPlan, Kind, Wrong, object_with, refuse, without_repeats
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Ranking(Kind):
    name = "ranking"
    summary = "an order of the candidates"
    value = '`[["c1"], ["c2", "c3"]]` (ties together), or `{"order", "strength"}`'
    targets = ("dialogue", "turn")
    settings = frozenset({"of", "ties", "strength"})
    drawable = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        if not field.strength:
            return self._order(field, value, dialogue, target)
        given = object_with(field, value, {"order"}, {"strength"}, "a ranking with strength")
        order = self._order(field, given["order"], dialogue, target)
        strength = given.get("strength")
        if len(order) == 1:
            if strength is not None:
                raise refuse(field, "a tie has no strength.", "Leave `strength` out.")
            return {"order": order}
        if strength not in field.strength:
            raise refuse(field, f"{strength!r} is no strength.", f"Known: {', '.join(field.strength)}.")
        return {"order": order, "strength": strength}

    def _order(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> list[list[str]]:
        if not isinstance(value, list) or not all(isinstance(group, list) and group for group in value):
            raise refuse(field, "an order is a list of lists of candidates.", 'Write [["c1"], ["c2"]], best first.')
        ids = without_repeats(field, [name for group in value for name in group], "candidates")
        known = [candidate.id for candidate in dialogue.candidates if candidate.turn == target.turn]
        if set(ids) != set(known):
            raise refuse(
                field, "every candidate is ranked once.", f"Rank {', '.join(known) or 'nothing: there is none'}."
            )
        if not field.ties and any(len(group) > 1 for group in value):
            raise refuse(field, "ties are not allowed here.", "Put one before the other.")
        return [sorted(group, key=known.index) for group in value]

    def agreement(self, field: Question) -> AgreementPlan:
        return AgreementPlan("ordinal", ["lose", "tie", "win"], ["alpha", "percent_agreement"], "rankings")

    def wrong(self, field: Question) -> Iterator[Wrong]:
        if field.of != "candidates":
            yield Wrong("of", "a ranking says what it orders.", "Write `of: candidates`.")
