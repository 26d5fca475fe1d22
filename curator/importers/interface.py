"""What every importer is. Each is found by tests/contracts/test_importers.py through the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from curator.errors import UsageError
from curator.importers.source import SourceFile
from curator.model.annotation import ImportedLabel
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.schema import Schema


@dataclass(frozen=True, slots=True)
class Imported:
    """A dialogue of a file with the labels that the file carried.

    unknown_roles: spelling -> number of turns whose speaker has it. warnings: sentences, without the file's name.
    Equal warnings of several dialogues are one warning with a count.
    """

    dialogue: Dialogue
    labels: Sequence[ImportedLabel] = ()
    unknown_roles: Mapping[str, int] = field(default_factory=dict)
    warnings: Sequence[str] = ()


class Importer(Protocol):
    """Reads one file format. `name` is what `--format` takes; `title` is for people."""

    name: str
    title: str

    def sniff(self, head: str, name: str) -> float:
        """How sure it is, from 0 to 1, that a file of this name that begins with `head` is its own."""

    def read(self, source: SourceFile, schema: Schema, options: Mapping[str, Json]) -> Iterator[Imported]:
        """Every dialogue of the file, in order.

        Raises ProblemsError with everything that is wrong with the file, DataError (encoding), UsageError (options).
        """


def refuse_options(importer: Importer, options: Mapping[str, Json]) -> None:
    """For an importer without options. Raises UsageError."""
    if options:
        unknown = ", ".join(sorted(options))
        raise UsageError(f"the importer {importer.name!r} has no option {unknown}.", fix="Leave it out.")
