"""What stands beside the coefficients: dialogue level, texts, the same person again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from curator.model.base import Json
from curator.ui.report.tables import number_table

Found = Sequence[Mapping[str, Any]]


def dialogue_level(rows: Found) -> None:
    if not rows:
        return
    st.subheader("By dialogue", anchor=False)
    st.text("How far people agree on how often something occurs in a dialogue, and on when it first and last does.")
    shown = [
        {
            "field": row.get("field_title") or row["field"],
            "option": _text(row.get("option")),
            "of": row.get("participant") or row.get("role") or "",
            "compared": row["what"],
            "metric": row.get("metric", ""),
            "value": row["value"],
            "low": row.get("ci_low"),
            "high": row.get("ci_high"),
            "value by turn": row.get("turn_level_value"),
            "dialogues": row.get("n_dialogues"),
            "undefined": row.get("undefined") or "",
        }
        for row in rows
    ]
    number_table(shown, "agreement:dialogues", say="Agreement on counts and places within each dialogue")
    for note in dict.fromkeys(row["note"] for row in rows if row.get("note")):
        st.text(note)


def texts(rows: Found) -> None:
    if not rows:
        return
    st.subheader("Texts", anchor=False)
    st.text(
        "Free words have no coefficient. Told is who wrote anything at all, and how many pairs of texts were judged to "
        "say the same (on the page Compare texts, where nobody sees the names)."
    )
    shown = [
        {
            "field": row.get("field_title") or row["field"],
            "units": row["n_units"],
            "both wrote": row["both_wrote"],
            "one wrote": row["one_wrote"],
            "none wrote": row["none_wrote"],
            "judged": row.get("judged"),
            "equal to the letter": row.get("identical") or None,
            "same": row.get("same"),
            "partly": row.get("partly"),
            "different": row.get("different"),
            "share the same": row["same"] / row["judged"] if row.get("judged") else None,
        }
        for row in rows
    ]
    number_table(shown, "agreement:texts", say="Texts: who wrote, and what was judged to say the same")


def retest(rows: Found) -> None:
    if not rows:
        return
    st.subheader("The same person again", anchor=False)
    st.text("How far the answers that one person gave twice, in two rounds, are the same.")
    shown = [
        {
            "field": row.get("field_title") or row["field"],
            "annotator": row["annotator"],
            "metric": row.get("metric", ""),
            "value": row.get("value"),
            "low": row.get("ci_low"),
            "high": row.get("ci_high"),
            "units": row["n_units"],
            "undefined": row.get("undefined") or "",
        }
        for row in rows
    ]
    number_table(shown, "agreement:retest", say="Agreement of each person with themselves")
    for line in dict.fromkeys(row["treatment"] for row in rows if row.get("treatment")):
        st.text(line)


def _text(value: Json) -> str:
    return "" if value is None else str(value)
