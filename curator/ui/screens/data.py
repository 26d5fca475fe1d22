"""Data: bring files into a project, with a look at what would come in before anything does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath, PureWindowsPath

import polars as pl
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from curator import resources
from curator.errors import CuratorError, UsageError
from curator.model.schema import load_schema
from curator.ui.importing import Answer, Request, answer_to, remember
from curator.ui.state import choose, project_box, services
from curator.ui.telling import may_see
from curator.work.importing import ImportReport, SourceFile, format_names, import_files
from curator.work.projects import create

BY_ITS_LOOK = "by its look"
BY_ITS_MARK = "UTF-8, or what the file's own mark says"
_MADE = "data:made"
ENCODINGS = ("utf-8", "utf-16", "latin-1", "cp1252", "gb18030", "shift_jis")


def page() -> None:
    st.title("Data")
    if not may_see("import"):
        return
    with st.expander("New project", expanded=not services().store.projects()):
        new_project()
    projects = services().store.projects()
    if not projects:
        return
    project = project_box(projects, "data:project")
    tell_made(project)
    uploads = st.file_uploader(f"Files for {project}", accept_multiple_files=True, key=f"data:files:{project}")
    request = choices(project, uploads)
    buttons = st.container(horizontal=True)
    answer = answer_to(request)
    if buttons.button("Check the files", key="data:check", disabled=not uploads):
        answer = run(request, uploads, dry_run=True)
    may_import = answer is not None and answer.report is not None and answer.report.dry_run
    if buttons.button(import_words(project, answer), key="data:import", type="primary", disabled=not may_import):
        answer = run(request, uploads, dry_run=False)
        st.rerun()
    if answer is not None:
        show(answer)


def new_project() -> None:
    """A project from one of the shipped schemas; the command line takes schema files too."""
    with st.form("data:new", border=False):
        left, middle, right = st.columns(3)
        title = left.text_input("Title", key="data:new:title", help="What people see.")
        name = middle.text_input(
            "Id", key="data:new:id", help="A short name for files and commands: small letters, digits, - and _."
        )
        schema_id = right.selectbox("Label schema", list(resources.schema_files()), key="data:new:schema")
        pressed = st.form_submit_button("Create", key="data:new:create")
    if not pressed:
        return
    st.session_state.pop(_MADE, None)
    try:
        if not name.strip():
            raise UsageError("the project needs an id.", fix="Use small letters, digits, - and _.")
        made = create(
            services().store, name.strip(), load_schema(resources.schema_file(schema_id)), title=title.strip()
        )
    except CuratorError as error:
        refused("The project was not created.", str(error))
    else:
        st.session_state[_MADE] = made
        st.session_state["data:project"] = name.strip()
        choose(name.strip())


def tell_made(project: str) -> None:
    """That it was created, and what comes next, until another project is chosen."""
    made = st.session_state.get(_MADE)
    if made is None or made["project"] != project or services().store.dialogue_ids(project):
        return
    st.success("Created, chosen, and empty: now choose the files that go into it.")
    if made["page_cannot_draw"]:
        st.warning("The labelling page cannot ask everything in this schema yet:")
        st.text("\n".join(f"{one['where']}: {one['problem']}" for one in made["page_cannot_draw"]))


def import_words(project: str, answer: Answer | None) -> str:
    """What the button does: into which project, and in spite of what."""
    report = answer.report if answer else None
    if report is None or not report.dry_run:
        return f"Import into {project}"
    doubts = n_doubts(report)
    return (
        f"Import into {project}, with {doubts} warning{'' if doubts == 1 else 's'}"
        if doubts
        else f"Import into {project}"
    )


def n_doubts(report: ImportReport) -> int:
    return len(report.warnings) + bool(report.unknown_labels) + bool(report.unknown_roles)


def choices(project: str, uploads: Sequence[UploadedFile]) -> Request:
    titles = format_names()
    with st.expander("Format, encoding, split"):
        format = st.selectbox(
            "Format", [BY_ITS_LOOK, *titles], format_func=lambda name: titles.get(name, name), key="data:format"
        )
        encoding = st.selectbox("Encoding", [BY_ITS_MARK, *ENCODINGS], key="data:encoding")
        split = st.text_input(
            "Split that these dialogues were given", key="data:split", help="Such as train. Leave it empty if none was."
        )
    return Request(
        project,
        None if format == BY_ITS_LOOK else format,
        None if encoding == BY_ITS_MARK else encoding,
        split.strip(),
        tuple(upload.file_id for upload in uploads),
    )


def run(request: Request, uploads: Sequence[UploadedFile], *, dry_run: bool) -> Answer:
    """Checks or imports, with a bar; remembers the answer."""
    bar, line = st.progress(0.0), st.empty()

    def progress(share: float, doing: str) -> None:
        bar.progress(share)
        line.text(doing)

    try:
        report = import_files(
            services().store,
            request.project,
            [SourceFile(plain_name(upload.name), upload.getvalue()) for upload in uploads],
            format=request.format,
            encoding=request.encoding,
            split=request.split,
            dry_run=dry_run,
            workspace=services().settings.workspace,
            progress=progress,
        )
        answer = Answer(request, report)
    except CuratorError as error:
        answer = Answer(request, None, str(error))
    bar.empty()
    line.empty()
    remember(answer)
    return answer


def plain_name(name: str) -> str:
    """Without the folders that a browser may send along: the id of a dialogue hangs on the name."""
    return PureWindowsPath(PurePosixPath(name).name).name


def show(answer: Answer) -> None:
    report = answer.report
    if report is None:
        refused("Nothing was imported. This is wrong with the files:", answer.error)
        return
    if report.dry_run:
        st.info(f"Nothing has been imported yet. This would come into {answer.request.project}:")
    else:
        st.success(f"Imported into {answer.request.project}.")
    for warning in report.warnings:
        st.text(f"⚠ {warning}")
    unknown(report)
    counts(report)
    if report.dry_run and report.first_turns:
        st.caption("How the first dialogue begins")
        st.dataframe(pl.DataFrame(turn_rows(report.first_turns)), hide_index=True, key="data:turns")


def refused(headline: str, why: str) -> None:
    """`why` may quote a file, so it is never read as markdown."""
    st.error(headline)
    st.text(why)


def counts(report: ImportReport) -> None:
    numbers = {
        "Dialogues": report.dialogues,
        "Turns": report.turns,
        "New": report.new,
        "Unchanged": report.unchanged,
        "Changed": report.changed,
        "New labels": report.labels,
    }
    for column, (name, number) in zip(st.columns(len(numbers)), numbers.items(), strict=True):
        column.metric(name, f"{number:,}")
    for name, format in report.formats.items():
        st.text(f"{name}: read as {format_names()[format]}")


def unknown(report: ImportReport) -> None:
    """Labels and roles that the schema does not know."""
    labels = [
        {"field": field, "in the file": spelling, "times": number}
        for field, spellings in report.unknown_labels.items()
        for spelling, number in spellings.items()
    ]
    if labels:
        st.warning("The schema does not know these labels. They are kept as they stand, but count as not annotated.")
        st.dataframe(pl.DataFrame(labels), hide_index=True, key="data:unknown_labels")
    if report.unknown_roles:
        roles = [{"in the file": spelling, "turns": number} for spelling, number in report.unknown_roles.items()]
        st.warning("The schema does not know these roles. Questions for a role will not be asked about these turns.")
        st.dataframe(pl.DataFrame(roles), hide_index=True, key="data:unknown_roles")


def turn_rows(turns: Sequence[Mapping[str, object]]) -> list[dict[str, str]]:
    rows = []
    for turn in turns:
        speakers = turn["speakers"]
        names = ", ".join(map(str, speakers)) if isinstance(speakers, list) else str(speakers)
        rows.append({"speaker": names, "role": str(turn["role"]), "text": str(turn["text"])})
    return rows


page()
