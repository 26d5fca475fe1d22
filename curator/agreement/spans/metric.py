"""What the coefficients of spans have in common: documents are the units that are resampled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from curator.agreement.core import Prepared, Undefined
from curator.agreement.options import AgreementOptions
from curator.agreement.spans.table import Spans


@dataclass(frozen=True)
class SpanMetric:
    """A coefficient of spans by name. title: as papers call it. options: of those that only some metrics read."""

    name: str
    title: str
    prepare: Callable[[Spans, AgreementOptions], Prepared | Undefined]
    options: frozenset[str] = frozenset()
