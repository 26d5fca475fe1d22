"""Orders of the same candidates: Kendall's W, every two candidates, and what their places on screen do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from curator.agreement.clusters import mean_of
from curator.agreement.core import Estimates, Metric, Prepared, Undefined, divide
from curator.agreement.matching import Place, ratings_of
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ratings

Order = Sequence[Sequence[str]]
"""Candidates best first; those that are tied stand together."""
Orders = Mapping[Place, Mapping[str, Order]]
OUTCOMES = ("lose", "tie", "win")


def duels(orders: Orders) -> Ratings:
    """Whether the first of every two candidates (by id) wins, ties or loses, in each order."""
    rows: list[tuple[Place, str, str, object]] = []
    for place, of_place in orders.items():
        for who, order in of_place.items():
            rank = ranks(order)
            for one, other in combinations(sorted(rank), 2):
                step = int(np.sign(rank[other] - rank[one]))
                rows.append((place, f"{one}\0{other}", who, OUTCOMES[step + 1]))
    return ratings_of(rows, domain=OUTCOMES)


def ranks(order: Order) -> dict[str, float]:
    """Candidate -> rank from 1, best first; tied ones share the mean of their ranks."""
    found: dict[str, float] = {}
    for group in order:
        found |= dict.fromkeys(group, len(found) + (len(group) + 1) / 2)
    return found


def concordance(of_place: Mapping[str, Order]) -> float | None:
    """Kendall's W of one list of candidates, corrected for ties (Kendall & Gibbons 1990); None for fewer than two
    orders of the same two or more candidates, and where everybody ties everything (0/0)."""
    tables = [ranks(order) for order in of_place.values()]
    names = sorted(tables[0]) if tables else []
    if len(tables) < 2 or len(names) < 2 or any(sorted(table) != names for table in tables):
        return None
    m, n = len(tables), len(names)
    sums = np.array([[table[name] for name in names] for table in tables]).sum(axis=0)
    spread = float(((sums - sums.mean()) ** 2).sum())
    ties = sum(len(group) ** 3 - len(group) for order in of_place.values() for group in order)
    most = m**2 * (n**3 - n) - m * ties
    return 12 * spread / most if most else None


def mean_concordance(orders: Orders) -> Metric:
    """The mean of Kendall's W over the lists of candidates that two or more people ordered.

    As a metric for `Ratings` of `lists`: each list is a unit, its W the contribution.
    """

    def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
        values = [concordance(of_place) for _, of_place in sorted(orders.items())]
        return mean_of([np.nan if one is None else one for one in values], "nobody else ordered the same candidates")

    return Metric("kendall_w", "Kendall's W", prepare)


def lists(orders: Orders) -> Ratings:
    """A unit a list of candidates, in the order of the places; the value says nothing."""
    rows = [(place, "", who, True) for place, of_place in sorted(orders.items()) for who in sorted(of_place)]
    return ratings_of(rows)


def earlier_wins(orders: Orders, shown: Mapping[Place, Mapping[str, Sequence[str]]]) -> Metric:
    """Of every two candidates that somebody did not tie, the share in which the one shown earlier won; 0.5 where the
    place on screen does not matter. shown: place -> annotator -> candidates as they stood on screen."""
    counts = []
    for place, of_place in sorted(orders.items()):
        won = [_won(order, shown.get(place, {}).get(who, ())) for who, order in of_place.items()]
        counts.append([sum(one[0] for one in won), sum(one[1] for one in won)])
    table = np.array(counts, dtype=np.float64).reshape(-1, 2)

    def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
        if not table[:, 1].any():
            return Undefined("it is not known in which order candidates were shown")

        def estimate(totals: Floats) -> Estimates:
            value = divide(totals[:, 0], totals[:, 1])
            return Estimates(value, value, np.full(len(totals), 0.5))

        used = np.flatnonzero(table[:, 1])
        return Prepared(table[used], np.arange(len(used)), used, estimate, "", len(used))

    return Metric("earlier_wins", "share won by the candidate shown earlier", prepare)


def _won(order: Order, shown: Sequence[str]) -> tuple[int, int]:
    rank = ranks(order)
    pairs = [(rank[one], rank[other]) for one, other in combinations(shown, 2) if one in rank and other in rank]
    return sum(one < other for one, other in pairs), sum(one != other for one, other in pairs)
