"""What questions are called on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from curator.model.schema import Field


def field_titles(fields: Sequence[Field]) -> dict[str, str]:
    """id -> title in the reader's language; with the id where two have the same."""
    language = (st.context.locale or "en").split("-")[0]
    titles = {one.id: one.label.get(language) or one.label.get("en") or one.id for one in fields}
    often = Counter(titles.values())
    return {name: title if often[title] == 1 else f"{title} ({name})" for name, title in titles.items()}
