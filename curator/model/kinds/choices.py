"""`choices`: a set of options, in order where the field says so, each with an intensity where it asks for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.kinds.base import (
    AgreementPlan,
    Kind,
    Wrong,
    checked_list,
    checked_option,
    inverse_option,
    min_below_max,
    needs_options,
    object_with,
    without_repeats,
)
from curator.model.kinds.numbers import Steps
from curator.model.targets import Target

if TYPE_CHECKING:
    from curator.model.question import Question


class Choices(Kind):
    name = "choices"
    summary = "a set of options"
    value = '`["id", …]`, or `[{"option", "intensity"}]` with `intensity`'
    settings = frozenset({"options", "open", "min", "max", "ordered", "intensity"})
    rules: ClassVar[Mapping[str, str]] = {"majority": "set_majority", "all": "same"}
    drawable = True
    level = "set_masi"

    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        entries = checked_list(field, value, "options")
        intensities: dict[str, Json] = {}
        if field.intensity is not None:
            steps = Steps.of(field.intensity)
            for entry in entries:
                item = object_with(field, entry, {"option", "intensity"}, set(), "a picked option")
                if isinstance(item["option"], str):
                    intensities[item["option"]] = steps.checked(field, item["intensity"])
            entries = [entry["option"] for entry in entries]
        ids = without_repeats(field, [checked_option(field, entry, dialogue) for entry in entries], "options")
        if not field.ordered:
            known = field.option_ids
            ids.sort(key=lambda name: (known.get(name, len(known)), name))
        if field.intensity is None:
            return ids
        return [{"option": name, "intensity": intensities[name]} for name in ids]

    def inverse(self, field: Question, value: Json) -> Json | None:
        """All of the set or nothing: half of it would look like an answer."""
        entries = [entry if isinstance(entry, dict) else {"option": entry} for entry in value]
        turned = [{**entry, "option": inverse_option(field, entry["option"])} for entry in entries]
        if any(entry["option"] is None for entry in turned):
            return None
        if not field.ordered:
            turned.sort(key=lambda entry: field.option_ids[entry["option"]])
        return turned if field.intensity is not None else list(dict.fromkeys(entry["option"] for entry in turned))

    def from_source(self, field: Question, raw: Json) -> Json | None:
        """A list of spellings, or one; unmapped as a whole where one of them is."""
        if field.intensity is not None:
            return None
        found: list[str] = []
        for entry in raw if isinstance(raw, list) else [raw]:
            option = field.option_for(entry)
            if option is None and field.open and isinstance(entry, str):
                option = entry.strip() or None
            if option is None:
                return None
            if option not in found:
                found.append(option)
        if not field.ordered:
            known = field.option_ids
            found.sort(key=lambda name: (known.get(name, len(known)), name))
        return found

    def column_type(self, field: Question) -> str:
        return "JSON" if field.intensity is not None else "VARCHAR[]"

    def agreement(self, field: Question) -> AgreementPlan:
        return AgreementPlan(self.level, None if field.open else list(field.option_ids), ["alpha", "percent_agreement"])

    def wrong(self, field: Question) -> Iterator[Wrong]:
        yield from needs_options(field)
        yield from min_below_max(field)
        if field.min is not None and field.options and not field.open and field.min > len(field.options):
            yield Wrong("min", f"`min` {field.min} is more than there are options.")
        if field.intensity is not None:
            yield from Steps.of(field.intensity).wrong("intensity")
