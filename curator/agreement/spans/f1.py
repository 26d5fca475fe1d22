"""F1 of spans, pair by pair: as many the same, or as much of the text the same, as a share of what both marked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from curator.agreement.core import Estimates, Prepared, Undefined, divide
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints
from curator.agreement.spans.metric import SpanMetric
from curator.agreement.spans.overlaps import Union, overlaps, pairs, shared_documents, union, why_not_comparable
from curator.agreement.spans.table import Spans

Share = Callable[[Floats, Floats, Floats], Floats]


def prepare(spans: Spans, options: AgreementOptions, *, share: Share, two_only: bool) -> Prepared | Undefined:
    """The mean over all pairs of annotators of the share, each summed over the documents that both worked on.

    exact: spans are the same if start, end and label are; overlap: every position (character, millisecond) counts with
    its label. Pairs where neither marked anything are left out: agreeing on nothing is not counted as success. Nothing
    is corrected for chance.
    """
    if reason := why_not_comparable(spans):
        return Undefined(reason)
    if two_only and len(spans.annotators) > 2:
        return Undefined("compares exactly two annotators; choose two, or look at each pair")
    documents = shared_documents(spans)
    found = [_of_pair(spans, one, two, options.match) for one, two in pairs(spans)]
    rows = np.column_stack([column[documents] for columns in found for column in columns])

    def estimate(totals: Floats) -> Estimates:
        of_pair = totals.reshape(len(totals), -1, 3)
        value = share(of_pair[:, :, 0], of_pair[:, :, 1], of_pair[:, :, 2])
        there = ~np.isnan(value)
        mean = divide(np.where(there, value, 0.0).sum(axis=1), there.sum(axis=1))
        return Estimates(mean, mean, np.full_like(mean, np.nan))

    no_value = "nobody marked anything that counts here, and agreeing on nothing is not counted"
    return Prepared(rows, np.arange(len(documents)), documents, estimate, no_value, len(documents))


def _of_pair(spans: Spans, one: int, two: int, match: str) -> tuple[Floats, Floats, Floats]:
    """Of each document: what both marked, what the first marked, what the second marked; 0 where one did not work."""
    both_worked = (spans.saw[:, one] & spans.saw[:, two]).astype(np.float64)
    both, first, second = (_positions if match == "overlap" else _wholes)(spans, one, two)
    return both * both_worked, first * both_worked, second * both_worked


def _wholes(spans: Spans, one: int, two: int) -> tuple[Floats, Floats, Floats]:
    """Numbers of spans. One that an annotator marked twice counts once."""
    chosen = np.flatnonzero((spans.annotator == one) | (spans.annotator == two))
    columns = (spans.end[chosen], spans.start[chosen], spans.value[chosen], spans.document[chosen])
    by = np.lexsort(columns)
    is_new = np.zeros(len(by), dtype=np.bool_)
    is_new[:1] = True
    for column in columns:
        is_new[1:] |= column[by][1:] != column[by][:-1]
    item = np.cumsum(is_new) - 1
    who = spans.annotator[chosen][by]
    document = spans.document[chosen][by][is_new]
    has = [np.bincount(item[who == name], minlength=len(document)) > 0 for name in (one, two)]
    return _sizes(spans, document[has[0] & has[1]]), _sizes(spans, document[has[0]]), _sizes(spans, document[has[1]])


def _positions(spans: Spans, one: int, two: int) -> tuple[Floats, Floats, Floats]:
    """Lengths. A position under two spans of one label counts once, under two labels twice."""
    (first, of), (second, of_second) = _layers(spans, one), _layers(spans, two)
    met = overlaps(first.start, first.end, second.start, second.end)
    return (
        _sizes(spans, of[met.one], met.length),
        _sizes(spans, of, first.end - first.start),
        _sizes(spans, of_second, second.end - second.start),
    )


def _sizes(spans: Spans, document: Ints, size: Floats | None = None) -> Floats:
    """The sum of each document (size None: 1 each)."""
    sizes = np.ones(len(document)) if size is None else size
    return np.asarray(np.bincount(document, sizes, minlength=len(spans.documents)), dtype=np.float64)


def _layers(spans: Spans, who: int) -> tuple[Union, Ints]:
    """What one annotator marked and in which document: a layer for each label, the layers laid end to end."""
    own = spans.annotator == who
    start, end, whole = spans.on_one_line()
    shift = spans.value[own] * whole
    start, end = start[own] + shift, end[own] + shift
    by = np.argsort(start, kind="stable")
    joined = union(start[by], end[by])
    return joined, spans.document[own][by][joined.first]


def _f1(both: Floats, first: Floats, second: Floats) -> Floats:
    return divide(2 * both, first + second)


def _precision(both: Floats, first: Floats, second: Floats) -> Floats:
    return divide(both, second)


def _recall(both: Floats, first: Floats, second: Floats) -> Floats:
    return divide(both, first)


TAKES = frozenset({"label", "match", "continuum"})
F1 = SpanMetric("span_f1", "F1 of spans", partial(prepare, share=_f1, two_only=False), TAKES)
PRECISION = SpanMetric(
    "span_precision",
    "Precision of the second against the first",
    partial(prepare, share=_precision, two_only=True),
    TAKES,
)
RECALL = SpanMetric(
    "span_recall", "Recall of the second against the first", partial(prepare, share=_recall, two_only=True), TAKES
)
