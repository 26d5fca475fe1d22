"""`progress`, `token create` and `backup`."""

from __future__ import annotations

from typing import Any

from curator.commands.command import Call, Command, Request
from curator.model.base import Json
from curator.store.interface import Role
from curator.work import access
from curator.work.progress import progress

BACKUP = "curator.duckdb"


class Progress(Request):
    project: str


class TokenCreate(Request):
    """annotator: the name that the token's labels carry; needed for the role annotator."""

    role: Role
    annotator: str = ""


class Backup(Request):
    """A complete copy of the database, made while people work."""


def show_progress(call: Call, request: Progress) -> dict[str, Json]:
    return progress(call.open_services.store, request.project)


def create_token(call: Call, request: TokenCreate) -> dict[str, Json]:
    token = access.create_token(call.open_services.store, role=request.role, name=request.annotator)
    return {"token": token, "role": request.role, "annotator": request.annotator}


def back_up(call: Call, request: Backup) -> dict[str, Json]:
    path = call.out / BACKUP
    call.open_services.store.backup(path)
    return {"bytes": path.stat().st_size}


COMMANDS: list[Command[Any]] = [
    Command("progress", "how much is labelled, by task and annotator", Progress, show_progress, role="engineer"),
    Command("token-create", "a bearer token for scripts; shown once", TokenCreate, create_token, role="admin"),
    Command("backup", "copy the whole workspace while people work", Backup, back_up, role="admin", gives_files=True),
]
