"""Who you are, and the projects of this workspace."""

from __future__ import annotations

import streamlit as st

from curator.ui.signing_in import sign_in_page, sign_out_form
from curator.ui.state import choose, person, services
from curator.work.access import MAY, WHAT_ROLES_DO
from curator.work.handout import own_progress
from curator.work.progress import handled

who = person()
if who is None:
    sign_in_page()
    st.stop()

st.title("Projects")
st.caption(f"Your role is {who.role}: {WHAT_ROLES_DO[who.role]}.")
projects = services().store.projects()
if not projects:
    if who.role in MAY["import"]:
        st.text("There is no project yet.")
        st.page_link("screens/data.py", label="Make one, and bring in conversations")
    else:
        st.text("There is no project yet. A lead has to make one and bring in conversations.")
for project in projects:
    with st.container(border=True, key=f"project:{project.id}"):
        st.subheader(project.title or project.id, anchor=False)
        for task in project.tasks:
            done = own_progress(services().shelf, who, project.id, task.id)
            name = f"{task.id}: " if len(project.tasks) > 1 else ""
            st.text(f"{name}{done['submitted']} of {done['of']} dialogues submitted by you")
            if who.role in MAY["progress"]:
                all_of_it = handled(services().store, project.id, task.id)
                st.text(f"{name}{all_of_it} of {done['of']} dialogues submitted by anybody")
            if st.button("Label", key=f"label:{project.id}:{task.id}", type="primary", disabled=not done["of"]):
                choose(project.id, task.id)
                st.switch_page("screens/label.py", query_params={"project": project.id, "task": task.id})
if projects and who.role in MAY["progress"]:
    st.page_link("screens/progress.py", label="How far everybody is", icon=":material/checklist:")
sign_out_form(who)
