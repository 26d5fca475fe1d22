"""Agreement on the labels of a project: field by field, with what has to be told apart told apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from curator.agreement import AgreementOptions, Result
from curator.errors import DataError, UnknownNameError, UsageError
from curator.model.annotation import ANNOTATOR_KINDS, AnnotatorKind
from curator.model.base import Json
from curator.model.kinds import AgreementPlan
from curator.model.plan import fields_of
from curator.model.project import Project
from curator.model.schema import Field, Schema
from curator.store.interface import Store
from curator.work.agreeing.choosing import Part, Round, chosen, of_kinds, parts, treatment
from curator.work.agreeing.compared import Compared, Context, sentence, slice_of
from curator.work.agreeing.measuring import mean_of_dialogues, results_of
from curator.work.agreeing.slices import directions, not_applicable
from curator.work.agreeing.ways import WAYS
from curator.work.applying import parents_of, without_not_applicable

PERSONS: tuple[AnnotatorKind, ...] = ("person",)


@dataclass(frozen=True)
class AgreementReport:
    """results: for each field all annotators together, then by option, by pair and without each; then the same answers
    looked at in other ways. not_compared: field -> why."""

    results: tuple[Result, ...]
    not_compared: Mapping[str, str]

    def as_json(self) -> dict[str, Json]:
        return {"results": [result.as_json() for result in self.results], "not_compared": dict(self.not_compared)}


@dataclass(frozen=True)
class Ask:
    """One question to the report. flags: those of `AgreementOptions` that were given."""

    context: Context
    project: Project
    task: str | None
    round: Round
    kinds: tuple[AnnotatorKind, ...]
    flags: Mapping[str, Json]
    details: bool


@dataclass(frozen=True)
class Labels:
    """All answers to a field, and to those it hangs on."""

    field: Field
    plan: AgreementPlan
    own: pl.DataFrame
    parents: Sequence[pl.DataFrame]


def agreement(
    store: Store,
    project: str,
    *,
    field: str | None = None,
    task: str | None = None,
    round: Round = "independent",
    asked: Mapping[str, Json] | None = None,
    details: bool = True,
    annotator_kinds: Sequence[AnnotatorKind] = PERSONS,
) -> AgreementReport:
    """Agreement of persons on one field or on all; intervals resample dialogues.

    round: the answers as they stood at the first submit of round 1 (later rounds follow beside them), the newest ones,
    or those of one round. asked: flags of `AgreementOptions`; without metrics the kind's own are taken, as are its
    level and domain. details: also by pair, by option, and in other ways of looking. annotator_kinds: whose answers.
    Raises NotFoundError (project), UnknownNameError (field, task), UsageError (flags).
    """
    found = store.project(project)
    schema = store.schema(project)
    ask = Ask(
        Context(store, project, schema),
        found,
        task,
        round,
        _known_kinds(annotator_kinds),
        _known_flags(store, project, asked or {}),
        details,
    )
    results: list[Result] = []
    not_compared: dict[str, str] = {}
    for one in _wanted(schema, field):
        plan = one.kind_class.agreement(one)
        if plan is None or plan.way not in WAYS:
            not_compared[one.id] = f"answers of the kind {one.kind} have no coefficient"
            continue
        parents = [store.ratings(project, field=name) for name in parents_of(schema, one)]
        labels = Labels(one, plan, store.ratings(project, field=one.id), parents)
        try:
            for task_id in _tasks(found, schema, one, task):
                results += _of_task(ask, labels, task_id)
        except (DataError, UsageError) as error:
            if field is not None:
                raise
            not_compared[one.id] = f"{error.problem} {error.fix}".strip()
    return AgreementReport(tuple(results), not_compared)


def _wanted(schema: Schema, field: str | None) -> list[Field]:
    """The field, with FIELD for all its entries; or all of them."""
    if field is not None and schema.field(field) is None:
        known = ", ".join(one.id for one in schema.asked)
        raise UnknownNameError(f"the schema has no field {field!r}.", where=schema.id, fix=f"Known: {known}.")
    return [one for one in schema.asked if field is None or field in (one.id, one.id.partition(".")[0])]


def _known_kinds(kinds: Sequence[str]) -> tuple[AnnotatorKind, ...]:
    known = ", ".join(ANNOTATOR_KINDS)
    if not kinds:
        raise UsageError("nobody's answers are asked for.", where="kinds", fix=f"Known: {known}.")
    for kind in kinds:
        if kind not in ANNOTATOR_KINDS:
            raise UsageError(f"there is no kind of annotator {kind!r}.", where="kinds", fix=f"Known: {known}.")
    return tuple(dict.fromkeys(kinds))  # type: ignore[arg-type]


def _known_flags(store: Store, project: str, asked: Mapping[str, Json]) -> dict[str, Json]:
    """A wrong flag is told before anything is computed."""
    given = {name: flag for name, flag in asked.items() if flag is not None}
    AgreementOptions.read(given)
    people = sorted(store.annotators(project))
    if strange := sorted(set(given.get("annotators", ())) - set(people)):
        known = ", ".join(people) or "none"
        raise UsageError(f"nobody called {strange[0]!r} has labelled here.", where="annotators", fix=f"Known: {known}.")
    return given


def _tasks(project: Project, schema: Schema, field: Field, task: str | None) -> list[str]:
    if task is not None and project.task(task) is None:
        known = ", ".join(one.id for one in project.tasks)
        raise UnknownNameError(f"the project has no task {task!r}.", where=project.id, fix=f"Known: {known}.")
    return [one.id for one in project.tasks if task in (None, one.id) and field in fields_of(schema, one)]


def _of_task(ask: Ask, labels: Labels, task: str) -> Iterator[Result]:
    """The round that is asked for, then, beside the independent answers, each later round by itself."""
    by: dict[str, Json] = {"task": task} if ask.task is None and len(ask.project.tasks) > 1 else {}
    yield from _of_round(ask, labels, task, by, ask.round, details=ask.details)
    if ask.round != "independent":
        return
    later = labels.own.filter((pl.col("task") == task) & (pl.col("round") > 1))
    for number in sorted(of_kinds(later, ask.kinds)["round"].unique().to_list()):
        yield from _of_round(ask, labels, task, by, number, details=False)


def _of_round(
    ask: Ask, labels: Labels, task: str, by: Mapping[str, Json], round: Round, *, details: bool
) -> Iterator[Result]:
    context, field = ask.context, labels.field
    before = [chosen(rows, task, round) for rows in labels.parents]
    rows = chosen(labels.own, task, round)
    rows = without_not_applicable(context.store, context.project, context.schema, field, rows, before)
    for part in parts(context.store, context.project, field, rows, ask.kinds):
        plan = part.field.kind_class.agreement(part.field) or labels.plan
        said = _Saying(field.id, slice_of(by, part.by), round, part, plan, ask.kinds)
        first, *others = WAYS.get(plan.way)(part.rows, part.field, plan, context)
        yield from said.about(first, results_of(first, ask.flags, details=details))
        if details and plan.way == "values":
            yield from said.about(first, mean_of_dialogues(first, ask.flags))
        for one in others:
            yield from said.about(one, results_of(one, ask.flags, details=details))
        if not details or plan.way != "values":
            continue
        mine = [of_kinds(frame, ask.kinds) for frame in before]
        for more, one in (
            *directions(part.rows, part.field, plan, context),
            *not_applicable(part.rows, mine, part.field, plan, context),
        ):
            yield from said.about(one, results_of(one, ask.flags, details=False), more)


@dataclass(frozen=True)
class _Saying:
    """What is written on every result: of which field, which slice and round, and how answers were treated."""

    field: str
    by: Mapping[str, Json] | None
    round: Round
    part: Part
    plan: AgreementPlan
    kinds: Sequence[AnnotatorKind]

    def about(
        self, one: Compared, results: Iterable[Result], more: Mapping[str, Json] | None = None
    ) -> Iterator[Result]:
        said = sentence(treatment(self.part, self.plan, self.round, self.kinds, one.nothing), one.how)
        for result in results:
            yield replace(
                result,
                field=self.field,
                by=slice_of(self.by, more, result.by),
                round=str(self.round),
                treatment=said,
            )
