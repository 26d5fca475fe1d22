"""Files on their way in (uploads) and out (what a command made, put where it was asked for)."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from curator.commands.command import Upload
from curator.errors import DataError, NotFoundError, StateError, StorageFullError, UsageError


def upload(part: str, path: Path) -> Upload:
    """Raises NotFoundError, or DataError if it cannot be read. Messages name the file without its folder."""
    name = path.name or path.resolve().name  # "." has a name only where it is
    if path.is_dir():
        raise DataError("this is a folder, not a file.", where=name, fix="Name the files in it.")
    try:
        return Upload(part, name, path.read_bytes())
    except FileNotFoundError as error:
        raise NotFoundError("there is no such file.", where=path.name, fix="Look at the path for a slip.") from error
    except OSError as error:
        fix = "Name a file that you may read."
        raise DataError(f"the file cannot be read ({error.strerror}).", where=path.name, fix=fix) from error


def uploads(part: str, paths: Iterable[Path | None]) -> list[Upload]:
    return [upload(part, path) for path in paths if path is not None]


def keep_inputs(outputs: Mapping[str, Path | None], inputs: Iterable[Path | None], workspace: Path) -> None:
    """To be asked before anything is computed. outputs: by flag. Raises UsageError where one would replace a file that
    is read, whatever links lead there, or one of the workspace's, or where two are the same."""
    asked = {flag: path for flag, path in outputs.items() if path is not None}
    read = [path for path in inputs if path is not None and path.exists()]
    written: dict[Path, str] = {}
    for flag, path in asked.items():
        there = path.resolve()
        if path.exists() and any(path.samefile(one) for one in read):
            problem = f"{path.name} is what is read here, and would be overwritten."
        elif path.exists() and there.is_relative_to(workspace.resolve()):
            problem = f"{path.name} is a file of the workspace, and would be overwritten."
        elif there in written:
            problem = f"{path.name} is what {written[there]} writes, too."
        else:
            written[there] = flag
            continue
        raise UsageError(problem, where=flag, fix="Choose another name.")


@contextmanager
def made_beside(target: Path) -> Iterator[Path]:
    """A folder on the same disk as `target`, gone afterwards: half-made files never stand at the target."""
    target = target.absolute()
    if not target.parent.is_dir():
        raise NotFoundError("there is no such folder.", where=target.parent.name, fix="Make it first.")
    try:
        with TemporaryDirectory(prefix=".curator-", dir=target.parent) as folder:
            yield Path(folder)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise StorageFullError("the disk is full.", where=target.parent.name, fix="Free some space.") from error
        raise DataError(f"this folder cannot be used ({error.strerror}).", where=target.parent.name) from error


def put_file(made: Path, target: Path) -> None:
    """Raises StateError if there is something at `target`."""
    if target.exists():
        raise StateError("there is something with this name already.", where=target.name, fix="Choose another name.")
    made.replace(target)


def write_text(path: Path, text: str) -> None:
    """Line ends as they are in the text; what stood there before is replaced. Raises DataError."""
    name = path.name or path.resolve().name
    try:
        path.write_bytes(text.encode())
    except UnicodeEncodeError as error:  # half of a surrogate pair, which JSON can spell
        raise DataError("a text in it is no Unicode, so it was not written.", where=name) from error
    except OSError as error:
        raise DataError(f"the file cannot be written ({error.strerror}).", where=name) from error


def make_folder(folder: Path) -> None:
    """Raises DataError where it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"this folder cannot be made ({error.strerror}).", where=folder.name) from error
