"""The only reader of the environment: where the workspace is, and where and under which path it is served."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from curator.errors import UsageError

WORKSPACE = "CURATOR_WORKSPACE"
BASE_PATH = ("CURATOR_BASE_PATH", "STREAMLIT_SERVER_BASE_URL_PATH")
PORT = ("CURATOR_PORT", "STREAMLIT_SERVER_PORT")
DEFAULT_PORT = 8501


@dataclass(frozen=True)
class Settings:
    """`base_path` is "" or "/path", without a slash at its end. `port` 0 = any free one."""

    workspace: Path
    base_path: str = ""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT

    @classmethod
    def from_env(cls, workspace: Path | None = None) -> Settings:
        """`workspace` given wins over $CURATOR_WORKSPACE; without both it is ./workspace.

        Raises UsageError where a value in the environment cannot be used.
        """
        return cls(
            workspace=workspace or Path(os.environ.get(WORKSPACE) or "workspace"),
            base_path=base_path(_first(BASE_PATH)),
            port=_port(_first(PORT)),
        )

    @property
    def database(self) -> Path:
        return self.workspace / "curator.duckdb"


def base_path(written: str) -> str:
    """One spelling for a base path: "label/", "/label" and "label" are all "/label".

    Raises UsageError on anything that is not a plain path.
    """
    parts = [part for part in written.strip().split("/") if part]
    plain = all(part.replace("-", "").replace("_", "").replace(".", "").isalnum() for part in parts)
    if not plain or not written.isascii():
        raise UsageError(
            f"{written!r} cannot be a base path.",
            where=BASE_PATH[0],
            fix="Use letters, digits, - and _ between slashes.",
        )
    return "".join(f"/{part}" for part in parts)


def _first(names: tuple[str, ...]) -> str:
    return next((value for name in names if (value := os.environ.get(name))), "")


def _port(written: str) -> int:
    if not written:
        return DEFAULT_PORT
    if not written.isascii() or not written.isdigit() or int(written) > 65535:
        raise UsageError(f"{written!r} is not a port.", where=PORT[0], fix="Use a number from 0 to 65535.")
    return int(written)
