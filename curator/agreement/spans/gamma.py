"""Gamma of Mathet et al.: best alignment of spans against shuffled ones. Needs the package `pygamma-agreement`."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from curator.agreement.core import Estimates, Prepared, Undefined, divide
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats
from curator.agreement.spans.metric import SpanMetric
from curator.agreement.spans.overlaps import shared_documents, why_not_comparable
from curator.agreement.spans.table import Spans
from curator.agreement.values import as_json
from curator.errors import UsageError

ALPHA, BETA, EMPTY = 3.0, 1.0, 1.0  # weights of place and label, and the cost of a span without a partner
PRECISION = 0.05
MOST_SPANS = 300  # in one document: 200 spans of three annotators take 48 s, and twice as many over four minutes

Measure = Callable[[Any, Any, Any], float]


def prepare(spans: Spans, options: AgreementOptions, *, measure: Measure) -> Prepared | Undefined:
    """Mathet, Widlöcher & Métivier 2015, by `pygamma-agreement`: the mean over documents, each with its own alignment.

    Dissimilarity: place weighs 3, label 1, an empty partner costs 1; chance from shuffled continua, at a precision of
    5 %. The seed of the options makes it repeatable. Documents without any span are left out.
    Raises UsageError where the package is not installed. Undefined where a document has too many spans.
    """
    package = _package()
    if reason := why_not_comparable(spans):
        return Undefined(reason)
    per_document = np.bincount(spans.document, minlength=len(spans.documents))
    documents = np.array([code for code in shared_documents(spans) if per_document[code]], dtype=np.int64)
    if not len(documents):
        return Undefined("nobody marked anything")
    largest = int(documents[np.argmax(per_document[documents])])
    if per_document[largest] > MOST_SPANS:
        name, n = spans.documents[largest], per_document[largest]
        return Undefined(f"{name!r} has {n} spans, and gamma takes too long above {MOST_SPANS}; use u_alpha_2016")
    with _quietly(), _seeded(options.seed):
        values = [measure(package, _continuum(package, spans, code), _dissimilarity(package)) for code in documents]
    rows = np.column_stack([np.ones(len(values)), values])

    def estimate(totals: Floats) -> Estimates:
        mean = divide(totals[:, 1], totals[:, 0])
        return Estimates(mean, np.full_like(mean, np.nan), np.full_like(mean, np.nan))

    said = f"place weighs {ALPHA:g}, label {BETA:g}, an empty partner {EMPTY:g}; shuffled, precision {PRECISION:g}"
    return Prepared(rows, np.arange(len(rows)), documents, estimate, "", len(documents), notes=(said,))


@contextmanager
def _quietly() -> Iterator[None]:
    """The solver prints pages on standard output, where a command writes its answer; the package logs which it took."""
    solver = importlib.import_module("cvxopt").glpk.options
    told, root = solver.get("msg_lev"), logging.getLogger()
    solver["msg_lev"] = "GLP_MSG_OFF"
    root.addFilter(_of_others)
    try:
        yield
    finally:
        root.removeFilter(_of_others)
        solver.pop("msg_lev")
        if told is not None:
            solver["msg_lev"] = told


def _of_others(record: logging.LogRecord) -> bool:
    return "pygamma_agreement" not in record.pathname


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """The package draws from NumPy's global generator."""
    before = np.random.get_state()
    np.random.seed(seed % 2**32)
    try:
        yield
    finally:
        np.random.set_state(before)


def _package() -> Any:
    try:
        return importlib.import_module("pygamma_agreement")
    except ImportError as error:
        fix = "Install it beside curator: pip install pygamma-agreement."
        raise UsageError("gamma needs the package pygamma-agreement.", where="metric", fix=fix) from error


def _continuum(package: Any, spans: Spans, document: int) -> Any:
    """One document. Spans that an annotator marked twice count once."""
    segment_of = importlib.import_module("pyannote.core").Segment  # comes with pygamma-agreement
    whole = package.Continuum()
    for who in np.flatnonzero(spans.saw[document]):
        whole.add_annotator(spans.annotators[who])
    for place in np.flatnonzero(spans.document == document):
        segment = segment_of(float(spans.start[place]), float(spans.end[place]))
        label = str(as_json(spans.labels[spans.value[place]]))
        whole.add(spans.annotators[spans.annotator[place]], segment, label)
    return whole


def _dissimilarity(package: Any) -> Any:
    return package.CombinedCategoricalDissimilarity(alpha=ALPHA, beta=BETA, delta_empty=EMPTY)


def _computed(package: Any, continuum: Any, dissimilarity: Any) -> Any:
    sampler = package.ShuffleContinuumSampler()
    return continuum.compute_gamma(dissimilarity, sampler=sampler, precision_level=PRECISION)


def _gamma(package: Any, continuum: Any, dissimilarity: Any) -> float:
    return float(_computed(package, continuum, dissimilarity).gamma)


def _gamma_cat(package: Any, continuum: Any, dissimilarity: Any) -> float:
    return float(_computed(package, continuum, dissimilarity).gamma_cat)


def _disorder(package: Any, continuum: Any, dissimilarity: Any) -> float:
    return float(continuum.get_best_alignment(dissimilarity).disorder)


GAMMA = SpanMetric("gamma", "Gamma", partial(prepare, measure=_gamma))
GAMMA_CAT = SpanMetric("gamma_cat", "Gamma of the labels", partial(prepare, measure=_gamma_cat))
GAMMA_DISORDER = SpanMetric(
    "gamma_best_alignment_disorder", "Disorder of the best alignment", partial(prepare, measure=_disorder)
)
