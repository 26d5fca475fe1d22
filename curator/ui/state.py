"""What pages share: the services of this process, the person who looks, and what that person has chosen."""

from __future__ import annotations

import secrets
from collections.abc import Collection, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import unquote, urlsplit

import streamlit as st

from curator.bootstrap import Services, shared_services
from curator.model.project import Project
from curator.work.access import Person, hash_of, signed_in

RUN = secrets.token_hex(4)
"""One value for each start of the app: the labelling page sees by it that the server is another one."""
SECRET = "session"
"""Where a test puts the secret that a browser has as its cookie."""


_LATELY: dict[str, Choice] = {}
"""What was chosen last in each session (by the hash of its secret): a reload, or another tab, begins with it."""
_MOST = 10_000


@dataclass
class Choice:
    """What one person has chosen, in this tab. It may name what is gone."""

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
        st.session_state["choice"] = replace(_LATELY.get(hash_of(secret() or ""), Choice()))
    return cast(Choice, st.session_state["choice"])


def choose(project: str, task: str | None = None) -> None:
    """Remembers it, in this tab and for those that are opened later."""
    now = choice()
    now.project, now.task = project, now.task if task is None else task
    if found := secret():
        if len(_LATELY) > _MOST:
            _LATELY.clear()
        _LATELY[hash_of(found)] = replace(now)


def lost_address(known: Collection[str], *, home: bool) -> str:
    """The address that somebody came by and that leads nowhere, as long as they stay on the first page; else empty."""
    kept = cast(MutableMapping[str, Any], st.session_state)
    if "lost" not in kept:
        path = urlsplit(st.context.url or "").path.removeprefix(services().settings.base_path).strip("/")
        kept["lost"] = "" if path in known else unquote(path)
    if not home:
        kept["lost"] = ""
    return str(kept["lost"])


def project_box(projects: Sequence[Project], key: str, column: Any = st) -> str:
    """A box to choose the project in: the same one on every page until another is chosen."""
    titles = {one.id: f"{one.title} ({one.id})" if one.title else one.id for one in projects}
    ids = list(titles)
    wanted = choose_project()
    start = ids.index(wanted) if wanted in ids else 0
    chosen = str(column.selectbox("Project", ids, index=start, format_func=titles.__getitem__, key=key))
    if st.query_params.get("project") != chosen:
        st.query_params["project"] = chosen  # so that a reload, or a link that is passed on, shows the same
    choose(chosen)
    return chosen


def choose_project() -> str | None:
    """The project that the address, or an earlier choice, or its being the only one names; None where there is none."""
    known = [project.id for project in services().store.projects()]
    wanted = st.query_params.get("project") or choice().project
    chosen = wanted if wanted in known else known[0] if known else None
    if chosen:
        choose(chosen)
    return chosen


def choose_task(project: str) -> str:
    """The task that the address or an earlier choice names, else the project's first."""
    known = [task.id for task in services().shelf.book(project).project.tasks]
    wanted = st.query_params.get("task") or choice().task
    choose(project, wanted if wanted in known else known[0])
    return choice().task
