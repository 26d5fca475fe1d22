"""What an answer is about: the dialogue, a turn, a participant, an ordered pair, a part, a candidate or a case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from curator.errors import DataError

TargetName = Literal["case", "dialogue", "turn", "part", "participant", "pair", "candidate"]
TARGET_NAMES: tuple[str, ...] = get_args(TargetName)
COLUMNS = ("case_id", "turn_id", "participant_id", "other_id", "part_id", "candidate_id")
"""The plain columns of a target in tables and views; an empty string where it has no such end."""


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """Plain ids; an empty string where this target has no such end. `Target()` is the dialogue itself."""

    case: str = ""
    turn: str = ""
    participant: str = ""
    other: str = ""
    part: str = ""
    candidate: str = ""

    @property
    def columns(self) -> tuple[str, str, str, str, str, str]:
        """The values of COLUMNS."""
        return (self.case, self.turn, self.participant, self.other, self.part, self.candidate)

    @classmethod
    def of_columns(cls, *values: str) -> Target:
        return cls(*values)

    def as_json(self) -> dict[str, Any]:
        """The shape of the HTTP contract: {} | {"turn"} | {"participant", "turn"?} | {"pair": [a, b], "turn"?} | …"""
        shape: dict[str, Any] = {}
        if self.other:
            shape["pair"] = [self.participant, self.other]
        elif self.participant:
            shape["participant"] = self.participant
        for key in ("turn", "part", "candidate", "case"):
            if getattr(self, key):
                shape[key] = getattr(self, key)
        return shape

    @classmethod
    def of_json(cls, shape: object) -> Target:
        """Raises DataError where the shape is none of the contract's."""
        keys = frozenset(shape) if isinstance(shape, dict) else None
        if not isinstance(shape, dict) or keys not in _SHAPES:
            raise DataError("this is not a target.", where="target", fix=f"Use one of {_SHAPES_IN_WORDS}.")
        pair = shape.get("pair")
        if pair is not None and not (isinstance(pair, list) and len(pair) == 2):
            raise DataError("a pair is a list of two ids.", where="target.pair")
        first, second = pair or (shape.get("participant", ""), "")
        ids = [
            shape.get("case", ""),
            shape.get("turn", ""),
            first,
            second,
            shape.get("part", ""),
            shape.get("candidate", ""),
        ]
        if not all(isinstance(value, str) for value in ids) or (pair and not all(pair)):
            raise DataError("ids are text.", where="target")
        return cls(*ids)


_SHAPES = [
    frozenset(keys)
    for keys in (
        (),
        ("turn",),
        ("participant",),
        ("participant", "turn"),
        ("pair",),
        ("pair", "turn"),
        ("part",),
        ("candidate",),
        ("case",),
    )
]
_SHAPES_IN_WORDS = ", ".join("{" + ", ".join(sorted(keys)) + "}" for keys in _SHAPES)
