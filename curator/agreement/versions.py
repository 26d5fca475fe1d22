"""Two versions of a labelling (guidelines, rounds, models) in one file of ratings: does one agree more?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from curator.agreement.compare import Comparison, compare
from curator.agreement.options import COMPARISONS, AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.reading import BETWEEN, parse_ratings
from curator.agreement.report import as_limit
from curator.agreement.result import Result
from curator.agreement.subset import Subset, subset
from curator.errors import DataError, UsageError


def agree_on_versions(content: bytes, name: str, options: AgreementOptions) -> list[Result]:
    """alpha of the second version - alpha of the first, in ascending order of the column `options.compare`.

    Units in both versions are resampled together. `by` names the versions. Raises DataError for other than two
    versions, and what `parse_ratings` raises.
    """
    ratings = parse_ratings(
        content,
        name,
        unit=options.unit,
        annotator=options.annotator,
        value=options.value,
        cluster=options.cluster,
        version=options.compare,
    )
    ratings = ratings if options.domain is None else ratings.declared(options.domain)
    versions = sorted({who.partition(BETWEEN)[0] for who in ratings.annotators})
    if len(versions) != 2:
        found = ", ".join(map(repr, versions)) or "none"
        fix = f"Keep two of its values; found: {found}."
        raise DataError(f"{options.compare} has {len(versions)} values with ratings.", where=name, fix=fix)
    first, second = (_of_version(ratings, version, options) for version in versions)
    compared = compare(first, second, options.model_copy(update={"metrics": ("alpha",), "annotators": None}))
    by = {str(options.compare): f"{versions[1]} - {versions[0]}"}
    return [replace(_asked(metric, compared), by=by) for metric in options.metrics]


def _of_version(ratings: Ratings, version: str, options: AgreementOptions) -> Subset:
    """The ratings of one version, its annotators by their own names."""
    names = [who.partition(BETWEEN) for who in ratings.annotators]
    own = [name for before, _, name in names if before == version]
    if unknown := [name for name in options.annotators or () if name not in own]:
        known = f"Annotators of {version}: {', '.join(own)}."
        raise UsageError(f"nobody called {unknown[0]!r} rated anything.", where="annotators", fix=known)
    chosen = set(options.annotators or own)
    kept = np.array([before == version and name in chosen for before, _, name in names])
    ratings_of, units = subset(ratings, kept[ratings.annotator])
    plain = tuple(who.partition(BETWEEN)[2] for who in ratings_of.annotators)
    return Subset(replace(ratings_of, annotators=plain), units)


def _asked(metric: str, compared: Comparison) -> Result:
    found = compared.difference
    alphas = " and ".join(
        "undefined" if one.value is None else f"{one.value:.3f}" for one in (compared.first, compared.second)
    )
    how = "resampled together" if compared.paired else "resampled apart, for they share nothing"
    found = replace(found, metric=metric, notes=(*found.notes, f"alphas {alphas}; {how}"))
    bound = COMPARISONS[metric]
    if not bound or found.value is None:
        return found
    return as_limit(found, bound)
