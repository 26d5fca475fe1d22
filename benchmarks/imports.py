"""Importing ESConv-shaped lines, against reading them with `json` and writing the turns to Parquet with polars.

In process at 38,000 and 380,000 turns; the whole command at 38,000. The peer runs in the same run on the same file.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import polars as pl

from benchmarks.figures import Figure, seconds
from benchmarks.invented import dialogues
from curator.bootstrap import open_services
from curator.model.schema import load_schema
from curator.resources import schema_file
from curator.settings import Settings
from curator.work import projects
from curator.work.importing import SourceFile, import_files

SMALL, LARGE = 1_310, 13_100


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ratios, turns, figures = {}, {}, []
        for count in (SMALL, LARGE):
            path = folder / f"{count}.jsonl"
            path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in dialogues(count)), "utf-8")
            ours, turns[count] = _import(path, folder, times=3 if count == SMALL else 1)
            peer = seconds(partial(_peer, path))
            ratios[count] = ours / peer
            figures.append(Figure(f"import, {turns[count]:,} turns", ours, "s", note=f"peer {peer:.2f} s"))
        figures.append(Figure("ratio to the peer, small", ratios[SMALL], "x", 8))
        figures.append(Figure("ratio to the peer, large", ratios[LARGE], "x", 8))
        per_turn = [figures[i].value / turns[count] for i, count in enumerate((SMALL, LARGE))]
        figures.append(Figure("time a turn, large to small", per_turn[1] / per_turn[0], "x", 1.2))
        figures.append(Figure("whole command, small", _command(folder / f"{SMALL}.jsonl", folder), "s", 4))
    return figures


def _import(path: Path, folder: Path, *, times: int) -> tuple[float, int]:
    """Median seconds of importing the file into a new workspace, and its number of turns."""
    services = open_services(Settings.from_env(workspace=folder / f"in-process-{path.stem}"))
    taken = []
    turns = 0
    for run in range(times):
        project = f"p{run}"
        projects.create(services.store, project, schema=load_schema(schema_file("esconv")))

        def act(project: str = project) -> None:
            nonlocal turns
            turns = import_files(services.store, project, [SourceFile(path.name, path.read_bytes())]).turns

        gc.collect()
        taken.append(seconds(act, times=1))
    services.close()
    return sorted(taken)[len(taken) // 2], turns


def _peer(path: Path) -> None:
    rows = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            for index, turn in enumerate(json.loads(line)["dialog"]):
                rows.append((number, index, turn["speaker"], turn["text"], turn.get("strategy")))
    frame = pl.DataFrame(rows, schema=["dialogue", "idx", "speaker", "text", "strategy"], orient="row")
    frame.write_parquet(path.with_suffix(".parquet"))


def _command(path: Path, folder: Path) -> float:
    curator = [sys.executable, "-m", "curator", "--workspace", str(folder / "command")]
    subprocess.run([*curator[:3], "init", curator[-1]], check=True, capture_output=True)
    subprocess.run([*curator, "project", "create", "p", "--schema", "esconv"], check=True, capture_output=True)
    act = [*curator, "import", "p", str(path)]
    return seconds(lambda: subprocess.run(act, check=True, capture_output=True), times=1)
