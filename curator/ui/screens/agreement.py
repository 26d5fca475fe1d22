"""Agreement: one line a coefficient, a picture of the intervals, and what was compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import polars as pl
import streamlit as st

from curator.model.base import Json
from curator.model.schema import Field
from curator.ui.intervals import interval_plot
from curator.ui.state import project_box, services
from curator.ui.telling import may_see
from curator.work import reporting
from curator.work.agreeing import Round, agreement
from curator.work.progress import progress

ROUNDS: dict[Round, str] = {
    "independent": "as at the first submit (independent)",
    "current": "as they stand now, after any change",
}
ALL = "all fields"
THREE_DECIMALS = {
    name: st.column_config.NumberColumn(format="%.3f") for name in ("value", "low", "high", "observed", "expected")
}


def page() -> None:
    st.title("Agreement")
    if not may_see("agreement"):
        return
    projects = services().store.projects()
    if not projects:
        st.info("There is no project yet.")
        return
    left, middle, right = st.columns(3)
    project = project_box(projects, "agreement:project", left)
    titles = {ALL: ALL, **field_titles(services().store.schema(project).asked)}
    field = middle.selectbox("Field", list(titles), format_func=titles.__getitem__, key=f"agreement:field:{project}")
    which: Round = right.selectbox("Answers", list(ROUNDS), format_func=ROUNDS.__getitem__, key="agreement:round")
    with st.spinner("Computing …"):
        one = None if field == ALL else field
        report = agreement(services().store, project, field=one, round=which, details=one is not None)
    show(project, report.as_json(), titles, name=f"agreement-{project}-{field if one else 'all'}-{which}.csv")


def show(project: str, report: Mapping[str, Json], titles: Mapping[str, str], *, name: str) -> None:
    """The picture, the table, and under it what a reader has to know. name: of the file to download."""
    answered, unanswered = reporting.answered(report["results"])
    shown = reporting.titled(answered, titles)
    defined = [one for one in shown if one["value"] is not None]
    if defined:
        st.altair_chart(interval_plot(defined), key="agreement:chart")
    else:
        st.warning("There is nothing to compare yet: two people have to answer and submit the same dialogue.")
        st.text(so_far(project))
    if shown:
        rows = pl.DataFrame(reporting.rows(shown), infer_schema_length=None)
        st.dataframe(rows, hide_index=True, key="agreement:table", column_config=THREE_DECIMALS)
        csv = reporting.results_as_csv(answered)
        st.download_button("Download as CSV", csv, name, "text/csv", key="agreement:csv", on_click="ignore")
    for line in reporting.remarks(shown):
        st.text(line)
    if shown and unanswered:
        st.text(f"nobody has answered (and submitted) yet: {', '.join(titles[one] for one in unanswered)}")
    for field, why in report["not_compared"].items():
        st.text(f"{titles[field]}: {why}")


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


def field_titles(fields: Sequence[Field]) -> dict[str, str]:
    """id -> title in the reader's language; with the id where two have the same."""
    language = (st.context.locale or "en").split("-")[0]
    titles = {one.id: one.label.get(language) or one.label.get("en") or one.id for one in fields}
    often = Counter(titles.values())
    return {name: title if often[title] == 1 else f"{title} ({name})" for name, title in titles.items()}


page()
