"""The wide views: one row a target, one typed column a field."""

from __future__ import annotations

from collections.abc import Sequence

from curator.model.targets import TARGET_NAMES

KEYS: dict[str, tuple[str, ...]] = {
    "dialogue": ("dialogue_id",),
    "turn": ("dialogue_id", "turn_id"),
    "participant": ("dialogue_id", "turn_id", "participant_id"),
    "pair": ("dialogue_id", "turn_id", "participant_id", "other_id"),
    "candidate": ("dialogue_id", "candidate_id"),
    "part": ("dialogue_id", "case_id", "part_id"),
    "case": ("case_id",),
}


def wide_views(fields: Sequence[tuple[str, str, str, bool]]) -> dict[str, str]:
    """name -> SELECT over `gold`. `fields`: id, target, column type, whether its answers are items.

    A set that was looked for and not found (*none*) is an empty list; every other answer that is no label is null.
    """
    return {f"gold_{target}": _wide(KEYS[target], [f for f in fields if f[1] == target]) for target in TARGET_NAMES}


def _wide(keys: Sequence[str], fields: Sequence[tuple[str, str, str, bool]]) -> str:
    columns = [f"{_column(field, kind, items)} AS {_name(field)}" for field, _, kind, items in fields]
    ids = ", ".join(keys)
    wanted = ", ".join(_text(field) for field, *_ in fields) or "NULL"
    selected = ", ".join((ids, *columns))
    return f"SELECT {selected} FROM gold WHERE field IN ({wanted}) GROUP BY {ids} ORDER BY min(rowid)"


def _column(field: str, kind: str, items: bool) -> str:
    """An aggregate over the one gold row of a field (over its rows, where the field's answers are items)."""
    own = f"field = {_text(field)}"
    if items:
        stands = f"FILTER ({own} AND value IS NOT NULL)"
        return (
            f"CASE WHEN count(value) {stands} > 0 THEN to_json(list(value ORDER BY item_id) {stands}) "
            f"WHEN bool_or(state = 'none') FILTER ({own}) THEN '[]'::JSON END"
        )
    if kind.endswith("[]"):
        value = f"CASE WHEN state = 'none' THEN [] ELSE TRY_CAST(value AS {kind}) END"
    elif kind == "VARCHAR":
        value = "value ->> '$'"
    else:
        value = f"TRY_CAST(value AS {kind})"
    return f"any_value({value}) FILTER ({own})"


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
