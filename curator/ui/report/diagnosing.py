"""Why the value is what it is, and what to do next: who differs from whom over what, since when, in which turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from curator.model.base import Json
from curator.model.identity import canonical_json
from curator.ui.charts.drift import drift_plot
from curator.ui.charts.heat import heat_map
from curator.ui.report.tables import number_table, turn_texts

Found = Mapping[str, Any]
MOST_NEXT = 20
"""Dialogues that are named; `curator diagnose` names more."""
DRIFT = (
    ("by_week", "week", "Over time", "week of the last answer"),
    ("by_sitting", "sitting", "Along a sitting", "time since the sitting began"),
    ("by_position", "position", "Along the dialogue", "part of the dialogue"),
)
Turns = Callable[[str, str], Sequence[Mapping[str, Json]]]
"""(dialogue, turn) -> the turn among its neighbours."""


def people(found: Found) -> None:
    """Each annotator against the rest, and the value without each."""
    if not found["against_rest"]:
        return
    st.subheader("Each annotator and the others", anchor=False)
    st.text(
        "A low value does not say who is right: whoever reads the guidelines more closely than all others stands out "
        "as much as somebody who guesses. Look at their turns before you talk to them."
    )
    without = {one["annotator"]: one for one in found["leave_one_out"]}
    shown = [
        {
            "annotator": one["annotator"],
            "with the others": one["value"],
            "low": one["ci_low"],
            "high": one["ci_high"],
            "pairs of answers": one["n_pairs"],
            "value without": without.get(one["annotator"], {}).get("value_without"),
            "change": without.get(one["annotator"], {}).get("delta"),
            "undefined": one["undefined"] or "",
        }
        for one in found["against_rest"]
    ]
    number_table(shown, "agreement:people", say="Each annotator against the rest, and the value without each")


@st.fragment
def confusion(found: Found) -> None:
    """Which options two people take for each other. Runs by itself: other people compute nothing anew."""
    tables = [{"annotators": [], **found["confusion_of_all"]}, *found["confusion"]]
    tables = [one for one in tables if any(any(row) for row in one["counts"])]
    if not tables:
        return
    st.subheader("What is taken for what", anchor=False)
    if found["confused_pairs"]:
        shown = [
            {"one says": words(one["options"][0]), "another says": words(one["options"][1]), "times": one["n"],
             "share of the differences": one["share"]}
            for one in found["confused_pairs"]
        ]  # fmt: skip
        number_table(shown, "agreement:confused", say="Options that stand against each other, most frequent first")
    place = st.selectbox(
        "Between whom", range(len(tables)), format_func=lambda idx: _whose(tables[idx]), key="agreement:confusion:who"
    )
    table = tables[place]
    names = [words(option) for option in table["options"]]
    cells = [
        {"row": row, "column": column, "value": table["counts"][i][j]}
        for i, row in enumerate(names)
        for j, column in enumerate(names)
    ]
    most = max(max(row) for row in table["counts"])
    rows, columns = (f"{who} says" for who in table["annotators"] or ("one", "another"))
    chart = heat_map(cells, rows=rows, columns=columns, most=most, number="d")
    st.altair_chart(chart, key="agreement:confusion", alt="How often two options were given to the same thing.")
    with st.expander("The same as a table", key="agreement:confusion:table"):
        lines = [{rows: name, **dict(zip(names, table["counts"][i], strict=True))} for i, name in enumerate(names)]
        number_table(lines, "agreement:confusion:numbers", say="How often two options were given to the same thing")


def drift(found: Found) -> None:
    """By week, along a sitting and along the dialogue."""
    for way, name, title, when in DRIFT:
        rows = found["drift"][way]
        if len(rows) < 2:
            continue
        st.subheader(title, anchor=False)
        shown = [
            {
                "when": str(row[name]),
                "value": row["value"],
                "low": row["ci_low"],
                "high": row["ci_high"],
                "units": row["n_units"],
                "undefined": row["undefined"] or "",
            }
            for row in rows
        ]
        if any(row["value"] is not None for row in shown):
            st.altair_chart(drift_plot(shown, when=when), key=f"agreement:{name}", alt=f"The value by {when}.")
        number_table(shown, f"agreement:{name}:table", say=f"The value by {when}")


@st.fragment
def turns(found: Found, context: Turns) -> None:
    """The turns over which people differ most, and one of them in its context. Runs by itself, as above."""
    rows = found["costly_turns"]
    if not rows:
        return
    st.subheader("Where agreement is lost", anchor=False)
    st.text("Read these first, together: what the guidelines do not decide shows here.")
    shown = [
        {
            "dialogue": one["dialogue"],
            "turn": one["turn"],
            "about": about(one),
            "share of the disagreement": one["share"],
            "answers": said(one),
        }
        for one in rows
    ]
    number_table(shown, "agreement:turns", say="The turns over which people differ most")
    place = st.selectbox(
        "Look at one",
        range(len(rows)),
        format_func=lambda idx: f"{rows[idx]['dialogue']} · {rows[idx]['turn'] or 'the whole'} · {said(rows[idx])}",
        key="agreement:turn",
    )
    one = rows[place]
    with st.container(border=True, key="agreement:context"):
        turn_texts(context(one["dialogue"], one["turn"]))
        for value, people in by_answer(one).items():
            st.text(f"{value}: {people}")


def merges(found: Found) -> None:
    if not found["merges"]:
        return
    st.subheader("If two options were one", anchor=False)
    st.text("A higher value alone is no reason: options that have to stay apart need a better definition instead.")
    shown = [
        {"options": " and ".join(map(words, one["options"])), "value as one": one["value"], "change": one["gain"]}
        for one in found["merges"]
    ]
    number_table(shown, "agreement:merges", say="The value if two options were one")


def more(found: Found, width: float) -> None:
    """How much more has to be labelled twice for an interval as wide as this."""
    told = found["more"]
    now = told["now"]
    if now["width"] is None or told["needed"] is None:
        st.text(f"How many more dialogues it takes for an interval of {width:.2f} cannot be told: {told['undefined']}")
        return
    st.text(f"The interval is {now['width']:.2f} wide with {now['n_dialogues']} dialogues labelled by two or more.")
    if told["needed"] <= 0:
        st.text(f"That is no wider than {width:.2f}: no more dialogues are needed for it.")
    else:
        st.text(f"For one of {width:.2f} about {told['needed']} more have to be labelled by a second person.")
    st.text(f"Assumed is that {told['assumption']}.")
    if told["next"]:
        first = ", ".join(told["next"][:MOST_NEXT])
        others = len(told["next"]) - MOST_NEXT
        rest = f" and {others} others" if others > 0 else ""
        st.text(f"Labelled by one person so far, with most disagreement to expect first: {first}{rest}")


def words(value: Json) -> str:
    return value if isinstance(value, str) else canonical_json(value)


def by_answer(one: Found) -> dict[str, str]:
    """answer -> who gave it; what most people say comes first."""
    people: dict[str, list[str]] = {}
    for annotator, value in one["values"].items():
        people.setdefault(words(value), []).append(annotator)
    return {value: ", ".join(names) for value, names in sorted(people.items(), key=lambda item: -len(item[1]))}


def said(one: Found) -> str:
    return "; ".join(f"{value}: {names}" for value, names in by_answer(one).items())


def about(one: Found) -> str:
    """What the answers are about beside the turn: a person, a pair, a piece."""
    target = {name: value for name, value in (one.get("target") or {}).items() if name != "turn"}
    return ", ".join(words(value) if not isinstance(value, list) else " → ".join(value) for value in target.values())


def _whose(table: Found) -> str:
    return " and ".join(table["annotators"]) if table["annotators"] else "everybody"
