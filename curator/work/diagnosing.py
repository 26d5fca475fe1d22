"""What to do about the agreement on a field: who and what differs, where, since when, and what would help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from curator.agreement import AgreementOptions, Result, agree
from curator.agreement import diagnosis as pure
from curator.errors import UsageError
from curator.model.base import Json
from curator.store.interface import Store
from curator.work.agreeing.choosing import Round
from curator.work.drifting import Groups, positions, sittings, weeks
from curator.work.field_ratings import Asked, FieldRatings, asked, place

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

WIDTH = 0.1
"""Of the interval that one would like to have, from end to end."""
MOST_NEXT = 100
"""Dialogues that are proposed for a second annotator."""


def diagnosis(
    store: Store,
    project: str,
    field: str,
    *,
    task: str | None = None,
    round: Round = "independent",
    width: float = WIDTH,
    flags: Mapping[str, Json] | None = None,
) -> dict[str, Json]:
    """Strict JSON. task: None is the first one that asks the field. width: wanted of the interval, above 0 to 2.

    flags: resamples, seed and confidence of `AgreementOptions`. Raises NotFoundError (project), UnknownNameError
    (field, task), UsageError (a field whose answers are items, a flag, a width).
    """
    if not 0 < width <= 2:
        raise UsageError(f"{width} is no width of an interval of alpha.", where="width", fix="Use 0.1, say.")
    question = asked(store, project, field, task)
    found = question.rows(round)
    options = AgreementOptions.read({**(flags or {}), "metrics": ["alpha"], "level": question.plan.level})
    ratings = found.ratings
    apart = pure.disagreement(ratings, options.level)
    confused = pure.confusions(apart)
    return {
        "field": field,
        "task": question.task,
        "round": str(round),
        "agreement": agree(ratings, options)[0].as_json(),
        "n_apart": found.n_apart,
        "confusion": [_plain(one) for one in confused.by_pair],
        "confusion_of_all": {key: part for key, part in _plain(confused.of_all).items() if key != "annotators"},
        "confused_pairs": [_plain(one) for one in confused.pairs],
        "against_rest": [_plain(one) for one in pure.against_rest(apart, options)],
        "leave_one_out": [_plain(one) for one in pure.leave_one_out(ratings, options)],
        "drift": _drift(question, found, options),
        "costly_turns": _costly(found, apart),
        "merges": [_plain(one) for one in pure.merges(apart, confused)],
        "more": _more(found, apart, width, options),
    }


def _drift(question: Asked, found: FieldRatings, options: AgreementOptions) -> dict[str, Json]:
    ways: dict[str, tuple[str, Groups]] = {
        "by_week": ("week", weeks(found)),
        "by_position": ("position", positions(found, question.store, question.project)),
        "by_sitting": ("sitting", sittings(found)),
    }
    return {
        way: [
            {name: label, **_in_short(result)} for label, result in pure.by_group(found.ratings, group, names, options)
        ]
        for way, (name, (group, names)) in ways.items()
    }


def _in_short(result: Result) -> dict[str, Json]:
    return {
        "value": result.value,
        "ci_low": result.ci_low,
        "ci_high": result.ci_high,
        "n_units": result.n_pairable_units,
        "undefined": result.undefined,
    }


def _costly(found: FieldRatings, apart: pure.Disagreement) -> list[Json]:
    units = pure.costly_units(apart)
    rows = found.units[[one.unit for one in units]].iter_rows(named=True)
    return [
        {**place(row), "cost": one.cost, "share": one.share, "values": one.values}
        for one, row in zip(units, rows, strict=True)
    ]


def _more(found: FieldRatings, apart: pure.Disagreement, width: float, options: AgreementOptions) -> dict[str, Json]:
    enough = pure.more(found.ratings, width, options)
    return {
        "width": width,
        "now": {"n_dialogues": enough.n, "width": enough.width},
        "needed": enough.needed,
        "undefined": enough.undefined,
        "assumption": pure.ASSUMPTION,
        "next": [found.clusters[code] for code in pure.next_to_double(apart)[:MOST_NEXT]],
    }


def _plain(row: DataclassInstance) -> dict[str, Json]:
    """A row as JSON knows it: lists in place of tuples."""
    found: dict[str, Json] = _listed(asdict(row))
    return found


def _listed(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    return [_listed(item) for item in value] if isinstance(value, list | tuple) else value
