"""The script that Streamlit runs: which pages there are for whom."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from curator.ui.menu import ENTRIES, PAGES
from curator.ui.signing_in import sign_in_page
from curator.ui.state import lost_address, person
from curator.work.access import MAY

st.set_page_config(page_title="curator", page_icon=str(Path(__file__).parent / "icon.svg"), layout="wide")
who = person()
home = st.Page(PAGES / "home.py", title="Projects", icon=":material/home:", default=True)
if who is None:
    # Their addresses exist, or Streamlit would call a kept link wrong.
    others = [st.Page(sign_in_page, title=title, url_path=address) for _, title, address, _, _ in ENTRIES]
else:
    # Those that are not for this role are there too, and say so: a link to one must not lead silently elsewhere.
    others = [
        st.Page(
            PAGES / file,
            title=title,
            url_path=address,
            icon=icon,
            visibility="visible" if who.role in MAY[action] else "hidden",
        )
        for file, title, address, icon, action in ENTRIES
    ]
chosen = st.navigation([home, *others], position="hidden" if who is None else "sidebar")
if lost := lost_address([address for _, _, address, _, _ in ENTRIES], home=not chosen.url_path):
    st.warning("There is no page at the address that you came for. This is the first page.", icon=":material/help:")
    st.text(lost)
chosen.run()
