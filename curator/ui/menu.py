"""The pages beside the first one."""

from __future__ import annotations

from pathlib import Path

from curator.work.access import Action

PAGES = Path(__file__).parent / "screens"  # not "pages": Streamlit takes that folder for an older kind of app

# file, title, address, icon, what somebody has to be allowed to do
ENTRIES: tuple[tuple[str, str, str, str, Action], ...] = (
    ("label.py", "Label", "label", ":material/edit_note:", "label"),
    ("data.py", "Data", "data", ":material/upload_file:", "import"),
    ("preview.py", "Try a schema", "preview", ":material/experiment:", "preview"),
    ("progress.py", "Progress", "progress", ":material/checklist:", "progress"),
    ("agreement.py", "Agreement", "agreement", ":material/balance:", "agreement"),
    ("texts.py", "Compare texts", "texts", ":material/compare:", "judge"),
    ("export.py", "Export", "export", ":material/download:", "export"),
)
