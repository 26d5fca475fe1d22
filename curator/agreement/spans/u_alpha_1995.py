"""Krippendorff's alpha of unitizing, 1995: squared distances between the ends of spans, label by label."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from curator.agreement.core import Estimates, Prepared, Undefined, divide
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import MOST_CELLS, Floats, Ints
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
    length, m, n = spans.length[documents], len(spans.annotators), len(documents)
    few = len(layers) * n**2 <= MOST_CELLS
    rooms = [_room_by_document(layer, n) if few else None for layer in layers]

    def estimate(totals: Floats) -> Estimates:
        observed: Floats = np.zeros(len(totals))
        expected: Floats = np.zeros(len(totals))
        for layer, room in zip(layers, rooms, strict=True):
            one, other = _disagreements(layer, totals, totals @ length, m, room)
            observed, expected = observed + one, expected + other
        return Estimates(1 - divide(observed, expected), observed, expected)

    return Prepared(
        rows=np.eye(n) if few else np.ones((n, 1)),
        row_of_unit=np.arange(n),
        units=documents,
        estimate=estimate if few else partial(_once, estimate, n),
        no_value="nothing is marked",
        n_pairable=n,
        no_interval="" if few else f"{n} documents are too many to draw again for this alpha; use u_alpha_2016",
        notes=() if spans.is_measured else (UNKNOWN_LENGTH,),
    )


def _once(estimate: Callable[[Floats], Estimates], n: int, totals: Floats) -> Estimates:
    """The value itself, whatever the totals are: where documents are too many for a feature each."""
    return estimate(np.ones((1, n)))


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


def _room_by_document(layer: Layer, n: int) -> Floats:
    """documents of units × documents of gaps: squared sizes of units times the places where they fit into the gaps."""
    room = np.zeros((n, n))
    count, total, used = np.zeros(n), np.zeros(n), 0
    for unit in np.argsort(layer.reach, kind="stable"):  # longest units first: the gaps that hold them only grow
        reach, size = layer.reach[unit], layer.units[unit]
        if reach > used:
            np.add.at(count, layer.of_gap[used:reach], 1)
            np.add.at(total, layer.of_gap[used:reach], layer.gaps[used:reach] + 1)
            used = reach
        room[layer.of_unit[unit]] += size**2 * (total - count * size)
    return room


def _room(layer: Layer) -> float:
    """The sum of that, of documents that count once each."""
    count = np.arange(len(layer.gaps) + 1)[layer.reach]
    total = np.concatenate([[0.0], np.cumsum(layer.gaps + 1)])[layer.reach]
    return float((layer.units**2 * (total - count * layer.units)).sum())


def _disagreements(layer: Layer, times: Floats, length: Floats, m: int, room: Floats | None) -> tuple[Floats, Floats]:
    """Observed and expected of one label, for each weighting of the documents; 0 where nothing is marked.

    times: weightings × documents; length: of the continuum in each weighting.
    """
    size = layer.units

    def summed(values: Floats) -> Floats:
        return np.asarray(times @ np.bincount(layer.of_unit, values, minlength=times.shape[1]))

    n_units = summed(np.ones(len(size)))
    observed = divide(times @ layer.apart, m * (m - 1) * length**2)
    with_units = (n_units - 1) / 3 * summed(2 * size**3 - 3 * size**2 + size)
    with_gaps = np.array([_room(layer)]) if room is None else ((times @ room) * times).sum(axis=1)
    pairs = m * length * (m * length - 1) - summed(size * (size - 1))
    expected = divide(2 * (with_units + with_gaps), length * pairs)
    return np.where(n_units > 0, observed, 0.0), np.where(n_units > 0, expected, 0.0)


U_ALPHA_1995 = SpanMetric(
    "u_alpha_1995", "Krippendorff's alpha of unitizing (1995)", prepare, frozenset({"label", "continuum"})
)
