"""Workspaces as a command line sees them: what it answers, and everything that a database holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb

from tests.calling import Called, curator

GOOD = {
    "emotion_type": "anxiety",
    "problem_type": "job crisis",
    "situation": "A new job.",
    "dialog": [
        {"text": "I start on Monday.", "speaker": "usr"},
        {"text": "How do you feel about it?", "speaker": "sys", "strategy": "Question"},
    ],
}
"""A record in the flattened form of ESConv."""
PROGRAM = (sys.executable, "-c", "from curator.cli import main; main()")
"""`curator` of this environment, installed or not."""


def truly(*args: str | Path, cwd: Path | None = None, before: str = "") -> Called:
    """The command line in a process of its own. `before`: lines of Python that this process runs first."""
    program = (sys.executable, "-c", f"{before}\nfrom curator.cli import main; main()") if before else PROGRAM
    done = subprocess.run(
        [*program, *map(str, args)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=cwd,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    return Called(done.returncode, done.stdout, done.stderr)


def done(*args: str | Path) -> Any:
    """The answer of a command that has to work."""
    called = curator(*args, "--json")
    assert called.code == 0, called
    return called.json


def contents(workspace: Path) -> dict[str, list[Any]]:
    """Every row of every table of the workspace's database. Nobody may have it open."""
    with duckdb.connect(str(workspace / "curator.duckdb"), read_only=True) as connection:
        tables = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY ALL").fetchall()
        return {name: connection.execute(f'SELECT * FROM "{name}" ORDER BY ALL').fetchall() for (name,) in tables}


def lines(path: Path) -> list[Any]:
    """The records of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def records(*shapes: Any) -> bytes:
    return "".join(f"{json.dumps(shape)}\n" for shape in shapes).encode()


def problems(called: Called, code: int) -> list[dict[str, str]]:
    """The one JSON document that tells of problems: each with problem and fix, at least the whole with a place."""
    assert called.code == code, called
    assert called.err == ""
    error = called.json["error"]
    assert set(called.json) == {"error"}
    found: list[dict[str, str]] = error.get("problems", [error])
    assert all(one["problem"] and one["fix"] for one in found), error
    return found


def tells_no_secrets(called: Called, *secrets: object) -> None:
    """No folder of this machine, and nothing that opens a door."""
    told = called.out + called.err
    for secret in (*secrets, Path(__file__).parents[2], Path.home().resolve(), sys.prefix):
        assert str(secret) not in told
    assert "Traceback" not in told
