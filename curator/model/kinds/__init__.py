"""The kinds of field, in one list: adding a kind is adding a class here."""

from __future__ import annotations

from curator.model.kinds.base import AgreementPlan, Kind, options_for
from curator.model.kinds.choice import Choice
from curator.model.kinds.choices import Choices
from curator.model.kinds.participants import Participants
from curator.model.kinds.scale import Scale
from curator.model.kinds.text import Text
from curator.registry import Registry

_ALL: list[Kind] = [Choice(), Choices(), Scale(), Text(), Participants()]
KINDS: Registry[Kind] = Registry("kind of field", {kind.name: kind for kind in _ALL})

__all__ = ["KINDS", "AgreementPlan", "Kind", "options_for"]
