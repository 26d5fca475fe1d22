"""Agreement on spans and segments: which stretches were marked, and how."""

from __future__ import annotations

from curator.agreement.spans.metric import SpanMetric
from curator.agreement.spans.metrics import SPAN_METRICS
from curator.agreement.spans.reading import parse_spans
from curator.agreement.spans.report import agree_on_spans, span_results
from curator.agreement.spans.table import Spans

__all__ = ["SPAN_METRICS", "SpanMetric", "Spans", "agree_on_spans", "parse_spans", "span_results"]
