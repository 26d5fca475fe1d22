"""The golden exports: one small invented project through every recipe, compared byte by byte in the tests.

Ids of events and the times at which they were saved are made at import and differ each time: they are masked.
Run this file (`python -m tests.golden.write`) when a recipe is meant to write something else, and read the difference.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

from curator import resources
from curator.exporting import export
from curator.exporting.folder import MANIFEST
from curator.model.schema import parse_schema
from curator.store import Store
from tests.exporting.projects import FLAT, NESTED, PROJECT, a_dialogue, a_store, add, content, load, says

GOLDEN = Path(__file__).parent
_SIZE = re.compile(rb"num_bytes: [0-9]+")
_MADE = re.compile(rb'"(id|based_on|client_at|recorded_at)": "[^"]*"')
SCHEMA = parse_schema(
    """
id: small
title: {en: A small scheme}
status: own
roles: {seeker: [usr, speaker], supporter: [sys, listener]}
fields:
  - id: strategy
    target: turn
    applies_to: supporter
    kind: choice
    required: true
    options:
      - {id: question, label: Question, aliases: [Questions], export_alias: Question}
      - {id: reflection, label: Reflection, export_alias: Reflection of feelings}
      - {id: self_disclosure, label: Self-disclosure, export_alias: Self-disclosure}
      - {id: affirmation, label: Affirmation, export_alias: Affirmation and Reassurance}
      - {id: others, label: Others, aliases: [Other], export_alias: Others}
  - {id: feedback, target: turn, applies_to: seeker, kind: scale, level: ordinal, from: 1, to: 5}
  - {id: emotion, target: dialogue, kind: choice, options: [anger, anxiety, fear, sadness]}
""",
    where="small.yaml",
)


def fill(store: Store) -> None:
    """Two forms of ESConv, a dialogue that may not be shared, two annotators who disagree once, and a verdict."""
    first, second = load(
        store, "flat.jsonl", b"".join(json.dumps(record).encode() + b"\n" for record in FLAT), split="train"
    )
    load(store, "nested.json", NESTED, split="test")
    add(store, [a_dialogue("quiet", consent=("research",)), a_dialogue("open", ["Hm?", "A\tB\r\n"])])
    for name in ("zoe", "ana"):
        says(store, name, first.id, "strategy", "question", turn="t1", submit=False)
        says(store, name, first.id, "strategy", "affirmation" if name == "ana" else "others", turn="t3", submit=False)
        says(store, name, first.id, "feedback", 2 if name == "ana" else 3, turn="t2")
    says(store, "lea", second.id, "emotion", "anger", kind="adjudicator", submit=False)


def masked(files: dict[str, bytes]) -> dict[str, bytes]:
    """Without what is made anew each time or hangs on the version of a library; Parquet as lines of JSON."""
    found = {}
    for name, data in files.items():
        if name == MANIFEST:
            found[name] = _manifest(data)
        elif name.endswith(".parquet"):
            found[f"{name}.jsonl"] = _rows(data)
        else:
            found[name] = _SIZE.sub(b"num_bytes: 0", _MADE.sub(b'"\\1": "..."', data))
    return found


def _manifest(data: bytes) -> bytes:
    """The hashes and sizes follow from what is masked elsewhere."""
    manifest = json.loads(data)
    manifest["recipe"]["sha256"] = "..."
    for facts in manifest["files"].values():
        facts |= {"sha256": "...", "bytes": 0}
    return f"{json.dumps(manifest, ensure_ascii=False, indent=2)}\n".encode()


def _rows(data: bytes) -> bytes:
    table = pq.read_table(io.BytesIO(data))
    types = {column.name: str(column.type) for column in table.schema}
    lines = [types, *table.to_pylist()]
    return b"".join(f"{json.dumps(line, ensure_ascii=False)}\n".encode() for line in lines)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, a_store(Path(folder), SCHEMA) as store:
        fill(store)
        for name in [*resources.recipe_files(), "hub"]:
            out = Path(folder) / "out" / name
            export(store, PROJECT, name, out, allow_missing=True)
            shutil.rmtree(GOLDEN / name, ignore_errors=True)
            for file, data in masked(content(out)).items():
                (GOLDEN / name / file).parent.mkdir(parents=True, exist_ok=True)
                (GOLDEN / name / file).write_bytes(data)


if __name__ == "__main__":
    main()
