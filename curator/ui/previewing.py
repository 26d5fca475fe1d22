"""What the preview page remembers between two runs of its script: which schema is being tried, and where.

Not in the page's own file: that is run anew each time, and its classes would not be those of the run before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from curator.model.base import Json
from curator.model.identity import digest
from curator.model.schema import Schema
from curator.ui.state import services
from curator.work.access import Person
from curator.work.preview import Preview

_KEPT = "preview:open"


@dataclass(frozen=True)
class Tried:
    """The preview that was opened for a schema (by its content) with these facts."""

    content: str
    project: str


def opened(who: Person, schema: Schema, facts: Mapping[str, Json]) -> Preview:
    """The preview that this person tries this schema in: the same one as long as nothing is chosen anew in this tab.

    Raises NotAllowedError, StorageFullError.
    """
    previews = services().previews
    content = digest(schema.as_json(), dict(facts))
    kept = st.session_state.get(_KEPT)
    found = previews.find(who, kept.project) if isinstance(kept, Tried) and kept.content == content else None
    if found is None:
        found = previews.open(who, schema, facts, instead_of=kept.project if isinstance(kept, Tried) else None)
        st.session_state[_KEPT] = Tried(content, found.project)
    return found
