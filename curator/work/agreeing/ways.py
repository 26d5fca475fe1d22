"""How the answers of a kind become something that can be compared: the list of ways, by the name that kinds use."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from curator.model.kinds import AgreementPlan
from curator.model.schema import Field
from curator.registry import Registry
from curator.work.agreeing.compared import Compared, Context
from curator.work.agreeing.items import kept_records, links, states
from curator.work.agreeing.orders import orders
from curator.work.agreeing.stretches import spans, stretches
from curator.work.agreeing.values import texts, values

Way = Callable[[pl.DataFrame, Field, AgreementPlan, Context], list[Compared]]
"""(rows of one field that may be compared, the field, its plan, the project) -> what is compared, main thing first."""

WAYS: Registry[Way] = Registry(
    "way of comparing",
    {
        "values": values,
        "texts": texts,
        "links": links,
        "records": kept_records,
        "spans": spans,
        "stretches": stretches,
        "states": states,
        "rankings": orders,
    },
)
