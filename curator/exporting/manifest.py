"""What an export consists of, for people and scripts that check it: `manifest.json` beside the files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from curator.exporting.folder import MANIFEST, files_in, sha256


@dataclass(frozen=True)
class ExportReport:
    """What was written, and what was left out and why.

    counts: rows written, and dialogues and turns that the export could read. splits: dialogues by split ("" = none).
    files: name -> {"rows" (where it has rows), "bytes", "sha256"}. left_out: reason -> counts.
    missing: {"dialogue", "turn"} of each target without a label that the recipe needs (written under allow_missing).
    """

    project: str
    recipe: str
    recipe_sha256: str
    schema: Mapping[str, Any]
    options: Mapping[str, bool]
    counts: Mapping[str, int]
    splits: Mapping[str, int]
    left_out: Mapping[str, Mapping[str, Any]]
    missing: tuple[Mapping[str, str], ...] = ()
    files: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The manifest; it names no clock, path or library version."""
        return {
            "project": self.project,
            "recipe": {"name": self.recipe, "sha256": self.recipe_sha256},
            "schema": dict(self.schema),
            "options": dict(self.options),
            "counts": dict(self.counts),
            "splits": dict(self.splits),
            "left_out": {reason: dict(counts) for reason, counts in self.left_out.items()},
            "missing": [dict(entry) for entry in self.missing],
            "files": {name: dict(facts) for name, facts in self.files.items()},
        }


def file_facts(folder: Path, rows: Mapping[str, int]) -> dict[str, dict[str, Any]]:
    """Size and hash of every file in the folder, and its rows where they are known."""
    return {
        name: {
            **({"rows": rows[name]} if name in rows else {}),
            "bytes": (folder / name).stat().st_size,
            "sha256": sha256(folder / name),
        }
        for name in files_in(folder)
        if name != MANIFEST
    }


def write_manifest(folder: Path, report: ExportReport) -> None:
    text = json.dumps(report.as_json(), ensure_ascii=False, indent=2)
    (folder / MANIFEST).write_text(f"{text}\n", encoding="utf-8", newline="\n")
