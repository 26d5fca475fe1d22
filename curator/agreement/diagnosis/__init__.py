"""What to do about agreement: who and what differs, where, since when, what would help. Ratings in, plain rows out."""

from __future__ import annotations

from curator.agreement.diagnosis.annotators import AgainstRest, LeftOut, against_rest, leave_one_out
from curator.agreement.diagnosis.confusion import ConfusedPair, Confusion, Confusions, confusions
from curator.agreement.diagnosis.disagreement import Disagreement, disagreement
from curator.agreement.diagnosis.merges import Merge, merges
from curator.agreement.diagnosis.more import ASSUMPTION, More, more, next_to_double
from curator.agreement.diagnosis.places import CostlyUnit, by_group, costly_units

__all__ = [
    "ASSUMPTION",
    "AgainstRest",
    "ConfusedPair",
    "Confusion",
    "Confusions",
    "CostlyUnit",
    "Disagreement",
    "LeftOut",
    "Merge",
    "More",
    "against_rest",
    "by_group",
    "confusions",
    "costly_units",
    "disagreement",
    "leave_one_out",
    "merges",
    "more",
    "next_to_double",
]
