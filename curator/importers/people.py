"""Who takes part in a dialogue of a generic file, as its turns and its own list of participants tell."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from curator.importers.drafting import SOURCE_ROLE, Roles
from curator.model.base import Json
from curator.model.dialogue import ParticipantKind

_OWN_KEYS = ("id", "name", "role", "kind", "members", "attributes")


class People:
    """Participants by id, listed ones first, then in the order in which they speak or are spoken to.

    turns: role spelling -> number of turns whose speaker has it. warnings: sentences.
    """

    def __init__(self, roles: Roles) -> None:
        self._roles = roles
        self._drafts: dict[str, dict[str, Json]] = {}
        self._spellings: dict[str, str] = {}
        self.turns: Counter[str] = Counter()
        self.warnings: list[str] = []

    def listed(self, entries: list[Json]) -> bool:
        """Takes over a source's own list of names or of objects; False, and nothing taken, if it is neither."""
        names = [_name_of(entry) for entry in entries]
        if any(name is None for name in names) or len(set(names)) < len(names):
            return False
        for name, entry in zip(names, entries, strict=True):
            if name is not None:
                self._add(name, entry if isinstance(entry, dict) else {})
        return True

    def speaks(self, name: str, role: str | None) -> None:
        """role: the source's spelling, None where it gives only a name (which may be a role's spelling as well)."""
        if name not in self._drafts:
            self._add(name, {} if role is None else {"role": role})
        known = self._spellings[name]
        if role is not None and known == name != role:
            self._set_role(name, role)
        elif role is not None and role != known:
            self.warnings.append("somebody speaks in two roles; the first one is kept")
        self.turns[self._spellings[name]] += 1

    def spoken_to(self, name: str) -> None:
        if name not in self._drafts:
            self._add(name, {})

    def drafts(self) -> list[dict[str, Json]]:
        return list(self._drafts.values())

    def _add(self, name: str, entry: dict[str, Json]) -> None:
        given = entry.get("attributes")
        attributes: dict[str, Json] = given if isinstance(given, dict) else {}
        rest = {key: value for key, value in entry.items() if key not in _OWN_KEYS}
        draft: dict[str, Json] = {"id": name, "attributes": {**rest, **attributes}}
        if isinstance(entry.get("name"), str):
            draft["name"] = entry["name"]
        if entry.get("kind") in get_args(ParticipantKind):
            draft["kind"] = entry["kind"]
        if isinstance(entry.get("members"), list):
            draft["members"] = [str(member) for member in entry["members"]]
        self._drafts[name] = draft
        role = entry.get("role")
        self._set_role(name, role if isinstance(role, str) and role else name)

    def _set_role(self, name: str, spelling: str) -> None:
        self._spellings[name] = spelling
        self._drafts[name]["role"] = self._roles.of(spelling) or ""
        if spelling != name:
            self._drafts[name]["attributes"][SOURCE_ROLE] = spelling


def _name_of(entry: Json) -> str | None:
    found = (entry.get("id") or entry.get("name")) if isinstance(entry, dict) else entry
    return found if isinstance(found, str) and found else None
