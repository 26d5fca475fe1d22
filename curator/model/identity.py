"""Ids that are the same for the same content, so that importing a file twice changes nothing."""

from __future__ import annotations

import hashlib
import json

from curator.model.base import Json
from curator.model.dialogue import Dialogue

# Made once: `json.dumps` with these arguments makes one at each call.
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical_json(value: Json) -> str:
    """One spelling for one value: sorted keys, no blanks, text as it is."""
    return _ENCODER.encode(value)


def digest(*values: Json) -> str:
    """16 hex digits that depend on the values alone."""
    return hashlib.blake2b(canonical_json(values).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def text_revision(dialogue: Dialogue) -> str:
    """Changes when a text, a speaker or the order of turns changes: what an annotator saw when labelling."""
    return digest([(turn.id, turn.speakers, turn.text) for turn in dialogue.turns])
