"""What the labelling page of today cannot draw, by name. The model accepts the whole language; the page says no."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from curator.errors import Problem
from curator.model.schema import Field, Schema

DRAWN_TARGETS = ("turn", "dialogue")

_WHOLE: dict[str, Callable[[Schema], bool]] = {
    "rules": lambda schema: bool(schema.rules),
    "entities": lambda schema: bool(schema.entities.groups or schema.entities.open),
    "candidates": lambda schema: schema.candidates is not None,
    "repairs": lambda schema: bool(schema.repairs),
}
_SETTINGS: dict[str, Callable[[Field], bool]] = {
    "for_each": lambda field: bool(field.for_each),
    "persists": lambda field: field.persists,
    "certainty": lambda field: field.certainty,
    "intensity": lambda field: field.intensity is not None,
    "options: {open: true}": lambda field: field.open,
    "among": lambda field: field.among is not None,
    "default": lambda field: bool(field.default),
    "prefill: draft": lambda field: field.prefill == "draft",
    "exclude": lambda field: bool(field.exclude),
}
"""Settings that would change what an annotator can answer, on kinds and targets that the page does draw."""


def refusals(schema: Schema) -> list[Problem]:
    """One problem for each thing in the schema that the page cannot draw yet; empty where it can be labelled."""
    problems = [
        Problem(f"the page cannot draw `{name}` yet.", f"{schema.id}, {name}", _FIX)
        for name, has in _WHOLE.items()
        if has(schema)
    ]
    for field in schema.fields:
        problems += [
            Problem(f"the page cannot draw {name} yet: field {field.id}.", f"{schema.id}, field {field.id}", _FIX)
            for name in _undrawn(field)
        ]
    return problems


_FIX = "Leave it out of the task's fields, or wait for a curator that draws it."


def _undrawn(field: Field) -> Iterator[str]:
    if not field.kind_class.drawable:
        yield f"`{field.kind}`"
        return
    if field.target not in DRAWN_TARGETS:
        yield f"the target `{field.target}`"
    yield from (f"`{name}`" for name, has in _SETTINGS.items() if has(field))
