"""Exporting 38,000 turns in ESConv's two forms, against writing the same records with `json`.

The whole export is timed: snapshot of the views, the recipe's checks, the query, the file and its hash. The peer has
the records ready in memory and only writes them with `json.dump`, in the same run and with the same settings.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, seconds, table
from benchmarks.invented import dialogues
from curator import resources
from curator.exporting import export
from curator.importers import SourceFile, importer_for
from curator.model.project import Project
from curator.model.schema import load_schema
from curator.store import Store, open_store
from curator.store.interface import Incoming

DIALOGUES = 1_310
LIMIT = 3.0
PROJECT = "p"


def measure() -> list[Figure]:
    """Seconds (median of five), and how many times the peer's."""
    figures = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = open_store(folder / "curator.duckdb")
        try:
            turns = _fill(store)
            for recipe, file, peer in (("esconv-flat", "all.jsonl", _lines), ("esconv", "ESConv.json", _array)):
                figures += _compared(store, folder, turns, recipe, file, peer)
            hub = seconds(lambda: export(store, PROJECT, "hub", folder / "hub"), times=3)
            figures.append(Figure(f"hub, {turns:,} turns", hub, "s"))
        finally:
            store.close()
    return figures


Write = Callable[[list[dict[str, Any]], Path], None]


def _compared(store: Store, folder: Path, turns: int, recipe: str, file: str, peer: Write) -> list[Figure]:
    out = folder / recipe
    ours = seconds(lambda: export(store, PROJECT, recipe, out), times=5)
    written = (out / file).read_text(encoding="utf-8")
    records = json.loads(written) if file.endswith(".json") else [json.loads(line) for line in written.splitlines()]
    theirs = seconds(lambda: peer(records, folder / "peer"), times=5)
    fastest = seconds(lambda: [json.dumps(record) for record in records], times=5)
    if (folder / "peer").read_text(encoding="utf-8") != written:
        raise AssertionError(f"{recipe}: the peer wrote another file")
    return [
        Figure(f"{recipe}, {turns:,} turns", ours, "s", note=f"peer {theirs:.2f} s; json.dumps alone {fastest:.2f} s"),
        Figure(f"{recipe}, ratio to json", ours / theirs, "x", LIMIT),
    ]


def _fill(store: Store) -> int:
    schema = load_schema(resources.schema_file("esconv"))
    store.create_project(Project(id=PROJECT, schema_id=schema.id, schema_version=schema.version), schema)
    source = SourceFile("made.jsonl", "".join(f"{json.dumps(one)}\n" for one in dialogues(DIALOGUES)).encode())
    found = importer_for(source).read(source, schema, {})
    incoming = [Incoming(one.dialogue, one.labels) for one in found]
    added = store.add_dialogues(PROJECT, incoming, source=source.name, schema_version=schema.version)
    return added.turns


def _lines(records: list[dict[str, Any]], path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            json.dump(record, file)
            file.write("\n")


def _array(records: list[dict[str, Any]], path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        json.dump(records, file, indent=1)


def main() -> None:
    print(table(measure()))


if __name__ == "__main__":
    main()
