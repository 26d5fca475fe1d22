"""Who holds a workspace: an exclusive lock on `run.lock`, and `run.json`, which tells a command where the app answers.

The lock is the operating system's, so it goes when its process dies, however it dies; a `run.json` beside a free lock
is stale and is ignored.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from curator.errors import StateError

LOCK = "run.lock"
RUN = "run.json"


@dataclass(frozen=True)
class Running:
    """A running app. `base`: its URL with the path it is served under, without a slash at the end."""

    pid: int
    base: str
    token: str


class WorkspaceLock:
    """The right to open the workspace's database. Not re-entrant; `release` may be called twice."""

    def __init__(self, workspace: Path) -> None:
        self._path = workspace / LOCK
        self._file: IO[bytes] | None = None

    def acquire(self) -> bool:
        """False if another process has it. Raises StateError where the folder is absent or cannot be written to."""
        try:
            file = self._path.open("ab")
        except OSError as error:
            raise StateError(
                f"the workspace cannot be written to ({error.strerror}).",
                where=self._path.parent.name,
                fix="Give yourself the right to write there, or name another workspace.",
            ) from error
        if not _lock(file):
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


@contextmanager
def announced(workspace: Path, base: str) -> Iterator[Running]:
    """Writes `run.json` (mode 0600, with a new token) for as long as the app runs. The caller holds the lock."""
    running = Running(os.getpid(), base.rstrip("/"), secrets.token_urlsafe(32))
    path = workspace / RUN
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(running), file)
    try:
        yield running
    finally:
        path.unlink(missing_ok=True)


def running_app(workspace: Path) -> Running | None:
    """What `run.json` says, or None where there is none that can be read (the app may be starting)."""
    try:
        return Running(**json.loads((workspace / RUN).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
