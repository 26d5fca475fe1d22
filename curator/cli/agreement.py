"""`curator agreement`: on a project, or on any file of ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curator.cli.app import AsJson, settings_of
from curator.cli.files import keep_inputs, uploads, write_text
from curator.cli.flags import json_list, round_of
from curator.cli.output import say, show, table
from curator.cli.reach import answer
from curator.errors import UsageError
from curator.model.base import Json
from curator.work import reporting

Text = str | None
AGAIN = ("field", "annotator", "round", "metric", "value", "ci_low", "ci_high", "n_pairable_units", "undefined")
OVER = ("option", "role", "what", "value", "ci_low", "ci_high", "n_dialogues", "turn_level_value", "undefined", "note")
NEEDED = "two people have to answer and submit the same dialogue."


def agreement(
    context: typer.Context,
    project: Annotated[Text, typer.Argument(metavar="PROJECT", help="The project's id; or use --ratings.")] = None,
    field: Annotated[Text, typer.Option(metavar="F", help="Only this field.")] = None,
    task: Annotated[Text, typer.Option(metavar="T", help="Only this task.")] = None,
    which_round: Annotated[
        Text,
        typer.Option(
            "--round", metavar="independent|current|N", help="Whose state of the answers. Default: independent."
        ),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="person, model, group, …; may be repeated. Default: person."),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table as HTML.")] = None,
    latex: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table as LaTeX.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table as CSV.")] = None,
    ratings: Annotated[Path | None, typer.Option(metavar="FILE", help="CSV, JSONL or Parquet, a rating a row.")] = None,
    unit: Annotated[Text, typer.Option(metavar="COL", help="Column of the unit.")] = None,
    annotator: Annotated[Text, typer.Option(metavar="COL", help="Column of the annotator.")] = None,
    value: Annotated[Text, typer.Option(metavar="COL", help="Column of the value.")] = None,
    metric: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A coefficient; may be repeated.")] = None,
    level: Annotated[Text, typer.Option(metavar="LEVEL", help="nominal, ordinal, interval, ratio, set_….")] = None,
    domain: Annotated[Text, typer.Option(metavar="JSON", help="The labels in order, as a JSON list.")] = None,
    weights: Annotated[Text, typer.Option(metavar="NAME", help="linear or quadratic, for kappa.")] = None,
    form: Annotated[Text, typer.Option(metavar="FORM", help="Of the ICC: 1,1 2,1 3,1 1,k 2,k or 3,k.")] = None,
    cluster: Annotated[Text, typer.Option(metavar="COL", help="Column of the cluster to resample.")] = None,
    resamples: Annotated[int | None, typer.Option(metavar="N", help="For the interval; 0 for none.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of the resampling.")] = None,
    confidence: Annotated[float | None, typer.Option(metavar="P", help="Of the interval. Default: 0.95.")] = None,
    interval: Annotated[Text, typer.Option(metavar="NAME", help="percentile or bca.")] = None,
    label: Annotated[Text, typer.Option(metavar="NAME", help="One label of spans.")] = None,
    variant: Annotated[Text, typer.Option(metavar="NAME", help="Of u_alpha_2016: u, binary, cu or ku.")] = None,
    match: Annotated[Text, typer.Option(metavar="exact|overlap", help="How spans match.")] = None,
    continuum: Annotated[Text, typer.Option(metavar="START,END", help="The whole range of spans.")] = None,
    annotators: Annotated[Text, typer.Option(metavar="JSON", help="Only these annotators, as a JSON list.")] = None,
    candidate: Annotated[Text, typer.Option(metavar="NAME", help="Who may stand in: alt_winning_rate.")] = None,
    epsilon: Annotated[float | None, typer.Option(metavar="E", help="What it may lose by. Default: 0.15.")] = None,
    compare: Annotated[Text, typer.Option(metavar="COL", help="Column of two versions: alpha_difference.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say how far annotators agree, with an interval for every value."""
    if (project is None) == (ratings is None):
        raise UsageError("name a project, or a file with --ratings.", where="curator agreement")
    settings = settings_of(context)
    keep_inputs({"--html": html, "--latex": latex, "--csv": csv}, [ratings], settings.workspace)
    of_project = {"--field": field, "--task": task, "--round": which_round, "--kind": kind}
    if strange := [flag for flag, given in of_project.items() if ratings is not None and given is not None]:
        fix = "In a file every rating counts; leave out the rows that you do not mean."
        raise UsageError("this is for a project, not for --ratings FILE.", where=strange[0], fix=fix)
    flags: dict[str, Json] = {
        "metrics": metric or None,
        "level": level,
        "domain": json_list("--domain", domain),
        "weights": weights,
        "form": form,
        "unit": unit,
        "annotator": annotator,
        "value": value,
        "cluster": cluster,
        "resamples": resamples,
        "seed": seed,
        "confidence": confidence,
        "interval": interval,
        "label": label,
        "variant": variant,
        "match": match,
        "continuum": continuum,
        "annotators": json_list("--annotators", annotators),
        "candidate": candidate,
        "epsilon": epsilon,
        "compare": compare,
    }
    options = {name: flag for name, flag in flags.items() if flag is not None}
    if ratings is not None:
        found = answer(settings, "agreement-ratings", {"options": options}, uploads("ratings", [ratings]))
    else:
        request: dict[str, Json] = {"project": project, "field": field, "task": task, "options": options}
        request |= {"round": round_of(which_round or "independent"), **({"annotator_kinds": kind} if kind else {})}
        found = answer(settings, "agreement", request)
    for path, write in (
        (html, reporting.report_as_html),
        (latex, reporting.report_as_latex),
        (csv, lambda report, _: reporting.results_as_csv(report["results"])),
    ):
        if path is not None:
            write_text(path, write(found, metric or ()))
    if as_json:
        show(found, as_json=True)
    elif ratings is not None:
        say("\n".join([table(reporting.rows(found["results"])), *reporting.remarks(found["results"])]))
    else:
        _print(found, all_of_it=field is not None)


def _print(found: dict[str, Json], *, all_of_it: bool) -> None:
    """all_of_it: with the many lines on options, pairs of annotators and whole dialogues."""
    told, unanswered = reporting.answered(found["results"])
    shown = told if all_of_it else reporting.overall(told)
    waits = bool(found["results"]) or not found.get("not_compared")
    lines = [table(reporting.rows(shown))] if told else [f"nothing to compare yet: {NEEDED}"] * waits
    lines += [f"{len(told) - len(shown)} lines on options and pairs: name a --field to see them"] * (shown != told)
    lines += reporting.remarks(told)
    lines += [f"nobody has answered (and submitted) yet: {', '.join(unanswered)}"] if told and unanswered else []
    lines += [f"{field}: {why}" for field, why in found.get("not_compared", {}).items()]
    lines += [_of_texts(one) for one in found.get("texts", ()) if one["n_units"]]
    if again := found.get("retest"):
        lines += ["", "the same person a second time:", table([_chosen(one, AGAIN) for one in again])]
    if over := found.get("dialogue_level"):
        told_here = table([_chosen(one, OVER) for one in over]) if all_of_it else "name a --field to see them"
        lines += ["", f"labels over whole dialogues, ICC(2,1): {len(over)} lines", told_here]
    say("\n".join(lines))


def _of_texts(one: dict[str, Json]) -> str:
    wrote = f"all wrote {one['both_wrote']} times, only some {one['one_wrote']}, nobody {one['none_wrote']}"
    judged = f"{one['same']} same, {one['partly']} partly, {one['different']} different"
    return f"{one['field']}: {wrote}; of {one['n_pairs']} pairs of texts {one['judged']} are judged ({judged})"


def _chosen(row: dict[str, Json], names: tuple[str, ...]) -> dict[str, Json]:
    return {name: row.get(name) for name in names}
