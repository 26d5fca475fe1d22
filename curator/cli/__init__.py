"""`curator …`: everything a page can do, scriptable. Exit 0 done · 1 the data or the state is wrong · 2 wrong usage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence

import typer

from curator.cli import agreement, diagnosing, exporting, importing, judging, projects, schemas, workspace
from curator.cli.app import app
from curator.cli.output import show_error
from curator.errors import CuratorError, UsageError

COMMANDS: tuple[tuple[str, Callable[..., None]], ...] = (
    ("init", workspace.init),
    ("demo", workspace.demo),
    ("serve", workspace.serve),
    ("doctor", workspace.doctor),
    ("backup", workspace.backup),
    ("restore", workspace.restore),
    ("schemas", schemas.schemas),
    ("import", importing.import_files),
    ("progress", workspace.progress),
    ("agreement", agreement.agreement),
    ("diagnose", diagnosing.diagnose),
    ("compare", diagnosing.compare),
    ("judgements", judging.judgements),
    ("split", exporting.split),
    ("export", exporting.export),
)
"""In the order of the work; groups come after them."""
for name, function in COMMANDS:
    app.command(name)(function)
for one in (schemas.schema, projects.project, workspace.token):
    app.add_typer(one)


def main(args: Sequence[str] | None = None) -> None:
    """Runs one command line and leaves with its exit code."""
    given = list(sys.argv[1:] if args is None else args)
    as_json = "--json" in given
    try:
        code = typer.main.get_command(app).main(args=given, prog_name="curator", standalone_mode=False)
    except CuratorError as error:
        show_error(error, as_json=as_json)
        code = error.exit_code
    except typer.TyperException as error:
        show_error(_wrong_usage(error), as_json=as_json)
        code = error.exit_code
    except typer.Abort:
        code = 1
    except Exception:
        if as_json:
            show_error(CuratorError("curator met an error of its own; stderr tells more."), as_json=True)
        raise
    sys.exit(code if isinstance(code, int) else 0)


def _wrong_usage(error: typer.TyperException) -> UsageError:
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "curator"
    message = error.format_message().rstrip(".")
    return UsageError(f"{message}.", where=where, fix=f"See `{where} --help`.")


def command_table() -> Iterator[tuple[str, str]]:
    """(command line without options, one line of help) of every command, in the order of `curator --help`."""
    yield from _rows(typer.main.get_command(app), "curator")


def readme_table() -> str:
    """The table of commands as README.md shows it."""
    lines = [f"| `{command.replace('|', '/')}` | {summary.rstrip('.')} |" for command, summary in command_table()]
    return "\n".join(["| command | what it does |", "|---|---|", *lines])


def _rows(command: object, path: str) -> Iterator[tuple[str, str]]:
    for name, child in getattr(command, "commands", {}).items():
        line = f"{path} {name}"
        if getattr(child, "commands", None):
            yield from _rows(child, line)
        else:
            yield " ".join([line, *_arguments(child)]), child.get_short_help_str(limit=200)


def _arguments(command: object) -> Iterator[str]:
    for parameter in getattr(command, "params", []):
        if parameter.param_type_name == "argument":
            yield str(parameter.metavar or parameter.name.upper())
