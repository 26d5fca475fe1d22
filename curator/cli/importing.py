"""`curator import`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curator.cli.app import AsJson, ProjectId, settings_of
from curator.cli.files import uploads
from curator.cli.output import show, tell
from curator.cli.reach import answer


def import_files(
    context: typer.Context,
    project: ProjectId,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of dialogues.")],
    file_format: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="The files' format. Default: told from their content."),
    ] = None,
    encoding: Annotated[str | None, typer.Option(metavar="NAME", help="Default: UTF-8, or as the file says.")] = None,
    split: Annotated[str, typer.Option(metavar="NAME", help="The split that these dialogues are given to.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would come in, and change nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring dialogues and the labels they carry into a project."""
    tell(f"reading {', '.join(path.name for path in files)} …")
    request = {"project": project, "format": file_format, "encoding": encoding, "dry_run": dry_run, "split": split}
    show(answer(settings_of(context), "import", request, uploads("file", files)), as_json=as_json)
