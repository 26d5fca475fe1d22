"""A project: one label schema, and the tasks in which people answer it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from curator.model.base import Model

SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")


def _slug(text: str) -> str:
    if not SLUG.fullmatch(text):
        raise ValueError(f"{text!r} is not an id: use small letters, digits, - and _ (at most 63)")
    return text


Slug = Annotated[str, AfterValidator(_slug)]


class Shown(Model):
    """What an annotator sees beside the turn. `attributes` names the dialogue attributes shown: by default none."""

    context: Literal["whole", "up_to_here", "window"] = "whole"
    attributes: tuple[str, ...] = ()
    names: Literal["names", "roles"] = "names"


class Task(Model):
    """Which fields are asked, in which order. `fields` None = every field of the schema."""

    id: Slug = "main"
    fields: tuple[str, ...] | None = None
    order: Literal["turn", "field"] = "turn"
    round: int = Field(default=1, ge=1)
    shown: Shown = Field(default_factory=Shown)


class Project(Model):
    """`schema_version` is the stored schema now in force."""

    id: Slug
    title: str = ""
    schema_id: str
    schema_version: int = Field(ge=1)
    tasks: tuple[Task, ...] = Field(default=(Task(),), min_length=1)

    def task(self, task_id: str) -> Task | None:
        return next((task for task in self.tasks if task.id == task_id), None)
