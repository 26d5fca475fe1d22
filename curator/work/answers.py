"""Whether an event may be written: its shape, its place in the dialogue, its value. Reasons are for annotators."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from curator.errors import DataError
from curator.model.annotation import CERTAINTIES, Event
from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.model.schema import Field as QuestionField
from curator.model.targets import Target
from curator.work.cases import kept_place
from curator.work.shelf import Sheet

Text = Annotated[str, Field(max_length=200)]


def _uuid(text: str) -> str:
    if str(uuid.UUID(text)) != text:
        raise ValueError("a UUID is written in small letters with dashes")
    return text


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


Uuid = Annotated[str, AfterValidator(_uuid)]


class _Sent(BaseModel):
    """An event as the page sends it (contracts: `POST /api/v1/events`)."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Uuid
    project: Text
    task: Text = "main"
    round: int = 1
    dialogue: Text
    field: Text
    target: dict[str, Json]
    item: Text | None = None
    state: Literal["value", "none", "cannot_tell", "retracted"] = "value"
    value: Json = None
    based_on: Uuid | None = None
    client_at: Annotated[datetime | None, Field(strict=False)] = None
    visible_ms: Annotated[int | None, Field(ge=0, le=2**53)] = None
    schema_version: Annotated[int, Field(ge=1)] = 1
    guidelines: Annotated[int, Field(ge=0)] = 1
    text_revision: Text = ""
    origin: Literal["typed", "accepted", "edited", "reviewed"] = "typed"
    certainty: Json = None
    shown_order: Annotated[tuple[Text, ...] | None, Field(strict=False)] = None


def checked_event(sheet: Sheet, annotator: str, shape: Json) -> Event | str:
    """The event, ready to be appended, or the reason why it is refused."""
    try:
        sent = _Sent.model_validate(shape)
        target = Target.of_json(sent.target)
        canonical_json([shape]).encode()
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}."
    except DataError as error:
        return str(error)
    except UnicodeEncodeError:
        return "The text holds half a character (a lone surrogate) that cannot be stored."
    if reason := _misplaced(sheet, sent, target):
        return reason
    try:
        value = _value(sheet, sent, target)
    except DataError as error:
        return str(error)
    dialogue, target = kept_place(sheet, target)
    return Event(
        id=sent.id,
        project=sheet.book.project.id,
        task=sheet.task.id,
        round=sent.round,
        dialogue=dialogue,
        field=sent.field,
        target=target,
        item=sent.item or "",
        annotator=annotator,
        state=sent.state,
        value=value,
        based_on=sent.based_on,
        client_at=None if sent.client_at is None else _utc(sent.client_at),
        visible_ms=sent.visible_ms,
        schema_version=sent.schema_version,
        guidelines=sent.guidelines,
        text_revision=sent.text_revision,
        origin=sent.origin,
        certainty=sent.certainty,
        shown_order=sent.shown_order,
    )


def _misplaced(sheet: Sheet, sent: _Sent, target: Target) -> str:
    """Why there is no such question in this dialogue and task, or an empty string."""
    task, schema = sheet.task, sheet.book.schema
    if sent.round != task.round:
        return f"Round {sent.round} is not open: the task is in round {task.round}. Reload the page."
    field = sheet.fields.get(sent.field)
    if field is None:
        known = ", ".join(sheet.fields)
        return f"The task asks no question {sent.field!r}. It asks: {known}."
    if (field.id, target) not in sheet.cells:
        return f"{field.id!r} is not asked at {target.as_json()} in this dialogue."
    if reason := _item_problem(sent, field):
        return f"{field.id!r}: {reason}."
    if sent.schema_version > schema.version:
        return f"The label scheme has no version {sent.schema_version}; it is at version {schema.version}."
    if sent.guidelines > sheet.book.guidelines[0]:
        return f"The guidelines have no revision {sent.guidelines}."
    return _certainty_problem(sent, field) or _order_problem(sheet, sent)


def _item_problem(sent: _Sent, field: QuestionField) -> str:
    if not field.kind_class.items:
        return "this answer has no items" if sent.item else ""
    if sent.state == "value" and not sent.item:
        return "an item needs an id"
    if sent.item and sent.state not in ("value", "retracted"):
        return "an item says something or is taken back; nothing found is said without an item"
    return ""


def _certainty_problem(sent: _Sent, field: QuestionField) -> str:
    if sent.certainty is None:
        return ""
    if not field.certainty:
        return f"{field.id!r} does not ask how certain one is."
    if sent.certainty not in CERTAINTIES or isinstance(sent.certainty, bool):
        return f"How certain is one of {', '.join(map(str, CERTAINTIES))} (3 = sure), not {sent.certainty!r}."
    return "" if sent.state in ("value", "none") else "Only an answer can be certain."


def _order_problem(sheet: Sheet, sent: _Sent) -> str:
    """`shown_order` names candidates of this dialogue, each once."""
    known = {candidate.id for candidate in sheet.dialogue.candidates}
    order = sent.shown_order or ()
    if len(set(order)) == len(order) and known.issuperset(order):
        return ""
    return "shown_order names candidates of this dialogue, each once."


def _value(sheet: Sheet, sent: _Sent, target: Target) -> Json:
    """The value in its one canonical form. Raises DataError."""
    if sent.state == "value":
        field = sheet.fields[sent.field]
        return field.kind_class.check(field, sent.value, sheet.dialogue, target)
    if sent.value is not None:
        raise DataError(f"the state {sent.state} has no value.", where=sent.field)
    return None
