"""Agreement on spans as results."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from curator.agreement.bootstrap import bootstrap
from curator.agreement.core import Prepared, Undefined
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats
from curator.agreement.result import Result
from curator.agreement.spans.metric import SpanMetric
from curator.agreement.spans.metrics import SPAN_METRICS
from curator.agreement.spans.overlaps import pairs, shared_documents
from curator.agreement.spans.table import Spans


def span_results(
    frame: pl.DataFrame,
    options: AgreementOptions,
    *,
    annotators: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
    lengths: Mapping[str, float] | None = None,
    by_pair: bool = False,
) -> list[Result]:
    """One result for each metric of spans asked for; `by_pair` adds them for every two annotators of more than two.

    frame: columns document, annotator, start, end, value, perhaps length; positions are half-open, in any unit of
    length. annotators: who worked on every document, or on each; None: those with a row in it (a row without start and
    end says that nothing was marked). lengths: of the documents. Intervals resample documents.
    Raises DataError or UsageError for what does not fit.
    """
    spans = Spans.from_frame(frame, annotators=annotators, lengths=lengths, continuum=options.continuum)
    return agree_on_spans(spans, options, by_pair=by_pair)


def agree_on_spans(spans: Spans, options: AgreementOptions, *, by_pair: bool = False) -> list[Result]:
    """The same on spans as they are; `options.annotators` and `options.label` restrict them first."""
    chosen = None
    if options.annotators is not None:
        spans = spans.only(options.annotators)
        chosen = spans.annotators
    found = [replace(measure(SPAN_METRICS.get(name), spans, options), annotators=chosen) for name in options.metrics]
    if not by_pair or len(spans.annotators) < 3:
        return found
    for one, two in pairs(spans):
        names = (spans.annotators[one], spans.annotators[two])
        both = spans.only(names)
        found += [replace(measure(SPAN_METRICS.get(name), both, options), annotators=names) for name in options.metrics]
    return found


def measure(metric: SpanMetric, spans: Spans, options: AgreementOptions) -> Result:
    """One metric. Units are documents."""
    if options.label is not None and options.variant != "ku" and "label" in metric.options:
        spans = spans.having(options.label)
    prepared = metric.prepare(spans, options)
    shared = shared_documents(spans)
    n_pairable = prepared.n_pairable if isinstance(prepared, Prepared) else len(shared)
    worked = int(spans.saw.any(axis=1).sum())
    blank = Result(
        metric=metric.name,
        option=options.label if "label" in metric.options else None,
        undefined="not computed",
        interval_over="clusters",
        n_units=worked,
        n_pairable_units=n_pairable,
        n_ratings=len(spans.start),
        n_annotators=len(spans.annotators),
        n_skipped=worked - n_pairable,
        domain=spans.label_names(),
        n_clusters=n_pairable,
        interval=options.interval if options.resamples else None,
        confidence=options.confidence if options.resamples else None,
        resamples=options.resamples,
        seed=options.seed if options.resamples else None,
        match=options.match if "match" in metric.options else None,
        variant=options.variant if "variant" in metric.options else None,
    )
    if isinstance(prepared, Undefined):
        return replace(blank, undefined=prepared.reason)
    estimates = prepared.estimate(prepared.totals())
    blank = replace(
        blank,
        observed=_number(estimates.observed),
        expected=_number(estimates.expected),
        notes=prepared.notes,
    )
    value = _number(estimates.value)
    if value is None:
        return replace(blank, undefined=prepared.no_value)
    interval = bootstrap(prepared, np.arange(len(spans.documents)), value, options)
    return interval.around(value, blank)


def _number(one: Floats) -> float | None:
    value = float(one[0])
    return None if math.isnan(value) else value
