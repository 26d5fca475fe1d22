"""A server that is killed in the middle of its work loses nothing that was called saved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from curator.store import open_store

SAVES = """
import sys
from pathlib import Path
from curator.store import open_store
from curator.store.interface import Incoming
from tests.builders import a_dialogue, a_project, a_schema, an_event

store = open_store(Path(sys.argv[1]))
store.create_project(a_project(), a_schema())
store.add_dialogues("p", [Incoming(a_dialogue())], source="made.json", schema_version=1)
number = 0
while True:
    event = an_event(turn=f"t{number}")
    store.append([event])
    print(event.id, flush=True)
    number += 1
"""


def test_what_was_acknowledged_is_there_after_a_kill(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SAVES, str(path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as server:
        assert server.stdout is not None
        acknowledged = [server.stdout.readline().strip() for _ in range(100)]
        server.kill()
        acknowledged += [line.strip() for line in server.stdout if len(line.strip()) == 36]
    store = open_store(path)
    kept = [stored.event.id for stored in store.events("p")]
    assert kept[: len(acknowledged)] == acknowledged
    assert len(kept) - len(acknowledged) <= 1
    assert store.work("p")[0].n_events == len(kept)
    store.close()
