"""Export: pick a format, see what was written and what was left out, download it."""

from __future__ import annotations

import polars as pl
import streamlit as st

from curator import resources
from curator.errors import CuratorError
from curator.exporting.recipe import load_recipe
from curator.ui.exporting import Made, Request, made_for, make, remember
from curator.ui.state import choice, choose_project, person, services
from curator.work.access import allow
from curator.work.projects import overview

HUB = "hub"


def page() -> None:
    st.title("Export")
    try:
        allow(person(), "export")
    except CuratorError as error:
        st.error("This page is for leads and engineers.")
        st.text(str(error))
        return
    projects = [one["project"] for one in overview(services().store)]
    if not projects:
        st.info("There is no project yet.")
        return
    request = choices(projects)
    if st.button("Make the export", key="export:make", type="primary"):
        with st.spinner("Writing …"):
            remember(make(services(), request))
    made = made_for(request)
    if made is not None and made.report is None:
        failed(made)
    elif made is not None:
        show(made)


def choices(projects: list[str]) -> Request:
    names = recipes()
    left, right = st.columns(2)
    chosen = choose_project()
    start = projects.index(chosen) if chosen in projects else 0
    project = left.selectbox("Project", projects, index=start, key="export:project")
    choice().project = project
    recipe = right.selectbox("Format", list(names), format_func=names.__getitem__, key="export:recipe")
    anonymous = st.checkbox("Name annotators A1, A2, …", key="export:anonymous")
    labels_only = st.checkbox("Labels only, no text of the conversations", key="export:labels_only")
    allow_missing = st.checkbox("Also write what lacks a needed label", key="export:allow_missing")
    return Request(project, recipe, anonymous, labels_only, allow_missing)


def recipes() -> dict[str, str]:
    """Name -> title of every recipe, the Hugging Face folder first."""
    return {HUB: "Hugging Face folder", **{name: load_recipe(name).header.title for name in resources.recipe_files()}}


def failed(made: Made) -> None:
    st.error("Nothing was written.")
    st.text(made.problem)
    if made.missing:
        st.dataframe(pl.DataFrame(made.missing), hide_index=True, key="export:missing")


def show(made: Made) -> None:
    report = made.report or {}
    st.success("Ready to download.")
    for column, (name, number) in zip(st.columns(len(report["counts"])), report["counts"].items(), strict=True):
        column.metric(name.capitalize(), f"{number:,}")
    for split, number in report["splits"].items():
        st.text(f"{split or 'no split'}: {number} dialogues")
    for reason, counts in report["left_out"].items():
        st.text(f"left out, {reason}: {', '.join(f'{value} ({name})' for name, value in counts.items())}")
    rows = [
        {"file": name, "rows": facts.get("rows"), "bytes": facts["bytes"]} for name, facts in report["files"].items()
    ]
    st.dataframe(pl.DataFrame(rows), hide_index=True, key="export:files")
    name = f"{made.request.project}-{made.request.recipe}.zip"
    st.download_button("Download", made.content, name, "application/zip", key="export:download", on_click="ignore")


page()
