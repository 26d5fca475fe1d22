"""Who holds a workspace, and where its app answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from curator.commands.running import RUN, WorkspaceLock, announced, running_app

HOLD = """
import sys, time
from pathlib import Path
from curator.commands.running import WorkspaceLock
lock = WorkspaceLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
time.sleep(60)
"""


def test_one_holds_it_at_a_time(tmp_path: Path) -> None:
    first, second = WorkspaceLock(tmp_path), WorkspaceLock(tmp_path)
    assert first.acquire()
    assert not second.acquire()
    first.release()
    first.release()
    assert second.acquire()
    second.release()


def test_the_lock_goes_with_its_process_however_that_ends(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    with holder, holder.stdout:
        assert holder.stdout.readline().strip() == "True"
        lock = WorkspaceLock(tmp_path)
        assert not lock.acquire()
        holder.kill()
        holder.wait(timeout=10)
        assert lock.acquire()
        lock.release()


def test_an_app_is_announced_to_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / RUN).write_text("{}", encoding="utf-8")
    with announced(tmp_path, "http://127.0.0.1:1/base/") as running:
        assert running_app(tmp_path) == running
        assert (running.base, running.pid) == ("http://127.0.0.1:1/base", os.getpid())
        assert (tmp_path / RUN).stat().st_mode & 0o777 == 0o600
        with announced(tmp_path, "http://127.0.0.1:1") as other:
            assert other.token != running.token
    assert running_app(tmp_path) is None


@pytest.mark.parametrize("content", ["", "[]", "{}", json.dumps({"pid": 1}), "{"])
def test_what_cannot_be_read_is_no_app(tmp_path: Path, content: str) -> None:
    (tmp_path / RUN).write_text(content, encoding="utf-8")
    assert running_app(tmp_path) is None
