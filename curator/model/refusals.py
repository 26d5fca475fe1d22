"""What the labelling page cannot draw, by name: the model accepts the whole language, and the page says no."""

from __future__ import annotations

from curator.errors import Problem
from curator.model.schema import Schema


def refusals(schema: Schema) -> list[Problem]:
    """One problem for each field that the page cannot draw; empty where the schema can be labelled.

    A kind is drawn at every target that it allows, with every setting. One that has no module in ui/labelling/fields
    yet says `drawable = False`.
    """
    return [
        Problem(
            f"the page cannot draw `{field.kind}` yet: field {field.id}.",
            f"{schema.id}, field {field.id}",
            "Leave it out of the task's fields, or wait for a curator that draws it.",
        )
        for field in schema.fields
        if not field.kind_class.drawable
    ]
