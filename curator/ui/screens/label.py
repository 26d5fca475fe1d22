"""Labelling: the component is mounted first, before anything that may fail."""

from __future__ import annotations

import streamlit as st

from curator.ui.labelling import labelling_page
from curator.ui.state import RUN, choose_project, choose_task, services, signed_in_person

who = signed_in_person()
project = choose_project()
if project is None:
    st.text("There is nothing to label yet: a lead has to make a project and import dialogues.")
    st.stop()
task = choose_task(project)
labelling_page(
    {
        "base": services().settings.base_path,
        "project": project,
        "task": task,
        "dialogue": st.query_params.get("dialogue"),
        "language": (st.context.locale or "en").split("-")[0],
        "csrf": who.csrf,
        "run": RUN,
        "person": who.name,
        "workspace": services().access.workspace_mark,
    },
    key="labelling",
)
