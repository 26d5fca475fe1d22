"""Files to take along, and the paragraph on methods."""

from __future__ import annotations

import streamlit as st

from curator.work import reporting
from curator.work.reporting import Report


def downloads(report: Report, name: str) -> None:
    """name: of the files, without an ending."""
    row = st.container(horizontal=True)
    made = (
        ("CSV", "csv", "text/csv", reporting.results_as_csv(report["results"])),
        ("HTML", "html", "text/html", reporting.report_as_html(report)),
        ("LaTeX", "tex", "application/x-tex", reporting.report_as_latex(report)),
    )
    for title, ending, mime, content in made:
        row.download_button(
            f"Download as {title}", content, f"{name}.{ending}", mime, key=f"agreement:{ending}", on_click="ignore"
        )


def methods(report: Report) -> None:
    sentences = reporting.methods(report)
    if not sentences:
        return
    with st.expander("Methods, in words for a paper", key="agreement:methods"):
        st.text(" ".join(sentences))
        for line in reporting.references(report):
            st.text(line)
