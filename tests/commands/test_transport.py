"""An answer with files is packed as a stream and unpacked as it was, and nothing leaves the folder."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from curator.commands.transport import pack, strict_json, unpack
from curator.errors import DataError


def packed(answer: dict[str, object], files: dict[str, bytes], folder: Path) -> bytes:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return b"".join(pack(answer, folder))


def test_files_and_answer_arrive_as_they_were(tmp_path: Path) -> None:
    files = {"train.jsonl": b"x" * 700, "empty.csv": b"", "deep/er/中文 ü.txt": "ж".encode(), "long" * 40: b"y" * 512}
    stream = packed({"rows": 3, "text": "ü"}, files, tmp_path / "made")
    there = tmp_path / "there"
    assert unpack(io.BytesIO(stream), there) == {"rows": 3, "text": "ü"}
    found = {path.relative_to(there).as_posix(): path.read_bytes() for path in there.rglob("*") if path.is_file()}
    assert found == files


def test_the_same_files_give_the_same_stream(tmp_path: Path) -> None:
    files = {"b": b"2", "a": b"1"}
    assert packed({}, files, tmp_path / "one") == packed({}, dict(reversed(files.items())), tmp_path / "two")


@pytest.mark.parametrize(
    "name", ["../escape", "files/../../escape", "/etc/escape", "files", "other/x", "files/a\\b", "files/c:d"]
)
def test_a_name_that_could_leave_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as tar:
        tar.addfile(tarfile.TarInfo(name), io.BytesIO())
    file.seek(0)
    with pytest.raises(DataError, match="refused"):
        unpack(file, tmp_path / "in")
    assert not (tmp_path / "escape").exists()


def test_a_link_is_refused(tmp_path: Path) -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as tar:
        link = tarfile.TarInfo("files/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    file.seek(0)
    with pytest.raises(DataError, match="not a plain file"):
        unpack(file, tmp_path / "in")


@pytest.mark.parametrize("kept", [0, 100, 600, 1200])
def test_a_cut_stream_is_an_error(tmp_path: Path, kept: int) -> None:
    stream = packed({"a": 1}, {"big": b"x" * 2000}, tmp_path / "made")
    with pytest.raises(DataError):
        unpack(io.BytesIO(stream[:kept]), tmp_path / "in")


def test_json_is_strict() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        strict_json({"value": float("nan")})
