"""From what is compared to results: which coefficients, in which forms, and the notes that a number needs beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from curator.agreement import METRICS, AgreementOptions, Ratings, Result
from curator.agreement.clusters import mean_over_clusters
from curator.agreement.core import Metric
from curator.agreement.details import field_report
from curator.agreement.report import measure
from curator.agreement.spans import SPAN_METRICS, Spans, agree_on_spans
from curator.agreement.subset import of_units
from curator.agreement.values import as_json
from curator.errors import UsageError
from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.work.agreeing.compared import ORDERED, SETS, Compared

MOST_IN_PAIRS = 12
"""Above so many annotators the lines for single pairs (66 a coefficient) are left out."""
OF_SPANS, OF_VALUES = ("label", "variant", "match", "continuum"), ("weights", "form", "level", "domain")
"""Flags for metrics of one sort alone."""
OF_ORDERED = ("icc", "kendall_w")
"""Options have no order, though their list has one."""
OF_ALL_UNITS = ("icc", "alt_winning_rate")
"""Within one dialogue their units are too few."""
FORMS = ("1,1", "2,1", "2,k", "3,1")
HIGH, LOW = 0.8, 0.4
"""Observed agreement from, and alpha below which, the shares of the options are told beside the value."""
COUNT_SINGLE = ("fleiss_kappa", "gwet_ac1", "gwet_ac2", "scott_pi", "conger_kappa")
"""Coefficients whose chance agreement counts units with one answer, too."""
NO_CHANCE = ("percent_agreement", "alt_winning_rate")
"""Metrics that are not corrected for chance."""
OWN_VALUES = (
    "chance is taken over all dialogues together, though each has people or turns of its own to choose from: guessing "
    "alone comes out above 0 (the mean over dialogues takes chance within each)"
)
MEAN = {"pooling": "mean over dialogues"}


def results_of(one: Compared, asked: Mapping[str, Json], *, details: bool) -> Iterator[Result]:
    """Everything that is said about one thing that is compared, the first coefficient of all annotators in front."""
    found = list(_of_stretches(one.stretches, asked, details=details) if one.stretches is not None else ())
    if one.ratings is not None:
        found += _of_ratings(one, one.ratings, asked, details=details)
    for result in found:
        yield replace(_reasoned(result), part=one.part, match=one.match or result.match)


def _of_ratings(one: Compared, ratings: Ratings, asked: Mapping[str, Json], *, details: bool) -> Iterator[Result]:
    ratings = _of_the_chosen(ratings, asked)
    whole, ratings = ratings, _of_two_or_more(ratings)
    details = details and one.details and len(ratings.annotators) <= MOST_IN_PAIRS
    found: list[Result] = []
    for idx, options in enumerate(_options(one, asked, len(ratings.annotators))):
        found += field_report(ratings, options, details=details and idx == 0)
    if not asked.get("metrics"):
        plain = AgreementOptions.read({**asked, "annotators": None})
        for metric in one.measures:
            found += _measured(metric, ratings, plain, details=details)
    shares = prevalence(ratings)
    apart = one.of_dialogue and _values_apart(ratings)
    for result in found:
        yield _beside(_warned(_counted(result, whole), apart), shares, one)


def _of_the_chosen(ratings: Ratings, asked: Mapping[str, Json]) -> Ratings:
    if "annotators" not in asked:
        return ratings
    return ratings.only([name for name in asked["annotators"] if name in ratings.annotators])


def _of_two_or_more(ratings: Ratings) -> Ratings:
    """Without the units that one person alone answered. Most of a project is such: coefficients whose chance agreement
    counts them (Gwet 2014) would speak of other dialogues than those that are compared."""
    compared = ratings.per_unit >= 2
    return of_units(ratings, compared).ratings if compared.any() else ratings


def _counted(result: Result, whole: Ratings) -> Result:
    """With the units of one answer among those that were skipped."""
    single = whole.n_units - len(whole.pairable)
    if not single or not len(whole.pairable) or result.annotators is not None:
        return result
    note = f"{single} units with one answer are left out, of chance agreement too"
    return replace(
        result,
        n_units=whole.n_units,
        n_ratings=whole.n_ratings,
        n_annotators=len(whole.annotators),
        n_skipped=whole.n_units - result.n_pairable_units,
        notes=(*result.notes, note) if result.metric in COUNT_SINGLE else result.notes,
    )


def _warned(result: Result, apart: bool) -> Result:
    """With a note where chance is another one than whoever guesses has."""
    if not apart or result.value is None or result.metric in NO_CHANCE:
        return result
    return replace(result, notes=(*result.notes, OWN_VALUES))


def _values_apart(ratings: Ratings) -> bool:
    """Whether dialogues have values of their own: on the mean one occurs in less than half of them. Where people have
    the same ids everywhere (client, therapist), it does not matter whose they are."""
    if ratings.cluster is None or not ratings.n_ratings:
        return False
    n_values = len(ratings.domain)
    met = np.unique(ratings.cluster[ratings.unit] * n_values + ratings.value)
    where: dict[object, set[int]] = {}
    for cluster, value in zip((met // n_values).tolist(), (met % n_values).tolist(), strict=True):
        items = ratings.domain[value][1]
        for item in items if isinstance(items, tuple) else (items,):
            where.setdefault(item, set()).add(cluster)
    n_clusters = len(np.unique(ratings.cluster))
    return sum(map(len, where.values())) < len(where) * n_clusters / 2


def _of_stretches(spans: Spans, asked: Mapping[str, Json], *, details: bool) -> Iterator[Result]:
    """F1 of equal spans and of equal positions, unitizing alpha of labels and of marking alone; F1 of each label."""
    if "annotators" in asked:
        spans = spans.only([name for name in asked["annotators"] if name in spans.annotators])
    plain = {name: flag for name, flag in asked.items() if name not in (*OF_VALUES, "annotators")}
    if names := asked.get("metrics"):
        own = [name for name in names if name in SPAN_METRICS]
        if own:
            yield from agree_on_spans(spans, AgreementOptions.read({**plain, "metrics": own}), by_pair=details)
        return
    if strange := sorted(set(plain) & set(OF_SPANS)):
        raise UsageError(f"{strange[0]} needs the metric it is for.", where=strange[0], fix="Name it with --metric.")
    few = len(spans.annotators) <= MOST_IN_PAIRS
    for match in ("exact", "overlap"):
        options = AgreementOptions.read({**plain, "metrics": ["span_f1"], "match": match})
        yield from agree_on_spans(spans, options, by_pair=details and few and match == "exact")
    for variant in ("u", "binary"):
        options = AgreementOptions.read({**plain, "metrics": ["u_alpha_2016"], "variant": variant})
        yield from agree_on_spans(spans, options)
    for label in spans.label_names() if details and len(spans.labels) > 1 else ():
        options = AgreementOptions.read({**plain, "metrics": ["span_f1"], "label": named(label)})
        yield from agree_on_spans(spans, options)


def mean_of_dialogues(one: Compared, asked: Mapping[str, Json]) -> Iterator[Result]:
    """The first coefficient as the mean of its values within each dialogue; the pooled one weighs units alike.

    Nothing where dialogues are the units, or where there is only one.
    """
    if one.ratings is None:
        return
    ratings = _of_the_chosen(one.ratings, asked)
    sizes = np.bincount(ratings.cluster) if ratings.cluster is not None else np.zeros(0)
    if sizes.max(initial=0) < 2 or np.count_nonzero(sizes) < 2:
        return
    options = next(iter(_options(one, asked, len(ratings.annotators))), None)
    if options is None or options.metrics[0] in OF_ALL_UNITS or METRICS.get(options.metrics[0]).bound:
        return
    found = mean_over_clusters(METRICS.get(options.metrics[0]), ratings, options)
    yield replace(_reasoned(found), part=one.part, by=MEAN)


def prevalence(ratings: Ratings) -> dict[str, float]:
    """The share of each option among the values that can be compared; of sets the share of sets that hold it."""
    counts = ratings.pairable_counts
    total = int(counts.sum())
    if not total:
        return {}
    if not ratings.has_sets:
        return {named(as_json(key)): float(n) / total for key, n in zip(ratings.domain, counts, strict=True)}
    holds = dict.fromkeys(ratings.labels, 0)
    for (_, items), n in zip(ratings.domain, counts.tolist(), strict=True):
        for item in items if isinstance(items, tuple) else ():
            holds[item] += n
    return {named(as_json(label)): n / total for label, n in holds.items()}


def named(option: Json) -> str:
    return option if isinstance(option, str) else canonical_json(option)


def _options(one: Compared, asked: Mapping[str, Json], n_annotators: int) -> list[AgreementOptions]:
    """What is asked: the kind's own coefficients unless others are named; sets by both distances, on ordered values
    kappa and ICC in all forms.

    Cohen's kappa is for two annotators: of more it is computed only if somebody asks for it (and then says so).
    """
    own = [name for name in one.metrics if name in METRICS and (name != "cohen_kappa" or n_annotators == 2)]
    if own and asked.get("metrics"):
        own = [name for name in asked["metrics"] if name in METRICS]
    own = [name for name in own if one.level in ORDERED or not _needs_order(name, asked)]
    if not own:
        return []
    plain = {name: flag for name, flag in asked.items() if name not in OF_SPANS}
    options = AgreementOptions.read({**plain, "metrics": own, "level": one.level, "annotators": None})
    first = tuple(name for name in options.metrics if name != "icc" or "form" in asked)
    found = [options.model_copy(update={"metrics": first})] if first else []
    if one.level == "set_masi" and "alpha" in options.metrics and one.details:
        found.append(options.model_copy(update={"metrics": ("alpha",), "level": "set_jaccard"}))
    if one.level in ORDERED and "cohen_kappa" in options.metrics and not options.weights:
        kappa = {"metrics": ("cohen_kappa",)}
        found += [options.model_copy(update={**kappa, "weights": weights}) for weights in ("linear", "quadratic")]
    if "icc" in options.metrics and "form" not in asked:
        found += [options.model_copy(update={"metrics": ("icc",), "form": form}) for form in FORMS]
    return found


def _needs_order(name: str, asked: Mapping[str, Json]) -> bool:
    return name in OF_ORDERED or (bool(asked.get("weights")) and METRICS.get(name).has_weights)


def refuse_weights(one: Compared, asked: Mapping[str, Json]) -> None:
    """Raises UsageError where options without an order would be weighted by their place in the schema."""
    weighted = [name for name in asked.get("metrics") or () if name in METRICS and METRICS.get(name).has_weights]
    if asked.get("weights") and weighted and one.level not in ORDERED:
        problem = f"{asked['weights']} weights need options that have an order, and these have none."
        raise UsageError(problem, where="weights", fix="Leave --weights out, or ask for a field on a scale.")


def _measured(metric: Metric, ratings: Ratings, options: AgreementOptions, *, details: bool) -> Iterator[Result]:
    yield measure(metric, ratings, options)
    if not details or len(ratings.annotators) < 3:
        return
    for pair in ratings.pairs():
        yield replace(measure(metric, ratings.only(pair, keep_domain=True), options), annotators=pair)


def _reasoned(result: Result) -> Result:
    return result if result.n_ratings else replace(result, undefined="nobody has answered (and submitted) this yet")


def _beside(result: Result, shares: Mapping[str, float], one: Compared) -> Result:
    """With the shares of the options where the level compares options, and a note where they make a value low."""
    if result.metric != "alpha" or result.level in ORDERED or not shares or result.annotators is not None:
        return result
    if result.option is not None:
        share = shares.get(named(result.option), 0.0)
        shares = {named(result.option): share, "(any other)": 1 - share}
    told = replace(result, prevalence=dict(shares))
    if result.value is None or result.observed is None or result.value >= LOW or 1 - result.observed < HIGH:
        return told
    name, most = max(shares.items(), key=lambda item: item[1])
    what = "sets hold" if (one.level or "").startswith(SETS) and result.option is None else "values are"
    note = (
        f"the value is low although {1 - result.observed:.0%} of what was compared agrees: {most:.0%} of the {what} "
        f"{name!r}, so much agreement comes by chance; the value tells how far the rarer answers can be relied on"
    )
    return replace(told, notes=(*told.notes, note))
