"""Compare texts: two annotators' words on one thing side by side, without names. One key a verdict."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from curator.errors import CuratorError
from curator.model.base import Json
from curator.store.interface import Verdict
from curator.ui.fields import field_titles
from curator.ui.report.tables import turn_texts
from curator.ui.state import project_box, services, signed_in_person
from curator.ui.telling import may_see, tell_error
from curator.work import judging
from curator.work.context import around
from curator.work.judging import Pair

# what a judge says, how the button reads, its key
SAYS: tuple[tuple[Verdict, str, str], ...] = (
    ("same", "The same", "1"),
    ("partly", "Partly the same", "2"),
    ("different", "Something different", "3"),
)


def page() -> None:
    st.title("Compare texts")
    if not may_see("judge"):
        return
    projects = services().store.projects()
    if not projects:
        st.info("There is no project yet.")
        return
    left, right = st.columns(2)
    project = project_box(projects, "texts:project", left)
    titles = field_titles(judging.text_fields(services().store, project))
    if not titles:
        st.info("No question of this project is answered in free words.")
        return
    field = str(right.selectbox("Question", list(titles), format_func=titles.__getitem__, key=f"texts:field:{project}"))
    open_ = judging.waiting(services().store, project, field, signed_in_person().name)
    counted(judging.judgements(services().store, project, field))
    if open_:
        compare(project, field, open_[0])
    else:
        st.info("There is no pair of texts for you to judge now.", icon=":material/done_all:")
    again(project, field)


def counted(found: Mapping[str, Json]) -> None:
    """Numbers of pairs; what there is to know about them."""
    if not found["n_pairs"]:
        st.text("No two people have written and submitted a text about the same thing yet.")
        return
    row = st.container(horizontal=True)
    numbers = {"Pairs": "n_pairs", "Judged": "judged", **{title: verdict for verdict, title, _ in SAYS}}
    for label, name in numbers.items():
        row.metric(label, f"{found[name]:,}", width=150)
    if found["identical"]:
        st.text(f"{found['identical']} of the pairs judged are equal texts, which count as the same unread.")
    if found["judged_twice"]:
        st.text(
            f"{found['judged_twice']} pairs have verdicts of two people; {found['judges_agree']} of them are alike."
        )


def compare(project: str, field: str, pair: Pair) -> None:
    st.subheader("Do these two say the same?", anchor=False)
    turn_texts(around(services().store, project, pair.dialogue, pair.turn) if pair.dialogue else [])
    for column, words in zip(st.columns(2), pair.sides(signed_in_person().name), strict=True):
        column.container(border=True).text(words)
    row = st.container(horizontal=True)
    for verdict, title, key in SAYS:
        row.button(
            title,
            key=f"texts:{verdict}:{project}:{pair.first.seq}:{pair.second.seq}",
            shortcut=key,
            on_click=say,
            args=(project, field, pair.key, verdict),
        )


def say(project: str, field: str, key: tuple[int, int], verdict: Verdict, *, again: bool = False) -> None:
    """A key that is pressed again before the next pair is drawn says nothing, of the old pair or the next."""
    try:
        who = signed_in_person()
        open_ = judging.waiting(services().store, project, field, who.name)
        if not again and all(one.key != key for one in open_):
            return
        judging.judge(services().store, who, project, field, key, verdict)
    except CuratorError as error:  # the session has ended, or the pair is gone
        tell_error(error)
        return
    st.session_state["texts:last"] = (project, field, key)


def again(project: str, field: str) -> None:
    """The pair that was judged last, to think again about."""
    last = st.session_state.get("texts:last")
    if last is None or last[:2] != (project, field):
        return
    pair = next((one for one in judging.pairs(services().store, project, field) if one.key == last[2]), None)
    if pair is not None:
        with st.expander("The pair before", key="texts:before"):
            compare_again(project, field, pair)


def compare_again(project: str, field: str, pair: Pair) -> None:
    for column, words in zip(st.columns(2), pair.sides(signed_in_person().name), strict=True):
        column.container(border=True).text(words)
    row = st.container(horizontal=True)
    for verdict, title, _ in SAYS:
        name = f"texts:again:{verdict}:{pair.first.seq}:{pair.second.seq}"
        chosen = (project, field, pair.key, verdict)
        row.button(f"{title} after all", key=name, on_click=say, args=chosen, kwargs={"again": True})


page()
