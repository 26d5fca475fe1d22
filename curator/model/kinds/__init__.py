"""The kinds of field, in one list: adding a kind is adding a class here."""

from __future__ import annotations

from curator.model.kinds.base import AgreementPlan, Kind, options_for
from curator.model.kinds.choice import Choice
from curator.model.kinds.choices import Choices
from curator.model.kinds.links import Links
from curator.model.kinds.participants import Participants
from curator.model.kinds.ranking import Ranking
from curator.model.kinds.records import Records
from curator.model.kinds.scale import Scale
from curator.model.kinds.segments import Segments
from curator.model.kinds.spans import Spans
from curator.model.kinds.text import Text
from curator.model.kinds.turns import Turns
from curator.registry import Registry

_ALL: list[Kind] = [
    Choice(),
    Choices(),
    Scale(),
    Text(),
    Participants(),
    Turns(),
    Ranking(),
    Spans(),
    Links(),
    Segments(),
    Records(),
]
KINDS: Registry[Kind] = Registry("kind of field", {kind.name: kind for kind in _ALL})

__all__ = ["KINDS", "AgreementPlan", "Kind", "options_for"]
