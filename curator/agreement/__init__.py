"""Agreement between annotators: a long table of ratings in, results out. Knows nothing of stores, projects or pages."""

from __future__ import annotations

from curator.agreement.details import field_report, leave_one_out
from curator.agreement.distances import LEVELS, Level
from curator.agreement.metrics import METRICS
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.reading import parse_ratings, read_ratings
from curator.agreement.report import agree, agree_content, agree_file, pairwise, per_option
from curator.agreement.result import Result

__all__ = [
    "LEVELS",
    "METRICS",
    "AgreementOptions",
    "Level",
    "Ratings",
    "Result",
    "agree",
    "agree_content",
    "agree_file",
    "field_report",
    "leave_one_out",
    "pairwise",
    "parse_ratings",
    "per_option",
    "read_ratings",
]
