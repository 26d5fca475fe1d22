"""An export appears whole or not at all: it is written beside its place and moved there at the end."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from curator.errors import StateError, StorageFullError

MANIFEST = "manifest.json"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder to write to, which becomes `out` if nothing is raised.

    `out` may not be there yet, be empty, or hold an earlier export (which is replaced). Raises StateError if it holds
    anything else, StorageFullError when the disk is full.
    """
    out = Path(os.path.abspath(out))  # noqa: PTH100  (a link at the end is to be replaced, not followed)
    _may_be_replaced(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".part", dir=out.parent))
        try:
            part.chmod(0o777 & ~_umask())
            yield part
            _move(part, out)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        if error.errno in _FULL:
            fix = "Free some space; what was there before is untouched."
            raise StorageFullError("the disk is full.", where=out.name, fix=fix) from error
        raise


def earlier_export(out: Path) -> tuple[str, str] | None:
    """(project, recipe) of the export that stands at `out`; None where there is none."""
    try:
        manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        return str(manifest["project"]), str(manifest["recipe"]["name"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


def files_in(folder: Path) -> list[str]:
    """Paths of the files in a folder, relative to it, sorted."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _may_be_replaced(out: Path) -> None:
    if not out.exists():
        return
    if not out.is_dir():
        raise StateError("this is a file; an export is a folder.", where=out.name, fix="Give another --out.")
    found = files_in(out)
    strange = sorted(set(found) - _listed(out))
    if strange:
        raise StateError(
            f"the folder holds other files: {', '.join(strange[:5])}{' …' if len(strange) > 5 else ''}.",
            where=out.name,
            fix="Give another --out, or move them away.",
        )


def _listed(out: Path) -> set[str]:
    """The files that an earlier export says it wrote."""
    try:
        manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        return {MANIFEST, *(str(name) for name in manifest["files"])}
    except (OSError, ValueError, TypeError, KeyError):
        return set()


def _move(part: Path, out: Path) -> None:
    if not out.exists():
        part.rename(out)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".old", dir=out.parent))
    out.rename(old / "old")
    try:
        part.rename(out)
    except OSError:
        (old / "old").rename(out)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _umask() -> int:
    # The mask can be read only by setting it.
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
