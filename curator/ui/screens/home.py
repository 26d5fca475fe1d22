"""Who you are, and the projects of this workspace."""

from __future__ import annotations

import streamlit as st

from curator.ui.signing_in import sign_in_page, sign_out_form
from curator.ui.state import choice, person, services
from curator.work.handout import own_progress

who = person()
if who is None:
    sign_in_page()
    st.stop()

st.title("Projects")
projects = services().store.projects()
if not projects:
    st.text("There is no project yet.")
    st.code("curator project create ID --schema esconv\ncurator import ID FILE", language="shell")
for project in projects:
    with st.container(border=True, key=f"project:{project.id}"):
        st.subheader(project.title or project.id, anchor=False)
        for task in project.tasks:
            done = own_progress(services().shelf, who, project.id, task.id)
            name = f"{task.id}: " if len(project.tasks) > 1 else ""
            st.text(f"{name}{done['submitted']} of {done['of']} dialogues submitted by you")
            if st.button("Label", key=f"label:{project.id}:{task.id}", type="primary", disabled=not done["of"]):
                choice().project, choice().task = project.id, task.id
                st.switch_page("screens/label.py", query_params={"project": project.id, "task": task.id})
sign_out_form(who)
