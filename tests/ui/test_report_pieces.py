"""Pieces of the agreement page on invented answers: what is told, and what is left out where there is nothing."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def diagnosed() -> None:
    from curator.ui.report import diagnosing

    ends = {"ci_low": 0.1, "ci_high": 0.7, "undefined": None}
    stretch = {"value": 0.5, "n_units": 9, **ends}
    found = {
        "confusion": [{"annotators": ["ana", "ben"], "options": ["a", "*b*"], "counts": [[3, 1], [0, 2]]}],
        "confusion_of_all": {"options": ["a", "*b*"], "counts": [[6, 1], [1, 4]]},
        "confused_pairs": [{"options": ["a", "*b*"], "n": 1, "share": 1.0}],
        "against_rest": [
            {"annotator": "ana", "value": 0.4, "n_pairs": 40, **ends},
            {"annotator": "cem", "value": None, "ci_low": None, "ci_high": None, "n_pairs": 3, "undefined": "too few"},
        ],
        "leave_one_out": [{"annotator": "ana", "value_without": 0.6, "delta": 0.1}],
        "drift": {
            "by_week": [{"week": "2026-W01", **stretch}, {"week": "2026-W02", **stretch}],
            "by_sitting": [{"sitting": "first", **stretch}],
            "by_position": [],
        },
        "costly_turns": [
            {
                "dialogue": "d1",
                "turn": "t1",
                "target": {"turn": "t1", "pair": ["x", "y"]},
                "cost": 0.1,
                "share": 0.5,
                "values": {"ana": "a", "ben": ["*b*"]},
            },
            {"dialogue": "d2", "turn": "", "target": {}, "cost": 0.1, "share": 0.5, "values": {"ana": 3, "ben": 4}},
        ],
        "merges": [{"options": ["a", "*b*"], "value": 0.8, "gain": 0.3}],
        "more": {
            "width": 0.2,
            "now": {"n_dialogues": 12, "width": 0.6},
            "needed": 96,
            "undefined": None,
            "assumption": "they are alike",
            "next": ["d7", "d9"],
        },
    }

    def context(dialogue: str, turn: str) -> list[dict[str, object]]:
        return [{"turn": turn or "t0", "speakers": "Ada", "text": f"said in {dialogue} $x$", "here": True}]

    diagnosing.turns(found, context)
    diagnosing.merges(found)
    diagnosing.more(found, 0.2)
    diagnosing.confusion(found)
    diagnosing.people(found)
    diagnosing.drift(found)


def beside_them() -> None:
    from curator.ui.report import beside

    beside.dialogue_level(
        [
            {
                "field": "move",
                "option": "a",
                "role": "helper",
                "metric": "icc_2_1",
                "what": "share",
                "value": None,
                "undefined": "all counts are equal",
                "ci_low": None,
                "ci_high": None,
                "n_dialogues": 7,
                "turn_level_value": 0.4,
                "note": "Counts may be alike where the turns are not.",
            }
        ]
    )
    beside.texts(
        [
            {"field": "why", "n_units": 9, "both_wrote": 5, "one_wrote": 3, "none_wrote": 1,
             "judged": 4, "same": 1, "partly": 2, "different": 1},
        ]
    )  # fmt: skip
    beside.retest([{"field": "move", "annotator": "ana", "n_units": 12, "metric": "alpha", "value": 0.9}])


def nothing() -> None:
    from curator.ui.report import beside, diagnosing, results

    found = {
        "confusion": [],
        "confusion_of_all": {"options": [], "counts": []},
        "confused_pairs": [],
        "against_rest": [],
        "leave_one_out": [],
        "drift": {"by_week": [], "by_sitting": [], "by_position": []},
        "costly_turns": [],
        "merges": [],
        "more": {
            "now": {"n_dialogues": 0, "width": None}, "needed": None, "undefined": "one annotator", "next": [],
        },
    }  # fmt: skip
    diagnosing.turns(found, lambda dialogue, turn: [])
    diagnosing.merges(found)
    diagnosing.more(found, 0.2)
    diagnosing.confusion(found)
    diagnosing.people(found)
    diagnosing.drift(found)
    beside.dialogue_level([])
    beside.texts([])
    beside.retest([])
    results.options([])
    results.pairs([])


def test_a_diagnosis_is_told_in_numbers_and_words() -> None:
    page = AppTest.from_function(diagnosed).run()
    assert not page.exception
    tables = {one.proto.alt: one.value.to_dict("records") for one in page.dataframe}
    assert tables["The turns over which people differ most"][0] == {
        "dialogue": "d1",
        "turn": "t1",
        "about": "x → y",
        "share of the disagreement": 0.5,
        "answers": 'a: ana; ["*b*"]: ben',
    }
    assert tables["The value if two options were one"] == [{"options": "a and *b*", "value as one": 0.8, "change": 0.3}]
    assert tables["How often two options were given to the same thing"] == [
        {"one says": "a", "a": 6, "*b*": 1},
        {"one says": "*b*", "a": 1, "*b*": 4},
    ]
    assert len(tables["The value by week of the last answer"]) == 2
    assert "The value by time since the sitting began" not in tables  # one stretch is no drift
    told = [one.value for one in page.text]
    assert "▶ t1 Ada: said in d1 $x$" in told
    assert {"a: ana", '["*b*"]: ben'} <= set(told)
    assert "For one of 0.20 about 96 more have to be labelled by a second person." in told
    assert any(one.endswith("first: d7, d9") for one in told)


def test_another_turn_and_another_pair_of_people_can_be_looked_at() -> None:
    page = AppTest.from_function(diagnosed).run()
    page.selectbox(key="agreement:turn").set_value(1).run()
    assert {"▶ t0 Ada: said in d2 $x$", "3: ana"} <= {one.value for one in page.text}
    page.selectbox(key="agreement:confusion:who").set_value(1).run()
    assert not page.exception
    [table] = [one for one in page.dataframe if one.proto.alt.startswith("How often")]
    assert table.value.to_dict("records")[0] == {"ana says": "a", "a": 3, "*b*": 1}


def test_what_stands_beside_the_coefficients() -> None:
    page = AppTest.from_function(beside_them).run()
    assert not page.exception
    dialogues, texts, again = (one.value.to_dict("records")[0] for one in page.dataframe)
    assert (dialogues["of"], dialogues["undefined"], dialogues["value by turn"]) == (
        "helper",
        "all counts are equal",
        0.4,
    )
    assert "low" not in dialogues  # a column that says nothing
    assert texts["share the same"] == 0.25
    assert (again["annotator"], again["value"]) == ("ana", 0.9)
    assert "Counts may be alike where the turns are not." in [one.value for one in page.text]


def test_nothing_is_a_sentence_or_nothing_at_all() -> None:
    page = AppTest.from_function(nothing).run()
    assert not page.exception
    assert not page.dataframe
    assert [one.value for one in page.text] == [
        "How many more dialogues it takes for an interval of 0.20 cannot be told: one annotator"
    ]
