"""What a recipe's SELECT may not do, found in its parse tree: whatever could make two runs write different files.

The store locks the session (no files, no settings, no other tables); this is about sameness. DuckDB itself parses
(`json_serialize_sql`), so comments, quotes and upper case hide nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from curator.errors import Problem
from curator.exporting.recipe import Recipe
from curator.store.interface import RecipeSession

VIEWS = (
    "dialogues",
    "participants",
    "turns",
    "parts",
    "candidates",
    "cases",
    "media",
    "events",
    "ratings",
    "gold",
    "gold_dialogue",
    "gold_turn",
    "gold_participant",
    "gold_pair",
    "gold_candidate",
    "gold_part",
    "gold_case",
    "options",
    "splits",
)
"""The published views."""
LABEL_VIEWS = frozenset(name for name in VIEWS if name.startswith("gold") or name in ("events", "ratings"))
"""Views that hold labels and no text of the conversation."""
TABLE_FUNCTIONS = frozenset({"unnest", "range", "generate_series", "json_each", "json_tree"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ANY_ROW = _words(
    "mode any_value arbitrary first last arg_min arg_max argmin argmax min_by max_by arg_min_null arg_max_null "
    "arg_min_nulls_last arg_max_nulls_last first_value last_value reservoir_quantile approx_quantile approx_top_k "
    "approx_count_distinct bitstring_agg"
)
"""They answer with whichever row came first, or with an estimate."""
CHANCE = _words("random setseed uuid uuidv4 uuidv7 gen_random_uuid nextval currval hash txid_current")
CLOCK = _words(
    "now today current_date current_time current_timestamp get_current_time get_current_timestamp localtime "
    "localtimestamp transaction_timestamp statement_timestamp clock_timestamp current_localtime "
    "current_localtimestamp"
)
HERE = _words(
    "version current_setting getenv current_user session_user user current_database current_schema current_schemas "
    "current_catalog current_role pg_backend_pid rowid query current_query current_query_id "
    "current_connection_id"
)
"""They answer with something about this machine or library."""
MACROS = _words("json_group_array json_group_object json_group_structure histogram_values")
ORDERED = _words("list array_agg string_agg group_concat listagg")
"""Aggregates over text or lists: they carry ORDER BY."""
SUMS = _words("sum avg mean")
FLOATS = _words(
    "fsum sumkahan kahan_sum favg product geomean geometric_mean stddev stddev_pop stddev_samp variance var_pop "
    "var_samp corr covar_pop covar_samp skewness kurtosis kurtosis_pop sem entropy regr_avgx regr_avgy regr_count "
    "regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy"
)
WHOLE = _words(
    "TINYINT SMALLINT INTEGER INT INT1 INT2 INT4 INT8 BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT "
    "DECIMAL NUMERIC"
)
FREE_WINDOWS = _words("count count_star min max sum")
"""Window functions that answer the same in any order of rows."""


def tree(session: RecipeSession, sql: str) -> dict[str, Any]:
    """DuckDB's parse tree: {"error", "statements": [{"node"}]} or {"error": true, "error_message"}."""
    quoted = sql.replace("'", "''")
    answer = session.frame(f"SELECT json_serialize_sql('{quoted}') AS tree").item()
    parsed: dict[str, Any] = json.loads(answer)
    return parsed


def problems(recipe: Recipe, parsed: dict[str, Any]) -> list[Problem]:
    """Everything in the SELECT that is refused, in the order in which it stands there."""
    where = f"{recipe.name}.sql"
    if parsed.get("error"):
        return [Problem(f"this is not one SELECT: {parsed.get('error_message', '')}", where)]
    statements = parsed["statements"]
    if len(statements) != 1:
        return [Problem(f"a recipe is one SELECT, not {len(statements)} statements.", where)]
    node = statements[0]["node"]
    found = [*_tables(node), *_order(node, recipe.header.unique_order)]
    for part in walk(node):
        found.extend(_refused(part))
    return [Problem(text, where, fix) for text, fix in dict.fromkeys(found)]


def tables(parsed: dict[str, Any]) -> set[str]:
    """The published views that a SELECT reads."""
    node = parsed["statements"][0]["node"]
    return {part["table_name"].lower() for part in walk(node) if part.get("type") == "BASE_TABLE"} & set(VIEWS)


def named(sql: str) -> set[str]:
    """Published views whose names stand anywhere in a text: those that it reads, and perhaps some more."""
    return set(re.findall(r"\w+", sql.lower())) & set(VIEWS)


def walk(node: object) -> Iterator[dict[str, Any]]:
    """Every object of the tree, outermost first."""
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            yield item
            stack.extend(reversed(item.values()))
        elif isinstance(item, list):
            stack.extend(reversed(item))


Found = tuple[str, str]


def _tables(node: dict[str, Any]) -> Iterator[Found]:
    named = {entry["key"].lower() for part in walk(node) for entry in part.get("cte_map", {}).get("map", [])}
    for name in sorted(named & set(VIEWS)):
        yield f"WITH {name} hides the published view {name!r}.", "Give it another name."
    for part in walk(node):
        if part.get("type") == "BASE_TABLE":
            name = part["table_name"]
            if part.get("schema_name") or part.get("catalog_name"):
                yield f"{name!r} is named with its schema.", "Name the published view alone."
            elif name.lower() not in named and name.lower() not in VIEWS:
                yield f"{name!r} is not a published view.", f"Known: {', '.join(VIEWS)}."
        elif part.get("type") == "TABLE_FUNCTION":
            name = part["function"]["function_name"]
            if name.lower() not in TABLE_FUNCTIONS:
                yield f"{name}() as a table is refused.", f"Allowed: {', '.join(sorted(TABLE_FUNCTIONS))}."


def _order(node: dict[str, Any], unique_order: tuple[str, ...]) -> Iterator[Found]:
    orders = [m for m in node.get("modifiers", []) if m["type"] == "ORDER_MODIFIER"]
    names = [
        (order["expression"].get("column_names") or ["?"])[-1] for modifier in orders for order in modifier["orders"]
    ]
    if names != list(unique_order):
        yield (
            f"the query does not end in ORDER BY {', '.join(unique_order)}.",
            "Order by the columns of `unique_order`, all of them and in that order.",
        )


def _refused(part: dict[str, Any]) -> Iterator[Found]:
    kind = part.get("class")
    if kind == "FUNCTION":
        yield from _function(part)
    elif kind == "WINDOW":
        yield from _window(part)
    elif kind == "COLUMN_REF" and len(part["column_names"]) == 1:
        yield from _word(part["column_names"][0].lower())
    if part.get("sample"):
        yield "a sample differs from run to run.", "Take rows by a condition."
    if part.get("ref_type") == "POSITIONAL":
        yield "a positional join depends on the order of rows.", "Join on keys."
    if part.get("type") == "RECURSIVE_CTE_NODE":
        yield "WITH RECURSIVE is refused.", "Use json_each, unnest or a window."
    yield from _cut(part)


def _word(name: str) -> Iterator[Found]:
    """A bare word that is a function in disguise."""
    if name in CLOCK:
        yield f"{name} is refused: nothing written may name a clock.", "Leave the time out."
    elif name in HERE:
        yield f"{name} is refused: nothing written may tell of this machine.", "Use the ids of the views."


def _function(part: dict[str, Any]) -> Iterator[Found]:
    name = part["function_name"].lower()
    if name in ANY_ROW:
        yield (
            f"{name}() is refused: its answer depends on the order of rows.",
            "Use min, max, or list(… ORDER BY …)[1].",
        )
    elif name in CHANCE:
        yield f"{name}() is refused: two runs must write the same file.", "Use the ids of the views."
    elif name in CLOCK or name in HERE:
        yield from _word(name)
    elif name in MACROS:
        yield f"{name}() takes no ORDER BY.", "Write to_json(list(… ORDER BY …))."
    elif name in ORDERED and not part["order_bys"]["orders"]:
        yield f"{name}() without ORDER BY is refused.", f"Write {name}(… ORDER BY …)."
    elif name in FLOATS or (name in SUMS and not _whole(part)):
        yield (
            f"{name}() may add floating-point numbers, whose sum depends on the order of rows.",
            "Cast first: sum(x::BIGINT) or sum(x::DECIMAL(18, 3)).",
        )


def _whole(part: dict[str, Any]) -> bool:
    arguments = [argument.get("expression", argument) for argument in part["arguments"]]
    return len(arguments) == 1 and (
        arguments[0].get("class") == "CAST"
        and str(arguments[0].get("type_expr", {}).get("type_name", "")).upper() in WHOLE
    )


def _window(part: dict[str, Any]) -> Iterator[Found]:
    name = part["function_name"].lower()
    ordered = part.get("orders") or part.get("arg_orders")
    if not ordered and name not in FREE_WINDOWS:
        yield f"{name}() OVER without ORDER BY is refused.", "Order the window by a unique key."
    if name in SUMS | FLOATS and not _whole(part):
        yield from _function({**part, "order_bys": {"orders": []}})


def _cut(part: dict[str, Any]) -> Iterator[Found]:
    modifiers = part.get("modifiers") or []
    kinds = {modifier["type"] for modifier in modifiers}
    if "ORDER_MODIFIER" in kinds:
        return
    if "LIMIT_MODIFIER" in kinds or "LIMIT_PERCENT_MODIFIER" in kinds:
        yield "LIMIT without ORDER BY is refused.", "Order by a unique key first."
    if any(modifier.get("distinct_on_targets") for modifier in modifiers):
        yield "DISTINCT ON without ORDER BY is refused.", "Order by a unique key first."
