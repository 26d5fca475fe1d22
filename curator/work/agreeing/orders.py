"""Rankings of candidates: how far orders agree, who wins of every two, and whether being shown first helps."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from curator.agreement import rankings
from curator.agreement.matching import Place
from curator.model.base import Json
from curator.model.kinds import AgreementPlan
from curator.model.schema import Field
from curator.work.agreeing.compared import Compared, Context, answered, by_place

_LISTS = "Kendall's W is the mean over the lists of candidates that two or more people ordered, corrected for ties"
_DUELS = "an order of n candidates gives a win, a tie or a loss for each two of them, which are not independent"
_SHOWN = "of each two candidates that one person did not tie, how often the one shown earlier won; 0.5 is no bias"


def orders(rows: pl.DataFrame, field: Field, plan: AgreementPlan, context: Context) -> list[Compared]:
    """Kendall's W, every two candidates, and position bias where it is known what was shown in which order."""
    found: dict[Place, dict[str, rankings.Order]] = {
        place: {who: _order(one.values[0]) for who, one in of_place.items() if one.values}
        for place, of_place in by_place(answered(rows)).items()
    }
    found = {place: of_place for place, of_place in found.items() if of_place}
    lists = rankings.lists(found)
    shown = _shown(rows, field, context)
    bias = [Compared(lists, measures=(rankings.earlier_wins(found, shown),), part="position", nothing="", how=_SHOWN)]
    return [
        Compared(lists, measures=(rankings.mean_concordance(found),), nothing="none counts as missing", how=_LISTS),
        Compared(
            rankings.duels(found), tuple(plan.metrics), plan.level, part="each two candidates", how=_DUELS, details=True
        ),
        *(bias if shown else []),
    ]


def _order(value: Json) -> rankings.Order:
    order: rankings.Order = value["order"] if isinstance(value, dict) else value
    return order


def _shown(rows: pl.DataFrame, field: Field, context: Context) -> Mapping[Place, Mapping[str, tuple[str, ...]]]:
    """place -> annotator -> candidates as they stood on screen, where the page told. Reads the log, once."""
    wanted = set(rows["seq"].to_list())
    place_of = {(one.dialogue, one.target): one.place for one in answered(rows)}
    found: dict[Place, dict[str, tuple[str, ...]]] = {}
    for stored in context.store.events(context.project) if wanted else ():
        event = stored.event
        if stored.seq in wanted and event.shown_order:
            found.setdefault(place_of[event.dialogue, event.target], {})[event.annotator] = event.shown_order
    return found
