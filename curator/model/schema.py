"""A label schema: what is asked, about what, and which answers there are. Read from YAML, with all problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BeforeValidator, model_validator
from pydantic import Field as Setting

from curator.errors import DataError, ProblemsError
from curator.model.base import Json
from curator.model.dialogue import Dialogue, May, Participant
from curator.model.grammar import ExprField, RoleExpr, Scope, evaluate, tests
from curator.model.project import Slug
from curator.model.question import (
    Entry,
    EntryItem,
    FileModel,
    Gold,
    GoldRule,
    Option,
    OptionItem,
    Question,
    Text,
    Texts,
    prepare,
)
from curator.model.targets import TargetName
from curator.model.yaml_source import read_yaml

__all__ = ["Entities", "Entity", "Field", "Option", "Rule", "Schema", "load_schema", "parse_schema"]


class Entity(FileModel):
    """Somebody who is not one person: a group with members, a person spoken about, a thing.

    members: whom of the dialogue's persons a group holds; it is there only where it holds somebody. may: nothing
    written = everything.
    """

    id: str
    kind: Literal["group", "mentioned", "entity"] = "group"
    label: Text = Setting(default_factory=dict)
    members: RoleExpr | None = None
    only_if: ExprField | None = None
    may: tuple[May, ...] = ()

    def in_dialogue(self, dialogue: Dialogue) -> Participant | None:
        """As a participant of this dialogue, or None where it has no place there."""
        if self.only_if is not None and not evaluate(self.only_if, Scope(dialogue)):
            return None
        people = [one for one in dialogue.participants if one.kind == "person"]
        members = [] if self.members is None else [one for one in people if self._holds(dialogue, one)]
        if self.members is not None and not members:
            return None
        return Participant(
            id=self.id,
            name=self.label.get("en") or next(iter(self.label.values()), self.id),
            kind=self.kind,
            members=tuple(one.id for one in members),
            may=self.may or None,
        )

    def _holds(self, dialogue: Dialogue, person: Participant) -> bool:
        return self.members is not None and evaluate(self.members, Scope(dialogue, participant=person))


class Entities(FileModel):
    """`groups` are named in the schema; `kinds` are the kinds of participant that dialogues may hold.
    `open`: annotators may add some."""

    groups: tuple[Entity, ...] = ()
    kinds: tuple[Literal["person", "group", "mentioned", "entity"], ...] = ()
    open: bool = False


class Rule(FileModel):
    """What answers may not or must hold together: `stop` refuses the submit, `ask` asks once more."""

    when: ExprField | None = None
    forbid: ExprField | None = None
    require: ExprField | None = None
    say: str = Setting(min_length=1)
    level: Literal["stop", "ask"] = "stop"

    @model_validator(mode="after")
    def _one_of_two(self) -> Rule:
        if (self.forbid is None) == (self.require is None):
            raise ValueError("a rule has either `forbid` or `require`")
        return self


class CandidateSettings(FileModel):
    order: Literal["as_given", "shuffled"] = "as_given"
    source: Literal["shown", "hidden"] = "shown"


def _gold(value: Json) -> Json:
    return {"rule": value} if isinstance(value, str) else value


def _entities(value: Json) -> Json:
    return {"groups": value} if isinstance(value, list | tuple) else value


class Field(Question):
    """One question about one target, answered in one kind. `blank` is what an untouched cell means at submit."""

    target: TargetName
    per: Literal["", "turn"] = ""
    directed: bool = False
    applies_to: RoleExpr | None = None
    when: ExprField | None = None
    blank: Literal["missing", "none"] = "missing"
    gold: Annotated[Gold | None, BeforeValidator(_gold, json_schema_input_type=Gold | GoldRule | None)] = None
    type: str = ""
    for_each: tuple[EntryItem, ...] = ()
    persists: bool = False
    by: Literal["", "annotator", "participant"] = ""
    certainty: bool = False

    __hash__ = Question.__hash__

    @cached_property
    def asks_who_alone(self) -> bool:
        """Whether `applies_to` depends on who speaks and on the dialogue alone, not on the turn at hand."""
        keys = [test.key for test in tests(self.applies_to)] if self.applies_to is not None else []
        return all(key == "role" or key.startswith("dialogue.") for key in keys)

    @property
    def entries(self) -> tuple[Field, ...]:
        """The fields that are really asked: itself, or one FIELD.ENTRY for each entry of `for_each`."""
        return tuple(_entry_field(self, entry) for entry in self.for_each) if self.for_each else (self,)


class Schema(FileModel):
    """A whole label schema. `fields` as written; `asked` with `for_each` written out."""

    id: Slug
    version: int = Setting(default=1, ge=1)
    title: Text = Setting(default_factory=dict)
    status: Literal["own", "verified", "paraphrased", "outline"] = "own"
    sources: Texts = ()
    roles: dict[str, Texts] = Setting(default_factory=dict)
    entities: Annotated[Entities, BeforeValidator(_entities, json_schema_input_type=Entities | tuple[Entity, ...])] = (
        Entities()
    )
    option_sets: dict[str, tuple[OptionItem, ...]] = Setting(default_factory=dict)
    fields: tuple[Field, ...] = Setting(min_length=1)
    rules: tuple[Rule, ...] = ()
    candidates: CandidateSettings | None = None
    repairs: tuple[Literal["speakers", "text", "start", "end", "secondary_speech"], ...] = ()
    guidelines: str = ""

    @model_validator(mode="before")
    @classmethod
    def _written_out(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        ready = dict(data)
        sets = ready.get("option_sets")
        if isinstance(ready.get("fields"), list):
            ready["fields"] = [prepare(field, sets if isinstance(sets, dict) else {}) for field in ready["fields"]]
        return ready

    @cached_property
    def asked(self) -> tuple[Field, ...]:
        """Every field that is asked, in order; `for_each` written out."""
        return tuple(entry for field in self.fields for entry in field.entries)

    @cached_property
    def _by_id(self) -> Mapping[str, Field]:
        return {field.id: field for field in (*self.fields, *self.asked)}

    def field(self, field_id: str) -> Field | None:
        """The field with this id (FIELD, or FIELD.ENTRY), or None."""
        return self._by_id.get(field_id)

    @cached_property
    def _role_spellings(self) -> tuple[dict[str, str], dict[str, str]]:
        exact = {role: role for role in self.roles}
        for role, aliases in self.roles.items():
            for alias in aliases:
                exact.setdefault(alias, role)
        folded: dict[str, str] = {}
        for spelling, role in exact.items():
            folded.setdefault(spelling.strip().casefold(), role)
        return exact, folded

    def role_of(self, spelling: str) -> str | None:
        """The role that a source writes so: by id or alias, exactly, then without regard to case. None = unknown."""
        exact, folded = self._role_spellings
        return exact.get(spelling) or folded.get(spelling.strip().casefold())

    def people(self, dialogue: Dialogue) -> tuple[Participant, ...]:
        """The dialogue's own participants, then those of `entities` that have a place in it. An id that the dialogue
        uses itself stays the dialogue's."""
        own = {one.id for one in dialogue.participants}
        added = (entity.in_dialogue(dialogue) for entity in self.entities.groups if entity.id not in own)
        return (*dialogue.participants, *(one for one in added if one is not None))

    def peopled(self, dialogue: Dialogue) -> Dialogue:
        """The dialogue with everybody who can be named in it; done twice it changes nothing."""
        if not self.entities.groups:
            return dialogue
        return dialogue.model_copy(update={"participants": self.people(dialogue)})

    def as_json(self) -> Json:
        """JSON that `Schema.model_validate` reads back as an equal schema."""
        return self.model_dump(mode="json")

    def as_yaml(self) -> str:
        """A file that `parse_schema` reads back as an equal schema."""
        shape = self.model_dump(mode="json", exclude_defaults=True)
        sets = shape.get("option_sets", {})
        shape["fields"] = [_with_sets_named(field, sets) for field in shape["fields"]]
        return yaml.dump(shape, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)


class _Dumper(yaml.SafeDumper):
    """Texts of several lines as they were typed, not as one long quoted line."""


def _as_block(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _as_block)


def _with_sets_named(question: dict[str, Json], sets: dict[str, Json]) -> dict[str, Json]:
    """The question with the name of an option set instead of its copy."""
    shape = dict(question)
    name = next((name for name, options in sets.items() if shape.get("options") == options), None)
    if name is not None:
        shape["options"] = {"open": True, "list": name} if shape.pop("open", False) else name
    if "parts" in shape:
        shape["parts"] = [_with_sets_named(part, sets) for part in shape["parts"]]
    return shape


def load_schema(path: Path) -> Schema:
    """A schema that it extends may lie beside it. Raises ProblemsError with everything that is wrong; DataError where
    the file cannot be read as UTF-8 text."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError("this is not UTF-8 text.", where=path.name, fix="Save the file as UTF-8.") from error
    except OSError as error:
        raise DataError(
            "the file cannot be read.", where=path.name, fix="Check the path and its permissions."
        ) from error
    return parse_schema(text, where=path.name, folder=path.parent)


def parse_schema(text: str, *, where: str, folder: Path | None = None) -> Schema:
    """folder: where a schema that this one `extends` may lie; the shipped ones are known without.

    Raises ProblemsError with everything that is wrong, each with its place in the file and a mend.
    """
    from curator.model.checks import problems_in  # the checks are about schemas: importing them above would be a circle

    source = read_yaml(text, where=where)
    schema, problems = problems_in(source, where, folder)
    if problems or schema is None:
        raise ProblemsError(problems, where=where)
    return schema


def _entry_field(field: Field, entry: Entry) -> Field:
    """FIELD.ENTRY: the entry's own label and definition, `{low}` and `{high}` filled into the anchors."""
    filled = {
        point: {
            language: text.replace("{low}", entry.low).replace("{high}", entry.high) for language, text in texts.items()
        }
        for point, texts in field.anchors.items()
    }
    changes = {
        "id": f"{field.id}.{entry.id}",
        "label": entry.label or field.label,
        "definition": entry.definition or field.definition,
        "anchors": filled,
        "for_each": (),
    }
    return field.model_copy(update=changes)
