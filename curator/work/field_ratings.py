"""The ratings of one field, each unit with its place: what the diagnosis and the comparison of rounds start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from curator.agreement import Ratings
from curator.errors import UnknownNameError, UsageError
from curator.model.annotation import AnnotatorKind
from curator.model.base import Json
from curator.model.kinds import AgreementPlan
from curator.model.plan import fields_of
from curator.model.schema import Field
from curator.model.targets import COLUMNS, Target
from curator.store.interface import Store
from curator.work.agreeing.choosing import UNIT, Round, chosen, parts
from curator.work.agreeing.values import comparable, ratings_of
from curator.work.applying import parents_of, without_not_applicable

PERSONS: tuple[AnnotatorKind, ...] = ("person",)


@dataclass(frozen=True)
class Asked:
    """A field of a project whose answers are one value each, the task, and every answer to it."""

    store: Store
    project: str
    field: Field
    plan: AgreementPlan
    task: str
    labels: pl.DataFrame

    def rows(self, round: Round) -> FieldRatings:
        """Persons' answers of the round that may be compared with each other: under the newest way of asking, and
        blind where some were given with a suggestion in view."""
        schema = self.store.schema(self.project)
        parents = [self.store.ratings(self.project, field=name) for name in parents_of(schema, self.field)]
        rows = without_not_applicable(
            self.store,
            self.project,
            schema,
            self.field,
            chosen(self.labels, self.task, round),
            [chosen(frame, self.task, round) for frame in parents],
        )
        first, *others = parts(self.store, self.project, self.field, rows, PERSONS)
        return FieldRatings(self.plan, first.rows, sum(part.rows.height for part in others))


@dataclass(frozen=True)
class FieldRatings:
    """rows: of the view `ratings`. n_apart: answers that may not be mixed with these (another version, suggested)."""

    plan: AgreementPlan
    rows: pl.DataFrame
    n_apart: int

    @cached_property
    def table(self) -> pl.DataFrame:
        return comparable(self.rows, self.plan)[0]

    @cached_property
    def ratings(self) -> Ratings:
        return ratings_of(self.table, comparable(self.rows, self.plan)[1])

    @cached_property
    def units(self) -> pl.DataFrame:
        """The place of each unit, in the order of the codes."""
        return self.table.select(UNIT).unique().sort(UNIT)

    @cached_property
    def clusters(self) -> list[str]:
        """The dialogue (or case) of each cluster, in the order of the codes."""
        return [str(name) for name in self.table["cluster"].unique().sort().to_list()]

    def only(self, rows: pl.DataFrame) -> FieldRatings:
        return FieldRatings(self.plan, rows, self.n_apart)


def asked(store: Store, project: str, field_id: str, task: str | None) -> Asked:
    """task: None is the first one that asks the field.

    Raises NotFoundError (project), UnknownNameError (field, task), UsageError (a field whose answers are items).
    """
    found, schema = store.project(project), store.schema(project)
    field = next((one for one in schema.asked if one.id == field_id), None)
    if field is None:
        known = ", ".join(one.id for one in schema.asked)
        raise UnknownNameError(f"the schema asks no field {field_id!r}.", where=schema.id, fix=f"Known: {known}.")
    plan = field.kind_class.agreement(field)
    if plan is None or plan.way != "values":
        raise UsageError(
            f"answers of the kind {field.kind} are not one value each.",
            where=field.id,
            fix=f"Choose one of {', '.join(_with_values(schema.asked))}.",
        )
    tasks = [one.id for one in found.tasks if field in fields_of(schema, one)]
    if task is not None and task not in tasks:
        known = ", ".join(tasks) or "none"
        raise UnknownNameError(f"no task {task!r} asks {field_id}.", where=project, fix=f"Tasks that do: {known}.")
    chosen_task = task or next(iter(tasks), "")
    return Asked(store, project, field, plan, chosen_task, store.ratings(project, field=field_id))


def _with_values(fields: Sequence[Field]) -> list[str]:
    return [
        one.id for one in fields if (plan := one.kind_class.agreement(one)) is not None and plan.way == "values"
    ] or ["none"]


def place(row: dict[str, Json]) -> dict[str, Json]:
    """Where a unit is: its dialogue, its turn, and the whole target."""
    target = Target.of_columns(*(row[name] for name in COLUMNS))
    return {"dialogue": row["dialogue_id"], "turn": target.turn, "target": target.as_json()}
