"""The labels in the rows of RESCUE-BENCH, as answers to the fields of a schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from curator.errors import DataError
from curator.importers.labels import is_blank
from curator.model.annotation import ImportedLabel, State
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.identity import digest
from curator.model.plan import cells
from curator.model.project import Task
from curator.model.question import Question
from curator.model.schema import Field, Schema
from curator.model.targets import Target, TargetName

RATER = "source"
"""Whoever labelled a row: the release does not tell."""
CYCLE_RATER = "source (cycle state)"
"""The same pattern stands in two columns, in couples one row apart: each is kept as a rater of its own."""
SINGLE = ("target", "utterance_type", "tone_of_voice")
"""Keys with one value about the turn."""
LISTS: Mapping[str, tuple[str, ...]] = {
    "body_posture": ("person",),
    "facial_expressions": ("person",),
    "self_directed_behavior": ("person",),
    "interaction_behavior": (),
    "internal_emotion": ("person",),
    "viewpoints_attitudes": ("source", "target"),
    "support_strategy": (),
}
"""Keys with a list of objects -> the keys of such an object that say whom it is about (nobody: the turn)."""
_TEXT = "description"
"""In a list: what is said where the field takes one value and not a record."""


class Pattern(NamedTuple):
    """Where one column of patterns has its reason and its evidence, and whose answers they count as."""

    reason: str
    evidence: str
    rater: str


PATTERNS: Mapping[str, Pattern] = {
    # The first one's answers are older than the second one's, which the gold view prefers where both speak of a turn.
    "relation_cycle_state": Pattern("relation_cycle_reason", "relation_cycle_evidence_rows", CYCLE_RATER),
    "relation_pattern": Pattern("relation_pattern_reason", "relation_pattern_evidence_rows", RATER),
}
PATTERN, REASON, EVIDENCE = "relation_pattern", "pattern_reason", "pattern_evidence"
_ABOUT: tuple[TargetName, ...] = ("turn", "participant", "pair")


class Columns:
    """The fields of a schema that a row can answer. `keys`: the keys of a row that are labels under this schema."""

    def __init__(self, schema: Schema) -> None:
        about = {**dict.fromkeys((*SINGLE, PATTERN, REASON, EVIDENCE), 0), **{k: len(who) for k, who in LISTS.items()}}
        found = {name: schema.field(name) for name in about}
        self.fields: dict[str, Field] = {
            name: field
            for name, field in found.items()
            if field is not None and field.target == _ABOUT[about[name]] and (field.per == "turn") == (about[name] > 0)
        }
        self.keys = {name for name in (*SINGLE, *LISTS) if name in self.fields}
        for key, beside in PATTERNS.items():
            in_row = ((PATTERN, key), (REASON, beside.reason), (EVIDENCE, beside.evidence))
            self.keys |= {key for field, key in in_row if field in self.fields}


def labels_of(
    schema: Schema, columns: Columns, dialogue: Dialogue, rows: Sequence[dict[str, Json]], warnings: list[str]
) -> list[ImportedLabel]:
    """The labels of all rows; row n is the dialogue's turn n. Adds to `warnings`."""
    reading = _Labels(schema, columns, dialogue, rows, warnings)
    return [label for idx, row in enumerate(rows) for label in reading.row(row, dialogue.turns[idx].id)]


class _Labels:
    """One dialogue's labels. A value is an answer where the schema has such a cell and takes the value there;
    else it is *unmapped*, with what the source says."""

    def __init__(
        self,
        schema: Schema,
        columns: Columns,
        dialogue: Dialogue,
        rows: Sequence[dict[str, Json]],
        warnings: list[str],
    ) -> None:
        self.fields, self.warnings = columns.fields, warnings
        self.dialogue = schema.peopled(dialogue)
        self.turn_of_row = {
            row["row_index"] if type(row.get("row_index")) is int else idx + 1: dialogue.turns[idx].id
            for idx, row in enumerate(rows)
        }
        self.cells: dict[tuple[str, str], list[Target]] = {}
        for field, target in cells(schema, Task(), dialogue):
            self.cells.setdefault((field.id, target.turn), []).append(target)

    def row(self, row: dict[str, Json], turn: str) -> Iterator[ImportedLabel]:
        for key in SINGLE:
            if key in self.fields and row.get(key) is not None:
                yield from self._answer(self.fields[key], Target(turn=turn), row[key])
        for key in LISTS:
            if key in self.fields and row.get(key) is not None:
                yield from self._list(self.fields[key], row[key], turn)
        for key, beside in PATTERNS.items():
            yield from self._pattern(row, key, beside, Target(turn=turn))

    def _pattern(self, row: dict[str, Json], key: str, beside: Pattern, target: Target) -> Iterator[ImportedLabel]:
        reason, evidence = row.get(beside.reason), _listed(row.get(beside.evidence))
        if PATTERN in self.fields and row.get(key) is not None:
            yield from self._answer(self.fields[PATTERN], target, row[key], rater=beside.rater)
        if REASON in self.fields and not is_blank(reason):
            yield from self._answer(self.fields[REASON], target, reason, rater=beside.rater)
        if EVIDENCE in self.fields and evidence:
            turns = [self.turn_of_row.get(one, one) if type(one) is int else one for one in evidence]
            yield from self._answer(self.fields[EVIDENCE], target, row[beside.evidence], turns, rater=beside.rater)

    def _answer(
        self, field: Field, target: Target, raw: Json, given: Json = None, *, rater: str = RATER
    ) -> Iterator[ImportedLabel]:
        """given: the value in the schema's words, where it is not `raw` itself. At most one label."""
        is_asked = target in self.cells.get((field.id, target.turn), ())
        if raw == [] or is_blank(raw):
            if is_asked and field.required is True:
                self.warnings.append(f"{field.id!r} is blank in a row and counts as not annotated there")
            elif is_asked:
                yield self._label(field, target, "none", None, raw, rater)
            return
        value = self._fitting(field, raw if given is None else given, target) if is_asked else None
        yield self._label(field, target, "unmapped" if value is None else "value", value, raw, rater)

    def _list(self, field: Field, entries: Json, turn: str) -> Iterator[ImportedLabel]:
        counts: dict[Target, int] = {}
        for entry in _listed(entries):
            for target in self._whom(field, entry, turn):
                idx = counts[target] = counts.get(target, -1) + 1
                is_one = field.kind_class.items
                item = digest(field.id, target.columns, idx) if is_one else ""
                is_asked = target in self.cells.get((field.id, turn), ())
                is_too_many = idx >= (field.max if is_one and field.max is not None else idx + 1)
                value = self._of_entry(field, entry, target) if is_asked and not is_too_many else None
                yield self._label(field, target, "unmapped" if value is None else "value", value, entry, RATER, item)
        for target in self.cells.get((field.id, turn), ()):
            if target not in counts:
                yield self._label(field, target, "none", None, [], RATER)

    def _whom(self, field: Field, entry: Json, turn: str) -> list[Target]:
        """What an entry is about; the turn where it does not say in the format's way."""
        found = [entry.get(key) if isinstance(entry, dict) else None for key in LISTS[field.id]]
        named = [[name for name in _listed(one) if isinstance(name, str) and name] for one in found]
        if not all(named):
            return [Target(turn=turn)]
        return [Target("", turn, *ends) for ends in product(*named)]

    def _of_entry(self, field: Field, entry: Json, target: Target) -> Json:
        if not isinstance(entry, dict):
            return None
        if not field.kind_class.items:
            return self._fitting(field, entry.get(_TEXT), target)
        record = {
            part.id: self._in_words(part, entry[part.id], target)
            for part in field.parts
            if not is_blank(entry.get(part.id))
        }
        return self._checked(field, record, target)

    def _fitting(self, field: Field, given: Json, target: Target) -> Json:
        return self._checked(field, self._in_words(field, given, target), target)

    def _in_words(self, question: Question, given: Json, target: Target) -> Json:
        """The schema's value for a source's spelling; a single name where a list is wanted is a list of one."""
        value = question.kind_class.from_source(question, given)
        if value is not None:
            return value
        alone = isinstance(given, str) and self._checked(question, given, target) is None
        return [given] if alone and self._checked(question, [given], target) is not None else given

    def _checked(self, question: Question, value: Json, target: Target) -> Json:
        """None where the schema does not take it."""
        try:
            return question.kind_class.check(question, value, self.dialogue, target)
        except DataError:
            return None

    def _label(
        self, field: Field, target: Target, state: State, value: Json, raw: Json, rater: str, item: str = ""
    ) -> ImportedLabel:
        return ImportedLabel(field.id, target, state, value, raw, rater, "unknown", item)


def _listed(value: Json) -> list[Json]:
    """A list as it is, nothing as an empty one, one thing as a list of one."""
    return value if isinstance(value, list) else [] if is_blank(value) else [value]
