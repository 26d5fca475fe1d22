"""Progress: how far everybody is, by task, annotator and dialogue, and what does not go on by itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import polars as pl
import streamlit as st

from curator.model.base import Json
from curator.ui.state import project_box, services
from curator.ui.telling import may_see
from curator.work.progress import by_dialogue, progress

EVERY = "15s"
TIMES = st.column_config.DatetimeColumn("last answer (UTC)", format="YYYY-MM-DD HH:mm")


def page() -> None:
    st.title("Progress")
    if not may_see("progress"):
        return
    projects = services().store.projects()
    if not projects:
        st.info("There is no project yet.")
        return
    project = project_box(projects, "progress:project")
    st.caption("This page counts anew by itself, four times a minute.")
    counted(project)


@st.fragment(run_every=EVERY)
def counted(project: str) -> None:
    """Runs again and again by itself; the rest of the page does not."""
    if not may_see("progress"):  # the session may have ended since
        return
    found = progress(services().store, project)
    if not found["dialogues"]:
        st.info("The project holds no dialogues yet: bring some in on the page Data.")
        return
    several = len(found["tasks"]) > 1
    for task in found["tasks"]:
        if several:
            st.subheader(f"Task {task['task']}", anchor=False)
        of_task(project, task, found["dialogues"])


def of_task(project: str, task: dict[str, Json], n_dialogues: int) -> None:
    name = task["task"]
    rows = by_dialogue(services().store, project, name)
    untouched = sum(not (row["submitted_by"] or row["open_by"]) for row in rows)
    doubly = sum(len(row["submitted_by"]) > 1 for row in rows)
    numbers = {
        "Dialogues": n_dialogues,
        "Submitted": task["submitted"],
        "by two or more": doubly,
        "Open": task["open"],
        "Skipped": task["skipped"],
        "Not begun": untouched,
    }
    row = st.container(horizontal=True)
    for label, number in numbers.items():
        row.metric(label, f"{number:,}", width=110)
    stuck(name, rows)
    st.subheader("By annotator", anchor=False)
    people = task["annotators"]
    if people:
        table = pl.DataFrame(
            {
                "annotator": [one["annotator"] for one in people],
                "dialogues submitted": [one["submitted"] for one in people],
                "dialogues open": [one["open"] for one in people],
                "dialogues skipped": [one["skipped"] for one in people],
                "answers": [one["answered"] for one in people],
                "last_at": times(people),
            }
        )
        st.dataframe(table, hide_index=True, key=f"progress:people:{name}", column_config={"last_at": TIMES})
    else:
        st.text("Nobody has answered anything yet.")
    if task["only_opened_by"]:
        st.text(f"Only opened a dialogue, without an answer: {', '.join(task['only_opened_by'])}")
    st.subheader("By dialogue", anchor=False)
    shown = pl.DataFrame(
        {
            "dialogue": [row["dialogue"] for row in rows],
            "submitted by": [", ".join(row["submitted_by"]) for row in rows],
            "open at": [", ".join(row["open_by"]) for row in rows],
            "skipped by": [", ".join(row["skipped_by"]) for row in rows],
            "flags": [row["flags"] for row in rows],
            "comments": [row["comments"] for row in rows],
            "last_at": times(rows),
        }
    )
    st.dataframe(shown, hide_index=True, key=f"progress:dialogues:{name}", column_config={"last_at": TIMES})


def stuck(task: str, rows: Sequence[dict[str, Json]]) -> None:
    """What a lead has to look at. As a table: the words may quote what annotators wrote."""
    waiting = [{"dialogue": row["dialogue"], "why": row["stuck"]} for row in rows if row["stuck"]]
    if waiting:
        st.warning(f"{len(waiting)} of the dialogues do not go on by themselves.", icon=":material/hourglass_disabled:")
        st.dataframe(pl.DataFrame(waiting), hide_index=True, key=f"progress:stuck:{task}")


def times(rows: Sequence[dict[str, Json]]) -> pl.Series:
    """Without a zone, or the browser would move them to its own."""
    moments = [datetime.fromisoformat(row["last_at"]).replace(tzinfo=None) if row["last_at"] else None for row in rows]
    return pl.Series(moments, dtype=pl.Datetime)


page()
