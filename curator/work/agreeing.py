"""Agreement on the labels of a project: which answers are compared, and how each kind of answer is treated."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import polars as pl

from curator.agreement import AgreementOptions, Ratings, Result, agree, pairwise, per_option
from curator.errors import UnknownNameError, UsageError
from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.model.kinds import AgreementPlan
from curator.model.plan import fields_of
from curator.model.project import Project
from curator.model.schema import Field, Schema
from curator.model.targets import COLUMNS
from curator.store.interface import Store
from curator.work.applying import parents_of, without_not_applicable

Round = Literal["independent", "current"] | int
UNIT = ["dialogue_id", *COLUMNS, "item_id"]
NONE = "(none)"
"""How *looked and found nothing* stands among the options of a nominal field."""
MOST_IN_PAIRS = 12
"""Above so many annotators the table of pairs (66 lines a coefficient) is left out."""
_CHANGES = "; the answer holds until it is changed, and changes alone are compared"
_SETS, _ORDERED = "set_", ("ordinal", "interval", "ratio")


@dataclass(frozen=True)
class AgreementReport:
    """Results: for each field all annotators together, then by pair, then by option. not_compared: field -> why."""

    results: tuple[Result, ...]
    not_compared: Mapping[str, str]

    def as_json(self) -> dict[str, Json]:
        return {"results": [result.as_json() for result in self.results], "not_compared": dict(self.not_compared)}


def agreement(
    store: Store,
    project: str,
    *,
    field: str | None = None,
    task: str | None = None,
    round: Round = "independent",
    asked: Mapping[str, Json] | None = None,
    details: bool = True,
) -> AgreementReport:
    """Agreement of persons on one field or on all; intervals resample dialogues.

    round: the answers as they stood at the first submit of round 1, the newest ones, or those of one round.
    asked: flags of `AgreementOptions`; without metrics the kind's own are taken, as are its level and domain.
    details: also by pair and by option.
    Raises NotFoundError (project), UnknownNameError (field, task), UsageError (flags).
    """
    found = store.project(project)
    schema = store.schema(project)
    if field is not None and schema.field(field) is None:
        known = ", ".join(one.id for one in schema.asked)
        raise UnknownNameError(f"the schema has no field {field!r}.", where=schema.id, fix=f"Known: {known}.")
    given = {name: flag for name, flag in (asked or {}).items() if flag is not None}
    AgreementOptions.read(given)  # a wrong flag is told before anything is read
    if strange := sorted(set(given.get("annotators", ())) - set(store.annotators(project))):
        known = ", ".join(sorted(store.annotators(project))) or "none"
        raise UsageError(f"nobody called {strange[0]!r} has labelled here.", where="annotators", fix=f"Known: {known}.")
    results: list[Result] = []
    not_compared: dict[str, str] = {}
    for one in schema.asked:
        if field is not None and field not in (one.id, one.id.partition(".")[0]):
            continue
        plan = one.kind_class.agreement(one)
        if plan is None:
            not_compared[one.id] = _why_not(one)
            continue
        labels = store.ratings(project, field=one.id)
        parents = [store.ratings(project, field=name) for name in parents_of(schema, one)]
        for task_id in _tasks(found, schema, one, task):
            by = {"task": task_id} if task is None and len(found.tasks) > 1 else None
            chosen = _chosen(labels, task_id, round)
            before = [_chosen(rows, task_id, round) for rows in parents]
            chosen = without_not_applicable(store, project, schema, one, chosen, before)
            said = _treatment(round, plan, chosen) + (_CHANGES if one.persists else "")
            results += [
                replace(_reasoned(result), field=one.id, by=by, round=str(round), treatment=said)
                for result in _of_field(plan, _persons(chosen), given, details=details)
            ]
    return AgreementReport(tuple(results), not_compared)


def _why_not(field: Field) -> str:
    if field.kind_class.items:
        return f"answers of the kind {field.kind} are items, and matching items is not computed yet"
    return f"answers of the kind {field.kind} have no coefficient"


def _tasks(project: Project, schema: Schema, field: Field, task: str | None) -> list[str]:
    if task is not None and project.task(task) is None:
        known = ", ".join(one.id for one in project.tasks)
        raise UnknownNameError(f"the project has no task {task!r}.", where=project.id, fix=f"Known: {known}.")
    return [one.id for one in project.tasks if task in (None, one.id) and field in fields_of(schema, one)]


def _chosen(labels: pl.DataFrame, task: str, round: Round) -> pl.DataFrame:
    """The rows of one task and round, at most one for each annotator and unit."""
    rows = labels.filter(pl.col("task") == task)
    if round == "independent":
        return rows.filter(pl.col("is_independent"))
    if round == "current":
        return rows.filter(pl.col("is_current"))
    rows = rows.filter(pl.col("round") == round).sort("seq")
    return rows.unique([*UNIT, "annotator"], keep="last", maintain_order=True)


def _reasoned(result: Result) -> Result:
    return result if result.n_ratings else replace(result, undefined="nobody has answered (and submitted) this yet")


def _persons(labels: pl.DataFrame) -> pl.DataFrame:
    return labels.filter(pl.col("annotator_kind") == "person")


def _of_field(
    plan: AgreementPlan, labels: pl.DataFrame, asked: Mapping[str, Json], *, details: bool
) -> Iterator[Result]:
    """All annotators together, then by pair, then by option."""
    table, domain = _comparable(labels, plan)
    ratings = Ratings.from_frame(
        table, unit=UNIT, annotator="annotator", value="value", cluster="cluster", domain=domain, json_values=True
    )
    if "annotators" in asked:
        ratings = ratings.only([name for name in asked["annotators"] if name in ratings.annotators])
    for options in _options(plan, asked, n_annotators=len(ratings.annotators)):
        yield from agree(ratings, options)
    if not details:
        return
    headline = _options(plan, {**asked, "metrics": [plan.metrics[0]], "weights": None}, n_annotators=2)[0]
    if 2 < len(ratings.annotators) <= MOST_IN_PAIRS:
        yield from pairwise(ratings, headline)
    if plan.level not in _ORDERED and domain is not None and ratings.n_ratings:
        yield from per_option(ratings, headline)


def _options(plan: AgreementPlan, asked: Mapping[str, Json], *, n_annotators: int) -> list[AgreementOptions]:
    """What is asked of the field: its own coefficients unless others are named; on ordered values kappa three ways.

    Cohen's kappa is for two annotators: of more it is computed only if somebody asks for it (and then says so).
    """
    own = [name for name in plan.metrics if name != "cohen_kappa" or n_annotators == 2]
    options = AgreementOptions.read({"metrics": own, **asked, "level": plan.level, "annotators": None})
    if plan.level not in _ORDERED or "cohen_kappa" not in options.metrics or options.weights:
        return [options]
    kappa = options.model_copy(update={"metrics": ("cohen_kappa",)})
    return [options, *(kappa.model_copy(update={"weights": weights}) for weights in ("linear", "quadratic"))]


def _comparable(labels: pl.DataFrame, plan: AgreementPlan) -> tuple[pl.DataFrame, list[Json] | None]:
    """Values as JSON text, and the domain. *None* is the empty set, or a value of its own, or missing on a scale."""
    is_none = pl.col("state") == "none"
    domain, nothing = plan.domain, None
    if plan.level.startswith(_SETS):
        nothing = "[]"
    elif plan.level not in _ORDERED:
        nothing = canonical_json(NONE)
        domain = [*domain, NONE] if domain is not None and labels.filter(is_none).height else domain
    value = pl.when(pl.col("state") == "value").then(pl.col("value")).when(is_none).then(pl.lit(nothing, pl.String))
    cluster = pl.when(pl.col("dialogue_id") == "").then(pl.col("case_id")).otherwise(pl.col("dialogue_id"))
    table = labels.select(*UNIT, "annotator", value=value, cluster=cluster).filter(pl.col("value").is_not_null())
    if plan.level.startswith(_SETS):
        texts = table["value"].unique().to_list()
        table = table.with_columns(pl.col("value").replace_strict({text: _plain_set(text) for text in texts}))
    return table, domain


def _plain_set(text: str) -> str:
    """The options of a set, without their intensities."""
    return canonical_json([item["option"] if isinstance(item, dict) else item for item in json.loads(text)])


def _treatment(round: Round, plan: AgreementPlan, labels: pl.DataFrame) -> str:
    """What was compared, in one sentence that can be printed under the table."""
    which = {"independent": "independent answers (as at the first submit)", "current": "newest answers"}.get(
        str(round), f"answers of round {round}"
    )
    if plan.level.startswith(_SETS):
        nothing = "none counts as the empty set"
    elif plan.level in _ORDERED:
        nothing = "none counts as missing"
    else:
        nothing = "none counts as an answer of its own"
    sentence = f"{which} of persons; {nothing}; cannot tell, unmapped and not applicable count as missing"
    persons = _persons(labels)
    missing = persons.filter(~pl.col("state").is_in(["value", "none"])).height
    others = labels.height - persons.height
    if missing:
        sentence += f" ({missing} such)"
    if others:
        sentence += f"; {others} answers of others (participants, models, groups, unnamed raters) are left out"
    return sentence
