"""Agreement: one line a coefficient, a picture of the intervals, and what was compared."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
import streamlit as st

from curator.errors import CuratorError
from curator.model.base import Json
from curator.ui.intervals import interval_plot
from curator.ui.state import choice, choose_project, person, services
from curator.work import agreement_table
from curator.work.access import allow
from curator.work.agreeing import Round, agreement
from curator.work.projects import overview

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
    try:
        allow(person(), "agreement")
    except CuratorError as error:
        st.error("This page is for leads and engineers.")
        st.text(str(error))
        return
    projects = [one["project"] for one in overview(services().store)]
    if not projects:
        st.info("There is no project yet.")
        return
    left, middle, right = st.columns(3)
    chosen = choose_project()
    start = projects.index(chosen) if chosen in projects else 0
    project = left.selectbox("Project", projects, index=start, key="agreement:project")
    choice().project = project
    fields = [field.id for field in services().store.schema(project).asked]
    field = middle.selectbox("Field", [ALL, *fields], key=f"agreement:field:{project}")
    which: Round = right.selectbox("Answers", list(ROUNDS), format_func=ROUNDS.__getitem__, key="agreement:round")
    with st.spinner("Computing …"):
        one = None if field == ALL else field
        report = agreement(services().store, project, field=one, round=which, details=one is not None)
    show(report.as_json(), name=f"agreement-{project}-{field if one else 'all'}-{which}.csv")


def show(report: Mapping[str, Json], *, name: str) -> None:
    """The picture, the table, and under it what a reader has to know. name: of the file to download."""
    shown = report["results"]
    defined = [one for one in shown if one["value"] is not None]
    if defined:
        st.altair_chart(interval_plot(defined), key="agreement:chart")
    else:
        st.warning("Nothing can be compared yet: two people have to answer and submit the same dialogue.")
    if shown:
        rows = pl.DataFrame(agreement_table.rows(shown), infer_schema_length=None)
        st.dataframe(rows, hide_index=True, key="agreement:table", column_config=THREE_DECIMALS)
        csv = agreement_table.as_csv(shown)
        st.download_button("Download as CSV", csv, name, "text/csv", key="agreement:csv", on_click="ignore")
    for line in agreement_table.remarks(shown):
        st.text(line)
    for field, why in report["not_compared"].items():
        st.text(f"{field}: {why}")


page()
