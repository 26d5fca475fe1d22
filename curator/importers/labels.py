"""Labels found in a source file, mapped to the schema's values where it knows the spelling, and kept where not."""

from __future__ import annotations

from functools import lru_cache

from curator.model.annotation import AnnotatorKind, ImportedLabel, State
from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.model.schema import Field, Schema
from curator.model.targets import Target, TargetName


class Column:
    """One label field of a source, seen by one rater.

    A value is mapped once for each spelling: 18,376 strategies of ESConv have eight.
    """

    def __init__(self, field: Field, annotator: str, kind: AnnotatorKind) -> None:
        self.field, self.annotator, self.kind = field, annotator, kind
        self._known: dict[tuple[type, Json], tuple[State, Json]] = {}
        self._made: dict[tuple[Target, str], ImportedLabel] = {}

    def label(self, raw: Json, target: Target) -> ImportedLabel:
        """The same object for the same target and text: what is stored of it is worked out once as well."""
        if type(raw) is not str:
            return self._label(raw, target)
        made = self._made.get((target, raw))
        if made is None:
            made = self._made[target, raw] = self._label(raw, target)
        return made

    def _label(self, raw: Json, target: Target) -> ImportedLabel:
        state, value = self._mapped(raw)
        return ImportedLabel(self.field.id, target, state, value, raw, self.annotator, self.kind)

    def _mapped(self, raw: Json) -> tuple[State, Json]:
        # True == 1 == 1.0 as dictionary keys, so the type is part of the key.
        key = (type(raw), canonical_json(raw) if isinstance(raw, list | dict) else raw)
        if key not in self._known:
            value = self.field.kind_class.from_source(self.field, raw)
            self._known[key] = ("unmapped", None) if value is None else ("value", value)
        return self._known[key]


def column(
    schema: Schema, field: str, target: TargetName, annotator: str, kind: AnnotatorKind = "participant"
) -> Column | None:
    """None if the schema has no such field about such a target."""
    found = schema.field(field)
    return Column(found, annotator, kind) if found is not None and found.target == target else None


@lru_cache(maxsize=4096)
def turn_target(turn_id: str) -> Target:
    """One object for all turns of one id: nearly every dialogue has a t0."""
    return Target(turn=turn_id)


def is_blank(raw: Json) -> bool:
    """Nothing was written there: null, or text of blanks only."""
    return raw is None or (isinstance(raw, str) and not raw.strip())


def spelling(raw: Json) -> str:
    """A source value as a report shows it."""
    return raw if isinstance(raw, str) else canonical_json(raw)
