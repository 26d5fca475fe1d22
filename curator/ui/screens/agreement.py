"""Agreement: how far people agree, on what it rests, why it is so, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from curator.errors import UsageError
from curator.model.base import Json
from curator.ui.fields import field_titles
from curator.ui.report import beside, diagnosing, files, results
from curator.ui.state import project_box, services
from curator.ui.telling import may_see
from curator.work import reporting
from curator.work.agreeing import Round, agreement
from curator.work.agreement_cache import remembered
from curator.work.context import around
from curator.work.diagnosing import diagnosis
from curator.work.progress import progress
from curator.work.reporting import THRESHOLDS

ROUNDS: dict[Round, str] = {
    "independent": "as at the first submit (independent)",
    "current": "as they stand now, after any change",
}
ALL = "all fields"
NO_LINES = "none"
WIDTH = 0.2
"""Of an interval, from end to end, that is narrow enough to begin with."""


def page() -> None:
    st.title("Agreement")
    if not may_see("agreement"):
        return
    projects = services().store.projects()
    if not projects:
        st.info("There is no project yet.")
        return
    left, middle, right, far = st.columns(4)
    project = project_box(projects, "agreement:project", left)
    titles = {ALL: ALL, **field_titles(services().store.schema(project).asked)}
    field = middle.selectbox("Field", list(titles), format_func=titles.__getitem__, key=f"agreement:field:{project}")
    which: Round = right.selectbox("Answers", list(ROUNDS), format_func=ROUNDS.__getitem__, key="agreement:round")
    says = {NO_LINES: NO_LINES, **{name: one.title for name, one in THRESHOLDS.items()}}
    lines = far.selectbox("Lines in the picture", list(says), format_func=says.__getitem__, key="agreement:lines")
    one = None if field == ALL else field
    with st.spinner("Computing …", show_time=True):
        report = agreement(services().store, project, field=one, round=which, details=one is not None).as_json()
    show(project, report, titles, THRESHOLDS.get(lines), name=f"agreement-{project}-{one or 'all'}-{which}")
    if one and reporting.answered(report["results"])[0]:
        why(project, one, which)


def show(
    project: str,
    report: Mapping[str, Json],
    titles: Mapping[str, str],
    lines: reporting.Threshold | None,
    *,
    name: str,
) -> None:
    """Values, tables and what a reader has to know. name: of the files to download."""
    answered, unanswered = reporting.answered(report["results"])
    shown = reporting.titled(answered, titles)
    if not any(one["value"] is not None for one in shown):
        st.warning("There is nothing to compare yet: two people have to answer and submit the same dialogue.")
        st.text(so_far(project))
    if shown:
        results.headline(reporting.overall(shown), lines)
        for line in reporting.remarks(shown):
            st.text(line)
        results.options(shown)
        results.pairs(shown)
    if shown and unanswered:
        st.text(f"nobody has answered (and submitted) yet: {', '.join(titles[one] for one in unanswered)}")
    beside.dialogue_level(titled(report, "dialogue_level", titles))
    beside.texts(titled(report, "texts", titles))
    beside.retest(titled(report, "retest", titles))
    for field, why_not in report["not_compared"].items():
        st.text(f"{titles[field]}: {why_not}")
    if shown:
        files.methods({**report, "results": shown})
        files.downloads(report, name)


@st.fragment
def why(project: str, field: str, which: Round) -> None:
    """Runs by itself: another turn, or another width, computes nothing of the above anew."""
    if not may_see("agreement"):  # the session may have ended since
        return
    st.header("Why, and what to do next", anchor=False)
    width = st.session_state.get("agreement:width", WIDTH)  # the slider stands further down
    with st.spinner("Computing …", show_time=True):
        try:
            asked: dict[str, Json] = {"diagnosis": field, "round": which, "width": width}
            store = services().store
            found = remembered(
                store, project, asked, lambda: diagnosis(store, project, field, round=which, width=width)
            )
        except UsageError as error:  # a field whose answers are items: nothing of this is computed for them
            st.text(f"{error.problem[:1].upper()}{error.problem[1:]} What follows from that is told for others only.")
            return
    if found["n_apart"]:
        st.text(f"{found['n_apart']} answers that may not be mixed with these are left out here.")
    diagnosing.turns(found, partial(in_context, project))
    diagnosing.merges(found)
    st.subheader("How many more dialogues to label twice", anchor=False)
    st.slider("Width of the interval to aim at", 0.05, 0.5, WIDTH, 0.05, key="agreement:width")
    diagnosing.more(found, width)
    diagnosing.confusion(found)
    diagnosing.people(found)
    diagnosing.drift(found)


def in_context(project: str, dialogue: str, turn: str) -> list[dict[str, Json]]:
    """Asked whenever another turn is chosen: the session may have ended since."""
    return around(services().store, project, dialogue, turn) if may_see("agreement") and dialogue else []


def titled(report: Mapping[str, Json], name: str, titles: Mapping[str, str]) -> list[dict[str, Json]]:
    return [{**row, "field_title": titles.get(row["field"], row["field"])} for row in report.get(name) or ()]


def so_far(project: str) -> str:
    """How far the project is from a comparison."""
    found = progress(services().store, project)
    if not found["dialogues"]:
        return "The project holds no dialogues yet."
    lines = []
    for task in found["tasks"]:
        people = [one["annotator"] for one in task["annotators"] if one["submitted"]]
        whose = f", by {' and '.join(people)}" if people else ""
        lines.append(f"task {task['task']}: {task['submitted']} of {found['dialogues']} dialogues submitted{whose}")
    return "\n".join(lines)


page()
