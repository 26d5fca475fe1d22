"""What several commands read from their flags in the same way."""

from __future__ import annotations

import json

from curator.errors import UsageError
from curator.model.base import Json


def round_of(text: str, flag: str = "--round") -> str | int:
    """independent, current, or the number of a round. Raises UsageError."""
    if text.isdigit():
        return int(text)
    if text in ("independent", "current"):
        return text
    raise UsageError(f"{text!r} is not a round.", where=flag, fix="Use independent, current or a number.")


def json_list(flag: str, text: str | None) -> Json:
    """A JSON list, or None where the flag is not given. Raises UsageError."""
    example = '["low", "high"]' if flag == "--domain" else '["ana", "ben"]'
    if text is None:
        return None
    try:
        found = json.loads(text, parse_constant=_refuse)
    except ValueError as error:
        raise UsageError(f"this is not JSON: {text!r}.", where=flag, fix=f"Example: '{example}'.") from error
    if not isinstance(found, list):
        raise UsageError("a JSON list is wanted.", where=flag, fix=f"Example: '{example}'.")
    return found


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")
