"""What pages share: the services of this process, the person who looks, and what that person has chosen."""

from __future__ import annotations

import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st

from curator.bootstrap import Services, shared_services
from curator.work.access import Person, signed_in

RUN = secrets.token_hex(4)
"""One value for each start of the app: the labelling page sees by it that the server is another one."""
SECRET = "session"
"""Where a test puts the secret that a browser has as its cookie."""


@dataclass
class Choice:
    """What one person has chosen, kept through the session. It may name what is gone."""

    project: str = ""
    task: str = ""


def services() -> Services:
    """Raises StateError where no app runs in this process."""
    return shared_services()


def secret() -> str | None:
    """The session's secret as the browser sent it when its websocket opened."""
    kept = cast(MutableMapping[str, Any], st.session_state).get(SECRET)
    found = kept or st.context.cookies.get(services().access.cookie)
    return found if isinstance(found, str) else None  # where no browser looks, Streamlit's context is a stand-in


def person() -> Person | None:
    """Who looks at the page; None where nobody is signed in. Asked at each run: a session may end at any time."""
    return services().access.person(cookie=secret())


def signed_in_person() -> Person:
    """Raises NotSignedInError."""
    return signed_in(person())


def choice() -> Choice:
    if "choice" not in st.session_state:
        st.session_state["choice"] = Choice()
    return cast(Choice, st.session_state["choice"])


def choose_project() -> str | None:
    """The project that the address, or an earlier choice, or its being the only one names; None where there is none."""
    known = [project.id for project in services().store.projects()]
    wanted = st.query_params.get("project") or choice().project
    chosen = wanted if wanted in known else known[0] if known else None
    if chosen:
        choice().project = chosen
    return chosen


def choose_task(project: str) -> str:
    """The task that the address or an earlier choice names, else the project's first."""
    known = [task.id for task in services().shelf.book(project).project.tasks]
    wanted = st.query_params.get("task") or choice().task
    choice().task = wanted if wanted in known else known[0]
    return choice().task
