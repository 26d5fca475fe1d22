"""A file on its way in: its name, its bytes, and the text in them, byte for byte."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from curator.errors import DataError, UsageError

HEAD_BYTES = 65_536
"""How much of a file an importer sees when it is asked whether the file is its own."""

# The marks of UTF-32 begin with those of UTF-16, so they are looked for first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True)
class SourceFile:
    """A file by name (without its folder) and its content, given or still to be read from a path.

    encoding: what Python calls it; None = UTF-8. A byte order mark in the file is believed before either.
    """

    name: str
    content: bytes | Path
    encoding: str | None = None

    @classmethod
    def at(cls, path: Path, *, encoding: str | None = None) -> SourceFile:
        return cls(path.name, path, encoding)

    @cached_property
    def data(self) -> bytes:
        """Raises DataError if the file cannot be read."""
        if isinstance(self.content, bytes):
            return self.content
        try:
            return self.content.read_bytes()
        except OSError as error:
            reason = (error.strerror or "unknown reason").lower()
            raise DataError(
                f"the file cannot be read ({reason}).", where=self.name, fix="Check its name and its permissions."
            ) from error

    @cached_property
    def text(self) -> str:
        """Without the byte order mark; line ends as they are. Raises DataError naming byte and line, or UsageError."""
        mark, encoding = self._encoding()
        body = self.data[len(mark) :]
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError as error:
            raise self._undecodable(error, len(mark), encoding) from error
        except (LookupError, UnicodeError) as error:
            raise _unknown_encoding(encoding) from error
        if not mark and self.encoding is None and "\0" in text[:HEAD_BYTES]:
            raise DataError(
                f"byte {self.data.index(0)} is zero, which no text holds; UTF-16 without its mark looks like that.",
                where=self.name,
                fix="Name the file's own encoding (utf-16-le or utf-16-be), or save it as UTF-8.",
            )
        return text

    @cached_property
    def head(self) -> str:
        """The start of the text, with U+FFFD for what cannot be read: enough to tell a format."""
        mark, encoding = self._encoding()
        body = self.data[len(mark) : HEAD_BYTES]
        try:
            return body.decode(encoding, "replace")
        except (LookupError, UnicodeError) as error:
            raise _unknown_encoding(encoding) from error

    def _encoding(self) -> tuple[bytes, str]:
        marked = next(((mark, name) for mark, name in _MARKS if self.data.startswith(mark)), None)
        return marked or (b"", self.encoding or "utf-8")

    def _undecodable(self, error: UnicodeDecodeError, offset: int, encoding: str) -> DataError:
        line = error.object[: error.start].count(b"\n") + 1
        return DataError(
            f"byte {offset + error.start} (line {line}) is not {encoding.upper()} text.",
            where=self.name,
            fix="Name the file's own encoding (latin-1, cp1252, gb18030, utf-16 …), or save it as UTF-8.",
        )


def _unknown_encoding(name: str) -> UsageError:
    return UsageError(
        f"no text encoding is called {name!r}.", where="encoding", fix="Use utf-8, utf-16, latin-1, cp1252 or gb18030."
    )
