"""ESConv and its relatives: the raw nested form (also FailedESConv) and the flattened form of the model repositories.

raw        {…, "dialog": [{"speaker": "seeker", "annotation": {"strategy" | "feedback": …}, "content": "…"}]}
flattened  {…, "dialog": [{"text": "…", "speaker": "usr" | "sys", "strategy": …}]}

Beside the turns: experience_type, emotion_type, problem_type, situation and survey_score become attributes; what else
a record or a turn has becomes `extra`. Supporters chose their strategy themselves, seekers rated and described
themselves: the labels are those of participants about themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from curator.importers.drafting import Ids, Roles, build, check_utterance, turn_place
from curator.importers.interface import Imported, refuse_options
from curator.importers.labels import column, is_blank, turn_target
from curator.importers.problems import Problems
from curator.importers.records import Record, records_of
from curator.importers.source import SourceFile
from curator.model.annotation import ImportedLabel
from curator.model.base import Json
from curator.model.schema import Schema
from curator.model.targets import Target

ATTRIBUTES = ("experience_type", "emotion_type", "problem_type", "situation", "survey_score")
TURN_FIELDS = {"strategy": "supporter", "feedback": "seeker"}
"""Field of the schema, which is also the key in the source -> who gave the label."""
DIALOGUE_FIELDS = {
    "emotion": ("emotion_type",),
    "problem": ("problem_type",),
    "emotion_before": ("survey_score", "seeker", "initial_emotion_intensity"),
    "emotion_after": ("survey_score", "seeker", "final_emotion_intensity"),
}
"""Field of the schema -> path in the record. The seeker gave these labels."""


class EsconvImporter:
    """One of the two forms: `text_key` holds the text, `nested` says whether labels sit in `annotation`."""

    def __init__(self, name: str, title: str, *, text_key: str, nested: bool) -> None:
        self.name, self.title = name, title
        self.text_key, self.nested = text_key, nested

    def sniff(self, head: str, name: str) -> float:
        if '"dialog"' not in head or f'"{self.text_key}"' not in head or '"speaker"' not in head:
            return 0.0
        if self.nested:
            return 0.95 if '"annotation"' in head else 0.0
        tells = ('"strategy"', '"emotion_type"', '"problem_type"')
        return 0.9 if '"annotation"' not in head and any(tell in head for tell in tells) else 0.0

    def read(self, source: SourceFile, schema: Schema, options: Mapping[str, Json]) -> Iterator[Imported]:
        refuse_options(self, options)
        problems = Problems(source.name)
        reading = _Reading(self, source.name, schema, problems)
        imported = [reading.dialogue(record) for record in records_of(source.text, problems)]
        problems.raise_any()
        return (one for one in imported if one is not None)


class _Reading:
    """One pass over one file."""

    def __init__(self, form: EsconvImporter, name: str, schema: Schema, problems: Problems) -> None:
        self.form, self.problems = form, problems
        self.roles, self.ids = Roles(schema), Ids(name, problems)
        turn_columns = {field: column(schema, field, "turn", rater) for field, rater in TURN_FIELDS.items()}
        self.turn_columns = {field: found for field, found in turn_columns.items() if found}
        self.dialogue_columns = [
            (path, found)
            for field, path in DIALOGUE_FIELDS.items()
            if (found := column(schema, field, "dialogue", "seeker"))
        ]

    def dialogue(self, record: Record) -> Imported | None:
        value, where = record
        turns = value.get("dialog") if isinstance(value, dict) else None
        if not isinstance(turns, list) or not turns:
            what = "the dialogue has no turns." if turns == [] else 'this is no dialogue: it has no list "dialog".'
            self.problems.add(what, where=where, fix='Put its turns into the list "dialog", or take it out.')
            return None
        if not self._are_turns(turns, where):
            return None
        speakers, texts = [turn["speaker"] for turn in turns], [turn[self.form.text_key] for turn in turns]
        attributes = {key: value[key] for key in ATTRIBUTES if key in value}
        speaking = Counter(speakers)
        labels: list[ImportedLabel] = []
        drafts = self._turns(turns, labels)
        made = self.ids.made(speakers, texts, attributes, where)
        draft = {
            "id": made,
            "participants": [{"id": name, "role": self.roles.of(name) or ""} for name in speaking],
            "turns": drafts,
            "attributes": attributes,
            "extra": {key: item for key, item in value.items() if key not in ATTRIBUTES and key != "dialog"},
        }
        labels.extend(self._dialogue_labels(value))
        dialogue = build(draft, where, self.problems)
        if dialogue is None:
            return None
        warnings = self._warnings(turns) + self.ids.warnings(made)
        return Imported(dialogue, labels, self.roles.unknown(speaking), warnings)

    def _are_turns(self, turns: list[Json], where: str) -> bool:
        """Quick where all is well, as it nearly always is; else every bad turn is told."""
        if set(map(type, turns)) == {dict}:
            speakers = [turn.get("speaker") for turn in turns]
            texts = [turn.get(self.form.text_key) for turn in turns]
            rest = {type(turn["annotation"]) for turn in turns if "annotation" in turn}
            are_texts = set(map(type, speakers)) == set(map(type, texts)) == {str}
            if are_texts and rest <= {dict} and all(map(str.strip, set(speakers))):
                return True
        fine = [self._is_turn(turn, index, where) for index, turn in enumerate(turns)]
        return all(fine)

    def _is_turn(self, turn: Json, index: int, where: str) -> bool:
        place = turn_place(where, index)
        if not isinstance(turn, dict):
            self.problems.add("the turn is not an object.", where=place, fix="Write it in braces.")
            return False
        if not isinstance(turn.get("annotation", {}), dict):
            self.problems.add('"annotation" is not an object.', where=place, fix="Write {} where it is empty.")
            return False
        return check_utterance(turn, "speaker", self.form.text_key, place, self.problems)

    def _turns(self, turns: list[dict[str, Json]], labels: list[ImportedLabel]) -> list[dict[str, Json]]:
        """Drafts of the turns, with whatever is neither label nor speaker nor text in `extra`; adds to `labels`."""
        columns, text_key, nested = self.turn_columns, self.form.text_key, self.form.nested
        drafts: list[dict[str, Json]] = []
        for index, turn in enumerate(turns):
            turn_id = f"t{index}"
            draft = {"id": turn_id, "speakers": (turn["speaker"],), "text": turn[text_key]}
            drafts.append(draft)
            given = turn.get("annotation", {}) if nested else turn
            if len(turn) == 2 + (nested and "annotation" in turn) and not (nested and given):
                continue  # speaker and text alone: half of all turns
            used = [field for field in columns if field in given and not is_blank(given[field])]
            labels.extend([columns[field].label(given[field], turn_target(turn_id)) for field in used])
            if not nested and len(turn) == 2 + len(used):
                continue
            own = {"speaker", text_key, "annotation"} if nested else {"speaker", text_key, *used}
            extra = {key: item for key, item in turn.items() if key not in own}
            if nested and len(given) > len(used):
                extra["annotation"] = {key: item for key, item in given.items() if key not in used}
            if extra:
                draft["extra"] = extra
        return drafts

    def _dialogue_labels(self, record: dict[str, Json]) -> Iterator[ImportedLabel]:
        for path, found in self.dialogue_columns:
            value: Json = record
            for key in path:
                value = value.get(key) if isinstance(value, dict) else None
            if not is_blank(value):
                yield found.label(value, Target())

    def _warnings(self, turns: list[dict[str, Json]]) -> list[str]:
        """Labels for which the schema has no field: they stay with the turn."""
        return [
            f"the schema has no turn field {field!r}: the source's values stay with the turns, but are not labels"
            for field in TURN_FIELDS
            if field not in self.turn_columns
            and any(field in (turn.get("annotation", {}) if self.form.nested else turn) for turn in turns)
        ]
