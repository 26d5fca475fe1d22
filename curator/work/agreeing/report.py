"""Agreement on the labels of a project: field by field, with what has to be told apart told apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import get_args

import polars as pl

from curator.agreement import AgreementOptions, Result
from curator.agreement.bootstrap import shared_draws
from curator.errors import DataError, UnknownNameError, UsageError
from curator.model.annotation import AnnotatorKind
from curator.model.base import Json
from curator.model.kinds import AgreementPlan
from curator.model.plan import fields_of
from curator.model.project import Project
from curator.model.schema import Field, Schema
from curator.store.interface import Store
from curator.work.agreeing.beside import retests, text_row
from curator.work.agreeing.choosing import Part, Round, chosen, of_kinds, parts, treatment
from curator.work.agreeing.compared import EACH_DIALOGUE, Compared, Context, sentence, slice_of
from curator.work.agreeing.dialogues import dialogue_level
from curator.work.agreeing.measuring import mean_of_dialogues, refuse_weights, results_of
from curator.work.agreeing.slices import directions, not_applicable
from curator.work.agreeing.ways import WAYS
from curator.work.agreement_cache import remembered
from curator.work.applying import parents_of, without_not_applicable

ALL_KINDS: tuple[AnnotatorKind, ...] = get_args(AnnotatorKind)
PERSONS: tuple[AnnotatorKind, ...] = ("person",)


@dataclass(frozen=True)
class AgreementReport:
    """results: for each field all annotators together, then by option, by pair and without each; then the same answers
    looked at in other ways. not_compared: field -> why. dialogue_level: labels of turns over whole dialogues.
    texts: who wrote, and how it was judged. retest: the same person's later answers."""

    results: tuple[Result, ...]
    not_compared: Mapping[str, str]
    dialogue_level: tuple[Mapping[str, Json], ...] = ()
    texts: tuple[Mapping[str, Json], ...] = ()
    retest: tuple[Mapping[str, Json], ...] = ()

    def as_json(self) -> dict[str, Json]:
        return {
            "results": [result.as_json() for result in self.results],
            "not_compared": dict(self.not_compared),
            "dialogue_level": [dict(row) for row in self.dialogue_level],
            "texts": [dict(row) for row in self.texts],
            "retest": [dict(row) for row in self.retest],
        }


@dataclass
class _Gathered:
    """A report while it is being made."""

    results: list[Result] = dataclass_field(default_factory=list)
    not_compared: dict[str, str] = dataclass_field(default_factory=dict)
    dialogue_level: list[dict[str, Json]] = dataclass_field(default_factory=list)
    texts: list[dict[str, Json]] = dataclass_field(default_factory=list)
    retest: list[dict[str, Json]] = dataclass_field(default_factory=list)

    def report(self) -> AgreementReport:
        beside = (tuple(self.dialogue_level), tuple(self.texts), tuple(self.retest))
        return AgreementReport(tuple(self.results), self.not_compared, *beside)


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


@dataclass(frozen=True)
class Found:
    """The answers of one round that may be compared, and those of the same people to the fields they hang on."""

    round: Round
    parts: Sequence[Part]
    parents: Sequence[pl.DataFrame]

    @property
    def rows(self) -> pl.DataFrame:
        """Of all parts."""
        return pl.concat([part.rows for part in self.parts])


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
    The same again is answered from memory until something is written.
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
    question = {
        "agreement": field,
        "task": task,
        "round": round,
        "flags": dict(ask.flags),
        "details": details,
        "kinds": list(ask.kinds),
    }
    return remembered(store, project, question, lambda: _report(ask, field))


def _report(ask: Ask, field: str | None) -> AgreementReport:
    store, project, schema = ask.context.store, ask.context.project, ask.context.schema
    gathered = _Gathered()
    for one in _wanted(schema, field):
        plan = one.kind_class.agreement(one)
        if plan is None or plan.way not in WAYS:
            gathered.not_compared[one.id] = f"answers of the kind {one.kind} have no coefficient"
            continue
        parents = [store.ratings(project, field=name) for name in parents_of(schema, one)]
        labels = Labels(one, plan, store.ratings(project, field=one.id), parents)
        try:
            with shared_draws():
                _gather(gathered, ask, labels, _tasks(ask.project, schema, one, ask.task))
        except (DataError, UsageError) as error:
            if field is not None:
                raise
            gathered.not_compared[one.id] = f"{error.problem} {error.fix}".strip()
    return gathered.report()


def _gather(gathered: _Gathered, ask: Ask, labels: Labels, tasks: Sequence[str]) -> None:
    """Everything about one field: the round that is asked for, and beside the independent answers each later one."""
    n_before = len(gathered.results)
    own: list[pl.DataFrame] = []
    for task in tasks:
        by: dict[str, Json] = {"task": task} if ask.task is None and len(ask.project.tasks) > 1 else {}
        found = _found(ask, labels, task, ask.round)
        gathered.results += _of_round(ask, labels, found, by, details=ask.details)
        own.append(_of_the_named(found.rows, ask))
        if ask.details and not ask.flags.get("metrics"):
            gathered.dialogue_level += _over_dialogues(ask, labels, found, by)
        if ask.round != "independent":
            continue
        later = labels.own.filter((pl.col("task") == task) & (pl.col("round") > 1))
        again: dict[int, pl.DataFrame] = {}
        for number in sorted(of_kinds(later, ask.kinds)["round"].unique().to_list()):
            one = _found(ask, labels, task, number)
            gathered.results += _of_round(ask, labels, one, by, details=False)
            again[number] = one.rows
        if ask.details:
            gathered.retest += _again(ask, labels, own[-1], again, by)
    if ask.flags.get("metrics") and tasks and len(gathered.results) == n_before:
        gathered.not_compared[labels.field.id] = "none of the metrics that are asked for is for answers of this kind"
    if labels.field.kind_class.free_text and own:
        gathered.texts.append(text_row(ask.context.store, ask.context.project, labels.field.id, pl.concat(own)))


def _of_the_named(rows: pl.DataFrame, ask: Ask) -> pl.DataFrame:
    people = ask.flags.get("annotators")
    return rows if people is None else rows.filter(pl.col("annotator").is_in(people))


def _over_dialogues(ask: Ask, labels: Labels, found: Found, by: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    for part in found.parts:
        plan = part.field.kind_class.agreement(part.field) or labels.plan
        for row in dialogue_level(part.rows, part.field, plan, ask.context, ask.flags):
            where = slice_of(by, part.by)
            yield {**row, **({"by": where} if where else {})}


def _again(
    ask: Ask, labels: Labels, before: pl.DataFrame, later: Mapping[int, pl.DataFrame], by: Mapping[str, Json]
) -> Iterator[dict[str, Json]]:
    def measure(rows: pl.DataFrame) -> Iterator[Result]:
        first, *_ = WAYS.get(labels.plan.way)(rows, labels.field, labels.plan, ask.context)
        flags = {name: flag for name, flag in ask.flags.items() if name != "annotators"}
        for result in results_of(first, flags, details=False):
            yield replace(result, field=labels.field.id)

    yield from retests(before, later, measure, by)


def _wanted(schema: Schema, field: str | None) -> list[Field]:
    """The field, with FIELD for all its entries; or all of them."""
    if field is not None and schema.field(field) is None:
        known = ", ".join(one.id for one in schema.asked)
        raise UnknownNameError(f"the schema has no field {field!r}.", where=schema.id, fix=f"Known: {known}.")
    return [one for one in schema.asked if field is None or field in (one.id, one.id.partition(".")[0])]


def _known_kinds(kinds: Sequence[str]) -> tuple[AnnotatorKind, ...]:
    known = ", ".join(ALL_KINDS)
    if not kinds:
        raise UsageError("nobody's answers are asked for.", where="kinds", fix=f"Known: {known}.")
    for kind in kinds:
        if kind not in ALL_KINDS:
            raise UsageError(f"there is no kind of annotator {kind!r}.", where="kinds", fix=f"Known: {known}.")
    return tuple(kind for kind in ALL_KINDS if kind in kinds)


def _known_flags(store: Store, project: str, asked: Mapping[str, Json]) -> dict[str, Json]:
    """A wrong flag is told before anything is computed."""
    given = {name: flag for name, flag in asked.items() if flag is not None}
    AgreementOptions.read(given)
    people = sorted(store.annotators(project))
    named = [("annotators", one) for one in given.get("annotators", ())]
    named += [("candidate", given["candidate"])] if "candidate" in given else []
    for flag, name in named:
        if name not in people:
            known = ", ".join(people) or "none"
            raise UsageError(f"nobody called {name!r} has labelled here.", where=flag, fix=f"Known: {known}.")
    return given


def _tasks(project: Project, schema: Schema, field: Field, task: str | None) -> list[str]:
    if task is not None and project.task(task) is None:
        known = ", ".join(one.id for one in project.tasks)
        raise UnknownNameError(f"the project has no task {task!r}.", where=project.id, fix=f"Known: {known}.")
    return [one.id for one in project.tasks if task in (None, one.id) and field in fields_of(schema, one)]


def _found(ask: Ask, labels: Labels, task: str, round: Round) -> Found:
    context, field = ask.context, labels.field
    before = [chosen(rows, task, round) for rows in labels.parents]
    rows = chosen(labels.own, task, round)
    rows = without_not_applicable(context.store, context.project, context.schema, field, rows, before)
    mine = [of_kinds(frame, ask.kinds) for frame in before]
    return Found(round, parts(context.store, context.project, field, rows, ask.kinds), mine)


def _of_round(ask: Ask, labels: Labels, found: Found, by: Mapping[str, Json], *, details: bool) -> Iterator[Result]:
    context, field = ask.context, labels.field
    for part in found.parts:
        plan = part.field.kind_class.agreement(part.field) or labels.plan
        said = _Saying(field.id, slice_of(by, part.by), found.round, part, plan, ask.kinds)
        first, *others = WAYS.get(plan.way)(part.rows, part.field, plan, context)
        if plan.way == "values":
            refuse_weights(first, ask.flags)
        yield from said.about(first, results_of(first, ask.flags, details=details))
        if details and plan.way == "values":
            yield from said.about(replace(first, over=EACH_DIALOGUE), mean_of_dialogues(first, ask.flags))
        for one in others:
            yield from said.about(one, results_of(one, ask.flags, details=details))
        if not details or plan.way != "values":
            continue
        for more, one in (
            *directions(part.rows, part.field, plan, context),
            *not_applicable(part.rows, found.parents, part.field, plan, context),
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
        said = sentence(treatment(self.part, self.plan, self.round, self.kinds, one.nothing), one.over, one.how)
        for result in results:
            yield replace(
                result,
                field=self.field,
                by=slice_of(self.by, more, result.by),
                round=str(self.round),
                treatment=said,
            )
