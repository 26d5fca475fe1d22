"""Ids that are the same for the same content, so that importing a file twice changes nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from pydantic_core import PydanticSerializationError, to_json

from curator.model.base import Json
from curator.model.dialogue import Dialogue

# Made once: `json.dumps` with these arguments makes one at each call.
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical_json(value: Json) -> str:
    """One spelling for one value: sorted keys, no blanks, text as it is."""
    return _ENCODER.encode(value)


def texts_json(texts: Sequence[Json]) -> bytes:
    """`canonical_json` of texts and lists of texts alone, as UTF-8, in a third of its time."""
    try:
        return to_json(texts)
    except PydanticSerializationError:  # half a character
        return canonical_json(texts).encode("utf-8", "surrogatepass")


def digest(*values: Json) -> str:
    """16 hex digits that depend on the values alone. Bytes are canonical JSON, ready made."""
    written = [
        value if isinstance(value, bytes) else canonical_json(value).encode("utf-8", "surrogatepass")
        for value in values
    ]
    return hashlib.blake2b(b"[" + b",".join(written) + b"]", digest_size=8).hexdigest()


def text_revision(dialogue: Dialogue) -> str:
    """Changes when a text, a speaker or the order of turns changes: what an annotator saw when labelling."""
    return digest(texts_json([(turn.id, turn.speakers, turn.text) for turn in dialogue.turns]))
