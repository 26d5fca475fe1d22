"""`curator schemas` and `curator schema check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from curator import resources
from curator.cli.app import AsJson, group, settings_of
from curator.cli.files import upload
from curator.cli.output import show
from curator.cli.reach import answer

schema = group("schema", "Label schemas.")


def schemas(context: typer.Context, as_json: AsJson = False) -> None:
    """List the label schemas that ship with curator."""
    show(answer(settings_of(context), "schemas", {}), as_json=as_json)


@schema.command()
def check(
    context: typer.Context,
    which: Annotated[list[str], typer.Argument(metavar="FILE|ID…", help="Schema files, or ids of shipped schemas.")],
    as_json: AsJson = False,
) -> None:
    """Say all that is wrong with label schemas, each with its place and how to mend it."""
    shipped = resources.schema_files()
    ids = [name for name in which if is_id(name) and name in shipped]
    files = [upload("file", Path(name)) for name in which if name not in ids]
    show(answer(settings_of(context), "schema-check", {"ids": ids}, files), as_json=as_json)


def is_id(text: str) -> bool:
    """Whether FILE|ID means an id: no folder and no ending (write ./NAME for a file without an ending)."""
    return Path(text).name == text and not Path(text).suffix
