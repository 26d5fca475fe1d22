"""The list of coefficients. To add one, write its file and name it here; the contract tests find it."""

from __future__ import annotations

from curator.agreement.alpha import ALPHA, ALPHA_CI_HIGH, ALPHA_CI_LOW
from curator.agreement.alt_test import ALT_WINNING_RATE
from curator.agreement.brennan_prediger import BRENNAN_PREDIGER
from curator.agreement.cohen import COHEN
from curator.agreement.conger import CONGER
from curator.agreement.core import Metric
from curator.agreement.fleiss import FLEISS
from curator.agreement.gwet import AC1, AC2
from curator.agreement.icc import ICC
from curator.agreement.kendall import KENDALL
from curator.agreement.light import LIGHT
from curator.agreement.percent import PERCENT
from curator.agreement.scott import SCOTT
from curator.registry import Registry

METRICS: Registry[Metric] = Registry(
    "metric",
    {
        metric.name: metric
        for metric in (
            *(ALPHA, ALPHA_CI_LOW, ALPHA_CI_HIGH, PERCENT),
            *(COHEN, FLEISS, SCOTT, BRENNAN_PREDIGER, AC1, AC2, CONGER, LIGHT),
            *(ICC, KENDALL, ALT_WINNING_RATE),
        )
    },
)
