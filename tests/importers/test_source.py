from __future__ import annotations

from pathlib import Path

import pytest

from curator.errors import CuratorError, DataError, UsageError
from curator.importers import SourceFile

TEXT = '{"text": "Grüße, 你好"}\r\n'


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), None),
        (TEXT.encode("utf-8-sig"), None),
        (TEXT.encode("utf-16"), None),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), None),
        (TEXT.encode("utf-32"), None),
        (TEXT.encode("gb18030"), "gb18030"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-8-sig"), "latin-1"),
    ],
)
def test_the_same_text_in_every_encoding(data: bytes, encoding: str | None) -> None:
    source = SourceFile("a.json", data, encoding)
    assert source.text == TEXT
    assert source.head == TEXT


def test_a_wrong_encoding_names_byte_line_and_mend() -> None:
    with pytest.raises(DataError) as caught:
        _ = SourceFile("old.txt", b"line one\nGr\xfc\xdfe").text
    assert str(caught.value).startswith("old.txt: byte 11 (line 2) is not UTF-8 text.")
    assert "own encoding (latin-1" in caught.value.fix


def test_bytes_are_counted_from_the_start_of_the_file() -> None:
    with pytest.raises(DataError, match=r"byte 4 \(line 1\)"):
        _ = SourceFile("a.txt", b"\xef\xbb\xbfa\xff").text


@pytest.mark.parametrize("name", ["klingon", "hex", "undefined"])
def test_an_unknown_encoding_is_a_wrong_request(name: str) -> None:
    with pytest.raises(UsageError, match=name):
        _ = SourceFile("a.txt", b"a", name).text


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "no-such.json", tmp_path):
        with pytest.raises(CuratorError) as caught:
            _ = SourceFile.at(path).data
        assert caught.value.where == path.name
        assert str(tmp_path.parent) not in str(caught.value)


def test_a_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(TEXT.encode())
    assert SourceFile.at(path).text == TEXT
