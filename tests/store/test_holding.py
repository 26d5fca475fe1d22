"""One database, one process: another one is told what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from curator.errors import DatabaseHeldError
from curator.store import Store, open_store

HOLDS = """
import sys
from pathlib import Path
from curator.store import open_store
store = open_store(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
store.close()
"""


def test_another_process_holds_it(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(DatabaseHeldError) as refused:
            open_store(path)
        holder.communicate("done\n", timeout=60)
    assert str(refused.value) == (
        "curator.duckdb: another process has this database open. Use the running app, or stop it and try again."
    )
    open_store(path).close()


def test_this_process_holds_it(store: Store, path: Path) -> None:
    with pytest.raises(DatabaseHeldError, match="this process"):
        open_store(path)
    store.ping()
