"""Export: part the dialogues into splits, pick a format, see what was written and what was left out, download it."""

from __future__ import annotations

from collections import Counter

import polars as pl
import streamlit as st

from curator import resources
from curator.errors import CuratorError
from curator.exporting.recipe import Recipe, load_recipe
from curator.exporting.splits import SHARES, split_project
from curator.ui.exporting import Made, Request, made_for, make, remember
from curator.ui.state import project_box, services, signed_in_person
from curator.ui.telling import may_see
from curator.work.access import MAY

HUB = "hub"
SAID = "export:split:said"


def page() -> None:
    st.title("Export")
    if not may_see("export"):
        return
    projects = services().store.projects()
    if not projects:
        st.info("There is no project yet.")
        return
    left, right = st.columns(2)
    project = project_box(projects, "export:project", left)
    with right:
        recipe = recipe_box(project)
    request = choices(project, recipe)
    if st.button("Make the export", key="export:make", type="primary"):
        with st.spinner("Writing …"):
            remember(make(services(), request))
    made = made_for(request)
    if made is not None and made.report is None:
        failed(made)
    elif made is not None:
        show(made)
    splits(project)


def recipe_box(project: str) -> str:
    """The formats that fit the project's schema; below, why the others do not."""
    schema = services().store.schema(project)
    known = [load_recipe(name) for name in resources.recipe_files()]
    fitting = {HUB: "Hugging Face folder", **{one.name: one.header.title for one in known if not one.unmet(schema)}}
    # A key of its own for each project: what was chosen for another may not fit this one.
    chosen = st.selectbox("Format", list(fitting), format_func=fitting.__getitem__, key=f"export:recipe:{project}")
    if others := [one for one in known if one.name not in fitting]:
        st.caption("Formats that do not fit this project's labels:")
        st.text("\n".join(f"{one.header.title}: needs {needs(one)}" for one in others))
    return str(chosen)


def needs(recipe: Recipe) -> str:
    return ", ".join(f"{name} on each {target}" for target, names in recipe.header.needs.items() for name in names)


def splits(project: str) -> None:
    """How many dialogues are in which split, and a form for leads that assigns the rest."""
    st.subheader("Splits", anchor=False)
    store = services().store
    counts, total = Counter(store.splits(project).values()), len(store.dialogue_ids(project))
    told = [f"{name}: {count} dialogues" for name, count in sorted(counts.items())]
    if none := total - counts.total():
        told.append(f"in no split: {none} dialogues")
    st.text("\n".join(told) or "The project holds no dialogues yet.")
    if not total:
        return
    if signed_in_person().role not in MAY["split"]:
        st.caption("A lead assigns splits.")
        return
    with st.form(f"export:split:{project}"):
        st.caption(
            "Dialogues of one case, with the same people or the same words stay on one side. "
            "What is assigned is never moved: the shares are for the dialogues that are in no split."
        )
        columns = st.columns(len(SHARES) + 1)
        shares = {
            name: column.number_input(name, 0.0, 1.0, share, 0.05, key=f"export:share:{name}")
            for column, (name, share) in zip(columns, SHARES.items(), strict=False)
        }
        seed = columns[-1].number_input("Seed", 0, None, 0, key="export:seed", help="Another seed, another split.")
        pressed = st.form_submit_button("Assign splits", key="export:split")
    if pressed:
        try:
            report = split_project(store, project, shares=shares, seed=int(seed))
        except CuratorError as error:
            st.error("Nothing was assigned.")
            st.text(str(error))
            return
        st.session_state[SAID] = (project, report.new, dict(report.sizes), list(report.notes))
        st.rerun()
    kept = st.session_state.get(SAID)
    if kept and kept[0] == project:
        _, new, sizes, notes = kept
        st.success(f"{new} dialogues were assigned. " + ", ".join(f"{name} {size}" for name, size in sizes.items()))
        for note in notes:
            st.text(f"⚠ {note}")


def choices(project: str, recipe: str) -> Request:
    anonymous = st.checkbox("Name annotators A1, A2, …", key="export:anonymous")
    labels_only = st.checkbox("Labels only, no text of the conversations", key="export:labels_only")
    allow_missing = st.checkbox("Also write what lacks a needed label", key="export:allow_missing")
    return Request(project, recipe, anonymous, labels_only, allow_missing)


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
