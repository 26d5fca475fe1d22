"""`extends`: a schema file laid over another one, before anything of it is checked."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass, field

from curator import resources
from curator.model.base import Json
from curator.model.project import SLUG
from curator.model.yaml_source import Path, has, read_yaml

_OWN = ("id", "version", "title", "status")
"""Never taken over: an extension of a verified scheme is not verified."""
_MIXED = ("roles", "option_sets")
"""Mappings of names: each name of the file stands for the other one's."""


@dataclass(frozen=True, slots=True)
class Extended:
    """data: the file with what it takes over. problem: (problem, mend) of `extends` itself, or None."""

    data: Json
    own: Json
    problem: tuple[str, str] | None = None
    fields: dict[int, int] = field(default_factory=dict)
    """Place of a field in `data` -> its place in the file; fields taken over as they are have none."""
    rules: int = 0
    """How many rules were taken over: they stand first."""

    def place(self, path: Path) -> Path:
        """Where in the file to mend what is wrong at `path` of `data`."""
        if "extends" not in self.own or not path:
            return path
        head, *rest = path
        if head == "fields" and rest:
            idx = self.fields.get(int(rest[0]))
            return ("extends",) if idx is None else ("fields", idx, *rest[1:])
        if head == "rules" and rest:
            idx = int(rest[0]) - self.rules
            return ("extends",) if idx < 0 else ("rules", idx, *rest[1:])
        if not has(self.own, head) or (head in _MIXED and rest and not has(self.own[head], rest[0])):
            return ("extends",)
        return path


def extended(data: Json, folder: pathlib.Path | None, above: tuple[str, ...] = ()) -> Extended:
    """`data` (a mapping) laid over what it extends: a file beside it, or a shipped schema.

    A field with the id of another one keeps that one's settings where it names none itself, and its place; new fields
    and rules come after. An option set or role of the same name stands in its stead.
    Raises ProblemsError where the other file is not YAML.
    """
    name = data.get("extends")
    if name is None:
        return Extended(data, data)
    rest = {key: value for key, value in data.items() if key != "extends"}
    above = (*above, str(data.get("id", "")))
    if not isinstance(name, str) or not SLUG.fullmatch(name):
        return Extended(rest, data, ("`extends` names a schema by its id.", "Write `extends: esconv`."))
    if name in above:
        circle = " → ".join((*above[above.index(name) :], name))
        return Extended(rest, data, (f"schemas extend each other in a circle: {circle}.", "Break the circle."))
    file = _file(name, folder)
    if file is None:
        known = ", ".join(resources.schema_files())
        return Extended(rest, data, (f"there is no schema {name!r} to extend.", f"Lay it beside, or use: {known}."))
    base = read_yaml(file.read_text(encoding="utf-8-sig"), where=file.name).data
    if not isinstance(base, dict):
        return Extended(rest, data, (f"{file.name} is no schema.", "Extend another one."))
    lower = extended(base, file.parent, above)
    if lower.problem:
        return Extended(rest, data, lower.problem)
    return _laid_over(rest, data, lower.data)


def _file(name: str, folder: pathlib.Path | None) -> pathlib.Path | None:
    beside = folder / f"{name}.yaml" if folder is not None else None
    return beside if beside is not None and beside.is_file() else resources.schema_files().get(name)


def _laid_over(rest: dict[str, Json], own: Json, base: dict[str, Json]) -> Extended:
    data = {key: value for key, value in base.items() if key not in _OWN} | rest
    for key in _MIXED:
        if isinstance(base.get(key), dict) and isinstance(rest.get(key), dict):
            data[key] = base[key] | rest[key]
    data["fields"], places = _fields(rest.get("fields"), base.get("fields"))
    n_rules = 0
    if isinstance(base.get("rules"), list) and isinstance(rest.get("rules", []), list):
        n_rules = len(base["rules"])
        data["rules"] = [*base["rules"], *rest.get("rules", [])]
    return Extended(data, own, None, places, n_rules)


def _fields(own: Json, base: Json) -> tuple[Json, dict[int, int]]:
    """All fields, and where those of the file itself have gone."""
    if own is None or not isinstance(base, list):
        return base if own is None else own, {}
    if not isinstance(own, list):
        return own, {}
    fields: list[Json] = list(base)
    known = {one["id"]: idx for idx, one in enumerate(base) if isinstance(one, dict) and "id" in one}
    places: dict[int, int] = {}
    for idx, one in enumerate(own):
        at = known.pop(one["id"], None) if isinstance(one, dict) and isinstance(one.get("id"), str) else None
        if at is None:
            places[len(fields)] = idx
            fields.append(one)
        else:
            places[at] = idx
            fields[at] = {**base[at], **one}
    return fields, places
