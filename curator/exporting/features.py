"""A schema's fields as columns of the Hub folder: their SQL over the wide views, and their `datasets` features.

Written by hand, so that the folder can be made without `datasets`. Lists are spelled so that versions 3 to 5 read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from curator.model.schema import Field

Shape = Literal["value", "list"]


@dataclass(frozen=True)
class Column:
    """A column of a table: `dtype` of one entry, `names` where it is one of a fixed set, `sql` that computes it."""

    name: str
    sql: str
    dtype: str = "string"
    shape: Shape = "value"
    names: tuple[str, ...] = ()

    def as_card(self) -> dict[str, Any]:
        """The feature as `dataset_info` in a card writes it."""
        entry: Any = self.dtype
        if self.names:
            entry = {"class_label": {"names": {str(idx): name for idx, name in enumerate(self.names)}}}
        return {"name": self.name, ("sequence" if self.shape == "list" else "dtype"): entry}

    def as_feature(self) -> dict[str, Any]:
        """The feature as `datasets` writes it into the metadata of a Parquet file."""
        entry: dict[str, Any] = {"dtype": self.dtype, "_type": "Value"}
        if self.names:
            entry = {"names": list(self.names), "_type": "ClassLabel"}
        return {"feature": entry, "_type": "Sequence"} if self.shape == "list" else entry


@dataclass(frozen=True)
class Rows:
    """A column that holds a list of small rows (`columns`), as the turns of a dialogue."""

    name: str
    sql: str
    columns: tuple[Column, ...] = field(default=())

    def as_card(self) -> dict[str, Any]:
        return {"name": self.name, "list": [column.as_card() for column in self.columns]}

    def as_feature(self) -> list[dict[str, Any]]:
        return [{column.name: column.as_feature() for column in self.columns}]


def field_column(asked: Field, source: str, kind: str) -> Column:
    """The column of a field in one of the wide views, called `source` in the query.

    kind: the view's own type, which is not always that of an answer: a median of whole numbers may lie between two.
    """
    value = f"{source}.{quoted(asked.id)}"
    names = tuple(option.id for option in asked.options) if not asked.open else ()
    known = f"[{', '.join(literal(name) for name in names)}]"
    if kind == "VARCHAR":
        if not names:
            return Column(asked.id, value)
        return Column(asked.id, f"(list_position({known}, {value}) - 1)::BIGINT", "int64", names=names)
    if kind == "VARCHAR[]":
        if not names:
            return Column(asked.id, value, shape="list")
        places = f"list_transform({value}, lambda name: (list_position({known}, name) - 1)::BIGINT)"
        return Column(asked.id, places, "int64", "list", names)
    if kind == "DOUBLE":
        return Column(asked.id, value, "float64")
    if kind == "BIGINT":
        return Column(asked.id, value, "int64")
    return Column(asked.id, f"{value}::VARCHAR")


def metadata(columns: Sequence[Column | Rows]) -> dict[str, Any]:
    """What `datasets` looks for in the footer of a Parquet file."""
    return {"huggingface": {"info": {"features": {column.name: column.as_feature() for column in columns}}}}


def struct(columns: Sequence[Column]) -> str:
    """A DuckDB struct of columns."""
    return "{" + ", ".join(f"{literal(column.name)}: {column.sql}" for column in columns) + "}"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
