"""What a page says when something did not work."""

from __future__ import annotations

import streamlit as st

from curator.errors import CuratorError, NotAllowedError, NotSignedInError
from curator.ui.signing_in import sign_in_page
from curator.ui.state import person
from curator.work.access import MAY, ROLES, Action, allow


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


def may_see(action: Action) -> bool:
    """Whether whoever looks may do this; if not, the page says whom it is for, or asks to sign in."""
    try:
        allow(person(), action)
    except (NotAllowedError, NotSignedInError) as error:
        if not isinstance(error, NotAllowedError):
            return not tell_error(error)
        # An admin may do everything, and needs no telling.
        whom = " and ".join(f"{role}s" for role in ROLES if role in MAY[action] and role != "admin")
        st.error(f"This page is for {whom}.", icon=":material/lock:")
        st.text(f"{error.problem[:1].upper()}{error.problem[1:]} {error.fix}")
        return False
    return True
