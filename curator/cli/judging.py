"""`curator judgements`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curator.cli.app import AsJson, settings_of
from curator.cli.files import keep_inputs, write_text
from curator.cli.output import say, show, table
from curator.cli.reach import answer
from curator.work.judging import JUDGED
from curator.work.reporting import rows_as_csv


def judgements(
    context: typer.Context,
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="The project's id.")],
    field: Annotated[str | None, typer.Option(metavar="F", help="Only this field.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the verdicts as CSV, one a row.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say how many texts of two annotators were judged to say the same."""
    settings = settings_of(context)
    keep_inputs({"--csv": csv}, (), settings.workspace)
    found = answer(settings, "judgements", {"project": project, "field": field})
    if csv is not None:
        write_text(csv, rows_as_csv(found["judgements"], JUDGED))
    if as_json:
        show(found, as_json=True)
    elif found["fields"]:
        say(table(found["fields"]))
    else:
        say("no field of this project is answered in free words.")
