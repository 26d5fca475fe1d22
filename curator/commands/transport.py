"""How an answer with files travels from a running app: one tar stream of `files/…`, and `answer.json` last.

The answer comes last so that a stream that was cut anywhere is seen to be cut: it has none.
"""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO

from curator.errors import DataError
from curator.model.base import Json

MEDIA_TYPE = "application/x-tar"
ANSWER = "answer.json"
FILES = "files"
_BLOCK = 1 << 20


def strict_json(value: Json, *, indent: int | None = None) -> str:
    """JSON without NaN or Infinity, text as it is."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)


def pack(answer: Mapping[str, Json], folder: Path) -> Iterator[bytes]:
    """The tar stream in pieces of about 1 MB. Names inside are relative; owners and times are left blank."""
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        size = path.stat().st_size
        yield _head(str(PurePosixPath(FILES, *path.relative_to(folder).parts)), size)
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                yield block
        yield _pad(size)
    content = strict_json(answer).encode()
    yield _head(ANSWER, len(content)) + content + _pad(len(content)) + bytes(2 * tarfile.BLOCKSIZE)


def unpack(stream: IO[bytes], folder: Path) -> dict[str, Json]:
    """Writes the files of a tar (a seekable file) into `folder` and returns the answer.

    Raises DataError on a name that would leave the folder, on anything but plain files, and on a cut stream.
    """
    answer: dict[str, Json] | None = None
    try:
        with tarfile.open(fileobj=stream, mode="r:") as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isreg() else None
                if content is None:
                    raise DataError(f"the answer holds {member.name!r}, which is not a plain file.")
                if member.name == ANSWER:
                    answer = json.loads(content.read())
                else:
                    _write(content, _inside(folder, member.name))
    except (tarfile.TarError, EOFError) as error:
        raise DataError("the answer of the running app was cut off.", fix="Try again.") from error
    if answer is None:
        raise DataError("the answer of the running app is not complete.", fix="Try again.")
    return answer


def _head(name: str, size: int) -> bytes:
    info = tarfile.TarInfo(name)
    info.size = size
    return info.tobuf(format=tarfile.PAX_FORMAT)


def _pad(size: int) -> bytes:
    return bytes(-size % tarfile.BLOCKSIZE)


def _inside(folder: Path, name: str) -> Path:
    parts = PurePosixPath(name).parts
    if len(parts) < 2 or parts[0] != FILES or ".." in parts or "\\" in name or ":" in name:
        raise DataError(f"the answer holds the name {name!r}, which is refused.")
    return folder.joinpath(*parts[1:])


def _write(content: IO[bytes], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        while block := content.read(_BLOCK):
            file.write(block)
