"""The script that Streamlit runs: which pages there are for whom."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from curator.ui.state import person
from curator.work.access import MAY, Action

PAGES = Path(__file__).parent / "pages"
# file, title, address, icon, who sees it (None: everybody)
ENTRIES: tuple[tuple[str, str, str, str, Action | None], ...] = (
    ("home.py", "Projects", "", ":material/home:", None),
    ("label.py", "Label", "label", ":material/edit_note:", "label"),
    ("data.py", "Data", "data", ":material/upload_file:", "import"),
    ("agreement.py", "Agreement", "agreement", ":material/balance:", "agreement"),
    ("export.py", "Export", "export", ":material/download:", "export"),
)

st.set_page_config(page_title="curator", page_icon=":material/forum:", layout="wide")
who = person()
pages = [
    st.Page(PAGES / file, title=title, url_path=address or None, icon=icon, default=not address)
    for file, title, address, icon, action in ENTRIES
    if (PAGES / file).is_file() and (action is None or (who is not None and who.role in MAY[action]))
]
st.navigation(pages).run()
