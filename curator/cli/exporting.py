"""`curator export` and `curator split`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curator.cli.app import AsJson, ProjectId, settings_of
from curator.cli.files import uploads
from curator.cli.output import say, show, tell
from curator.cli.reach import answer
from curator.errors import StateError, UsageError
from curator.exporting.folder import earlier_export, new_folder


def split(
    context: typer.Context,
    project: ProjectId,
    shares: Annotated[
        str | None, typer.Option(metavar="NAME=SHARE,…", help="Such as train=0.8,valid=0.1,test=0.1.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Another seed, another split.")] = 0,
    given: Annotated[Path | None, typer.Option(metavar="FILE", help="CSV or JSONL of dialogue_id, split.")] = None,
    as_json: AsJson = False,
) -> None:
    """Part the dialogues into splits that keep a case or near-copy on one side."""
    request = {"project": project, "shares": None if shares is None else read_shares(shares), "seed": seed}
    show(answer(settings_of(context), "split", request, uploads("given", [given])), as_json=as_json)


def export(
    context: typer.Context,
    project: ProjectId,
    recipe: Annotated[str, typer.Argument(metavar="RECIPE", help="Such as esconv or ratings; hub for Hugging Face.")],
    out: Annotated[
        Path, typer.Option(metavar="PATH", help="The folder to write; an earlier export of the same is replaced.")
    ],
    release: Annotated[str | None, typer.Option(metavar="NAME", help="A release, not the data as it is.")] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Write annotators as A1, A2, ….")] = False,
    labels_only: Annotated[bool, typer.Option("--labels-only", help="Write no text of the conversations.")] = False,
    allow_missing: Annotated[bool, typer.Option("--allow-missing", help="Write what lacks a needed label.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the project in a benchmark's format, or as a Hugging Face folder."""
    before = earlier_export(out)
    if before is not None and before != (project, recipe):
        raise StateError(
            f"the folder holds another export, {before[1]} of {before[0]}.",
            where=out.name,
            fix="Give another --out, or take that folder away.",
        )
    tell(f"writing {out.name} …")
    request = {
        "project": project,
        "recipe": recipe,
        "release": release,
        "anonymous": anonymous,
        "labels_only": labels_only,
        "allow_missing": allow_missing,
    }
    with new_folder(out) as folder:
        found = answer(settings_of(context), "export", request, folder=folder)
    show(found, as_json=as_json)
    if before is not None and not as_json:
        say(f"replaced: the earlier export of {recipe} in {out.name}")


def read_shares(text: str) -> dict[str, float]:
    """Raises UsageError."""
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, sign, share = part.partition("=")
        try:
            shares[name.strip()] = float(share)
        except ValueError:
            sign = ""
        if not sign or not name.strip():
            raise UsageError(
                f"{part!r} is not a share.", where="--shares", fix="Example: train=0.8,valid=0.1,test=0.1."
            )
    return shares
