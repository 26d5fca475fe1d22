"""What the export page remembers between two runs of its script: an export to download, or why there is none.

Not in the page's own file: that is run anew each time, and its classes would not be those of the run before.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from curator.bootstrap import Services
from curator.errors import CuratorError, IncompleteError
from curator.exporting.run import export
from curator.model.base import Json

ALLOW_MISSING = "Label them, or tick “Also write what lacks a needed label” and write them without."
_KEPT = "export:made"
_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can name: nothing that is written says when it was


@dataclass(frozen=True)
class Request:
    """What was chosen on the page."""

    project: str
    recipe: str
    anonymous: bool
    labels_only: bool
    allow_missing: bool


@dataclass(frozen=True)
class Made:
    """Either `report` and `content` (a zip), or `problem`; `missing` lists the targets without a needed label."""

    request: Request
    report: Mapping[str, Json] | None = None
    content: bytes = b""
    problem: str = ""
    missing: tuple[Mapping[str, Json], ...] = ()


def make(services: Services, request: Request) -> Made:
    """Writes the export to a folder that is gone afterwards, and keeps it as a zip."""
    with TemporaryDirectory(prefix="curator-") as folder:
        out = Path(folder) / "export"
        try:
            report = export(
                services.store,
                request.project,
                request.recipe,
                out,
                anonymous=request.anonymous,
                labels_only=request.labels_only,
                allow_missing=request.allow_missing,
            )
        except IncompleteError as error:
            return Made(
                request, problem=f"{error.problem.split(':')[0]}. {ALLOW_MISSING}", missing=tuple(error.missing)
            )
        except CuratorError as error:
            return Made(request, problem=str(error))
        return Made(request, report.as_json(), zipped(out))


def zipped(folder: Path) -> bytes:
    """The files of a folder as a zip; equal files give equal bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _DAY)
            name.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(name, path.read_bytes())
    return content.getvalue()


def remember(made: Made) -> None:
    st.session_state[_KEPT] = made


def made_for(request: Request) -> Made | None:
    """What was made for exactly this request, if it is the last that was made."""
    kept = st.session_state.get(_KEPT)
    return kept if isinstance(kept, Made) and kept.request == request else None
