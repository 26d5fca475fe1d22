"""The typer app, and what every command shares: the workspace before it, `--json` after it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curator.settings import Settings

app = typer.Typer(
    name="curator",
    help="Make datasets of emotional-support conversations: label turns, watch agreement, export splits.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print one strict JSON document, for errors too.")]
ProjectId = Annotated[str, typer.Argument(metavar="PROJECT", help="The project's id.")]


@app.callback()
def workspace(
    context: typer.Context,
    workspace: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="The folder that holds everything. Default: $CURATOR_WORKSPACE, else ./workspace."
        ),
    ] = None,
) -> None:
    context.obj = workspace


def settings_of(context: typer.Context) -> Settings:
    return Settings.from_env(workspace=context.obj)


def group(name: str, summary: str) -> typer.Typer:
    """A group of commands: `curator NAME …`."""
    return typer.Typer(name=name, help=summary, no_args_is_help=True, rich_markup_mode=None)
