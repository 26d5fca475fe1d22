"""Everything that is said about one field: all annotators together, by option, by pair, and without each of them."""

from __future__ import annotations

from dataclasses import replace

from curator.agreement.bootstrap import shared_draws
from curator.agreement.distances import level_for
from curator.agreement.metrics import METRICS
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Ratings
from curator.agreement.report import agree, asked_for, pairwise, per_option
from curator.agreement.result import Result

ORDERED = ("ordinal", "interval", "ratio")


def field_report(ratings: Ratings, options: AgreementOptions | None = None, *, details: bool = True) -> list[Result]:
    """One result a metric; with details, the first metric by option, for every pair, and without each annotator.

    Options are looked at one by one where they are declared and unordered; pairs and leave-one-out need more than two
    annotators, and a candidate is never without the others. Raises DataError or UsageError for values that do not fit
    what is asked.
    """
    options = options or AgreementOptions()
    with shared_draws():
        found = agree(ratings, options)
        ratings = asked_for(ratings, options)
        if not details or not ratings.n_ratings:
            return found
        options = options.model_copy(update={"metrics": options.metrics[:1], "annotators": None, "domain": None})
        if ratings.is_declared and level_for(ratings, options.level) not in ORDERED:
            found += per_option(ratings, options)
        if len(ratings.annotators) > 2:
            found += pairwise(ratings, options) if _stays(options) is None else []
            found += leave_one_out(ratings, options)
        return found


def _stays(options: AgreementOptions) -> str | None:
    """Who cannot be left out: whoever is tested against all the others."""
    return options.candidate if "candidate" in METRICS.get(options.metrics[0]).options else None


def leave_one_out(ratings: Ratings, options: AgreementOptions | None = None) -> list[Result]:
    """The same without each annotator; `by` names the one left out and `annotators` those who stay."""
    options = options or AgreementOptions()
    ratings = asked_for(ratings, options)
    options = options.model_copy(update={"annotators": None, "domain": None})
    found = []
    for name in ratings.annotators:
        if name == _stays(options):
            continue
        others = tuple(one for one in ratings.annotators if one != name)
        rest = ratings.only(others, keep_domain=True)
        found += [replace(one, annotators=others, by={"without": name}) for one in agree(rest, options)]
    return found
