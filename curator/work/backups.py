"""Putting a backup in the place of a workspace's database. (Making one is the store's own business.)"""

from __future__ import annotations

import errno
import shutil
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from curator.errors import CuratorError, NotFoundError, StorageFullError
from curator.model.base import Json
from curator.store import open_store

DATABASE = "curator.duckdb"
KEPT = "backups"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def restore(backup: Path, workspace: Path) -> dict[str, Json]:
    """Replaces the database, after a look whether the backup opens; the one before is kept in `backups/`.

    The caller holds the workspace. Raises NotFoundError, StorageFullError, and what opening a database raises; then
    nothing is changed.
    """
    if not backup.is_file():
        raise NotFoundError("there is no such file.", where=backup.name, fix="Name a file that `backup` made.")
    with TemporaryDirectory(prefix=".restore-", dir=workspace) as folder:
        fresh = Path(folder) / DATABASE
        _copy(backup, fresh)
        projects = _look(fresh, backup.name)
        kept = _keep(workspace)
        fresh.replace(workspace / DATABASE)
    return {"projects": projects, "kept": kept}


def _copy(backup: Path, fresh: Path) -> None:
    try:
        shutil.copyfile(backup, fresh)
    except OSError as error:
        if error.errno not in _FULL:
            raise
        fix = "Free some space; what was there before is untouched."
        raise StorageFullError("the disk is full.", where=backup.name, fix=fix) from error


def _look(path: Path, name: str) -> list[str]:
    """The projects in it. Errors speak of the file that was given, not of its copy."""
    try:
        store = open_store(path)
    except CuratorError as error:
        raise type(error)(error.problem, where=name, fix="Name a file that `curator backup` made.") from error
    try:
        return [project.id for project in store.projects()]
    finally:
        store.close()


def _keep(workspace: Path) -> str:
    """Moves the present database, and what it has not yet folded in, aside; the new name, or an empty string."""
    database = workspace / DATABASE
    if not database.exists():
        return ""
    kept = workspace / KEPT / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}.duckdb"
    kept.parent.mkdir(exist_ok=True)
    database.replace(kept)
    log = database.with_name(f"{database.name}.wal")
    if log.exists():
        log.replace(kept.with_name(f"{kept.name}.wal"))
    return f"{KEPT}/{kept.name}"
