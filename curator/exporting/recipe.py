"""An export recipe: one SELECT over the published views, after a strict header written by hand.

/*
title: ESConv, flattened (one JSON line a dialogue)
for: the model repositories that read text/speaker/strategy
format: jsonl                      # json | jsonl | csv | tsv | parquet
file: "{split}.jsonl"              # {column}: one file for each value of that column
grain: dialogue                    # what one row is
needs: {turn: [strategy]}          # fields that the schema must have, by target
unique_order: [idx]                # the query ends in ORDER BY over this; it is checked to be unique
whitespace: as given
hidden: [idx, split]               # columns that steer the export and are not written
spread: [attributes]               # JSON object columns whose keys stand in the record themselves
missing: missing                   # column with a list of ids that still lack a needed label
ascii: true                        # json, jsonl: write other scripts as \\u escapes, as the source does
indent: 1                          # json
formula_safe: false                # csv, tsv: a cell that a spreadsheet would run gets a quote before it
*/
SELECT …
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, ValidationError, field_validator

from curator.errors import Problem, ProblemsError, UnknownNameError
from curator.model.base import Model
from curator.model.schema import Schema
from curator.model.targets import TargetName
from curator.resources import recipe_file, recipe_files

Format = Literal["json", "jsonl", "csv", "tsv", "parquet"]
Grain = Literal[
    "case", "dialogue", "turn", "part", "participant", "pair", "candidate", "media", "rating", "gold", "event"
]
TEXT_FORMATS = {"json": ("json", "jsonl"), "sheet": ("csv", "tsv")}
_HEADER = re.compile(r"\s*/\*(?P<header>.*?)\*/(?P<sql>.*)", re.DOTALL)
_PLACE = re.compile(r"\{([^{}]*)\}")


class Header(Model):
    """The header's keys; see the module. Unknown keys are refused."""

    title: str = Field(min_length=1)
    audience: str = Field(min_length=1, alias="for")
    format: Format
    file: str = Field(min_length=1)
    grain: Grain
    unique_order: tuple[str, ...] = Field(min_length=1)
    needs: dict[TargetName, tuple[str, ...]] = Field(default_factory=dict)
    whitespace: Literal["as given"] = "as given"
    hidden: tuple[str, ...] = ()
    spread: tuple[str, ...] = ()
    missing: str = ""
    ascii: bool = False
    indent: int | None = Field(default=None, ge=0, le=8)
    formula_safe: bool = False

    @field_validator("file")
    @classmethod
    def _plain_name(cls, name: str) -> str:
        if "/" in name or "\\" in name or name.startswith("."):
            raise ValueError("a file name without folders, please")
        return name

    @property
    def places(self) -> tuple[str, ...]:
        """The columns named in `file`."""
        return tuple(_PLACE.findall(self.file))

    def problems(self) -> Iterable[tuple[str, str]]:
        """(key, what is wrong) where keys do not go together."""
        if self.spread and self.format not in TEXT_FORMATS["json"]:
            yield "spread", f"{self.format} has columns, not keys: use spread with json or jsonl"
        if self.ascii and self.format not in TEXT_FORMATS["json"]:
            yield "ascii", "ascii is for json and jsonl"
        if self.indent is not None and self.format != "json":
            yield "indent", "indent is for json"
        if self.formula_safe and self.format not in TEXT_FORMATS["sheet"]:
            yield "formula_safe", "formula_safe is for csv and tsv"
        if self.missing and self.missing not in self.hidden:
            yield "missing", f"the column {self.missing!r} is not for the file: name it in `hidden` too"


@dataclass(frozen=True)
class Recipe:
    """A recipe whose header is in order. `sha256` is that of the whole file's text."""

    name: str
    header: Header
    sql: str
    sha256: str

    def unmet(self, schema: Schema) -> list[Problem]:
        """The fields that the recipe needs and the schema lacks, all of them."""
        found: list[Problem] = []
        for target, fields in self.header.needs.items():
            for name in fields:
                field = schema.field(name)
                if field is None:
                    known = ", ".join(item.id for item in schema.fields if item.target == target) or "none"
                    fix = f"Fields on a {target} in {schema.id}: {known}."
                    found.append(Problem(f"the schema {schema.id} has no field {name!r}.", self._where("needs"), fix))
                elif field.target != target:
                    text = f"the field {name!r} is on a {field.target}, and the recipe needs it on a {target}."
                    found.append(Problem(text, self._where("needs")))
        return found

    def unknown_columns(self, columns: Iterable[str]) -> list[Problem]:
        """Columns that the header names and the SELECT lacks."""
        known = list(columns)
        header = self.header
        named = {
            "file": header.places,
            "unique_order": header.unique_order,
            "hidden": header.hidden,
            "spread": header.spread,
            "missing": (header.missing,) if header.missing else (),
        }
        return [
            Problem(f"the SELECT has no column {column!r}.", self._where(key), f"It has: {', '.join(known)}.")
            for key, names in named.items()
            for column in names
            if column not in known
        ]

    def _where(self, key: str) -> str:
        return f"{self.name}.sql, header.{key}"


HUB = "hub"
"""The name under which the Hugging Face folder is asked for; it is no file."""


def recipe_names() -> list[str]:
    """Everything that can be exported by name."""
    return [*recipe_files(), HUB]


def load_recipe(name: str) -> Recipe:
    """The shipped recipe of this name. Raises UnknownNameError, listing the known ones."""
    if name not in recipe_files():
        raise UnknownNameError(f"no recipe is called {name!r}.", fix=f"Known: {', '.join(recipe_names())}.")
    path = recipe_file(name)
    return parse_recipe(path.read_text(encoding="utf-8"), name=path.stem)


def read_recipe(path: Path) -> Recipe:
    """A recipe from somebody's own file."""
    return parse_recipe(path.read_text(encoding="utf-8"), name=path.stem)


def parse_recipe(text: str, *, name: str) -> Recipe:
    """Raises ProblemsError with everything that is wrong with the header. The SELECT is checked by `checks`."""
    where = f"{name}.sql"
    match = _HEADER.match(text)
    if match is None:
        raise ProblemsError([Problem("a recipe starts with a header between /* and */.", where)], where=where)
    try:
        shape = yaml.safe_load(match["header"])
    except yaml.YAMLError as error:
        raise ProblemsError([Problem(f"the header is not YAML: {_first_line(error)}", where)], where=where) from error
    if not isinstance(shape, dict):
        raise ProblemsError([Problem("the header has no keys.", where)], where=where)
    header = _header(shape, where)
    return Recipe(name, header, match["sql"].strip().rstrip(";").rstrip(), hashlib.sha256(text.encode()).hexdigest())


def _header(shape: dict[Any, Any], where: str) -> Header:
    try:
        header = Header.model_validate({str(key): value for key, value in shape.items()})
    except ValidationError as error:
        problems = [
            Problem(_said(detail["msg"]), f"{where}, header.{'.'.join(str(step) for step in detail['loc'])}")
            for detail in error.errors()
        ]
        raise ProblemsError(problems, where=where) from error
    clashes = [Problem(f"{text}.", f"{where}, header.{key}") for key, text in header.problems()]
    if clashes:
        raise ProblemsError(clashes, where=where)
    return header


def _said(message: str) -> str:
    if message == "Extra inputs are not permitted":
        keys = ", ".join(item.alias or name for name, item in Header.model_fields.items())
        return f"this key is not known. Known: {keys}."
    return f"{message.removeprefix('Value error, ')}."


def _first_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
