"""The pieces of a schema file below a field: options, option lists, gold rules, and what any question can ask."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, ConfigDict
from pydantic import Field as Setting

from curator.model.base import Json, Model
from curator.model.grammar import Among, ExprField, Required, text_of

if TYPE_CHECKING:
    from curator.model.kinds.base import Kind

Level = Literal["nominal", "ordinal", "interval"]
FIELD_ID = re.compile(r"[a-z][a-z0-9_]{0,62}")
KEY_WORDS = ("dialogue", "turn", "participant", "role", "all", "any", "not")
"""Words of the grammar: no field may be called so."""


def _field_id(text: str) -> str:
    if not FIELD_ID.fullmatch(text):
        raise ValueError(f"{text!r} is not an id: use small letters, digits and _, a letter first (at most 63)")
    if text in KEY_WORDS:
        raise ValueError(f"{text!r} is a word of the `when` grammar and cannot be an id")
    return text


def _option_id(value: Json) -> Json:
    text = text_of(value) if isinstance(value, int | float | bool) else value
    if isinstance(text, str) and (not text or text != text.strip() or "\n" in text):
        raise ValueError("an id is one line of text without blanks around it")
    return text


def _number(value: Json) -> Json:
    if isinstance(value, bool):
        raise ValueError("a number is wanted here")
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"a number is wanted here, not {value!r}") from error
    if not abs(number) < 1e15:
        raise ValueError("a number below 1e15 is wanted here")
    return int(number) if number.is_integer() else number


def _anchors(value: Json) -> Json:
    """One spelling for a point: `1`, also where the file says 1.0."""
    return {_point(point): name for point, name in value.items()} if isinstance(value, dict) else value


def _point(written: Json) -> str:
    try:
        return text_of(float(written))
    except (TypeError, ValueError):
        return text_of(written)


def _text(value: Json) -> Json:
    return {"en": value} if isinstance(value, str) else value


def _listed(value: Json) -> Json:
    return [value] if isinstance(value, str) else value


def _with_id(value: Json) -> Json:
    return {"id": text_of(value)} if isinstance(value, str | int | float | bool) else value


Scalar: TypeAlias = str | int | float | bool
FieldId = Annotated[str, AfterValidator(_field_id)]
Number = Annotated[int | float, BeforeValidator(_number, json_schema_input_type=int | float)]
Text = Annotated[dict[str, str], BeforeValidator(_text, json_schema_input_type=dict[str, str] | str)]
"""Words by language ({en: …, zh: …}); a bare text counts as English."""
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed, json_schema_input_type=tuple[str, ...] | str)]


class FileModel(Model):
    """A part of the file: written and read under the file's own words (`from`, not `from_`)."""

    model_config = ConfigDict(extra="forbid", frozen=True, serialize_by_alias=True, validate_by_name=True)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """As pydantic's, but what was computed from the old settings is not copied along."""
        copy = super().model_copy(update=update, deep=deep)
        for name in set(copy.__dict__) - set(type(self).model_fields):
            del copy.__dict__[name]
        return copy


class Option(FileModel):
    """One answer that can be picked. `export_alias` is how a benchmark's file writes it."""

    id: Annotated[str, BeforeValidator(_option_id, json_schema_input_type=Scalar)]
    label: Text = Setting(default_factory=dict)
    definition: str = ""
    examples: Texts = ()
    key: Annotated[str, AfterValidator(lambda key: _key(key))] = ""
    colour: Annotated[str, AfterValidator(lambda colour: _colour(colour))] = ""
    group: str = ""
    aliases: Texts = ()
    export_alias: str = ""
    only_if: ExprField | None = None
    inverse: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Every way, beside its id, that a source may write this option (its id, where it has no label)."""
        labels = self.label.values() or [self.id]
        return tuple(dict.fromkeys([*labels, *self.aliases, *filter(None, [self.export_alias])]))


OptionItem = Annotated[Option, BeforeValidator(_with_id, json_schema_input_type=Option | Scalar)]


class OpenOptions(FileModel):
    """Instead of a list: whatever annotators write is an option. `list` are the ones to begin with."""

    open: bool = True
    list: str | tuple[OptionItem, ...] = ()


Options: TypeAlias = str | tuple[OptionItem, ...] | OpenOptions
"""A list, the name of one of `option_sets`, or `{open: true}`."""


def _no_set(value: Json) -> Json:
    if isinstance(value, str):
        raise ValueError(f"no option set is called {value!r}")
    return value


GoldRule = Literal["majority", "median", "mean", "all"]


class Gold(FileModel):
    """How several annotators' answers become one. Without a rule the kind's own is taken; ties give no value."""

    rule: GoldRule | None = None
    ties: Literal["none"] = "none"
    empty_as: str = ""


class Entry(FileModel):
    """One dimension of a field that is asked several times (`for_each`); `low` and `high` fill `{low}` and `{high}`."""

    id: FieldId
    label: Text = Setting(default_factory=dict)
    definition: str = ""
    low: str = ""
    high: str = ""


EntryItem = Annotated[Entry, BeforeValidator(_with_id, json_schema_input_type=Entry | str)]


class Intensity(FileModel):
    """The small scale that each picked option of a `choices` field carries."""

    from_: Number = Setting(alias="from")
    to: Number
    step: Number = 1


class Question(FileModel):
    """What is asked and what an answer looks like; a field, or a part of an item."""

    id: FieldId
    kind: str
    label: Text = Setting(default_factory=dict)
    definition: str = ""
    required: Required = False
    options: Annotated[tuple[OptionItem, ...], BeforeValidator(_no_set, json_schema_input_type=Options)] = ()
    open: bool = False
    min: Annotated[int, Setting(ge=0)] | None = None
    max: Annotated[int, Setting(ge=1)] | None = None
    level: Level | None = None
    from_: Number | None = Setting(default=None, alias="from")
    to: Number | None = None
    step: Annotated[Number, Setting(gt=0)] = 1
    anchors: Annotated[
        dict[str, Text], BeforeValidator(_anchors, json_schema_input_type=dict[str, dict[str, str] | str])
    ] = Setting(default_factory=dict)
    intensity: Intensity | None = None
    ordered: bool = False
    exclude_self: bool = False
    exclude: str = ""
    default: Literal["", "speaker"] = ""
    among: Among | None = None
    range: Literal["any", "up_to_here"] = "any"
    scope: Literal["turn", "dialogue", "case"] | None = None
    of: Literal["", "turn", "candidate", "candidates", "dialogue", "case"] = ""
    ties: bool = False
    strength: Texts = ()
    tile: bool = False
    states: bool = False
    initial: str = ""
    grid: Annotated[Number, Setting(gt=0)] | None = None
    lag: Annotated[Number, Setting(ge=0)] | None = None
    prefill: Literal["", "turn", "draft"] = ""
    parts: tuple[Question, ...] = ()

    def __hash__(self) -> int:
        return hash((self.id, self.kind))

    @cached_property
    def kind_class(self) -> Kind:
        """Raises UnknownNameError where no kind has that name."""
        from curator.model.kinds import KINDS  # kinds are about questions: importing them above would be a circle

        return KINDS.get(self.kind)

    @cached_property
    def settings(self) -> dict[str, Json]:
        """The settings that this kind reads, options and parts aside, under the file's own words."""
        own = set(self.kind_class.settings) - {"options", "open", "min", "max", "parts"}
        return self.model_dump(mode="json", include=own)

    @cached_property
    def option_ids(self) -> dict[str, int]:
        """Option id -> position."""
        return {option.id: idx for idx, option in enumerate(self.options)}

    @cached_property
    def _spellings(self) -> tuple[dict[str, str], dict[str, str]]:
        """(exact, folded) spelling -> option id. An id beats a name; ids of options with a label match exactly alone
        (another scheme's "Restatement" is not our `restatement`); a folded name that two options share is out."""
        exact = {option.id: option.id for option in self.options}
        folded: dict[str, str] = {}
        for option in self.options:
            for name in option.names:
                exact.setdefault(name, option.id)
                plain = name.strip().casefold()
                folded[plain] = option.id if folded.get(plain, option.id) == option.id else ""
        return exact, folded

    def option_for(self, spelling: Json) -> str | None:
        """The option that a source writes so: exactly, then without regard to case and outer blanks; else None."""
        if spelling is None or isinstance(spelling, dict | list):
            return None
        exact, folded = self._spellings
        text = text_of(spelling)
        return exact.get(text) or folded.get(text.strip().casefold()) or None


def _key(key: str) -> str:
    if len(key) > 1 or (key and not key.isalnum()):
        raise ValueError(f"{key!r} is not a key: use one letter or digit")
    return key.lower()


def _colour(colour: str) -> str:
    if colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise ValueError(f"{colour!r} is not a colour: write #rrggbb")
    return colour.lower()


def prepare(raw: Any, option_sets: dict[str, Any]) -> Any:
    """A question as written, its shorthands written out: a set's name, `{open: true}`."""
    if not isinstance(raw, dict):
        return raw
    ready = dict(raw)
    options = ready.get("options")
    if isinstance(options, str) and options in option_sets:
        ready["options"] = option_sets[options]
    elif isinstance(options, dict) and set(options) <= {"open", "list"}:
        ready["open"] = options.get("open", True)
        ready["options"] = options.get("list", [])
        ready = prepare(ready, option_sets)
    if isinstance(ready.get("parts"), list):
        ready["parts"] = [prepare(part, option_sets) for part in ready["parts"]]
    return ready
