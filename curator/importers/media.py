"""Recordings as source files name them: by path inside the workspace's media folder."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from curator.model.base import Json

KINDS = ("audio", "video")
SOUND = (".aac", ".flac", ".m4a", ".mp3", ".oga", ".ogg", ".opus", ".wav")
"""Endings that are sound where the source names no kind; every other one is video."""


def recordings(value: Json) -> list[dict[str, Any]]:
    """[{"kind", "path"}] of a path, an object with `path` (and `kind`), or a list of these; empty if any is unfit."""
    given = value if isinstance(value, list) else [value]
    found = [_recording(one) for one in given]
    fine = [one for one in found if one is not None]
    return fine if len(fine) == len(found) else []


def _recording(value: Json) -> dict[str, Any] | None:
    if isinstance(value, str):
        value = {"path": value}
    if not isinstance(value, dict) or set(value) - {"kind", "path"}:
        return None
    path, kind = value.get("path"), value.get("kind")
    if not isinstance(path, str) or not _is_inside(path):
        return None
    if kind is None:
        kind = "audio" if PurePosixPath(path).suffix.lower() in SOUND else "video"
    return {"kind": kind, "path": path} if kind in KINDS else None


def _is_inside(path: str) -> bool:
    """A relative path of plain steps, with slashes: no way out of the folder, no address, no drive."""
    steps = path.split("/")
    return all(step not in ("", ".", "..") for step in steps) and not any(mark in path for mark in "\\:\0")
