"""What is wrong with a file, gathered so that a person can mend it in one go."""

from __future__ import annotations

from curator.errors import Problem, ProblemsError

MOST = 20
"""So many problems of a file are told one by one; the rest are counted."""


class Problems:
    def __init__(self, name: str) -> None:
        self.name = name
        self._first: list[Problem] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, problem: str, *, where: str = "", fix: str = "") -> None:
        """where: the place inside the file ("line 3, turn 5"); the file's name is put before it."""
        self._count += 1
        if len(self._first) < MOST:
            self._first.append(Problem(problem, ", ".join(part for part in (self.name, where) if part), fix))

    def as_list(self) -> list[Problem]:
        rest = self._count - len(self._first)
        more = f"{rest} more problem{'' if rest == 1 else 's'} of this file not listed here."
        return [*self._first, *([Problem(more, self.name)] if rest else [])]

    def raise_any(self) -> None:
        """Raises ProblemsError if there are any."""
        if self._count:
            raise ProblemsError(self.as_list(), where=self.name)
