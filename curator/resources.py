"""Where the files that ship with curator are: label schemas and export recipes, in a checkout or in a wheel."""

from __future__ import annotations

from pathlib import Path

from curator.errors import UnknownNameError

PACKAGE = Path(__file__).parent


def _folder(name: str) -> Path:
    packed = PACKAGE / "_data" / name
    return packed if packed.is_dir() else PACKAGE.parent / name


def schema_files() -> dict[str, Path]:
    """The shipped label schemas by id (the file's stem), sorted."""
    return {path.stem: path for path in sorted(_folder("schemas").glob("*.yaml"))}


def recipe_files() -> dict[str, Path]:
    """The shipped export recipes by name (the file's stem), sorted."""
    return {path.stem: path for path in sorted(_folder("exports").glob("*.sql"))}


def schema_file(schema_id: str) -> Path:
    return _known("schema", schema_files(), schema_id)


def recipe_file(name: str) -> Path:
    return _known("recipe", recipe_files(), name)


def _known(kind: str, files: dict[str, Path], name: str) -> Path:
    if name not in files:
        raise UnknownNameError(f"no {kind} is called {name!r}.", fix=f"Known: {', '.join(files) or 'none'}.")
    return files[name]
