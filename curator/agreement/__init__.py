"""Agreement between annotators: a long table of ratings in, results out. Knows nothing of stores, projects or pages."""

from __future__ import annotations

from curator.agreement.dawid_skene import DawidSkene, dawid_skene
from curator.agreement.details import field_report, leave_one_out
from curator.agreement.distances import LEVELS, Level
from curator.agreement.files import agree_content, agree_file
from curator.agreement.metrics import METRICS
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.reading import parse_ratings, read_ratings
from curator.agreement.report import agree, pairwise, per_option
from curator.agreement.result import Result
from curator.agreement.set_distance import set_distance
from curator.agreement.spans import SPAN_METRICS, Spans, parse_spans, span_results

__all__ = [
    "LEVELS",
    "METRICS",
    "SPAN_METRICS",
    "AgreementOptions",
    "DawidSkene",
    "Level",
    "Ratings",
    "Result",
    "Spans",
    "agree",
    "agree_content",
    "agree_file",
    "dawid_skene",
    "field_report",
    "leave_one_out",
    "pairwise",
    "parse_ratings",
    "parse_spans",
    "per_option",
    "read_ratings",
    "set_distance",
    "span_results",
]
