"""What the tests of importers share: the ESConv schema, and reading invented content as a file."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from curator import resources
from curator.importers import IMPORTERS, Imported, SourceFile, importer_for
from curator.model.base import Json
from curator.model.schema import Schema, load_schema

Read = Callable[..., list[Imported]]


@pytest.fixture(scope="session")
def esconv() -> Schema:
    return load_schema(resources.schema_file("esconv"))


@pytest.fixture
def read(esconv: Schema) -> Read:
    """read(content, …): bytes and text as they are, everything else as JSON; the format is told by its look."""

    def run(
        content: Json, *, name: str = "made.json", format: str | None = None, schema: Schema = esconv
    ) -> list[Imported]:
        if not isinstance(content, bytes | str):
            content = json.dumps(content, ensure_ascii=False)
        source = SourceFile(name, content if isinstance(content, bytes) else content.encode())
        importer = IMPORTERS.get(format) if format else importer_for(source)
        return list(importer.read(source, schema, {}))

    return run
