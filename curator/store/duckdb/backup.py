"""A complete copy of the database while people work."""

from __future__ import annotations

from pathlib import Path

import duckdb

from curator.errors import StateError


def copy_database(cursor: duckdb.DuckDBPyConnection, target: Path) -> None:
    """One snapshot, whatever is written meanwhile. Goes to a neighbour first, so that a half copy never has the name.

    Raises StateError if `target` exists.
    """
    if target.exists():
        raise StateError("this file exists already.", where=target.name, fix="Give another name for the backup.")
    half = target.with_name(target.name + ".part")
    half.unlink(missing_ok=True)
    row = cursor.execute("SELECT current_database()").fetchone()
    source = _quoted(str(row[0] if row else ""), '"')
    cursor.execute(f"ATTACH {_quoted(str(half), chr(39))} AS backup_copy")
    try:
        cursor.execute(f"COPY FROM DATABASE {source} TO backup_copy")
    except BaseException:
        cursor.execute("DETACH backup_copy")
        half.unlink(missing_ok=True)
        raise
    cursor.execute("DETACH backup_copy")
    half.rename(target)


def _quoted(text: str, sign: str) -> str:
    return sign + text.replace(sign, sign * 2) + sign
