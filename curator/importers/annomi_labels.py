"""The labels in AnnoMI's rows, as answers to the fields of a schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from curator.importers.labels import Column, is_blank, turn_target
from curator.model.annotation import ImportedLabel
from curator.model.dialogue import Dialogue
from curator.model.grammar import Answer
from curator.model.plan import Answers, Cell, cells
from curator.model.project import Task
from curator.model.schema import Field, Schema
from curator.model.targets import Target

COLUMNS = (
    "therapist_input_exists",
    "therapist_input_subtype",
    "reflection_exists",
    "reflection_subtype",
    "question_exists",
    "question_subtype",
    "main_therapist_behaviour",
    "client_talk_type",
)
"""Columns with labels; each is called like the field of the schema that it answers."""
RATER = "source"
"""The annotator where a file does not number its annotators."""
NOT_APPLICABLE = "n/a"

Cells = Mapping[str | None, Mapping[str, str]]
"""annotator -> the cells of the row that this annotator labelled."""


def labels_of(schema: Schema, dialogue: Dialogue, rows: Sequence[Cells]) -> list[ImportedLabel]:
    """The labels of all rows; the n-th entry of `rows` is about the dialogue's turn n. Annotators with a number are
    persons."""
    return list(_Labels(schema, dialogue).of(rows))


class _Labels:
    def __init__(self, schema: Schema, dialogue: Dialogue) -> None:
        self.schema, self.dialogue = schema, dialogue
        found = [schema.field(name) for name in COLUMNS]
        self.fields = [field for field in found if field is not None and field.target == "turn"]
        self.asked = {(field.id, target) for field, target in cells(schema, Task(), dialogue)}
        self.columns: dict[tuple[str, str | None], Column] = {}

    def of(self, rows: Sequence[Cells]) -> Iterator[ImportedLabel]:
        for turn, of_turn in zip(self.dialogue.turns, rows, strict=True):
            target = turn_target(turn.id)
            for rater, row in of_turn.items():
                given = {field.id: row[field.id] for field in self.fields if not is_blank(row.get(field.id))}
                yield from self._of_row(given, target, rater)

    def _of_row(self, given: Mapping[str, str], target: Target, rater: str | None) -> Iterator[ImportedLabel]:
        labels: list[ImportedLabel] = []
        open_fields: list[Field] = []
        for field in self.fields:
            raw = given.get(field.id)
            if raw is None:
                continue
            if raw.strip().lower() == NOT_APPLICABLE:
                open_fields += [field] if (field.id, target) in self.asked else []
                continue
            label = self._column(field, rater).label(raw, target)
            labels.append(label if (field.id, target) in self.asked else _unmapped(label))
        yield from labels
        if not open_fields:
            return
        answers = Answers(
            self.schema, self.dialogue, {(one.field, target): Answer(one.state, one.value) for one in labels}
        )
        for field in open_fields:
            if answers.counts(Cell(field, target)):
                yield self._column(field, rater).label(given[field.id], target)

    def _column(self, field: Field, rater: str | None) -> Column:
        key = (field.id, rater)
        if key not in self.columns:
            self.columns[key] = Column(field, rater or RATER, "unknown" if rater is None else "person")
        return self.columns[key]


def _unmapped(label: ImportedLabel) -> ImportedLabel:
    """An answer to a question that is not asked there: kept, and not counted as one."""
    return ImportedLabel(
        label.field, label.target, "unmapped", None, label.raw, label.annotator, label.annotator_kind, label.item
    )
