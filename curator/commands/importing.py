"""`import`: dialogues and the labels they carry, from files."""

from __future__ import annotations

from typing import Any

from curator.commands.command import Call, Command, Request
from curator.errors import UsageError
from curator.model.base import Json
from curator.work.importing import SourceFile, import_files


class Import(Request):
    """The files travel as "file". `split`: the given split that all of their dialogues belong to."""

    project: str
    format: str | None = None
    encoding: str | None = None
    dry_run: bool = False
    split: str = ""


def import_into(call: Call, request: Import) -> dict[str, Json]:
    files = [SourceFile(upload.name, upload.content) for upload in call.files("file")]
    if not files:
        raise UsageError("no file was given.", where="import")
    report = import_files(
        call.open_services.store,
        request.project,
        files,
        format=request.format,
        encoding=request.encoding,
        dry_run=request.dry_run,
        split=request.split,
        workspace=call.open_services.settings.workspace,
    )
    return report.as_json()


COMMANDS: list[Command[Any]] = [
    Command("import", "bring dialogues into a project", Import, import_into, parts=("file",))
]
