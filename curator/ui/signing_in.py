"""Signing in and out: plain forms, posted to the API, which sets the cookie and sends the browser back."""

from __future__ import annotations

from html import escape

import streamlit as st

from curator.ui.state import services
from curator.work.access import LONGEST_NAME, REFUSED, ROLES, WHAT_ROLES_DO, Person

WILL_NOT_DO = {
    "name": f"That is not a name. Use 1 to {LONGEST_NAME} characters, not only blanks.",
    "role": "There is no such role. Choose one of the list.",
}

_STYLE = """<style>
.curator-form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; font: inherit; }
.curator-form label { display: flex; flex-direction: column; gap: 0.25rem; font-size: 0.875rem; }
.curator-form input, .curator-form select, .curator-form button {
  font: inherit; color: inherit; padding: 0.5rem 0.75rem; border-radius: 0.5rem; min-height: 2.75rem;
  border: 1px solid color-mix(in srgb, currentColor 45%, transparent); background: transparent; box-sizing: border-box;
}
.curator-form option { color: #111; background: #fff; }
.curator-form button { cursor: pointer; font-weight: 600; }
.curator-form :focus-visible { outline: 3px solid #4b7bec; outline-offset: 2px; }
</style>"""


def sign_in_page() -> None:
    """What everybody sees who is not signed in, wherever they came in."""
    st.title("curator")
    st.text("Sign in with your name. Your labels are kept under it, so use the same one each time.")
    if problem := WILL_NOT_DO.get(st.query_params.get(REFUSED, "")):
        st.error(problem, icon=":material/error:")
    sign_in_form()
    st.caption("What the roles may do. Choose the one that you have in the study: nobody checks it on this machine.")
    st.table({"role": list(WHAT_ROLES_DO), "may": list(WHAT_ROLES_DO.values())}, hide_index=True, width="content")


def sign_in_form() -> None:
    """By name alone, for use on this machine; the role says which pages there are."""
    options = "".join(f'<option value="{role}">{role}</option>' for role in ROLES)
    _form(
        f'<label>Your name <input name="name" required maxlength="{LONGEST_NAME}" autocomplete="username"></label>'
        f'<label>Role <select name="role">{options}</select></label>'
        '<button type="submit">Sign in</button>',
        key="sign_in",
    )


def sign_out_form(person: Person) -> None:
    _form(
        f'<input type="hidden" name="leave" value="1"><input type="hidden" name="csrf" value="{escape(person.csrf)}">'
        f'<button type="submit">Sign out {escape(person.name)}</button>',
        key="sign_out",
    )


def _form(content: str, *, key: str) -> None:
    """A component, for Streamlit strips forms from HTML; Streamlit's own forms cannot set a cookie."""
    action = escape(f"{services().settings.base_path}/api/v1/session")
    component = st.components.v2.component(
        f"curator_{key}",
        html=f'{_STYLE}<form class="curator-form" method="post" action="{action}">{content}</form>',
    )
    component(key=key)
