"""What spans, links, segments and records share: each answer is an item with an id, saved and settled by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import AgreementPlan, Kind, Wrong, checked_count, checked_option, min_below_max, refuse
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Items(Kind):
    """`check` takes one item; `whole` looks at all items of one target."""

    items = True
    way: ClassVar[str]
    """How two annotators' items are compared: a name in the registry of ways."""

    def whole(self, field: Question, values: list[Json], dialogue: Dialogue, target: Target) -> bool:
        return (field.min or 0) <= len(values) <= (len(values) if field.max is None else field.max)

    def agreement(self, field: Question) -> AgreementPlan:
        domain: list[Json] | None = None if field.open or not field.options else list(field.option_ids)
        return AgreementPlan("nominal", domain, ["alpha", "percent_agreement"], self.way)

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from min_below_max(field)


def labelled(field: Question, value: dict[str, Json], dialogue: Dialogue, target: Target) -> dict[str, Json]:
    """The `label` and `parts` of an item, checked. Raises DataError."""
    shape: dict[str, Json] = {}
    if field.options or field.open:
        if "label" not in value:
            raise refuse(field, "the item has no label.", f"Known: {', '.join(field.option_ids)}.")
        shape["label"] = checked_option(field, value["label"], dialogue)
    elif "label" in value:
        raise refuse(field, "items of this field have no labels.")
    parts = checked_parts(field, value.get("parts", {}), dialogue, target)
    if parts:
        shape["parts"] = parts
    return shape


def checked_parts(field: Question, value: Json, dialogue: Dialogue, target: Target) -> dict[str, Json]:
    """The answers to an item's parts, in the schema's order; a part left open is left out. Raises DataError."""
    if not isinstance(value, dict):
        raise refuse(field, f"the parts of an item are an object, not {value!r}.")
    strange = sorted(set(value) - {part.id for part in field.parts})
    if strange:
        known = ", ".join(part.id for part in field.parts) or "none"
        raise refuse(field, f"there is no part {strange[0]!r}.", f"Known: {known}.")
    answers: dict[str, Json] = {}
    for part in field.parts:
        given = value.get(part.id)
        if given is not None:
            answers[part.id] = _part(part, given, dialogue, target)
        elif part.required is True:
            raise refuse(field, f"the part {part.id!r} is missing.")
    for part in field.parts:
        shared = _shared(answers.get(part.id), answers.get(part.exclude))
        if part.exclude and shared:
            raise refuse(field, f"{shared} is named in both {part.exclude!r} and {part.id!r}.", "Name somebody once.")
    return answers


def _part(part: Question, given: Json, dialogue: Dialogue, target: Target) -> Json:
    kind = part.kind_class
    if not kind.items:
        return kind.check(part, given, dialogue, target)
    if not isinstance(given, list):
        raise refuse(part, f"the part is a list of {part.kind}, not {given!r}.")
    checked_count(part, len(given), part.kind)
    return [kind.check(part, item, dialogue, target) for item in given]


def _shared(left: Json, right: Json) -> str:
    if not isinstance(left, list) or not isinstance(right, list):
        return ""
    return next((str(name) for name in left if name in right), "")
