"""`export` and `split`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from curator.commands.command import Call, Command, Request, Upload
from curator.errors import DataError
from curator.exporting.run import export
from curator.exporting.splits import SHARES, split_project
from curator.model.base import Json
from curator.work.agreeing import agreement


class Export(Request):
    """recipe: the name of a file in `exports/`, or `hub` for the Hugging Face folder."""

    project: str
    recipe: str
    release: str | None = None
    anonymous: bool = False
    labels_only: bool = False
    allow_missing: bool = False


class Split(Request):
    """shares: split -> share. A given assignment travels as "given": CSV or JSONL with dialogue_id and split."""

    project: str
    shares: dict[str, float] | None = None
    seed: int = 0


def run_export(call: Call, request: Export) -> dict[str, Json]:
    store = call.open_services.store
    # Only the card of the Hub folder shows agreement.
    results = agreement(store, request.project).as_json()["results"] if request.recipe == "hub" else ()
    report = export(
        store,
        request.project,
        request.recipe,
        call.out,
        release=request.release,
        anonymous=request.anonymous,
        labels_only=request.labels_only,
        allow_missing=request.allow_missing,
        agreement=results,
    )
    return report.as_json()


def run_split(call: Call, request: Split) -> dict[str, Json]:
    upload = call.file("given")
    report = split_project(
        call.open_services.store,
        request.project,
        shares=request.shares or SHARES,
        seed=request.seed,
        given=dict(read_given(upload)) if upload else None,
    )
    return report.as_json()


def read_given(upload: Upload) -> Iterator[tuple[str, str]]:
    """(dialogue id, split) of each row. Raises DataError with the line that is wrong."""
    text = upload.text()
    rows = _json_rows(text, upload.name) if text.lstrip().startswith("{") else enumerate(_csv_rows(text), start=2)
    seen: dict[str, str] = {}
    for line, row in rows:
        where = f"{upload.name}, line {line}"
        dialogue, name = row.get("dialogue_id"), row.get("split")
        if not isinstance(dialogue, str) or not isinstance(name, str) or not dialogue or not name:
            raise DataError("a row without dialogue_id or split.", where=where, fix="Columns: dialogue_id, split.")
        if seen.setdefault(dialogue, name) != name:
            raise DataError(f"the dialogue {dialogue!r} is given to two splits.", where=where, fix="Keep one of them.")
        yield dialogue, name


def _csv_rows(text: str) -> Iterator[dict[str, str]]:
    return iter(csv.DictReader(io.StringIO(text, newline="")))


def _json_rows(text: str, name: str) -> Iterator[tuple[int, dict[str, Json]]]:
    for line, written in enumerate(text.splitlines(), start=1):
        if written.strip():
            try:
                row = json.loads(written)
            except ValueError as error:
                raise DataError("not JSON.", where=f"{name}, line {line}", fix="One JSON object a line.") from error
            yield line, row if isinstance(row, dict) else {}


COMMANDS: list[Command[Any]] = [
    Command(
        "export", "write the project in a benchmark's format", Export, run_export, role="engineer", gives_files=True
    ),
    Command("split", "part the dialogues into splits", Split, run_split, parts=("given",)),
]
