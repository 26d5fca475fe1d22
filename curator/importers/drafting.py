"""Dialogues in the making: who takes part, ids where the source has none, and the checks that every format needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from curator.importers.problems import Problems
from curator.model.base import Json
from curator.model.dialogue import Dialogue
from curator.model.identity import digest, texts_json
from curator.model.schema import Schema

SOURCE_ROLE = "source_role"
"""The participant's attribute that keeps the source's spelling of a role which is not also the id."""


class Roles:
    """The schema's roles for the spellings of one source, each looked up once."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._known: dict[str, str | None] = {}

    def of(self, spelling: str) -> str | None:
        if spelling not in self._known:
            self._known[spelling] = self._schema.role_of(spelling)
        return self._known[spelling]

    def unknown(self, turns_by_spelling: Mapping[str, int]) -> dict[str, int]:
        """Those that the schema does not know; none where the schema has no roles at all."""
        if not self._schema.roles:
            return {}
        return {spelling: n for spelling, n in turns_by_spelling.items() if self.of(spelling) is None}


class Ids:
    """Ids of a file's dialogues: the source's own, each once, or a digest of the content."""

    def __init__(self, name: str, problems: Problems) -> None:
        self._name, self._problems = name, problems
        self._places: dict[str, str] = {}
        self._copies: dict[str, int] = {}

    def given(self, source_id: str, where: str) -> str:
        if source_id in self._places:
            self._problems.add(
                f"the dialogue id {source_id!r} is used twice (first in {self._places[source_id]}).",
                where=where,
                fix="Give every dialogue an id of its own, or none.",
            )
        self._places[source_id] = where
        return source_id

    def made(self, speakers: Sequence[Json], texts: Sequence[str], attributes: Mapping[str, Json], where: str) -> str:
        """Equal content gets -2, -3 … in file order. The id stays the same while the file keeps name and content."""
        base = digest(texts_json(speakers), texts_json(texts), dict(attributes), self._name)
        count = self._copies[base] = self._copies.get(base, 0) + 1
        made = base if count == 1 else f"{base}-{count}"
        self._places[made] = where
        return made

    def warnings(self, made: str) -> list[str]:
        """What to say about a made id: whether it had to be told apart from an equal dialogue's."""
        return ["the same dialogue stands in the file more than once; all copies are kept"] if "-" in made else []


def build(draft: dict[str, Json], where: str, problems: Problems) -> Dialogue | None:
    """The dialogue, or None with what the model refuses added to `problems`."""
    try:
        return Dialogue.model_validate(draft)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            place = ".".join(str(part) for part in detail["loc"])
            problems.add(
                f"{detail['msg'].removeprefix('Value error, ')}{f' ({place})' if place else ''}.",
                where=where,
                fix="Mend the dialogue in the file.",
            )
    return None


def check_utterance(turn: Mapping[str, Json], speaker_key: str, text_key: str, where: str, problems: Problems) -> bool:
    """Whether the turn names its speaker and has a text; if not, `problems` says so."""
    speaker, text = turn.get(speaker_key), turn.get(text_key)
    fine = True
    if not isinstance(speaker, str) or not speaker.strip():
        what = "the turn has no speaker." if speaker is None or speaker == "" else f"{speaker!r} is not a speaker."
        problems.add(what, where=where, fix=f'Write who speaks, as text, under "{speaker_key}".')
        fine = False
    if not isinstance(text, str):
        what = "the turn has no text." if text is None else "the turn's text is not a piece of text."
        problems.add(what, where=where, fix=f'Write what was said, as text, under "{text_key}" ("" where nothing was).')
        fine = False
    return fine


def turn_place(where: str, index: int) -> str:
    """A place inside a file, for people: "line 3, turn 5", counted from 1."""
    return f"{where}, turn {index + 1}" if where else f"turn {index + 1}"
