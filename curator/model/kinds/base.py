"""What every kind of field knows about its answers. Nothing outside this folder asks for a kind by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from curator.errors import DataError
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.grammar import Scope, evaluate
from curator.model.targets import TARGET_NAMES, Target

if TYPE_CHECKING:
    from curator.model.question import Option, Question
    from curator.model.schema import Field


@dataclass(frozen=True, slots=True)
class AgreementPlan:
    """How annotators are compared on a field.

    level: nominal | ordinal | interval | ratio | set_nominal | set_jaccard | set_masi.
    domain: every possible value in order (ids, or points of a scale), or None where it is open.
    metrics: names in the registry of metrics, the one to report first.
    way: how answers become something comparable, a name in the registry of ways: one value each, whether a text was
    written, links, records, spans, stretches of time, states, rankings.
    """

    level: str
    domain: list[Json] | None
    metrics: list[str]
    way: str = "values"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A setting that does not fit its kind."""

    setting: str
    problem: str
    fix: str = ""


class Kind(ABC):
    """settings: what a field of this kind may set beyond what every field may. rules: the gold rules it can follow,
    the default first. drawable: the labelling page of today can draw it. items: answers are items with ids."""

    name: ClassVar[str]
    summary: ClassVar[str]
    value: ClassVar[str]
    """The shape of a value, in words for the documentation."""
    targets: ClassVar[tuple[str, ...]] = TARGET_NAMES
    settings: ClassVar[frozenset[str]] = frozenset()
    rules: ClassVar[Mapping[str, str]] = {"all": "same"}
    drawable: ClassVar[bool] = False
    items: ClassVar[bool] = False
    quotes: ClassVar[bool] = False
    """Answers may hold words of the conversation, or free words: they go where the text may go."""
    free_text: ClassVar[bool] = False
    """Answers are people's own words: whether two of them say the same, somebody has to read."""
    of_dialogue: ClassVar[bool] = False
    """Values are people or turns of the dialogue at hand, which no other dialogue has."""
    is_number: ClassVar[bool] = False
    """Conditions may compare its values (gt, ge, lt, le)."""
    level: ClassVar[str] = "nominal"

    @abstractmethod
    def check(self, field: Question, value: Json, dialogue: Dialogue, target: Target) -> Json:
        """The value in its one canonical form. Raises DataError where it cannot be an answer to this field here."""

    def whole(self, field: Question, values: list[Json], dialogue: Dialogue, target: Target) -> bool:
        """Whether the items of one target are enough for a submit; answers without items always are."""
        return True

    def inverse(self, field: Question, value: Json) -> Json | None:
        """What an answer about (a, b) proposes for (b, a); None where it says nothing about the other way."""
        return None

    def from_source(self, field: Question, raw: Json) -> Json | None:
        """The value that a source file's spelling stands for; None = outside the scheme (kept as unmapped)."""
        return None

    def column_type(self, field: Question) -> str:
        """The database type of the field's column in the wide views."""
        return "JSON"

    def gold_rule(self, field: Field) -> str:
        """majority | set_majority | median | mean | same."""
        written = field.gold.rule if field.gold else None
        return self.rules.get(written or "", next(iter(self.rules.values())))

    def agreement(self, field: Question) -> AgreementPlan | None:
        """None where answers of this kind are compared in another way (or not yet)."""
        return None

    def wrong(self, field: Question) -> Iterator[Wrong]:
        """What the field's settings lack or contradict."""
        return iter(())


def refuse(field: Question, problem: str, fix: str = "") -> DataError:
    return DataError(problem, where=field.id, fix=fix)


def options_for(field: Question, dialogue: Dialogue) -> tuple[Option, ...]:
    """The options that exist in this dialogue (`only_if` asks about the dialogue alone)."""
    if not any(option.only_if is not None for option in field.options):
        return field.options
    scope = Scope(dialogue)
    return tuple(option for option in field.options if option.only_if is None or evaluate(option.only_if, scope))


def checked_option(field: Question, value: Json, dialogue: Dialogue) -> str:
    """Raises DataError where the option is unknown, or does not exist in this dialogue."""
    if not isinstance(value, str):
        raise refuse(field, f"an option's id is text, not {value!r}.")
    idx = field.option_ids.get(value)
    if idx is None:
        if field.open and value.strip():
            return whole_characters(field, value).strip()
        raise refuse(field, f"there is no option {value!r}.", f"Known: {', '.join(field.option_ids)}.")
    option = field.options[idx]
    if option.only_if is not None and not evaluate(option.only_if, Scope(dialogue)):
        raise refuse(field, f"the option {value!r} is not offered in this dialogue.")
    return value


def inverse_option(field: Question, option_id: str) -> str | None:
    """The option that holds the other way round: itself, another one, or None."""
    idx = field.option_ids.get(option_id)
    inverse = "" if idx is None else field.options[idx].inverse
    if inverse in field.option_ids:
        return inverse
    return option_id if inverse == "symmetric" else None


def whole_characters(field: Question, text: str) -> str:
    """The text. Raises DataError on half a surrogate pair: such text cannot be stored or exported as UTF-8."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise refuse(field, "the text holds half a character.", "Send whole Unicode characters.")
    return text


def checked_list(field: Question, value: Json, what: str) -> list[Json]:
    """Raises DataError where the value is no list, or has fewer than `min` or more than `max` entries."""
    if not isinstance(value, list | tuple):
        raise refuse(field, f"the answer is a list of {what}, not {value!r}.")
    checked_count(field, len(value), what)
    return list(value)


def checked_count(field: Question, count: int, what: str) -> None:
    if field.min is not None and count < field.min:
        raise refuse(field, f"at least {field.min} {what} are wanted, not {count}.")
    if field.max is not None and count > field.max:
        raise refuse(field, f"at most {field.max} {what} are allowed, not {count}.")


def without_repeats(field: Question, ids: Iterable[Json], what: str) -> list[str]:
    """Raises DataError where an entry is not text or comes twice."""
    seen: dict[str, None] = {}
    for entry in ids:
        if not isinstance(entry, str):
            raise refuse(field, f"each of the {what} is named by its id, not {entry!r}.")
        if entry in seen:
            raise refuse(field, f"{entry!r} is named twice.")
        seen[entry] = None
    return list(seen)


def object_with(field: Question, value: Json, needed: set[str], allowed: set[str], what: str) -> dict[str, Json]:
    """Raises DataError where the value is no object with these keys."""
    if not isinstance(value, dict):
        raise refuse(field, f"{what} is an object, not {value!r}.")
    lacking, strange = sorted(needed - set(value)), sorted(set(value) - needed - allowed)
    if lacking:
        raise refuse(field, f"{what} lacks {', '.join(lacking)}.")
    if strange:
        raise refuse(field, f"{what} holds unknown keys: {', '.join(map(str, strange))}.")
    return value


def needs_options(field: Question) -> Iterator[Wrong]:
    if not field.options and not field.open:
        yield Wrong("options", "there is nothing to choose from.", "List `options`, or write `options: {open: true}`.")


def min_below_max(field: Question) -> Iterator[Wrong]:
    if field.min is not None and field.max is not None and field.min > field.max:
        yield Wrong("min", f"`min` {field.min} is more than `max` {field.max}.", "Swap them.")
