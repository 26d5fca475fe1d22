"""Tables of numbers as the pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
import streamlit as st

from curator.model.base import Json

_SPARE = ("", None)


def number_table(rows: Sequence[Mapping[str, Json]], key: str, *, say: str) -> None:
    """Three decimals for what has any; columns that say nothing in all rows are left out. say: what it holds, for who
    does not see it."""
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if _says(name, rows)]
    frame = pl.DataFrame([{name: row.get(name) for name in names} for row in rows], infer_schema_length=None)
    decimals = {
        name: st.column_config.NumberColumn(format="%.3f") for name, kind in frame.schema.items() if kind.is_float()
    }
    st.dataframe(frame, hide_index=True, key=key, column_config=decimals, alt=say)


def _says(name: str, rows: Sequence[Mapping[str, Json]]) -> bool:
    return any(row.get(name) not in _SPARE for row in rows)


def turn_texts(turns: Sequence[Mapping[str, Json]]) -> None:
    """A turn among its neighbours, as text; the one that it is about is marked."""
    for one in turns:
        st.text(f"{'▶ ' if one['here'] else ''}{one['turn']} {one['speakers']}: {one['text']}")
