"""Recordings of dialogues: files of the workspace's media folder, for whoever may label the dialogue, and no others.

A dialogue's `media` names them by path inside that folder. The folder itself may be a link to a larger disk; nothing
below it may be one, so a name can never lead out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import quote, urlencode

from curator.errors import NotFoundError
from curator.model.base import Json
from curator.model.dialogue import Dialogue, Media
from curator.work.access import Person
from curator.work.annotators import annotator
from curator.work.shelf import Shelf

FOLDER = "media"
"""The media folder's name in the workspace."""
TYPES = {
    ".aac": "audio/aac",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".opus": "audio/ogg",
    ".wav": "audio/wav",
    ".m4v": "video/mp4",
    ".mkv": "video/x-matroska",
    ".mov": "video/quicktime",
    ".mp4": "video/mp4",
    ".ogv": "video/ogg",
    ".webm": "video/webm",
}
"""Endings that are served. Any other file of the folder (a note, a list of names) is as good as not there."""


@dataclass(frozen=True)
class Recording:
    """A file that may be sent. `type`: its content type."""

    path: Path
    type: str


def listed(dialogue: Dialogue, project: str, workspace: Path, base_path: str) -> list[Json]:
    """[{"id", "kind", "url", "missing"}] for the page; file names stay here, for they often name people."""
    return [
        {
            "id": str(idx),
            "kind": medium.kind,
            "url": address(base_path, project, dialogue.id, idx),
            "missing": not is_there(workspace, medium),
        }
        for idx, medium in enumerate(dialogue.media)
    ]


def address(base_path: str, project: str, dialogue: str, idx: int) -> str:
    """Where the recording is served. "." and ".." cannot travel in a path."""
    if dialogue in (".", ".."):
        asked = urlencode({"project": project, "dialogue": dialogue, "idx": idx})
        return f"{base_path}/api/v1/media?{asked}"
    return f"{base_path}/api/v1/media/{project}/{quote(dialogue, safe='')}/{idx}"


def recording(
    shelf: Shelf, person: Person | None, workspace: Path, project: str, dialogue_id: str, idx: str
) -> Recording:
    """The file of a dialogue's recording, under the same rights as the dialogue.

    Raises NotSignedInError, NotAllowedError, NotFoundError (also where the path leads out of the media folder).
    """
    annotator(shelf, person, project)
    # Players ask for many small pieces: the sheet, under whichever task, is in memory after the first.
    dialogue = shelf.sheet(project, shelf.book(project).project.tasks[0].id, dialogue_id).dialogue
    if not idx.isascii() or not idx.isdigit() or len(idx) > 6 or int(idx) >= len(dialogue.media):
        raise NotFoundError(f"the dialogue has no recording {idx!r}.", where=dialogue_id)
    medium = dialogue.media[int(idx)]
    path = _file(workspace, medium)
    if path is None:
        raise NotFoundError(
            f"the {medium.kind} of this dialogue is not there.",
            where=dialogue_id,
            fix="Labelling goes on without it. A lead puts the file into the workspace's media folder.",
        )
    kind = TYPES[path.suffix.lower()]
    return Recording(path, f"{medium.kind}/{kind.partition('/')[2]}" if _may_be_either(kind) else kind)


def is_there(workspace: Path, medium: Media) -> bool:
    """Whether the recording could be sent now."""
    return _file(workspace, medium) is not None


def _may_be_either(kind: str) -> bool:
    """WebM, MP4 and Ogg hold sound alone or pictures too, whatever the ending says."""
    return kind.partition("/")[2] in ("webm", "mp4", "ogg")


def _file(workspace: Path, medium: Media) -> Path | None:
    """The file, if it is a plain one of a known ending that lies in the media folder."""
    name = medium.path
    parts = PurePosixPath(name).parts
    if not parts or PurePosixPath(name).is_absolute() or ".." in parts or "\\" in name or "\0" in name or ":" in name:
        return None
    if PurePosixPath(name).suffix.lower() not in TYPES:
        return None
    try:
        folder = (workspace / FOLDER).resolve(strict=True)
        path = folder.joinpath(*parts)
        # resolve() follows links: a path without any is its own.
        return path if path.resolve(strict=True) == path and path.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None
