"""What every model class shares."""

from __future__ import annotations

from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict

Json: TypeAlias = Any
"""A JSON value: null, bool, number, string, list or object."""


class Model(BaseModel):
    """Immutable, and strict about unknown keys, so that a misspelt key is an error and not a silent nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)
