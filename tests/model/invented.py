"""The invented schemes that together use all of the schema language."""

from __future__ import annotations

from pathlib import Path

from curator.model.schema import Schema, load_schema

FILES = {path.stem: path for path in sorted((Path(__file__).parent / "schemas").glob("*.yaml"))}


def invented() -> dict[str, Schema]:
    """Every invented scheme, by its id."""
    return {name: load_schema(path) for name, path in FILES.items()}
