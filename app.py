"""What `streamlit run app.py` and `uvicorn app:app` serve. Streamlit finds the app by reading this line."""

from __future__ import annotations

import streamlit as st

import curator.asgi

app = st.App(curator.asgi.SCRIPT, **curator.asgi.options())
