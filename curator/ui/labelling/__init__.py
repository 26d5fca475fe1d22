"""The labelling page as one Streamlit component: this module registers it, board.js does the work.

Texts and labels never pass through Streamlit: the component fetches them, so that a rerun of the page costs nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

ASSETS = Path(__file__).parent
"""The folder that the assets route serves."""
ROOM = "<style>.stMainBlockContainer { padding: 3.9rem 1.6rem 0.4rem; max-width: none; }</style>"
"""The page around the component: little margin, the whole width."""
STYLES = ("board.css", "rows.css", "side.css", "media/media.css", "fields/items.css")


@cache
def _sources() -> tuple[str, str]:
    """(style, loader) as text."""
    style = "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in STYLES)
    return style, (ASSETS / "loader.js").read_text(encoding="utf-8")


def labelling_page(data: dict[str, Any], key: str = "labelling") -> None:
    """Mounts the page. `key` must not change between reruns, or the page is built anew and loses the keyboard.

    data: {base, project, task, dialogue (None: where the person was, else the next one), language, csrf, run, person,
    workspace}.
    """
    style, loader = _sources()
    component = st.components.v2.component("curator_labelling", html='<div id="board"></div>', css=style, js=loader)
    component(key=key, data=data)
    st.html(ROOM)
