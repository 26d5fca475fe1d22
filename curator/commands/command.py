"""What a command is: a typed request, a use case, and the files that travel with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from curator.bootstrap import Services
from curator.errors import DataError, UsageError
from curator.model.base import Json
from curator.store.interface import Role


class Request(BaseModel):
    """Flags and arguments of one command; unknown keys are refused. Files are never paths here: see `Upload`."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request. `part` says what it is for ("file", "schema", "given"); `name` has no folder."""

    part: str
    name: str
    content: bytes

    def text(self) -> str:
        """Raises DataError where the content is not UTF-8 (a leading byte-order mark is dropped)."""
        try:
            return self.content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DataError(
                f"this is not UTF-8 text (byte {error.start}).", where=self.name, fix="Save the file as UTF-8."
            ) from error


@dataclass(frozen=True)
class Call:
    """What a command gets beside its request. `folder`: where a command that gives files writes them."""

    services: Services | None = None
    uploads: Sequence[Upload] = ()
    folder: Path | None = None

    @property
    def open_services(self) -> Services:
        if self.services is None:
            raise RuntimeError("a command that needs the workspace was called without it")
        return self.services

    @property
    def out(self) -> Path:
        if self.folder is None:
            raise RuntimeError("a command that gives files was called without a folder")
        return self.folder

    def files(self, part: str) -> list[Upload]:
        return [upload for upload in self.uploads if upload.part == part]

    def file(self, part: str) -> Upload | None:
        """Raises UsageError if there are several."""
        found = self.files(part)
        if len(found) > 1:
            raise UsageError(f"one file is wanted for {part!r}, not {len(found)}.", where=part)
        return found[0] if found else None


R = TypeVar("R", bound=Request)


@dataclass(frozen=True)
class Command(Generic[R]):
    """`pure`: needs no workspace. `gives_files`: writes into `Call.folder`. `parts`: the uploads it understands.

    `role`: the least role that may send it to a running app.
    """

    name: str
    summary: str
    request: type[R]
    use: Callable[[Call, R], dict[str, Json]]
    role: Role = "lead"
    pure: bool = False
    gives_files: bool = False
    parts: tuple[str, ...] = field(default=())

    def run(self, call: Call, request: Mapping[str, Json]) -> dict[str, Json]:
        """The answer, ready for strict JSON. Raises UsageError (malformed request), else what the use case raises."""
        strange = sorted({upload.part for upload in call.uploads} - set(self.parts))
        if strange:
            raise UsageError(
                f"{self.name} takes no file called {strange[0]!r}.", fix=f"It takes: {', '.join(self.parts) or 'none'}."
            )
        return self.use(call, self.checked(request))

    def checked(self, request: Mapping[str, Json]) -> R:
        try:
            return self.request.model_validate(request)
        except ValidationError as error:
            raise _usage(self.name, error) from error


def _usage(name: str, error: ValidationError) -> UsageError:
    found = [
        (".".join(str(part) for part in detail["loc"]), detail["msg"].removeprefix("Value error, "))
        for detail in error.errors()
    ]
    if len(found) == 1:
        where, problem = found[0]
        return UsageError(f"{problem}.", where=where or name)
    return UsageError("; ".join(f"{where}: {problem}" for where, problem in found) + ".", where=name)
