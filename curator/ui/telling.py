"""What a page says when something did not work."""

from __future__ import annotations

import streamlit as st

from curator.errors import CuratorError, NotSignedInError
from curator.ui.signing_in import sign_in_page


def tell_error(error: Exception) -> bool:
    """Problem, place and mend in plain words, as text (messages may quote what users wrote); a form to whoever has to
    sign in (again). False leaves a surprise to Streamlit, which names nothing and writes it to the server's log."""
    if isinstance(error, NotSignedInError):
        sign_in_page()
        return True
    if not isinstance(error, CuratorError):
        return False
    st.error("This did not work.", icon=":material/error:")
    st.text(str(error))
    return True
