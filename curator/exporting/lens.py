"""What may leave the project: consent, --labels-only and --anonymous, laid over the views as CTEs of the same names.

`WITH turns AS (SELECT … FROM turns …) SELECT …`: the recipe goes on reading `turns`, and sees less. So a recipe
cannot forget to obey, and the same rules hold for every format.

- A dialogue whose consent list lacks `share_text` is left out of exports that read the conversation. Exports that
  read labels alone, and `--labels-only`, keep it if the list has `share_labels` or `share_text`; free text that
  annotators wrote (it may quote) is then left empty. A dialogue without a list is the project's own affair: it stays.
- Media need `media` in a list.
- `--anonymous` (always in the Hub folder): annotators are A1, A2 … in the order of their first event, participants who
  labelled themselves P1 …, groups G1, adjudicators J1, unknown raters U1; models keep their names, and participants
  of the dialogue lose name and attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from curator.exporting.checks import LABEL_VIEWS
from curator.store.interface import RecipeSession

_LISTED = "(consent IS NOT NULL AND json_type(consent) = 'ARRAY')"
_TEXT = f"(NOT {_LISTED} OR json_contains(consent, '\"share_text\"'))"
_LABELS = f"({_TEXT} OR json_contains(consent, '\"share_labels\"'))"
_MEDIA = f"(NOT {_LISTED} OR json_contains(consent, '\"media\"'))"
_EMPTY: Mapping[str, Mapping[str, str]] = {
    "dialogues": {"attributes": "'{}'::JSON", "extra": "'{}'::JSON"},
    "turns": {"text": "NULL::VARCHAR", "secondary": "'[]'::JSON", "extra": "'{}'::JSON"},
    "participants": {"name": "''", "attributes": "'{}'::JSON"},
    "parts": {"text": "NULL::VARCHAR"},
    "candidates": {"content": "NULL::JSON"},
    "cases": {"attributes": "'{}'::JSON"},
}
"""What each view gives instead of words, under --labels-only."""
_OF_CASES = frozenset({"cases", "gold_case"})
"""Views that know a case and no dialogue."""
_OF_BOTH = frozenset({"events", "ratings", "gold", "gold_part"})
"""Views whose rows are about a dialogue, or (with an empty dialogue id) about a case."""
_ALIASES = """
    aliases AS (
        SELECT annotator, annotator_kind,
            CASE annotator_kind WHEN 'model' THEN annotator ELSE letter || row_number() OVER (
                PARTITION BY letter ORDER BY first_seq, annotator, annotator_kind) END AS alias
        FROM (SELECT annotator, annotator_kind, min(seq) AS first_seq,
                CASE annotator_kind WHEN 'person' THEN 'A' WHEN 'participant' THEN 'P' WHEN 'group' THEN 'G'
                    WHEN 'adjudicator' THEN 'J' WHEN 'model' THEN 'M' ELSE 'U' END AS letter
            FROM {source} GROUP BY annotator, annotator_kind))"""


@dataclass(frozen=True)
class Lens:
    """labels_only: no words of the conversation. anonymous: no names. quoting: fields whose answers may quote it."""

    labels_only: bool
    anonymous: bool
    quoting: tuple[str, ...] = ()

    @property
    def views(self) -> frozenset[str]:
        """What the lens itself reads."""
        return frozenset({"dialogues", "events"} if self.anonymous else {"dialogues"})

    def carries_text(self, views: Iterable[str]) -> bool:
        """Whether an export that reads these views carries the conversation, and so needs `share_text`."""
        conversation = set(views) - LABEL_VIEWS - {"options", "splits"}
        return bool(conversation) and not self.labels_only

    def needs(self, views: Iterable[str]) -> str:
        """The consent level that a dialogue needs, where it has a list."""
        return "share_text" if self.carries_text(views) else "share_labels"

    def left_out(self, session: RecipeSession, views: Iterable[str]) -> int:
        """Dialogues that consent keeps out."""
        kept = _TEXT if self.carries_text(views) else _LABELS
        return int(session.frame(f"SELECT count(*) FILTER (WHERE NOT {kept}) AS n FROM dialogues").item())

    def hides_nothing(self, session: RecipeSession) -> bool:
        """Whether every view may be read as it is."""
        kept = f"{_TEXT} AND {_MEDIA}"
        return not (self.labels_only or self.anonymous) and bool(
            session.frame(f"SELECT coalesce(bool_and({kept}), true) AS kept FROM dialogues").item()
        )

    def over(self, sql: str, views: Iterable[str], columns: Mapping[str, Iterable[str]]) -> str:
        """The SELECT with the lens before it. columns: what each view has, for the wide ones that hold a field each."""
        read = sorted(set(views))
        kept = _TEXT if self.carries_text(read) else _LABELS
        silent = "true" if self.labels_only else f"NOT {_TEXT}"
        parts = [f"silent AS (SELECT dialogue_id, case_id FROM dialogues WHERE {silent})"]
        if self.anonymous and {"ratings", "events"} & set(read):
            parts.append(_ALIASES.format(source="events"))
        parts.append(_view("dialogues", f"d.* {self._replace('dialogues', ())}", f"dialogues d WHERE {kept}"))
        parts += [self._lensed(view, tuple(columns.get(view, ()))) for view in read if view != "dialogues"]
        prefix = "WITH " + ",\n".join(parts)
        opening = re.match(r"(?:\s+|--[^\n]*\n|/\*.*?\*/)*with\b", sql, re.IGNORECASE | re.DOTALL)
        return f"{prefix},\n{sql[opening.end() :]}" if opening else f"{prefix}\n{sql}"

    def _lensed(self, view: str, columns: tuple[str, ...]) -> str:
        source = f"{view} v"
        conditions = []
        if view != "options":
            conditions.append(_among(view, "dialogues"))
        if view == "media":
            conditions.append(f"v.dialogue_id IN (SELECT dialogue_id FROM dialogues WHERE {_MEDIA})")
        if self.anonymous and view in ("ratings", "events"):
            source += " JOIN aliases USING (annotator, annotator_kind)"
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return _view(view, f"v.* {self._replace(view, columns)}", source + where)

    def _replace(self, view: str, columns: tuple[str, ...]) -> str:
        changed: dict[str, str] = dict(_EMPTY.get(view, {})) if self.labels_only else {}
        if self.anonymous and view == "participants":
            changed |= _EMPTY["participants"]
        if self.anonymous and view in ("ratings", "events"):
            changed["annotator"] = "aliases.alias"
        if view in ("ratings", "gold", "events") and self.quoting:
            names = ", ".join(_literal(name) for name in self.quoting)
            hide = f"v.field IN ({names}) AND {_among(view, 'silent')}"
            changed |= {name: f"CASE WHEN {hide} THEN NULL ELSE v.{name} END" for name in ("value", "raw")}
        elif view in LABEL_VIEWS:
            changed |= {
                f'"{name}"': f'CASE WHEN {_among(view, "silent")} THEN NULL ELSE v."{name}" END'
                for name in self.quoting
                if name in columns
            }
        return f"REPLACE ({', '.join(f'{new} AS {name}' for name, new in changed.items())})" if changed else ""


def _among(view: str, dialogues: str) -> str:
    """Whether a row is about one of these dialogues, or about a case that one of them belongs to."""
    case = f"v.case_id IN (SELECT case_id FROM {dialogues})"
    dialogue = f"v.dialogue_id IN (SELECT dialogue_id FROM {dialogues})"
    if view in _OF_CASES:
        return case
    return f"({dialogue} OR (v.dialogue_id = '' AND {case}))" if view in _OF_BOTH else dialogue


def _view(name: str, select: str, source: str) -> str:
    return f"{name} AS (SELECT {select} FROM {source})"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
