"""What stands beside the coefficients: who wrote a text at all, and whether people answer the same a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import polars as pl

from curator.agreement import Result
from curator.model.base import Json
from curator.store.interface import Store
from curator.work import judging
from curator.work.agreeing.choosing import UNIT

FIRST = "round 1"
STABILITY = (
    "independent answers and those of round {round} by the same person on the same units; this is stability only if "
    "nothing was shown or talked about in between"
)


def text_row(store: Store, project: str, field: str, rows: pl.DataFrame) -> dict[str, Json]:
    """How many of the units that two or more people answered got a text of all, of some, of none of them; and how the
    texts were judged where both are among the rows. rows: answers, one for each annotator and unit."""
    told = rows.filter(pl.col("state").is_in(["value", "none"]))
    units = told.group_by(["task", *UNIT]).agg(
        n=pl.col("annotator").n_unique(), wrote=(pl.col("state") == "value").sum()
    )
    shared = units.filter(pl.col("n") > 1)
    both = shared.filter(pl.col("wrote") == pl.col("n")).height
    none = shared.filter(pl.col("wrote") == 0).height
    judged = judging.judgements(store, project, field, of=set(rows["seq"].to_list()))
    return {
        "field": field,
        "n_units": shared.height,
        "both_wrote": both,
        "one_wrote": shared.height - both - none,
        "none_wrote": none,
        **{name: judged[name] for name in ("n_pairs", "judged", "same", "partly", "different", "identical")},
    }


def retests(
    before: pl.DataFrame,
    later: Mapping[int, pl.DataFrame],
    measure: Callable[[pl.DataFrame], Iterator[Result]],
    by: Mapping[str, Json],
) -> Iterator[dict[str, Json]]:
    """Each person's answers of a later round against the independent ones, unit by unit.

    before: independent answers. later: round -> answers. measure: results of rows whose `annotator` says when they
    were given.
    """
    for number, again in later.items():
        for who in sorted(set(before["annotator"]) & set(again["annotator"])):
            both = [
                rows.filter(pl.col("annotator") == who).with_columns(annotator=pl.lit(when))
                for rows, when in ((before, FIRST), (again, f"round {number}"))
            ]
            for result in measure(pl.concat(both)):
                said = {**result.as_json(), "round": str(number), "treatment": STABILITY.format(round=number)}
                yield {**said, **({"by": dict(by)} if by else {}), "annotator": who}
