"""RESCUE-BENCH: couples and families in therapy, one sample a line, its turns in `rows`.

    {"sample_id", "scenario", "participants": [names], "rows": [{"primary_speaker", "dialogue_cleaned", "start_time",
     "end_time", "background_dialogue": […], and the labels: a value, or a list of objects, under each key}]}

The key of a label is the id of the schema's field. `null` and an absent key are *not annotated*; `""` and `[]` are
*looked, and there is nothing*, for everybody whom the question is about. Nobody says which person labelled a sample.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from curator.importers.drafting import Ids, Roles, build, check_utterance, turn_place
from curator.importers.interface import Imported, refuse_options
from curator.importers.problems import Problems
from curator.importers.records import Record, records_of
from curator.importers.rescue_labels import LISTS, PATTERNS, SINGLE, Columns, labels_of
from curator.importers.source import SourceFile
from curator.model.base import Json
from curator.model.schema import Schema

SPEAKER, TEXT = "primary_speaker", "dialogue_cleaned"
CLIENT = "client"
"""The role of everybody in a sample's list of participants; the therapist is not in it."""
GROUPS = ("Couple", "Family")
_NAMING = ("person", "source", "target", "initiator", "provider")
_MISREAD = re.compile("[\u00c2-\u00f4][\u0080-\u00bf]")


class RescueImporter:
    name = "rescue"
    title = "RESCUE-BENCH (one sample a line, its turns in rows)"

    def sniff(self, head: str, name: str) -> float:
        return 0.95 if all(f'"{key}"' in head for key in ("rows", SPEAKER, TEXT)) else 0.0

    def read(self, source: SourceFile, schema: Schema, options: Mapping[str, Json]) -> Iterator[Imported]:
        refuse_options(self, options)
        problems = Problems(source.name)
        reading = _Reading(source.name, schema, problems)
        imported = [reading.sample(record) for record in records_of(source.text, problems)]
        problems.raise_any()
        return (one for one in imported if one is not None)


class _Reading:
    """One pass over one file."""

    def __init__(self, name: str, schema: Schema, problems: Problems) -> None:
        self.schema, self.problems = schema, problems
        self.roles, self.ids = Roles(schema), Ids(name, problems)
        self.columns = Columns(schema)

    def sample(self, record: Record) -> Imported | None:
        value, where = record
        rows = value.get("rows") if isinstance(value, dict) else None
        if not isinstance(rows, list) or not rows:
            what = "the dialogue has no turns." if rows == [] else 'this is no sample: it has no list "rows".'
            self.problems.add(what, where=where, fix='Put its turns into the list "rows", or take it out.')
            return None
        fine = [self._is_row(row, turn_place(where, idx)) for idx, row in enumerate(rows)]
        if not all(fine):
            return None
        warnings: list[str] = []
        draft = self._draft(value, rows, where, warnings)
        dialogue = build(draft, where, self.problems)
        if dialogue is None:
            return None
        labels = labels_of(self.schema, self.columns, dialogue, rows, warnings)
        if any(_MISREAD.search(turn.text) for turn in dialogue.turns):
            warnings.append("texts look like UTF-8 that was read as Latin-1 (â for an apostrophe); kept as they stand")
        listed = _listed(value)
        speaking = Counter(CLIENT if row[SPEAKER] in listed else row[SPEAKER] for row in rows)
        return Imported(dialogue, labels, self.roles.unknown(speaking), warnings)

    def _is_row(self, row: Json, place: str) -> bool:
        if not isinstance(row, dict):
            self.problems.add("the turn is not an object.", where=place, fix="Write it in braces.")
            return False
        return check_utterance(row, SPEAKER, TEXT, place, self.problems)

    def _draft(
        self, value: dict[str, Json], rows: list[dict[str, Json]], where: str, warnings: list[str]
    ) -> dict[str, Json]:
        sample_id, scenario = value.get("sample_id"), value.get("scenario")
        source_id = sample_id if isinstance(sample_id, str) and sample_id.strip() else ""
        turns = [self._turn(row, idx, warnings) for idx, row in enumerate(rows)]
        attributes = {"scenario": scenario} if isinstance(scenario, str) else {}
        if source_id:
            made = self.ids.given(source_id, where)
        else:
            made = self.ids.made([row[SPEAKER] for row in rows], [row[TEXT] for row in rows], attributes, where)
            warnings += self.ids.warnings(made)
        own = {key for key, found in (("sample_id", source_id), ("scenario", attributes)) if found} | {"rows"}
        own |= {"participants"} if _listed(value) else set()
        # A couple's samples lie in one folder, named after the couple; all families share one.
        couple, is_in_folder, _ = source_id.rpartition("/")
        return {
            "id": made,
            "source_id": source_id,
            "case": couple if is_in_folder and scenario == "couple" else "",
            "participants": self._people(value, rows, warnings),
            "turns": turns,
            "attributes": attributes,
            "extra": {key: item for key, item in value.items() if key not in own},
        }

    def _turn(self, row: dict[str, Json], idx: int, warnings: list[str]) -> dict[str, Json]:
        draft: dict[str, Json] = {"id": f"t{idx}", "speakers": (row[SPEAKER],), "text": row[TEXT]}
        own = {SPEAKER, TEXT, *self.columns.keys}
        for name, key in (("start", "start_time"), ("end", "end_time")):
            if type(row.get(key)) in (int, float):
                draft[name] = row[key]
                own.add(key)
        if isinstance(row.get("background_dialogue"), list):
            draft["secondary"] = row["background_dialogue"]
            own.add("background_dialogue")
        target = row.get("target")
        if "target" not in own and isinstance(target, list) and all(isinstance(name, str) for name in target):
            draft["addressees"] = target
            own.add("target")
        strange = (key for key in (*SINGLE, *LISTS, *PATTERNS) if key not in own and row.get(key) not in (None, "", []))
        warnings += [
            f"the schema has no field for {key!r}: the source's values stay with the turns, but are not labels"
            for key in strange
        ]
        draft["extra"] = {key: item for key, item in row.items() if key not in own}
        return draft

    def _people(
        self, value: dict[str, Json], rows: list[dict[str, Json]], warnings: list[str]
    ) -> list[dict[str, Json]]:
        """The listed clients, whoever else speaks, and whoever else is named; the schema brings its own groups."""
        listed = _listed(value)
        people = {name: self._person(name, CLIENT, listed) for name in listed}
        for row in rows:
            people.setdefault(row[SPEAKER], self._person(row[SPEAKER], row[SPEAKER], listed))
        entities = {entity.id for entity in self.schema.entities.groups}
        for name in dict.fromkeys(name for row in rows for name in _named(row)):
            if name not in people and name not in entities:
                role = self.roles.of(name)
                kind = "group" if name in GROUPS else "person" if role else "mentioned"
                people[name] = {**self._person(name, name, listed), "kind": kind}
                if kind == "mentioned":
                    warnings.append("a row names somebody who is not among the participants: added as mentioned")
        return list(people.values())

    def _person(self, name: str, role: str, listed: list[str]) -> dict[str, Json]:
        person: dict[str, Json] = {"id": name, "role": self.roles.of(role) or ""}
        return {**person, "kind": "group", "members": listed} if name in GROUPS else person


def _listed(value: dict[str, Json]) -> list[str]:
    """The names in `participants`; none where it is no list of names."""
    names = value.get("participants")
    if not isinstance(names, list) or not all(isinstance(name, str) and name.strip() for name in names):
        return []
    return list(dict.fromkeys(names))


def _named(row: dict[str, Json]) -> Iterator[str]:
    """Everybody whom the labels of a row name."""
    holders = [row] + [entry for key in LISTS if isinstance(row.get(key), list) for entry in row[key]]
    for holder in holders:
        for key in _NAMING if isinstance(holder, dict) else ():
            found = holder.get(key)
            yield from (
                name for name in (found if isinstance(found, list) else [found]) if isinstance(name, str) and name
            )
