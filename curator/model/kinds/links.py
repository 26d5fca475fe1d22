"""`links`: typed arrows from this turn to others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import object_with, refuse, without_repeats
from curator.model.kinds.items import Items, labelled
from curator.model.kinds.turns import check_range
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Links(Items):
    name = "links"
    way = "links"
    summary = "typed arrows from this turn to others"
    value = 'an item `{"to": ["t9"], "label"}`'
    targets = ("turn",)
    settings = frozenset({"options", "open", "min", "max", "parts", "range"})
    drawable = True

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        link = object_with(field, value, {"to"}, {"label", "parts"}, "a link")
        if not isinstance(link["to"], list) or not link["to"]:
            raise refuse(field, "a link names the turns it points to.", 'Write {"to": ["t9"]}.')
        ids = without_repeats(field, link["to"], "turns")
        order = {turn.id: idx for idx, turn in enumerate(dialogue.turns)}
        for name in ids:
            if name not in order:
                raise refuse(field, f"{name!r} is not a turn of this dialogue.")
            if name == target.turn:
                raise refuse(field, "a link points to another turn.")
        check_range(field, ids, order, target)
        return {"to": sorted(ids, key=order.__getitem__), **labelled(field, link, dialogue, target)}
