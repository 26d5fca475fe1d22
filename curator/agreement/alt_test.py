"""The alternative annotator test: may a model stand in for any one of the human annotators?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from curator.agreement.core import Estimates, Metric, Prepared, Undefined, why_not_pairable
from curator.agreement.distances import level_for, matrix, numbers
from curator.agreement.options import AgreementOptions
from curator.agreement.ratings import Floats, Ints, Ratings, check_size
from curator.errors import UsageError

FALSE_DISCOVERIES = 0.05
FEW_UNITS = 30
FEW_HUMANS = 3
CRUMB = 1e-12  # sums of thirds that should be equal


def prepare(ratings: Ratings, options: AgreementOptions) -> Prepared | Undefined:
    """The winning rate of Calderon, Reichart & Dror (ACL 2025): the share of humans that the candidate may replace.

    For each human: is the candidate as near to the other humans as this human is, unit by unit? A one-sided t-test
    asks whether the candidate loses by less than epsilon; tests are corrected after Benjamini & Yekutieli (5 %).
    Near is by the level: equal labels, squared differences (ordinal: of ranks), or the distance of sets. A rate of
    0.5 or more passes. No interval: it counts outcomes of tests.
    Raises UsageError without a candidate. Undefined with fewer than two humans, and where a test has no variance.
    """
    if options.candidate is None:
        raise UsageError("whose place is tested?", where="candidate", fix="Name an annotator: --candidate NAME.")
    if reason := why_not_pairable(ratings):
        return Undefined(reason)
    if options.candidate not in ratings.annotators:
        known = ", ".join(ratings.annotators)
        return Undefined(f"nobody called {options.candidate!r} rated anything; annotators: {known}")
    humans = [name for name in ratings.annotators if name != options.candidate]
    if len(humans) < 2:
        return Undefined("needs two humans beside the candidate; there is only one")
    contests = _contests(ratings, ratings.annotators.index(options.candidate), _distances(ratings, options))
    for name, contest in zip(humans, contests, strict=True):
        if len(contest.lost) < 2:
            return Undefined(f"fewer than two units were rated by {options.candidate}, {name} and a third annotator")
        if contest.lost.std() == 0:
            return Undefined(f"the test against {name} cannot be decided: nothing varies from unit to unit")
    found = [t_below(contest.t(options.epsilon), len(contest.lost) - 1) for contest in contests]
    rate = count_discoveries(found, FALSE_DISCOVERIES) / len(found)

    def estimate(totals: Floats) -> Estimates:
        nothing = np.full(len(totals), np.nan)
        return Estimates(np.full(len(totals), rate), nothing, nothing)

    units = np.unique(np.concatenate([contest.units for contest in contests]))
    why = "the value counts outcomes of tests"
    place = np.zeros(len(units), dtype=np.int64)
    said = _notes(contests, options.epsilon)
    return Prepared(np.ones((1, 1)), place, units, estimate, "", len(units), no_interval=why, notes=said)


@dataclass(frozen=True)
class Contest:
    """The candidate against one human on the units that both and a third rated.

    won: the candidate was at least as near to the others. lost: 1 where the human alone was nearer, -1 where the
    candidate alone was, 0 for ties.
    """

    units: Ints
    won: npt.NDArray[np.bool_]
    lost: Floats

    def t(self, epsilon: float) -> float:
        return float((self.lost.mean() - epsilon) / (self.lost.std(ddof=1) / math.sqrt(len(self.lost))))


def _contests(ratings: Ratings, candidate: int, distance: Floats) -> list[Contest]:
    """One for each other annotator, ascending."""
    said = np.full((ratings.n_units, len(ratings.annotators)), -1)
    said[ratings.unit, ratings.annotator] = ratings.value
    humans = np.delete(np.arange(said.shape[1]), candidate)
    contests = []
    for human in humans:
        others = humans[humans != human]
        units = np.flatnonzero((said[:, [candidate, human]] >= 0).all(axis=1) & (said[:, others] >= 0).any(axis=1))
        theirs = said[np.ix_(units, others)]
        apart = [
            np.where(theirs >= 0, distance[said[units, who], :][np.arange(len(units))[:, np.newaxis], theirs], 0.0)
            for who in (candidate, human)
        ]
        ahead = apart[1].sum(axis=1) - apart[0].sum(axis=1)  # how much nearer the candidate is
        won, nearer = ahead >= -CRUMB, ahead <= CRUMB
        contests.append(Contest(units, won, nearer.astype(np.float64) - won))
    return contests


def _distances(ratings: Ratings, options: AgreementOptions) -> Floats:
    """values × values, in shares of the largest one: then a crumb is one, whatever the unit of measurement."""
    level = level_for(ratings, options.level)
    if level in ("ordinal", "interval"):
        check_size(len(ratings.domain), len(ratings.domain), len(ratings.domain))
        points = numbers(ratings, level) if level == "interval" else np.arange(float(len(ratings.domain)))
        distance = np.asarray(np.subtract.outer(points, points) ** 2)
    else:
        distance = matrix(ratings, level)
    largest = distance.max(initial=0.0)
    return distance / largest if largest else distance


def _notes(contests: Sequence[Contest], epsilon: float) -> tuple[str, ...]:
    advantage = float(np.mean([contest.won.mean() for contest in contests]))
    said = f"advantage probability {advantage:.3f}, with epsilon {epsilon:g}; a winning rate of 0.5 or more passes"
    fewest = min(len(contest.units) for contest in contests)
    if fewest >= FEW_UNITS and len(contests) >= FEW_HUMANS:
        return (said,)
    wanted = f"the test wants {FEW_HUMANS} humans and {FEW_UNITS} units for each"
    return (said, f"{wanted}; here are {len(contests)} humans, one of them with {fewest} units")


def t_below(t: float, df: int) -> float:
    """P(T <= t) of Student's t with whole degrees of freedom, by its finite series (Abramowitz & Stegun 26.7.3-4)."""
    angle = math.atan2(abs(t), math.sqrt(df))
    cos = math.cos(angle)
    term, total = 1.0, 0.0
    if df % 2:
        term = cos
        for step in range(3, df + 1, 2):
            total += term
            term *= cos**2 * (step - 1) / step
        within = 2 / math.pi * (angle + math.sin(angle) * total)
    else:
        for step in range(2, df + 1, 2):
            total += term
            term *= cos**2 * (step - 1) / step
        within = math.sin(angle) * total
    return 0.5 + math.copysign(within / 2, t)


def count_discoveries(p_values: Sequence[float], rate: float) -> int:
    """How many hypotheses are rejected at this rate, however they depend on each other (Benjamini & Yekutieli 2001)."""
    m = len(p_values)
    allowed = rate / (m * sum(1 / i for i in range(1, m + 1)))
    return max((i for i, p in enumerate(sorted(p_values), start=1) if p <= i * allowed), default=0)


ALT_WINNING_RATE = Metric(
    "alt_winning_rate",
    "Winning rate of the alternative annotator test",
    prepare,
    has_level=True,
    takes=frozenset({"candidate", "epsilon"}),
)
