"""Everything that can be done by command, in one list: the command line and `POST /api/v1/commands/{name}` share it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from curator.bootstrap import Services
from curator.commands import agreeing, diagnosing, exporting, importing, judging, projects, schemas, workspace
from curator.commands.command import Call, Command, Upload
from curator.model.base import Json
from curator.registry import Registry

_ALL: list[Command[Any]] = [
    *schemas.COMMANDS,
    *projects.COMMANDS,
    *importing.COMMANDS,
    *agreeing.COMMANDS,
    *diagnosing.COMMANDS,
    *judging.COMMANDS,
    *exporting.COMMANDS,
    *workspace.COMMANDS,
]
COMMANDS: Registry[Command[Any]] = Registry("command", {command.name: command for command in _ALL})


def run(
    services: Services | None,
    name: str,
    request: Mapping[str, Json],
    uploads: Sequence[Upload] = (),
    folder: Path | None = None,
) -> dict[str, Json]:
    """Runs one command. `folder`: where a command with `gives_files` writes.

    Raises UnknownNameError, UsageError (malformed request), else what the use case raises.
    """
    return COMMANDS.get(name).run(Call(services, uploads, folder), request)


__all__ = ["COMMANDS", "Call", "Command", "Upload", "run"]
