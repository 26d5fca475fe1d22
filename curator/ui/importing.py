"""What the data page remembers between two runs of its script.

Not in the page's own file: that is run anew each time, and its classes would not be those of the run before.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from curator.work.importing import ImportReport

_KEPT = "data:answer"


@dataclass(frozen=True)
class Request:
    """What was chosen on the page. `uploads` tells one set of files from another."""

    project: str
    format: str | None
    encoding: str | None
    split: str
    uploads: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What a check or an import said, and to which request; `report` is None where `error` says why."""

    request: Request
    report: ImportReport | None
    error: str = ""


def answer_to(request: Request) -> Answer | None:
    """The last answer, if nothing was changed on the page since."""
    answer = st.session_state.get(_KEPT)
    return answer if isinstance(answer, Answer) and answer.request == request else None


def remember(answer: Answer) -> None:
    st.session_state[_KEPT] = answer
