"""Whether agreement on a field changed: between two rounds, two guidelines, or two groups of annotators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from curator.agreement import AgreementOptions, Ratings
from curator.agreement.compare import compare
from curator.agreement.options import COMPARISONS
from curator.agreement.ratings import Ints
from curator.agreement.subset import Subset
from curator.errors import UsageError
from curator.model.base import Json
from curator.store.interface import Store
from curator.work.agreeing.choosing import UNIT, Round
from curator.work.field_ratings import Asked, FieldRatings, asked

BY = ("rounds", "guidelines", "groups")


def comparison(
    store: Store,
    project: str,
    field: str,
    *,
    rounds: Sequence[Round] | None = None,
    guidelines: Sequence[int] | None = None,
    groups: Sequence[Sequence[str]] | None = None,
    task: str | None = None,
    round: Round = "independent",
    flags: Mapping[str, Json] | None = None,
) -> dict[str, Json]:
    """Strict JSON: {"field", "task", "by", "sides", "first", "second", "difference", "paired", "n_shared_units",
    "n_answers_of_both", "n_changed"}; the difference is second - first.

    Exactly one of rounds, guidelines (revisions) and groups (names of annotators) is given, with two entries. round:
    whose answers guidelines and groups are looked for in. n_changed: of the answers that the same person gave to the
    same thing on both sides. Raises NotFoundError, UnknownNameError, UsageError.
    """
    if strange := [name for name in (flags or {}).get("metrics", ()) if name in COMPARISONS]:
        raise UsageError(f"{strange[0]} is a difference already.", where="metric", fix="Name the coefficient: alpha.")
    by, sides = _sides(rounds, guidelines, groups)
    question = asked(store, project, field, task)
    one, two = (_side(question, by, side, round) for side in sides)
    options = AgreementOptions.read({"metrics": ["alpha"], **(flags or {}), "level": question.plan.level})
    if options.metrics[0].endswith(("_ci_low", "_ci_high")):
        raise UsageError("a limit of an interval is not compared by itself.", where="metric", fix="Compare alpha.")
    first, second = _with_shared_codes(one, two)
    kept = [side.table.select(*UNIT, "annotator", "value") for side in (one, two)]
    both = kept[0].join(kept[1], on=[*UNIT, "annotator"], how="inner")
    return {
        "field": field,
        "task": question.task,
        "by": by,
        "sides": [list(side) if isinstance(side, list | tuple) else side for side in sides],
        **compare(first, second, options).as_json(),
        "n_answers_of_both": both.height,
        "n_changed": both.filter(pl.col("value") != pl.col("value_right")).height,
    }


def _sides(
    rounds: Sequence[Round] | None, guidelines: Sequence[int] | None, groups: Sequence[Sequence[str]] | None
) -> tuple[str, Sequence[Json]]:
    given: dict[str, Sequence[Json]] = {
        name: value
        for name, value in zip(BY, (rounds, guidelines, groups), strict=True)
        if value is not None and len(value)
    }
    if len(given) > 1:
        problem = f"what is compared? {' and '.join(given)} are given."
        raise UsageError(problem, where="compare", fix="Give one of them.")
    if not given:
        raise UsageError("what is compared?", where="compare", fix="Give two rounds, two guidelines or two groups.")
    ((name, sides),) = given.items()
    if len(sides) != 2:
        raise UsageError(f"{len(sides)} are given and two are compared.", where=name)
    return name, sides


def _side(question: Asked, by: str, side: Json, round: Round) -> FieldRatings:
    """Raises UsageError for people who have not labelled here."""
    if by == "rounds":
        return question.rows(side)
    found = question.rows(round)
    if by == "groups":
        known = question.store.annotators(question.project)
        if strange := sorted(set(side) - set(known)):
            fix = f"Known: {', '.join(sorted(known)) or 'none'}."
            raise UsageError(f"nobody called {strange[0]!r} has labelled here.", where="groups", fix=fix)
        if len(set(side)) < 2:
            problem = f"{', '.join(sorted(set(side))) or 'nobody'} alone is no group."
            raise UsageError(problem, where="groups", fix="Name two annotators or more on either side.")
        return found.only(found.rows.filter(pl.col("annotator").is_in(list(side))))
    under = {
        one.seq: one.event.guidelines
        for one in question.store.events(question.project)
        if one.event.field == question.field.id
    }
    revision = pl.Series([under.get(seq) for seq in found.rows["seq"].to_list()], dtype=pl.Int64)
    return found.only(found.rows.filter(revision == side))


def _with_shared_codes(one: FieldRatings, two: FieldRatings) -> tuple[Subset, Subset]:
    """The same unit and the same dialogue have the same code on both sides."""
    units = pl.concat([one.units, two.units]).unique().sort(UNIT).with_row_index("code")
    clusters = sorted({*one.clusters, *two.clusters})
    first, second = (_coded(side, units, clusters) for side in (one, two))
    return first, second


def _coded(side: FieldRatings, units: pl.DataFrame, clusters: list[str]) -> Subset:
    codes = side.units.join(units, on=UNIT, how="left", maintain_order="left")["code"].to_numpy().astype(np.int64)
    return Subset(_clustered(side.ratings, side.clusters, clusters), codes)


def _clustered(ratings: Ratings, own: list[str], shared: list[str]) -> Ratings:
    place = {name: code for code, name in enumerate(shared)}
    codes: Ints = np.array([place[name] for name in own], dtype=np.int64)
    return ratings if ratings.cluster is None or not len(codes) else replace(ratings, cluster=codes[ratings.cluster])
