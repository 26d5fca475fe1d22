"""Any JSON or JSON lines that holds turns, by the key names that such files commonly use.

A file is an array of dialogues, one dialogue a line, {"data": [dialogues]}, or one dialogue. A dialogue is an object
with a list of turns, a bare list of turns, or all the rows of one dialogue id where a file has one turn a row.
What the keys mean is in the lists below; the first one found counts. A key that is the id of a field of the schema
holds a label (its rater is not known). Of the other keys of a dialogue, plain values become attributes and the rest
`extra`; those of a turn become `extra`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from curator.importers.drafting import Ids, Roles, build, check_utterance, turn_place
from curator.importers.interface import Imported, refuse_options
from curator.importers.labels import Column, is_blank, turn_target
from curator.importers.media import recordings
from curator.importers.people import People
from curator.importers.problems import Problems
from curator.importers.records import Record, records_of
from curator.importers.source import SourceFile
from curator.model.annotation import ImportedLabel
from curator.model.base import Json
from curator.model.schema import Schema
from curator.model.targets import Target, TargetName

TURN_LISTS = ("turns", "dialog", "dialogue", "messages", "utterances", "conversation", "conversations")
DIALOGUE_IDS = ("dialogue_id", "dialog_id", "conversation_id", "conv_id", "session_id", "sample_id")
TURN_IDS = ("id", "turn_id", "utterance_id")
SPEAKERS = ("speaker", "from", "speaker_id", "name", "role")
TEXTS = ("text", "content", "value", "utterance")
STARTS, ENDS = ("start", "start_time"), ("end", "end_time")
ADDRESSEES = ("addressees", "addressee", "to")
CASES = ("case", "case_id")
MEDIA = "media"
RATER = "source"
"""The annotator of labels found in such a file: its raters are neither named nor numbered."""


class TurnsImporter:
    name = "turns"
    title = "JSON or JSON lines with turns (chat messages, utterances)"

    def sniff(self, head: str, name: str) -> float:
        """Unsure on purpose: a format of its own is always surer. JSON of any kind is taken, to say what it lacks."""
        if not head.lstrip().startswith(("{", "[")):
            return 0.05 if name.lower().endswith((".json", ".jsonl", ".ndjson")) else 0.0
        speaks = any(f'"{key}"' in head for key in SPEAKERS) and any(f'"{key}"' in head for key in TEXTS)
        return 0.5 if speaks else 0.1

    def read(self, source: SourceFile, schema: Schema, options: Mapping[str, Json]) -> Iterator[Imported]:
        refuse_options(self, options)
        problems = Problems(source.name)
        records = records_of(source.text, problems)
        reading = _Reading(source.name, schema, problems)
        rows = bool(records) and _is_row(records[0].value)
        imported = [reading.dialogue(record) for record in (_rows_joined(records) if rows else records)]
        problems.raise_any()
        return (one for one in imported if one is not None)


def _first(holder: Mapping[str, Json], keys: Sequence[str]) -> str | None:
    return next((key for key in keys if holder.get(key) is not None), None)


def _is_row(value: Json) -> bool:
    """One turn a row: a text, and no list of turns."""
    return (
        isinstance(value, dict)
        and _first(value, TEXTS) is not None
        and not any(isinstance(value.get(key), list) for key in TURN_LISTS)
    )


def _rows_joined(rows: list[Record]) -> list[Record]:
    """Dialogues by their id in order of appearance; all rows are one dialogue where there is no id."""
    joined: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = _first(row.value, DIALOGUE_IDS) if isinstance(row.value, dict) else None
        found = "" if key is None else str(row.value[key])
        dialogue = joined.setdefault(found, {"turns": [], **({key: found} if key is not None else {})})
        value = {name: item for name, item in row.value.items() if name != key} if key is not None else row.value
        dialogue["turns"].append(Record(value, row.where.replace("dialogue", "turn")))
    return [Record(dialogue, f"dialogue {name!r}" if name else "") for name, dialogue in joined.items()]


class _Reading:
    """One pass over one file."""

    def __init__(self, name: str, schema: Schema, problems: Problems) -> None:
        self.problems = problems
        self.roles, self.ids = Roles(schema), Ids(name, problems)
        self.turn_columns = _columns(schema, "turn")
        self.dialogue_columns = _columns(schema, "dialogue")

    def dialogue(self, record: Record) -> Imported | None:
        value, where = record
        value = {"turns": value} if isinstance(value, list) else value
        listed = next((key for key in TURN_LISTS if isinstance(value.get(key), list)), "") if _is_object(value) else ""
        media = recordings(value.get(MEDIA)) if _is_object(value) else []
        if not listed or not (value[listed] or media):
            problem = "the dialogue has no turns." if listed else "this is no dialogue: it has no list of turns."
            self.problems.add(problem, where=where, fix=f"The list is called one of {', '.join(TURN_LISTS)}.")
            return None
        people, labels = People(self.roles), list[ImportedLabel]()
        own = {listed, MEDIA} if media else {listed}
        if isinstance(value.get("participants"), list) and people.listed(value["participants"]):
            own.add("participants")
        drafts = [self._turn(turn, index, where, people, labels) for index, turn in enumerate(value[listed])]
        turns = [draft for draft in drafts if draft is not None]
        if len(turns) < len(drafts):
            return None
        draft = self._draft(value, own, where, turns, labels)
        draft["participants"] = people.drafts()
        if media:
            draft["media"] = media
        elif value.get(MEDIA) is not None:
            people.warnings.append(f"{MEDIA!r} does not name files inside the media folder; it is kept as it stands")
        dialogue = build(draft, where, self.problems)
        if dialogue is None:
            return None
        warnings = [*people.warnings, *([] if draft["source_id"] else self.ids.warnings(draft["id"]))]
        if not draft["source_id"] and value[listed] and isinstance(value[listed][0], Record):
            warnings.append("the rows name no dialogue, so all of them are one")
        return Imported(dialogue, labels, self.roles.unknown(people.turns), warnings)

    def _draft(
        self,
        value: dict[str, Json],
        own: set[str],
        where: str,
        turns: list[dict[str, Any]],
        labels: list[ImportedLabel],
    ) -> dict[str, Any]:
        """Everything but the participants."""
        id_key, case_key = _first(value, ("id", *DIALOGUE_IDS)), _first(value, CASES)
        source_id = _name(value[id_key]) if id_key else None
        case = _name(value[case_key]) if case_key else None
        own |= {key for key, found in ((id_key, source_id), (case_key, case)) if key and found}
        used = _labels(value, self.dialogue_columns, own, Target(), labels)
        attributes = value["attributes"] if isinstance(value.get("attributes"), dict) else {}
        rest = {key: item for key, item in value.items() if key not in own and key not in used}
        if attributes:
            del rest["attributes"]
        attributes = {**{key: item for key, item in rest.items() if not isinstance(item, dict | list)}, **attributes}
        if source_id:
            dialogue_id = self.ids.given(source_id, where)
        else:
            speakers, texts = [turn["speakers"] for turn in turns], [turn["text"] for turn in turns]
            dialogue_id = self.ids.made(speakers, texts, attributes, where)
        return {
            "id": dialogue_id,
            "source_id": source_id or "",
            "case": case or "",
            "turns": turns,
            "attributes": attributes,
            "extra": {key: item for key, item in rest.items() if isinstance(item, dict | list)},
        }

    def _turn(
        self, turn: Json, index: int, where: str, people: People, labels: list[ImportedLabel]
    ) -> dict[str, Any] | None:
        turn, place = turn if isinstance(turn, Record) else (turn, turn_place(where, index))
        if not isinstance(turn, dict):
            self.problems.add("the turn is not an object.", where=place, fix="Write it in braces.")
            return None
        speaker_key, text_key = _first(turn, SPEAKERS) or SPEAKERS[0], _first(turn, TEXTS) or TEXTS[0]
        speakers = _names(turn.get(speaker_key))
        if not speakers or not isinstance(turn.get(text_key), str):
            check_utterance({**turn, speaker_key: ", ".join(speakers)}, speaker_key, text_key, place, self.problems)
            return None
        own = {speaker_key, text_key}
        role = turn.get("role") if speaker_key != "role" else None
        if isinstance(role, str) and role:
            own.add("role")
        for speaker in speakers:
            people.speaks(speaker, role if "role" in own and speaker_key != "role" else None)
        draft: dict[str, Any] = {"id": f"t{index}", "speakers": speakers, "text": turn[text_key]}
        self._details(turn, draft, own, people)
        used = _labels(turn, self.turn_columns, own, turn_target(draft["id"]), labels)
        draft["extra"] = {key: item for key, item in turn.items() if key not in own and key not in used}
        return draft

    def _details(self, turn: dict[str, Json], draft: dict[str, Any], own: set[str], people: People) -> None:
        """Id, times, addressees and attributes of a turn, where it has them; their keys are added to `own`."""
        id_key, to_key = _first(turn, TURN_IDS), _first(turn, ADDRESSEES)
        if id_key and (found := _name(turn[id_key])):
            draft["id"] = found
            own.add(id_key)
        if to_key and (addressees := _names(turn[to_key])):
            draft["addressees"] = addressees
            own.add(to_key)
            for name in addressees:
                people.spoken_to(name)
        for field, keys in (("start", STARTS), ("end", ENDS)):
            key = _first(turn, keys)
            if key and isinstance(turn[key], int | float) and not isinstance(turn[key], bool):
                draft[field] = turn[key]
                own.add(key)
            elif key:
                people.warnings.append(f"a turn's {key!r} is no number of seconds; it is kept as it stands")
        if isinstance(turn.get("attributes"), dict):
            draft["attributes"] = turn["attributes"]
            own.add("attributes")


def _columns(schema: Schema, target: TargetName) -> dict[str, Column]:
    return {field.id: Column(field, RATER, "unknown") for field in schema.asked if field.target == target}


def _labels(
    holder: Mapping[str, Json],
    columns: Mapping[str, Column],
    own: set[str],
    target: Target,
    labels: list[ImportedLabel],
) -> list[str]:
    """Adds the labels among the holder's keys to `labels`, and returns those keys."""
    used = [key for key in holder if key in columns and key not in own and not is_blank(holder[key])]
    labels.extend(columns[key].label(holder[key], target) for key in used)
    return used


def _is_object(value: Json) -> bool:
    return isinstance(value, dict)


def _name(value: Json) -> str | None:
    """An id or a name: text as it is, whole numbers as text."""
    if isinstance(value, str):
        return value if value.strip() else None
    return str(value) if type(value) is int else None


def _names(value: Json) -> list[str]:
    """One name or a list of names; empty if any of them is none."""
    found = [_name(item) for item in (value if isinstance(value, list) else [value])]
    names = [name for name in found if name is not None]
    return names if len(names) == len(found) else []
