"""Named things in one plain list, easy to search and without import-time magic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from curator.errors import UnknownNameError

T = TypeVar("T")


class Registry(Generic[T]):
    """A fixed set of things by name. `kind` is the word for one of them in messages ("metric", "importer")."""

    def __init__(self, kind: str, items: Mapping[str, T]) -> None:
        self.kind = kind
        self._items = dict(items)

    def get(self, name: str) -> T:
        """Raises UnknownNameError, listing the known names."""
        if name not in self._items:
            raise UnknownNameError(f"no {self.kind} is called {name!r}.", fix=f"Known: {', '.join(self._items)}.")
        return self._items[name]

    def names(self) -> list[str]:
        return list(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items.values())

    def __contains__(self, name: object) -> bool:
        return name in self._items
