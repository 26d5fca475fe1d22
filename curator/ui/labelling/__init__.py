"""The labelling page as one Streamlit component: this module registers it, board.js does the work.

Texts and labels never pass through Streamlit: the component fetches them, so that a rerun of the page costs nothing.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

ASSETS = Path(__file__).parent
"""The folder that the assets route serves."""
ROOM = "<style>.stMainBlockContainer { padding: 3.9rem 1.6rem 0.4rem; max-width: none; }</style>"
"""The page around the component: little margin, the whole width."""
NAMES = "board top dialogs rows side question grid options answering narrow media/media fields/items"
STYLES = tuple(f"{name}.css" for name in NAMES.split())


IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?from '(\.{1,2}/[^']+)';""", re.MULTILINE)


@cache
def modules() -> tuple[str, ...]:
    """What board.js imports, what that imports and so on, as asset names: the browser fetches them all at once rather
    than finding one behind the other. What is imported later (`import()`) is not among them."""
    found: dict[str, None] = {}
    waiting = ["board.js"]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            path = ASSETS / name
            beside = IMPORT.findall(path.read_text(encoding="utf-8"))
            waiting += [(path.parent / other).resolve().relative_to(ASSETS.resolve()).as_posix() for other in beside]
    return tuple(found)


@cache
def _sources() -> tuple[str, str]:
    """(style, loader) as text."""
    style = "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in STYLES)
    loader = (ASSETS / "loader.js").read_text(encoding="utf-8")
    return style, loader.replace("const MODULES = [];", f"const MODULES = {json.dumps(modules())};")


def labelling_page(data: dict[str, Any], key: str = "labelling") -> None:
    """Mounts the page. `key` must not change between reruns, or the page is built anew and loses the keyboard.

    data: {base, project, task, dialogue (None: where the person was, else the next one), language, csrf, run, person,
    workspace}.
    """
    style, loader = _sources()
    component = st.components.v2.component("curator_labelling", html='<div id="board"></div>', css=style, js=loader)
    component(key=key, data=data)
    st.html(ROOM)
