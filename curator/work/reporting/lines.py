"""The lines of a table of agreement, and what has to be said under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from curator.model.base import Json
from curator.model.identity import canonical_json

Line = Mapping[str, Json]
Rows = Sequence[Line]
Report = Mapping[str, Json]
"""The answer of `curator agreement`: "results", and of a project "not_compared" and more (contracts)."""
_OF_SPANS = ("span_", "u_alpha", "gamma")
_SELF_EVIDENT = ("suggested", "pooling", "direction")
"""Slices whose value says what it is."""


def rows(results: Rows) -> list[dict[str, Json]]:
    """What is shown of each result; columns that say nothing in all of them are left out."""
    shown = [
        {
            "field": one.get("field") or "",
            "task": task_of(one),
            "of": of_what(one),
            "metric": metric_of(one),
            "value": one["value"],
            "low": one["ci_low"],
            "high": one["ci_high"],
            "units": one["n_pairable_units"],
            "annotators": one["n_annotators"],
            "observed": one["observed"],
            "expected": one["expected"],
            "undefined": one["undefined"] or "",
        }
        for one in results
    ]
    empty = [name for name in ("field", "task", "of", "undefined") if not any(row[name] for row in shown)]
    return [{name: value for name, value in row.items() if name not in empty} for row in shown]


def answered(results: Rows) -> tuple[list[Line], list[str]]:
    """The results that rest on any rating, and the fields that nobody has answered (a line each would be too many)."""
    told = [one for one in results if one["n_ratings"]]
    known = {one.get("field") for one in told}
    return told, list(dict.fromkeys(one["field"] for one in results if one.get("field") and one["field"] not in known))


def overall(results: Rows) -> list[Line]:
    """The results about all annotators and all options together.

    Where annotators were chosen by name for the whole of it, those are all there are.
    """
    whole = [one for one in results if one.get("option") is None and not one.get("annotators")]
    return whole or [one for one in results if one.get("option") is None]


def titled(results: Rows, titles: Mapping[str, str]) -> list[dict[str, Json]]:
    """The same with the titles of the fields in place of their ids."""
    return [{**one, "field": titles.get(one.get("field") or "", one.get("field"))} for one in results]


def between_two(results: Rows) -> list[Line]:
    """The results about two annotators by themselves."""
    return [
        one
        for one in results
        if len(one.get("annotators") or ()) == 2 and one.get("option") is None and not without(one)
    ]


def without(result: Line) -> str:
    """The annotator whose answers a result leaves out, or nothing."""
    return str((result.get("by") or {}).get("without", ""))


def of_what(result: Line) -> str:
    """What a result is about within its field: a slice, a part of an item, an option against the rest, two annotators;
    empty where it is about all of it."""
    said = [_slice(name, value) for name, value in slices(result).items()]
    if str(result.get("round") or "").isdigit():
        said.append(f"round {result['round']}")
    if result.get("part"):
        said.append(str(result["part"]))
    if result.get("option") is not None:
        said.append(f"option {_text(result['option'])}")
    if result.get("annotators") and not without(result):
        said.append(" and ".join(result["annotators"]))
    return ", ".join(said)


def slices(result: Line) -> dict[str, Json]:
    """What part of the answers a result is restricted to, beside its task (which has a column of its own)."""
    return {name: value for name, value in (result.get("by") or {}).items() if name != "task" and value}


def _slice(name: str, value: Json) -> str:
    if name in _SELF_EVIDENT and isinstance(value, str):
        return value
    said = _text(value)
    return f"{name.replace('_', ' ')} {'as ' if said.startswith('a ') else ''}{said}"


def task_of(result: Line) -> str:
    return str((result.get("by") or {}).get("task", ""))


def metric_of(result: Line) -> str:
    """The coefficient by its name in the registry, with its level, weights, form or matching."""
    details = (result.get("level") or result.get("weights"), result.get("form"), result.get("match"))
    return ", ".join([result["metric"], *filter(None, details)])


def remarks(results: Rows) -> list[str]:
    """What has to be said under the table: the treatment of answers, the interval, notes. Each once, with its fields.

    Of the notes only those on each field's first coefficient, and why another has no interval: the others stand in the
    results themselves, and would drown these here.
    """
    said: list[tuple[str, str]] = []
    first: dict[tuple[str, str], Line] = {}
    for one in results:
        field = one.get("field") or ""
        first.setdefault((field, task_of(one)), one)
        said += [(line, field) for line in _facts(one)]
    fields = {field for field, _ in first}
    for (field, _), one in first.items():
        notes = [*one.get("notes", ()), *filter(None, [one.get("ci_note")])]
        said += [(line.replace("clusters", resampled(one)), field) for line in notes]
    for one in overall(results):
        missing = one["value"] is not None and one["ci_low"] is None and one.get("ci_note")
        if missing and one is not first[one.get("field") or "", task_of(one)]:
            said.append((f"{metric_of(one)}: {missing.replace('clusters', resampled(one))}", one.get("field") or ""))
    of_all, of_some = treatments(results)
    sorts = {"alpha" in one["metric"] for one in results if one["observed"] is not None}
    what = ["observed and expected: disagreement for the alphas, agreement for the others"] * (len(sorts) > 1)
    return [*filter(None, ["; ".join(of_all)]), *of_some, *grouped(said, fields), *what]


def treatments(results: Rows) -> tuple[list[str], list[str]]:
    """How answers were treated, phrase by phrase: what holds for every field, then the rest with its fields."""
    said = [
        (phrase, one.get("field") or "")
        for one in results
        for phrase in str(one.get("treatment") or "").split("; ")
        if phrase
    ]
    everywhere = {one.get("field") or "" for one in results}
    whose: dict[str, set[str]] = {}
    for phrase, field in said:
        whose.setdefault(phrase, set()).add(field)
    of_all = [phrase for phrase, fields in whose.items() if fields == everywhere]
    return of_all, grouped([one for one in said if whose[one[0]] != everywhere], everywhere)


def grouped(said: Sequence[tuple[str, str]], everywhere: set[str]) -> list[str]:
    """Each line (line, field) once, before it what it is about, unless it is about everything."""
    about: dict[str, dict[str, None]] = {}
    for line, whose in said:
        about.setdefault(line, {})[whose] = None
    return [
        line if set(whose) == everywhere or not any(whose) else f"{', '.join(whose)}: {line}"
        for line, whose in about.items()
    ]


def resampled(result: Line) -> str:
    """What the interval resamples: units, or clusters, which in a project are the dialogues, of spans the documents."""
    over = str(result["interval_over"])
    if over == "clusters" and not result.get("field") and result["metric"].startswith(_OF_SPANS):
        return "documents"
    return "dialogues" if result.get("field") and over == "clusters" else over


def _facts(one: Line) -> list[str]:
    lines = []
    if one.get("confidence") and one.get("ci_low") is not None:
        seed = f" (seed {one['seed']})" if one.get("seed") is not None else ""
        lines.append(f"interval: {one['confidence']:.0%}, {one['interval']} bootstrap over {resampled(one)}{seed}")
    return [*lines, f"alpha checked with {one['checked_with']}"] if one.get("checked_with") else lines


def _text(value: Json) -> str:
    return value if isinstance(value, str) else canonical_json(value)
