"""Krippendorff's alpha of unitizing, 1995: squared distances between the ends of spans, label by label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curator.agreement.core import Estimates, Prepared, Undefined, divide
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints
from curator.agreement.spans.metric import SpanMetric
from curator.agreement.spans.overlaps import overlaps, overlaps_itself, why_not_comparable
from curator.agreement.spans.table import Spans
from curator.agreement.spans.u_alpha_2016 import UNKNOWN_LENGTH


def prepare(spans: Spans, options: AgreementOptions) -> Prepared | Undefined:
    """Krippendorff 1995 and 2004 (Content Analysis, 2nd ed., ch. 11): each label is a continuum of its own.

    Over all labels the disagreements are summed before they are divided. Only documents that every annotator worked on
    are read, end to end. For more than two annotators u_alpha_2016 has taken its place.
    Undefined where an annotator's spans of one label overlap, and where nothing is marked (0/0).
    """
    if reason := why_not_comparable(spans):
        return Undefined(reason)
    if trouble := overlaps_itself(spans, within_labels=True):
        return Undefined(f"{trouble} although they have one label; use span_f1")
    documents = np.flatnonzero(spans.saw.all(axis=1))
    if not len(documents):
        n = len(spans.annotators)
        return Undefined(f"no document was marked by all {n} annotators; use u_alpha_2016, or look at each pair")
    layers = [_layer(spans, label, documents) for label in range(len(spans.labels))]
    length, m = spans.length[documents], len(spans.annotators)

    def estimate(totals: Floats) -> Estimates:
        both = np.array([_disagreements(layers, times, float(times @ length), m) for times in totals])
        return Estimates(1 - divide(both[:, 0], both[:, 1]), both[:, 0], both[:, 1])

    notes = () if spans.is_measured else (UNKNOWN_LENGTH,)
    n = len(documents)
    return Prepared(np.eye(n), np.arange(n), documents, estimate, "nothing is marked", n, notes=notes)


@dataclass(frozen=True)
class Layer:
    """One label: squared differences of each document, then units and gaps, longest gap first, with their documents.

    reach: of each unit, how many of the gaps are as long as it is.
    """

    apart: Floats
    units: Floats
    of_unit: Ints
    gaps: Floats
    of_gap: Ints
    reach: Ints


def _layer(spans: Spans, label: int, documents: Ints) -> Layer:
    place = np.full(len(spans.documents), -1)
    place[documents] = np.arange(len(documents))
    chosen = (spans.value == label) & (place[spans.document] >= 0)
    start, end, _ = spans.on_one_line()
    who, where = spans.annotator[chosen], place[spans.document[chosen]]
    start, end = start[chosen], end[chosen]
    apart = np.zeros(len(documents))
    for one in range(len(spans.annotators)):
        for other in (name for name in range(len(spans.annotators)) if name != one):
            mine, theirs = who == one, who == other
            met = overlaps(start[mine], end[mine], start[theirs], end[theirs])
            off = (start[mine][met.one] - start[theirs][met.other]) ** 2 + (
                end[mine][met.one] - end[theirs][met.other]
            ) ** 2
            alone = np.bincount(met.one, minlength=int(mine.sum())) == 0
            unmet = np.where(alone, (end[mine] - start[mine]) ** 2, 0.0)
            apart += np.bincount(where[mine][met.one], off, minlength=len(documents))
            apart += 2 * np.bincount(where[mine], unmet, minlength=len(documents))  # from the side of the gap as well
    gaps, of_gap = _gaps(spans, chosen, documents)
    by = np.argsort(-gaps, kind="stable")
    units = end - start
    reach = np.searchsorted(-gaps[by], -units, side="right")
    return Layer(apart, units, where, gaps[by], of_gap[by], reach)


def _gaps(spans: Spans, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]], documents: Ints) -> tuple[Floats, Ints]:
    """Lengths of what each annotator left unmarked between the chosen spans, and the places of their documents."""
    lengths, where = [], []
    n = len(documents)
    place = np.full(len(spans.documents), -1)
    place[documents] = np.arange(n)
    for who in range(len(spans.annotators)):
        own = chosen & (spans.annotator == who)  # sorted by document and start
        at = np.concatenate([place[spans.document[own]], np.arange(n)])
        start = np.concatenate([spans.start[own], spans.finish[documents]])
        end = np.concatenate([spans.end[own], spans.finish[documents]])
        by = np.lexsort((end, start, at))
        at, start, end = at[by], start[by], end[by]
        is_first = np.concatenate([[True], at[1:] != at[:-1]])
        before = np.where(is_first, spans.begin[documents][at], np.concatenate([[0.0], end[:-1]]))
        gap = start - before
        lengths.append(gap[gap > 0])
        where.append(at[gap > 0])
    return np.concatenate(lengths), np.concatenate(where)


def _disagreements(layers: list[Layer], times: Floats, length: float, m: int) -> tuple[float, float]:
    """Observed and expected, summed over the labels; documents weigh `times`. Both 0 where nothing is marked."""
    observed = expected = 0.0
    for layer in layers:
        weight = times[layer.of_unit]
        n_units = float(weight.sum())
        if not n_units:
            continue
        observed += float(times @ layer.apart) / (m * (m - 1) * length**2)
        of_gap = times[layer.of_gap]
        n_gaps = np.concatenate([[0.0], np.cumsum(of_gap)])[layer.reach]
        room = np.concatenate([[0.0], np.cumsum(of_gap * (layer.gaps + 1))])[layer.reach] - n_gaps * layer.units
        size = layer.units
        with_units = (n_units - 1) / 3 * (2 * size**3 - 3 * size**2 + size)
        pairs = m * length * (m * length - 1) - float(weight @ (size * (size - 1)))
        expected += 2 / length * float(weight @ (with_units + size**2 * room)) / pairs
    return observed, expected


U_ALPHA_1995 = SpanMetric(
    "u_alpha_1995", "Krippendorff's alpha of unitizing (1995)", prepare, frozenset({"label", "continuum"})
)
