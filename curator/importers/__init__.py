"""File -> dialogues with the labels they carry. Adding a format is adding a module and a line here."""

from __future__ import annotations

from curator.errors import DataError, UsageError
from curator.importers.annomi import AnnomiImporter
from curator.importers.esconv import EsconvImporter
from curator.importers.interface import Imported, Importer
from curator.importers.rescue import RescueImporter
from curator.importers.source import SourceFile
from curator.importers.turns import TurnsImporter
from curator.registry import Registry

__all__ = ["IMPORTERS", "Imported", "Importer", "SourceFile", "importer_for"]

_ALL: tuple[Importer, ...] = (
    EsconvImporter("esconv", "ESConv, raw (also FailedESConv)", text_key="content", nested=True),
    EsconvImporter("esconv-flat", "ESConv, flattened (JSON lines or an array)", text_key="text", nested=False),
    RescueImporter(),
    AnnomiImporter(),
    TurnsImporter(),
)
IMPORTERS: Registry[Importer] = Registry("import format", {importer.name: importer for importer in _ALL})


def importer_for(source: SourceFile) -> Importer:
    """The importer that is surest that the file is its own.

    Raises UsageError if none is, or two are equally sure; DataError if the file is empty or cannot be read.
    """
    if not source.head.strip():
        raise DataError("the file is empty.", where=source.name, fix="Choose a file that holds dialogues.")
    sure = {importer.name: importer.sniff(source.head, source.name) for importer in IMPORTERS}
    best = max(sure.values())
    names = [name for name, value in sure.items() if value == best and value > 0]
    if len(names) == 1:
        return IMPORTERS.get(names[0])
    why = f"could be {' or '.join(names)}" if names else "is none that curator knows by its look"
    raise UsageError(
        f"the format {why}.", where=source.name, fix=f"Name the format yourself: {', '.join(IMPORTERS.names())}."
    )
