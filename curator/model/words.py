"""What pydantic found wrong with a schema file, in words for the person who wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel

from curator.model.base import Json
from curator.model.schema import Schema
from curator.model.yaml_source import Path, has

_LATER = {
    "tasks": ("tasks are never in a schema.", "Write them in the project file."),
}
_EMPTY = {"string_too_short": "this cannot be empty.", "too_short": "the list is empty."}
_SHAPES = {
    "bool_parsing": "true or false is wanted here",
    "int_parsing": "a whole number is wanted here",
    "int_from_float": "a whole number is wanted here",
    "string_type": "text is wanted here",
    "tuple_type": "a list is wanted here",
    "list_type": "a list is wanted here",
    "dict_type": "a mapping {key: value} is wanted here",
    "model_type": "a mapping {key: value} is wanted here",
    "model_attributes_type": "a mapping {key: value} is wanted here",
}


def in_words(error: Mapping[str, Any]) -> tuple[Path, str, str]:
    """(place, problem, mend) of one of pydantic's errors."""
    path: Path = tuple(error["loc"])
    kind, found = error["type"], error.get("input")
    name = str(path[-1]) if path else ""
    if kind == "missing":
        return path[:-1], f"`{name}` is missing.", f"Add `{name}`."
    if kind == "extra_forbidden":
        if len(path) == 1 and name in _LATER:
            return path, *_LATER[name]
        close = get_close_matches(name, _known_words(), n=1)
        return path, f"`{name}` is not a setting.", f"Did you mean `{close[0]}`?" if close else "Take it out."
    if kind == "literal_error":
        return path, f"{_shown(found)} is not possible here.", f"Use {error['ctx']['expected']}."
    if kind == "value_error":
        return path, f"{str(error['ctx']['error']).rstrip('.')}.", ""
    if kind in _EMPTY:
        return path, _EMPTY[kind], "Fill it."
    if kind in _SHAPES:
        return path, f"{_SHAPES[kind]}, not {_shown(found)}.", ""
    return path, f"{str(error['msg']).rstrip('.')}.", ""


def redirected(path: Path, file: Json) -> Path:
    """The place in `option_sets` where a field names a set: that is where the person has to mend."""
    data = file
    for idx, step in enumerate(path):
        if isinstance(data, dict) and step == "options":
            name = data.get("options")
            name = name.get("list") if isinstance(name, dict) else name
            sets = file.get("option_sets")
            if isinstance(name, str) and isinstance(sets, dict) and name in sets:
                return ("option_sets", name, *path[idx + 1 :])
        if not has(data, step):
            break
        data = data[step]
    return path


def _shown(found: object) -> str:
    text = (
        repr(found)
        if isinstance(found, str)
        else type(found).__name__
        if isinstance(found, list | dict)
        else repr(found)
    )
    words = {"list": "a list", "dict": "a mapping", "''": "nothing"}
    return words.get(text, text if len(text) <= 60 else f"{text[:57]}…")


def _known_words() -> list[str]:
    """Every setting that any part of a schema file may have, as it is written."""
    words: dict[str, None] = {}
    waiting: list[type[BaseModel]] = [Schema]
    seen: set[type[BaseModel]] = set()
    while waiting:
        model = waiting.pop()
        if model in seen:
            continue
        seen.add(model)
        for name, info in model.model_fields.items():
            words[info.alias or name] = None
            waiting += _models_in(info.annotation)
    return list(words)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models_in(part)]
