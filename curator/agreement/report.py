"""Agreement of some ratings as results: the one function that the page, the command and `--ratings` call."""

from __future__ import annotations

import math
from dataclasses import replace

from curator.agreement.bootstrap import bootstrap
from curator.agreement.check import check_alpha
from curator.agreement.core import Metric, Prepared, Undefined
from curator.agreement.distances import level_for
from curator.agreement.metrics import METRICS
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints, Ratings
from curator.agreement.result import Result
from curator.agreement.standard_error import standard_error
from curator.agreement.values import as_json

RARE = 5  # fewer ratings than this off the most frequent value: one or two units decide the coefficient


def agree(ratings: Ratings, options: AgreementOptions | None = None) -> list[Result]:
    """One result for each metric asked for, in that order.

    Whole clusters are resampled when the ratings have clusters. `options.annotators` restricts the ratings first, then
    `options.domain` declares their domain. Raises DataError or UsageError for values that do not fit what is asked.
    """
    options = options or AgreementOptions()
    ratings = asked_for(ratings, options)
    chosen = ratings.annotators if options.annotators is not None else None
    return [replace(measure(METRICS.get(name), ratings, options), annotators=chosen) for name in options.metrics]


def pairwise(ratings: Ratings, options: AgreementOptions | None = None) -> list[Result]:
    """The same for every two annotators, `annotators` naming them; the domain stays that of all of them."""
    options = options or AgreementOptions()
    ratings = asked_for(ratings, options)
    found = []
    for pair in ratings.pairs():
        both = ratings.only(pair, keep_domain=True)
        found += [replace(measure(METRICS.get(name), both, options), annotators=pair) for name in options.metrics]
    return found


def per_option(ratings: Ratings, options: AgreementOptions | None = None) -> list[Result]:
    """One nominal alpha for each label, this label against the rest (of sets: in the set or not); `option` names it."""
    options = (options or AgreementOptions()).model_copy(
        update={"level": "nominal", "metrics": ("alpha",), "weights": None}
    )
    ratings = asked_for(ratings, options)
    alpha = METRICS.get("alpha")
    found = []
    for key in ratings.labels:
        result = measure(alpha, ratings.having(key), options)
        found.append(replace(result, option=as_json(key), undefined=_of_label(result.undefined)))
    return found


def _of_label(reason: str | None) -> str | None:
    """A reason in terms of the label, for the values are whether it was given."""
    for value, said in (("False", "lacks"), ("True", "has")):
        told = f"every value that can be compared is {value},"
        reason = reason and reason.replace(told, f"every answer that can be compared {said} this label,")
    return reason


def asked_for(ratings: Ratings, options: AgreementOptions) -> Ratings:
    """The ratings of the annotators asked for, with the domain that is declared."""
    if options.annotators is not None:
        ratings = ratings.only(options.annotators)
    return ratings if options.domain is None else ratings.declared(options.domain)


def measure(metric: Metric, ratings: Ratings, options: AgreementOptions) -> Result:
    """One metric on ratings as they are (`options.annotators` is not looked at)."""
    level = level_for(ratings, options.level) if metric.has_level else None
    prepared = metric.prepare(ratings, options)
    n_pairable = prepared.n_pairable if isinstance(prepared, Prepared) else len(ratings.pairable)
    blank = Result(
        metric=metric.name,
        level=level,
        undefined="not computed",
        interval_over="units" if ratings.cluster is None else "clusters",
        n_units=ratings.n_units,
        n_pairable_units=n_pairable,
        n_ratings=ratings.n_ratings,
        n_annotators=len(ratings.annotators),
        n_skipped=ratings.n_units - n_pairable,
        domain=tuple(as_json(key) for key in ratings.labels),
        weights=options.weights if metric.has_weights else None,
        form=options.form if metric.has_form else None,
        n_clusters=ratings.n_clusters,
        n_repeated=ratings.n_repeated,
        interval=options.interval if options.resamples else None,
        confidence=options.confidence if options.resamples else None,
        resamples=options.resamples,
        seed=options.seed if options.resamples else None,
        notes=_notes(ratings),
    )
    if isinstance(prepared, Undefined):
        return replace(blank, undefined=prepared.reason)
    estimates = prepared.estimate(prepared.totals())
    value = _number(estimates.value)
    blank = replace(
        blank,
        observed=_number(estimates.observed),
        expected=_number(estimates.expected),
        notes=blank.notes + prepared.notes,
    )
    if value is None:
        return replace(blank, undefined=prepared.no_value)
    blank = replace(blank, standard_error=standard_error(prepared, ratings.cluster))
    interval = bootstrap(prepared, ratings.cluster, value, options)
    checked = check_alpha(ratings, level, value) if level and metric.has_second_opinion else None
    whole = replace(interval.around(value, blank), checked_with=checked)
    return as_limit(whole, metric.bound) if metric.bound else whole


def as_limit(whole: Result, bound: str) -> Result:
    """One end of the interval in place of the value. An end has no interval of its own. bound: ci_low or ci_high."""
    limit = whole.ci_low if bound == "ci_low" else whole.ci_high
    if limit is None:
        return replace(whole, value=None, undefined=whole.ci_note, standard_error=None, checked_with=None)
    note = (
        f"the value is the {'lower' if bound == 'ci_low' else 'upper'} limit of a {whole.confidence:.0%} "
        f"{whole.interval} bootstrap interval from {whole.resamples:,} resamples of {whole.interval_over} "
        f"(seed {whole.seed})"
    )
    said = "; ".join(filter(None, (note, whole.ci_note)))
    return replace(whole, value=limit, ci_low=None, ci_high=None, ci_note=said, standard_error=None, checked_with=None)


def _number(one: Floats) -> float | None:
    value = float(one[0])
    return None if math.isnan(value) else value


def _notes(ratings: Ratings) -> tuple[str, ...]:
    notes = []
    if ratings.n_repeated:
        notes.append(
            f"{ratings.n_repeated} ratings were replaced by a later one of the same annotator on the same unit"
        )
    counts: Ints = ratings.pairable_counts
    rare = int(counts.sum() - counts.max(initial=0))
    if 0 < rare < RARE:
        notes.append(f"unstable: it hangs on the {rare} of {counts.sum()} values that are not the most frequent one")
    return tuple(notes)
