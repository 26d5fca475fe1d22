"""The list of coefficients of spans. To add one, write its file and name it here; the contract tests find it."""

from __future__ import annotations

from curator.agreement.spans.f1 import F1, PRECISION, RECALL
from curator.agreement.spans.gamma import GAMMA, GAMMA_CAT, GAMMA_DISORDER
from curator.agreement.spans.metric import SpanMetric
from curator.agreement.spans.u_alpha_1995 import U_ALPHA_1995
from curator.agreement.spans.u_alpha_2016 import U_ALPHA_2016
from curator.registry import Registry

SPAN_METRICS: Registry[SpanMetric] = Registry(
    "metric of spans",
    {
        metric.name: metric
        for metric in (F1, PRECISION, RECALL, U_ALPHA_1995, U_ALPHA_2016, GAMMA, GAMMA_CAT, GAMMA_DISORDER)
    },
)
