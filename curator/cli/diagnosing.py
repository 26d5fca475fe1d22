"""`curator diagnose` and `curator compare`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from curator.cli.app import AsJson, ProjectId, settings_of
from curator.cli.flags import json_list, round_of
from curator.cli.output import say, show, table
from curator.cli.reach import answer
from curator.errors import UsageError
from curator.model.base import Json
from curator.work.diagnosing import WIDTH

Text = str | None
FieldId = Annotated[str, typer.Option("--field", metavar="F", help="The field.")]
TaskId = Annotated[Text, typer.Option(metavar="T", help="Default: the first task that asks the field.")]
WhichRound = Annotated[
    str, typer.Option("--round", metavar="independent|current|N", help="Whose state of the answers.")
]
Resamples = Annotated[int | None, typer.Option(metavar="N", help="For the intervals; 0 for none.")]
Seed = Annotated[int | None, typer.Option(metavar="N", help="Of the resampling.")]
Confidence = Annotated[float | None, typer.Option(metavar="P", help="Of the intervals. Default: 0.95.")]
SHOWN = 10
"""Lines of a list on the terminal; `--json` has all."""


def diagnose(
    context: typer.Context,
    project: ProjectId,
    field: FieldId,
    task: TaskId = None,
    which_round: WhichRound = "independent",
    width: Annotated[
        float, typer.Option(metavar="W", help="Width of the interval that you would like to have.")
    ] = WIDTH,
    resamples: Resamples = None,
    seed: Seed = None,
    confidence: Confidence = None,
    as_json: AsJson = False,
) -> None:
    """Say who and what disagrees on a field, where, since when, and what would help."""
    request = {
        "project": project,
        "field": field,
        "task": task,
        "round": round_of(which_round),
        "width": width,
        "options": _options(resamples=resamples, seed=seed, confidence=confidence),
    }
    found = answer(settings_of(context), "diagnose", request)
    if as_json:
        show(found, as_json=True)
    else:
        say("\n".join(_told(found)))


def compare(
    context: typer.Context,
    project: ProjectId,
    field: FieldId,
    rounds: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", help="Two of independent, current, or numbers.")
    ] = None,
    guidelines: Annotated[
        tuple[int, int] | None, typer.Option(metavar="A B", help="Two revisions of the guidelines.")
    ] = None,
    groups: Annotated[tuple[str, str] | None, typer.Option(metavar="A B", help="Two JSON lists of annotators.")] = None,
    task: TaskId = None,
    which_round: Annotated[
        Text,
        typer.Option(
            "--round",
            metavar="independent|current|N",
            help="Where guidelines and groups are looked for. Default: independent.",
        ),
    ] = None,
    metric: Annotated[Text, typer.Option(metavar="NAME", help="A coefficient. Default: alpha.")] = None,
    resamples: Resamples = None,
    seed: Seed = None,
    confidence: Confidence = None,
    as_json: AsJson = False,
) -> None:
    """Say whether agreement on a field differs between two rounds, guidelines or groups of people."""
    if rounds and which_round is not None:
        raise UsageError("the rounds are told by --rounds.", where="--round", fix="Leave --round out.")
    request: dict[str, Json] = {
        "project": project,
        "field": field,
        "task": task,
        "rounds": [round_of(one, "--rounds") for one in rounds] if rounds else None,
        "guidelines": guidelines,
        "groups": [json_list("--groups", one) for one in groups] if groups else None,
        "round": round_of(which_round or "independent"),
        "options": _options(
            metrics=[metric] if metric else None, resamples=resamples, seed=seed, confidence=confidence
        ),
    }
    found = answer(settings_of(context), "compare", request)
    if as_json:
        show(found, as_json=True)
        return
    names = ("first", "second", "difference")
    rows = [{"side": name, **_value(found[name]), "units": found[name]["n_pairable_units"]} for name in names]
    how = "resampled together" if found["paired"] else "resampled apart: no unit or dialogue is compared on both"
    how = "no difference, and nothing was resampled" if found["difference"]["value"] is None else how
    lines = [_without_empty(rows), f"{found['n_shared_units']} units compared on both sides; {how}"]
    if found["n_answers_of_both"]:
        changed = f"{found['n_changed']} of {found['n_answers_of_both']} answers"
        lines.append(f"{changed} that one person gave to the same thing on both sides differ")
    say("\n".join(lines))


def _options(**flags: Json) -> dict[str, Json]:
    return {name: flag for name, flag in flags.items() if flag is not None}


def _value(result: Mapping[str, Json], what: str = "value") -> dict[str, Json]:
    return {what: result[what], "low": result["ci_low"], "high": result["ci_high"], "undefined": result["undefined"]}


def _told(found: Mapping[str, Json]) -> list[str]:
    """The lists one under the other, each with its title; what is empty is left out."""
    lists: list[tuple[str, Sequence[Mapping[str, Json]]]] = [
        ("all together", [_value(found["agreement"])]),
        ("without each annotator, the outlier first", [_left_out(one) for one in found["leave_one_out"]]),
        (
            "each annotator against the rest",
            [{"annotator": one["annotator"], **_value(one), "pairs": one["n_pairs"]} for one in found["against_rest"]],
        ),
        ("options taken for each other", [_pair(one, "n", "share") for one in found["confused_pairs"][:SHOWN]]),
        ("options merged", [_pair(one, "value", "gain") for one in found["merges"][:SHOWN]]),
        *((way.replace("_", " "), [_part(one) for one in found["drift"][way]]) for way in found["drift"]),
        ("turns that cost most", [_turn(one) for one in found["costly_turns"][:SHOWN]]),
    ]
    lines = [line for title, rows in lists if rows for line in (f"{title}:", _without_empty(rows), "")]
    return [*lines, *_advice(found["more"])]


def _advice(more: Mapping[str, Json]) -> list[str]:
    now = more["now"]
    if more["needed"] is None:
        return [f"more dialogues: {more['undefined']}"]
    lines = [
        f"{more['needed']} more dialogues labelled twice would bring the interval from {now['width']:.3f} to "
        f"{more['width']:g} (from {now['n_dialogues']} now): {more['assumption']}"
    ]
    return lines + ([f"next: {', '.join(more['next'][:SHOWN])}"] if more["next"] else [])


def _left_out(one: Mapping[str, Json]) -> dict[str, Json]:
    value = {"without": one["value_without"], "low": one["ci_low"], "high": one["ci_high"]}
    return {"annotator": one["annotator"], **value, "change": one["delta"], "undefined": one["undefined"]}


def _pair(one: Mapping[str, Json], *names: str) -> dict[str, Json]:
    return {"options": " and ".join(map(str, one["options"])), **{name: one[name] for name in names}}


def _part(one: Mapping[str, Json]) -> dict[str, Json]:
    name = next(iter(one))
    return {name: one[name], **_value(one), "units": one["n_units"]}


def _turn(one: Mapping[str, Json]) -> dict[str, Json]:
    values = ", ".join(f"{who} {_answer(value)}" for who, value in one["values"].items())
    return {"dialogue": one["dialogue"], "turn": one["turn"], "cost": one["cost"], "answers": values}


def _answer(value: Json) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def _without_empty(rows: Sequence[Mapping[str, Json]]) -> str:
    names = [name for name in rows[0] if name != "undefined" or any(row[name] for row in rows)]
    return table(rows, names)
