"""`curator init | demo | serve | doctor | backup | restore | progress | token create`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from curator.bootstrap import open_services
from curator.cli import checkup
from curator.cli.app import AsJson, ProjectId, group, settings_of
from curator.cli.files import made_beside, make_folder, put_file
from curator.cli.output import show, tell
from curator.cli.reach import answer, held
from curator.commands.running import WorkspaceLock, running_app
from curator.commands.workspace import BACKUP
from curator.errors import StateError
from curator.model.base import Json
from curator.settings import Settings

token = group("token", "Tokens for scripts.")
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The workspace's folder.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup's file.")]


def init(context: typer.Context, folder: Folder, as_json: AsJson = False) -> None:
    """Make an empty workspace: one folder that holds everything."""
    settings = _at(settings_of(context), folder)
    _new_workspace(settings)
    with _alone(settings):
        open_services(settings).close()
    show({"workspace": folder.name, "made": True}, as_json=as_json)
    tell(f"next: curator --workspace {folder} project create ID --schema esconv")


def demo(context: typer.Context, folder: Folder, as_json: AsJson = False) -> None:
    """Make a workspace with an invented project to try things on."""
    from curator.work.demo import make_demo  # only here: no other command needs the invented dialogues

    settings = _at(settings_of(context), folder)
    _new_workspace(settings)
    with _alone(settings):
        services = open_services(settings)
        try:
            made = make_demo(services.store)
        finally:
            services.close()
    show({"workspace": folder.name, **made}, as_json=as_json)
    tell(f"next: curator --workspace {folder} serve")


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="The port to listen at.")] = 8501,
    as_json: AsJson = False,
) -> None:
    """Serve the workspace's pages and API until stopped."""
    settings = settings_of(context)
    if running := _running(settings):
        raise StateError(
            f"this workspace is served already, at {running}/.", fix="Open that address, or stop it first."
        )
    from curator.asgi import serve as serve_until_stopped  # brings Streamlit, which takes a second

    if not settings.database.exists():
        tell(f"{settings.workspace.name} is a new, empty workspace.")
    serve_until_stopped(settings, host=host, port=port)
    if as_json:
        show({"served": True}, as_json=True)


def doctor(context: typer.Context, as_json: AsJson = False) -> None:
    """Look whether everything that curator needs is there and works."""
    settings = settings_of(context)
    report = checkup.examine(settings, _running(settings))
    show(report, as_json=as_json)
    if not report["healthy"]:
        sys.exit(1)


def backup(context: typer.Context, file: File, as_json: AsJson = False) -> None:
    """Copy the whole workspace to a file, while people work."""
    tell("copying …")
    with made_beside(file) as folder:
        found = answer(settings_of(context), "backup", {}, folder=folder)
        put_file(folder / BACKUP, file)
    show(found, as_json=as_json)


def restore(context: typer.Context, file: File, as_json: AsJson = False) -> None:
    """Put a backup in the workspace's place; what was there is kept in backups/."""
    from curator.work.backups import restore as put_in_place

    settings = settings_of(context)
    make_folder(settings.workspace)
    with _alone(settings):
        show(put_in_place(file, settings.workspace), as_json=as_json)


def progress(context: typer.Context, project: ProjectId, as_json: AsJson = False) -> None:
    """Say how much is labelled, by task and annotator."""
    found = answer(settings_of(context), "progress", {"project": project})
    if not as_json:
        people = [{"task": task["task"], **_dialogues(one)} for task in found["tasks"] for one in task["annotators"]]
        tasks = [
            _dialogues({name: value for name, value in task.items() if name != "annotators"}) for task in found["tasks"]
        ]
        found = {**found, "tasks": tasks, "annotators": people}
    show(found, as_json=as_json)


def _dialogues(row: dict[str, Json]) -> dict[str, Json]:
    """The same with the unit in the headings; a dialogue that several have submitted is one of a task's."""
    counted = {name: f"dialogues {name}" for name in ("submitted", "open", "skipped")}
    counted |= {"answered": "answers", "last_at": "last at", "only_opened_by": "only opened by"}
    return {counted.get(name, name): value for name, value in row.items()}


@token.command()
def create(
    context: typer.Context,
    role: Annotated[str, typer.Option(metavar="ROLE", help="annotator, lead, engineer or admin.")],
    annotator: Annotated[str, typer.Option(metavar="NAME", help="The name that its labels carry.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a bearer token for scripts; it is shown this once."""
    show(answer(settings_of(context), "token-create", {"role": role, "annotator": annotator}), as_json=as_json)


def _at(settings: Settings, folder: Path) -> Settings:
    return replace(settings, workspace=folder)


def _new_workspace(settings: Settings) -> None:
    """Raises StateError if the folder holds anything."""
    folder = settings.workspace
    if running := _running(settings):
        raise StateError(f"this workspace is served, at {running}/.", fix="Stop the app first, or name another folder.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StateError(
            "there is something here already.", where=folder.name, fix="Name a folder that is new or empty."
        )
    make_folder(folder)


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """Holds the workspace. Raises StateError, saying what to do, if an app or another command has it."""
    lock = WorkspaceLock(settings.workspace)
    if not lock.acquire():
        if running := _running(settings):
            raise StateError(f"the workspace is served, at {running}/.", fix="Stop the app first, then do this again.")
        raise held()
    try:
        yield
    finally:
        lock.release()


def _running(settings: Settings) -> str:
    """The address of the app that holds the workspace, or an empty string."""
    if not settings.workspace.is_dir():
        return ""
    lock = WorkspaceLock(settings.workspace)
    if lock.acquire():
        lock.release()
        return ""
    running = running_app(settings.workspace)
    return running.base if running else ""
