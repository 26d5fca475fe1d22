"""Krippendorff's alpha of unitizing, 2016: agreement on what was marked and how, over a whole continuum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from curator.agreement.core import Estimates, Prepared, Undefined, divide
from curator.agreement.options import AgreementOptions, Variant
from curator.agreement.ratings import MOST_CELLS, Floats, Ints
from curator.agreement.spans.metric import SpanMetric
from curator.agreement.spans.overlaps import (
    Overlaps,
    overlaps,
    overlaps_itself,
    pairs,
    shared_documents,
    why_not_comparable,
)
from curator.agreement.spans.table import Spans
from curator.errors import DataError, UsageError

CRUMB = 1e-12
UNKNOWN_LENGTH = "no continuum is given, so each document counts from 0 to its last end"


def prepare(spans: Spans, options: AgreementOptions) -> Prepared | Undefined:
    """Krippendorff, Mathet, Bouvry & Widlöcher 2016, "On the reliability of unitizing textual continua", nominal.

    Variants: u (all: labelled spans and the gaps between them), binary (span or gap, whatever the label), cu (labels
    where both marked something), ku (one label, named by `label`, in such places). With a label, u and binary look at
    its spans alone. Documents with fewer than two annotators are left out; they may have different annotators.
    Raises UsageError (ku without a label). Undefined where one annotator's spans overlap each other, and without
    variation (0/0).
    """
    if options.variant == "ku" and options.label is None:
        raise UsageError("the variant ku is about one label.", where="label", fix="Name it: --label NAME.")
    if options.variant == "cu" and options.label is not None:
        raise UsageError("the variant cu compares labels with each other.", where="label", fix="Use the variant ku.")
    if reason := why_not_comparable(spans):
        return Undefined(reason)
    if trouble := overlaps_itself(spans):
        fix = "look at one label at a time, or use u_alpha_1995 or span_f1"
        return Undefined(f"{trouble}, and this alpha wants one label at a place; {fix}")
    names = [str(name) for name in spans.label_names()]
    label = names.index(options.label) if options.variant == "ku" and options.label in names else 0
    documents = shared_documents(spans)
    shape = Shape(len(spans.labels))
    if len(documents) * shape.width > MOST_CELLS:
        raise DataError(f"{shape.labels} labels are too many to compare.", fix="Look at each label by itself.")
    rows = _contributions(spans, documents, shape)

    def estimate(totals: Floats) -> Estimates:
        coincidences, own, own_met = shape.split(totals)
        if options.variant in ("cu", "ku"):
            return _of_labels(coincidences[:, :-1, :-1], own_met, label if options.variant == "ku" else None)
        if options.variant == "binary":
            coincidences, own = _collapsed(coincidences), np.column_stack([own[:, :-1].sum(axis=1), own[:, -1]])
        return _of_all(coincidences, own)

    notes = () if spans.is_measured or options.variant in ("cu", "ku") else (UNKNOWN_LENGTH,)
    reason = NO_VARIATION[options.variant]
    return Prepared(rows, np.arange(len(documents)), documents, estimate, reason, len(documents), notes=notes)


NO_VARIATION: dict[Variant, str] = {
    "u": "no variation: all is one gap, or one label fills it all",
    "binary": "no variation: all is a gap, or everything is marked",
    "cu": "no variation: where two annotators marked something, there is one label at most",
    "ku": "no variation: where two annotators marked something, there is this label alone, or never",
}


@dataclass(frozen=True)
class Shape:
    """How the features of a document are laid out: coincidences of labels and gap, squared lengths, those that met."""

    labels: int

    @property
    def width(self) -> int:
        side = self.labels + 1
        return side * side + side + self.labels

    def split(self, totals: Floats) -> tuple[Floats, Floats, Floats]:
        side = self.labels + 1
        at = side * side
        return totals[:, :at].reshape(-1, side, side), totals[:, at : at + side], totals[:, at + side :]


def _contributions(spans: Spans, documents: Ints, shape: Shape) -> Floats:
    """documents × features."""
    n, side, gap = len(spans.documents), shape.labels + 1, shape.labels
    coincidences = np.zeros((n, side, side))
    own, own_met = np.zeros((n, side)), np.zeros((n, side))
    length = spans.end - spans.start
    n_saw = spans.saw.sum(axis=1)
    marked = np.zeros(spans.saw.shape)
    np.add.at(marked, (spans.document, spans.annotator), length)
    np.add.at(own, (spans.document, spans.value), length**2)
    own[:, gap] = (spans.length[:, np.newaxis] * spans.saw - marked).sum(axis=1)
    start, end, _ = spans.on_one_line()
    for one, two in pairs(spans):
        together = spans.saw[:, one] & spans.saw[:, two]
        lists = [np.flatnonzero((spans.annotator == who) & together[spans.document]) for who in (one, two)]
        met = overlaps(start[lists[0]], end[lists[0]], start[lists[1]], end[lists[1]])
        share = together / np.maximum(n_saw - 1, 1)  # of each document: what one pair weighs there
        _add_pair(coincidences, own_met, spans, lists, met, share)
        both = np.bincount(spans.document[lists[0]][met.one], met.length, minlength=n)
        empty = spans.length - marked[:, one] - marked[:, two] + both
        coincidences[:, gap, gap] += 2 * empty * share
    parts = [coincidences.reshape(n, -1), own, own_met[:, :gap]]
    return np.concatenate(parts, axis=1)[documents]


def _add_pair(
    coincidences: Floats, own_met: Floats, spans: Spans, lists: list[Ints], met: Overlaps, share: Floats
) -> None:
    """Lengths of label on label, and of label on gap, in both directions."""
    gap = coincidences.shape[1] - 1
    first, second = (spans.value[lists[0]][met.one], spans.value[lists[1]][met.other])
    where = spans.document[lists[0]][met.one]
    np.add.at(coincidences, (where, first, second), met.length * share[where])
    np.add.at(coincidences, (where, second, first), met.length * share[where])
    for list_, place in ((lists[0], met.one), (lists[1], met.other)):
        covered = np.bincount(place, met.length, minlength=len(list_))
        document, value = spans.document[list_], spans.value[list_]
        alone = (spans.end[list_] - spans.start[list_] - covered) * share[document]
        beside = np.full_like(value, gap)
        np.add.at(coincidences, (document, value, beside), alone)
        np.add.at(coincidences, (document, beside, value), alone)
        np.add.at(own_met, (document, value), covered**2 * share[document])


def _collapsed(coincidences: Floats) -> Floats:
    """Of span and gap, whatever the label."""
    row = np.stack([coincidences[:, :-1].sum(axis=1), coincidences[:, -1]], axis=1)
    return np.stack([row[:, :, :-1].sum(axis=2), row[:, :, -1]], axis=2)


def _of_all(coincidences: Floats, own: Floats) -> Estimates:
    """Equations 4 and 5: a span cannot meet itself, so its squared length is taken out of what chance can pair."""
    n = coincidences.sum(axis=(1, 2))
    margin = coincidences.sum(axis=2)
    unlike = n**2 - (margin**2).sum(axis=1)
    expected = divide(unlike, _positive(n - divide(own.sum(axis=1), n), n))
    observed = n - np.trace(coincidences, axis1=1, axis2=2)
    return _alpha(observed, np.where(unlike > CRUMB * n**2, expected, 0.0), n)


def _of_labels(coincidences: Floats, own: Floats, label: int | None) -> Estimates:
    """Equations 10, 11 and 13: only where two spans meet; a span cannot meet its own part of such a place."""
    n = coincidences.sum(axis=(1, 2))
    margin = coincidences.sum(axis=2)
    possible = _positive(n - divide(own.sum(axis=1), n), n)
    if label is None:
        unlike = n**2 - (margin**2).sum(axis=1)
        expected = divide(np.where(unlike > CRUMB * n**2, unlike, 0.0), possible)
        return _alpha(n - np.trace(coincidences, axis1=1, axis2=2), expected, n)
    of_it = margin[:, label]
    others = n - of_it
    chance = divide(of_it * np.where(others > CRUMB * n, others, 0.0), possible)
    whole = divide(of_it * n - own[:, label], possible)
    observed = divide(of_it - coincidences[:, label, label], of_it)
    return Estimates(1 - divide(observed, divide(chance, _positive(whole, n))), observed, divide(chance, whole))


def _alpha(observed: Floats, expected: Floats, n: Floats) -> Estimates:
    return Estimates(1 - divide(observed, np.nan_to_num(expected)), divide(observed, n), divide(expected, n))


def _positive(values: Floats, n: Floats) -> Floats:
    """0 (and so undefined below a line) where rounding is all that is left."""
    return np.where(values > CRUMB * n, values, 0.0)


U_ALPHA_2016 = SpanMetric(
    "u_alpha_2016",
    "Krippendorff's alpha of unitizing (2016)",
    prepare,
    frozenset({"label", "variant", "continuum"}),
)
