"""Every error that curator raises on purpose, as one tree.

CuratorError                 status  exit
├── UsageError                 400     2    the request itself is malformed
├── NotSignedInError           401     1
├── NotAllowedError            403     1
├── NotFoundError              404     1
│   └── UnknownNameError                    a name that no registry or folder holds; lists what there is
├── StateError                 409     1    right request, wrong moment (closed, missing cells, held by another process)
│   ├── IncompleteError                     a submit that lacks required answers; `missing` lists them
│   ├── DatabaseHeldError
│   └── NewerDatabaseError
├── TooLargeError              413     1
├── DataError                  422     1    a file or value is not what it has to be
│   └── ProblemsError                       several at once; `problems` holds them all
└── StorageFullError           507     1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


class CuratorError(Exception):
    """What is wrong (`problem`), where (`where`), and how to mend it (`fix`). Never holds secrets or machine paths."""

    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1

    def __init__(self, problem: str, *, where: str = "", fix: str = "") -> None:
        self.problem, self.where, self.fix = problem, where, fix
        super().__init__(" ".join(part for part in (where and f"{where}:", problem, fix) if part))

    def as_json(self) -> dict[str, object]:
        """The shape that the API and `--json` answer: {"problem", "where", "fix"} and what a subclass adds."""
        return {"problem": self.problem, "where": self.where, "fix": self.fix}


class UsageError(CuratorError):
    status, exit_code = 400, 2


class NotSignedInError(CuratorError):
    status = 401


class NotAllowedError(CuratorError):
    status = 403


class NotFoundError(CuratorError):
    status = 404


class UnknownNameError(NotFoundError):
    """A name that no registry or folder holds; `fix` lists the known ones."""


class StateError(CuratorError):
    status = 409


class IncompleteError(StateError):
    """A submit that lacks required answers, or breaks rules. `missing`: one {"field", "target"} for each cell, in
    reading order; `broken`: one {"rule", "target", "say", "level"} for each rule and place."""

    def __init__(
        self,
        problem: str,
        missing: Sequence[dict[str, object]],
        broken: Sequence[dict[str, object]] = (),
        *,
        where: str = "",
        fix: str = "",
    ) -> None:
        self.missing = list(missing)
        self.broken = list(broken)
        super().__init__(problem, where=where, fix=fix)

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "missing": self.missing, "broken": self.broken}


class DatabaseHeldError(StateError):
    """Another process has the database open."""


class NewerDatabaseError(StateError):
    """The database was written by a newer curator."""


class TooLargeError(CuratorError):
    status = 413


class DataError(CuratorError):
    status = 422


@dataclass(frozen=True)
class Problem:
    """One of several things wrong with a file."""

    problem: str
    where: str = ""
    fix: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in (self.where and f"{self.where}:", self.problem, self.fix) if part)


class ProblemsError(DataError):
    """Several problems found in one go, so that a person can mend them together."""

    def __init__(self, problems: Sequence[Problem], *, where: str = "") -> None:
        self.problems = list(problems)
        count = len(self.problems)
        lines = "\n".join(f"- {problem}" for problem in self.problems)
        super().__init__(f"{count} problem{'' if count == 1 else 's'}:\n{lines}", where=where)

    def as_json(self) -> dict[str, object]:
        details = [{"problem": p.problem, "where": p.where, "fix": p.fix} for p in self.problems]
        return {**super().as_json(), "problems": details}


class StorageFullError(CuratorError):
    status = 507
