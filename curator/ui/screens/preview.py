"""Try a schema: everything that is wrong with it, then an invented conversation to label with it. Nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from curator import resources
from curator.commands.command import Upload
from curator.commands.schemas import read_schema
from curator.errors import CuratorError, Problem, ProblemsError
from curator.model.base import Json
from curator.model.schema import Schema, load_schema
from curator.ui.labelling import labelling_page
from curator.ui.previewing import opened
from curator.ui.state import RUN, services, signed_in_person
from curator.ui.telling import may_see
from curator.work.access import Person
from curator.work.preview import facts_of

OWN = "a file of mine"


def page() -> None:
    if not may_see("preview"):
        return
    who = signed_in_person()
    with st.expander("Try a schema", expanded=True, key="preview:choosing"):
        choosing, describing = st.columns([2, 1], vertical_alignment="top")
        with choosing:
            schema = chosen()
        with describing:
            facts = facts_for(schema) if schema else {}
    if schema is not None:
        label(who, schema, facts)


def chosen() -> Schema | None:
    """The schema of the file that was chosen, or None with what is wrong with it on the page."""
    left, right = st.columns(2, vertical_alignment="top")
    wanted = left.selectbox("Schema", [OWN, *resources.schema_files()], key="preview:schema")
    if wanted != OWN:
        return load_schema(resources.schema_file(wanted))
    upload = right.file_uploader("Schema file (YAML)", type=["yaml", "yml"], key="preview:file")
    if upload is None:
        st.text(
            "Choose a file. You see all that is wrong with it, or label an invented conversation with it. "
            "Nothing of this is kept, and nobody else sees it."
        )
        return None
    try:
        return read_schema(Upload("file", upload.name, upload.getvalue()))
    except ProblemsError as error:
        tell_problems(error.problems)
    except CuratorError as error:
        tell_problems([Problem(error.problem, error.where, error.fix)])
    return None


def tell_problems(problems: Sequence[Problem]) -> None:
    """As text: a problem may quote the file."""
    count = len(problems)
    st.error(f"{count} thing{'s are' if count > 1 else ' is'} wrong with this file.", icon=":material/error:")
    for problem in problems:
        st.text("\n".join(part for part in (f"{problem.where}:", problem.problem, problem.fix) if part.strip(":")))


def facts_for(schema: Schema) -> dict[str, Json]:
    """What the conversation is like, where that makes a difference to what is asked."""
    asked = {name: values for name, values in facts_of(schema).items() if len(values) > 1}
    return {
        name: st.selectbox(
            "The conversation",  # the file's own words stand among the options: a label would be read as markdown
            values,
            format_func=partial("{}: {}".format, name),
            key=f"preview:fact:{schema.id}:{name}",
        )
        for name, values in asked.items()
    }


def label(who: Person, schema: Schema, facts: dict[str, Json]) -> None:
    preview = opened(who, schema, facts)
    labelling_page(
        {
            "base": services().settings.base_path,
            "project": preview.project,
            "task": "main",
            "dialogue": preview.dialogue,
            "language": (st.context.locale or "en").split("-")[0],
            "csrf": who.csrf,
            "run": RUN,
            "person": who.name,
            # Its own outbox in the browser: what is tried here never travels with what is labelled in earnest.
            "workspace": f"{services().access.workspace_mark}-{preview.project}",
        },
        key=f"preview:{preview.project}",
    )


page()
