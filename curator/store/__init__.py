"""Where everything is kept: the interface in `interface.py`, and the stores behind it."""

from __future__ import annotations

from pathlib import Path

from curator.store.duckdb.store import DuckDBStore
from curator.store.interface import Store

__all__ = ["Store", "open_store"]


def open_store(path: Path) -> Store:
    """Opens (or makes) the database file. Raises DatabaseHeldError, NewerDatabaseError, StorageFullError, DataError."""
    return DuckDBStore(path)
