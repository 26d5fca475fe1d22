"""What `curator doctor` looks at. Every check runs, whatever the others found."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx

from curator import resources
from curator.bootstrap import open_services
from curator.commands.running import WorkspaceLock
from curator.errors import CuratorError
from curator.model.base import Json
from curator.model.schema import load_schema
from curator.settings import Settings

LITTLE = 1_000_000_000  # bytes of free disk below which people are warned


@dataclass(frozen=True)
class Finding:
    check: str
    ok: bool
    says: str
    fix: str = ""


def examine(settings: Settings, running: str) -> dict[str, Json]:
    """{"healthy", "checks": [{check, ok, says, fix}]}. running: where the app answers, or ""."""
    findings = [
        _tried("python", lambda: f"{platform.python_version()} on {platform.system()}"),
        _tried("packages", _packages),
        _tried("schemas", _schemas),
        *_workspace(settings, running),
    ]
    return {"healthy": all(one.ok for one in findings), "checks": [asdict(one) for one in findings]}


def _tried(check: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(check, True, look())
    except CuratorError as error:
        return Finding(check, False, f"{error.where}: {error.problem}".removeprefix(": "), error.fix)


def _packages() -> str:
    wanted = ("streamlit", "duckdb", "polars", "pydantic")
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in wanted)


def _schemas() -> str:
    return ", ".join(load_schema(path).id for path in resources.schema_files().values())


def _workspace(settings: Settings, running: str) -> Iterator[Finding]:
    folder = settings.workspace
    if not folder.is_dir():
        yield Finding("workspace", False, f"there is no folder {folder.name}", "Make one with `curator init DIR`.")
        return
    yield Finding(
        "workspace", os.access(folder, os.W_OK), folder.name, "" if os.access(folder, os.W_OK) else "Make it writable."
    )
    yield _disk(folder)
    if running:
        yield _app(running)
        return
    lock = WorkspaceLock(folder)
    if not lock.acquire():
        yield Finding("database", False, "another command has the workspace", "Wait until it is done, and look again.")
        return
    try:
        yield _tried("database", lambda: _database(settings))
    finally:
        lock.release()


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    return Finding("disk", free > LITTLE, f"{free / 1e9:.1f} GB free", "" if free > LITTLE else "Free some space.")


def _app(running: str) -> Finding:
    try:
        answer = httpx.get(f"{running}/api/v1/health", timeout=10.0, trust_env=False)
    except httpx.HTTPError:
        return Finding("app", False, f"the app at {running}/ does not answer", "Stop it and start it again.")
    ok = answer.status_code == 200
    return Finding("app", ok, f"runs at {running}/ (it has the database open)", "" if ok else "Restart the app.")


def _database(settings: Settings) -> str:
    services = open_services(settings)
    try:
        services.store.ping()
        return f"opens; projects: {', '.join(project.id for project in services.store.projects()) or 'none'}"
    finally:
        services.close()
