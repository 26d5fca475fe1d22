"""One act of an annotator, as it is kept for ever; labels are views over these."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from curator.model.base import Json
from curator.model.targets import Target

State = Literal["value", "none", "cannot_tell", "no_agreement", "retracted", "unmapped", "submitted", "reopened"]
"""`submitted` and `reopened` are written by the store alone, with an empty field: the log tells the whole story."""
LABEL_STATES: tuple[str, ...] = ("value", "none", "cannot_tell", "no_agreement", "retracted", "unmapped")
"""What may be written about a field."""
CERTAINTIES = (1, 2, 3)
"""How sure somebody is of an answer, where the field asks (`certainty`): a guess, fairly sure, sure."""
Origin = Literal["typed", "by_submit", "accepted", "edited", "reviewed", "import", "migrated", "adjudication"]
AnnotatorKind = Literal["person", "participant", "model", "group", "adjudicator", "unknown"]
Status = Literal["saved", "duplicate", "stale", "refused"]
ORIGINS: tuple[str, ...] = get_args(Origin)
ANNOTATOR_KINDS: tuple[str, ...] = get_args(AnnotatorKind)


@dataclass(frozen=True, slots=True)
class Event:
    """One answer, correction or withdrawal. `id` is made by the client: a retried request changes nothing.

    based_on: id of the event that the page saw as current for this key, or None.
    client_at: the client's clock, UTC; reported, never used to order. visible_ms: time the turn was on screen.
    raw: the source's value as it stood, for imported labels (any JSON value; None where there is none).
    """

    id: str
    project: str
    dialogue: str
    field: str
    annotator: str
    state: State = "value"
    value: Json = None
    target: Target = Target()
    item: str = ""
    task: str = "main"
    round: int = 1
    annotator_kind: AnnotatorKind = "person"
    based_on: str | None = None
    client_at: datetime | None = None
    visible_ms: int | None = None
    schema_version: int = 1
    guidelines: int = 1
    text_revision: str = ""
    origin: Origin = "typed"
    raw: Json = None
    certainty: Json = None
    shown_order: tuple[str, ...] | None = None

    @property
    def key(self) -> tuple[str, str, Target, str]:
        """(dialogue, field, target, item): what one annotator answers once in a task and round."""
        return (self.dialogue, self.field, self.target, self.item)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an event. `seq` is the one writer's order; `reason` is set when refused."""

    id: str
    status: Status
    seq: int | None = None
    reason: str = ""

    def as_json(self) -> dict[str, object]:
        shape: dict[str, object] = {"id": self.id, "status": self.status}
        if self.seq is not None:
            shape["seq"] = self.seq
        if self.reason:
            shape["reason"] = self.reason
        return shape


@dataclass(frozen=True, slots=True)
class ImportedLabel:
    """A label found in a source file. state: value | none | unmapped (outside the scheme; then value is None).

    item: of a field with items, an id that is the same at every import; its *none* is about the whole field, without.
    """

    field: str
    target: Target
    state: State
    value: Json
    raw: Json
    annotator: str
    annotator_kind: AnnotatorKind
    item: str = ""
