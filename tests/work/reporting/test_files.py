"""CSV, LaTeX and HTML: what stands in them, and that other programs read them."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import fields, replace
from html.parser import HTMLParser
from xml.etree import ElementTree

from curator.agreement import Result
from curator.work import reporting
from tests.work.reporting.results import ALPHA, FLAT, PAIR, PERCENT, SETS, UNDEFINED, report

WHOLE = report(
    ALPHA,
    PERCENT,
    UNDEFINED,
    PAIR,
    SETS,
    FLAT,
    not_compared={"why": "answers <b> of the kind text have no coefficient"},
    texts=[{"field": "why", "n_pairs": 9, "judged": 4, "same": 3, "partly": 1, "different": 0, "identical": 2}],
    dialogue_level=[{"field": "move_a", "option": "a_b", "what": "count", "value": 0.5, "undefined": None}],
)
VOID = {"meta", "circle", "line", "br"}


class Strict(HTMLParser):
    """Refuses what is not closed, and whatever would make a browser ask for something."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs} & {"src", "href", "srcset", "onclick"}
        assert tag not in ("script", "link", "img", "iframe")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_csv_holds_every_key_of_a_result() -> None:
    found = list(csv.DictReader(io.StringIO(reporting.results_as_csv(WHOLE["results"]))))
    assert set(found[0]) == {"task", *(one.name for one in fields(Result))}
    assert [row["value"] for row in found[:4]] == ["0.5", "0.75", "", "0.5"]
    assert found[2]["undefined"] == "all values are <equal> & so"
    assert found[3]["annotators"] == '["ana","ben"]'
    assert (found[0]["seed"], found[0]["n_clusters"], found[0]["by"]) == ("7", "4", "")


def test_csv_of_nothing_is_its_first_line() -> None:
    assert reporting.results_as_csv([]).startswith("field,task,by,")
    assert reporting.rows_as_csv([]) == "\n"


def test_the_paper_has_a_line_a_field_and_coefficient() -> None:
    assert reporting.paper_rows(WHOLE) == [
        {
            "field": "move_a",
            "dialogues": 4,
            "units": 8,
            "annotators": 3,
            "coefficient": coefficient,
            "value": value,
            "interval": "[0.25, 0.75]",
            "note": "",
        }
        for coefficient, value in (("Krippendorff's α (nominal)", 0.5), ("percent agreement", 0.75))
    ] + [
        {
            **{"field": "feelings", "dialogues": 4, "units": 8, "annotators": 3},
            **{"coefficient": "Krippendorff's α (sets, MASI distance)", "value": -0.001, "interval": "[0.25, 0.75]"},
            "note": "",
        },
        {
            **{"field": "topic", "dialogues": 4, "units": 8, "annotators": 3},
            **{"coefficient": "Krippendorff's α (ordinal)", "value": None, "interval": ""},
            "note": "all values are equal",
        },
    ]


def test_the_paper_leaves_further_coefficients_slices_and_rounds_to_the_other_tables() -> None:
    first, percent = report(ALPHA, PERCENT)["results"]
    more = report(
        replace(ALPHA, metric="icc", form="2,1"),
        replace(ALPHA, by={"pooling": "mean over dialogues"}),
        replace(ALPHA, round="2"),
    )["results"]
    blind = replace(ALPHA, by={"suggested": "blind"}).as_json()
    whole = {"results": [first, *more, percent, blind]}
    assert reporting.paper_lines(whole) == [first, percent, blind]
    assert reporting.paper_lines(whole, ["alpha", "icc"]) == [first, more[0], percent, blind]
    assert reporting.paper_lines({"results": [more[2]]}) == [more[2]]  # that round was asked for


def test_the_methods_say_what_was_done_and_whom_to_cite() -> None:
    said = " ".join(reporting.methods(WHOLE))
    for sentence in (
        "Compared were move_a, topic: answers of persons; feelings: none is the empty set.",
        "Each value rests on 3 annotators",
        "Krippendorff's α, nominal (Krippendorff, 2019) is reported for move_a.",
        "Krippendorff's α, sets, MASI distance (Krippendorff, 2019; Passonneau, 2006) is reported for feelings.",
        "Percent agreement is reported for move_a.",
        "95% percentile bootstrap intervals from 1,000 resamples of dialogues (seed 7), as the units of one dialogue "
        "are not independent (Field & Welsh, 2007) for move_a and feelings.",
        "The values of α were checked with krippendorff 0.9.0.",
        "Undefined: topic: all values are equal.",
        "Of 4 pairs of texts on why, judged by people who did not see who wrote them or equal to the letter (2), 3 say "
        "the same (75%), 1 partly, 0 something different.",
    ):
        assert sentence in said, sentence
    assert "ben" not in said
    assert [one.split(",")[0] for one in reporting.references(WHOLE)] == ["Field", "Krippendorff", "Passonneau"]


def test_what_holds_for_all_fields_is_said_once() -> None:
    one = replace(ALPHA, treatment="answers of persons; none is a value; dialogues are pooled")
    two = replace(SETS, treatment="answers of persons; none is the empty set; dialogues are pooled")
    said = (
        "Compared were answers of persons; dialogues are pooled; move_a: none is a value; feelings: none is the empty"
    )
    assert f"{said} set." in reporting.methods(report(one, two))


def test_units_and_bca_have_sources_of_their_own() -> None:
    one = report(replace(ALPHA, field=None, interval_over="units", interval="bca", confidence=0.995, n_clusters=None))
    said = " ".join(reporting.methods(one))
    assert (
        "99.5% BCa bootstrap intervals from 1,000 resamples of units (seed 7) (Zapf et al., 2016; Efron, 1987)." in said
    )
    assert len(reporting.references(one)) == 3


def test_latex_holds_the_table_and_the_methods_as_text() -> None:
    odd = replace(FLAT, field="a_b & {c}\n100% $x$ \\y")
    text = reporting.report_as_latex(report(ALPHA, SETS, odd))
    assert r"move\_a & 4 & 8 & 3 & Krippendorff's $\alpha$ (nominal) & 0.50 & {[0.25, 0.75]} \\" in text
    assert r"a\_b \& \{c\} 100\% \$x\$ \textbackslash{}y & 4" in text
    assert r"Intervals are 95\% percentile" in text
    assert "% Krippendorff, K. (2019)." in text
    assert text.count(r"\begin{") == text.count(r"\end{") == 2
    [columns] = re.findall(r"begin{tabular}{(\w+)}", text)
    for line in text.splitlines():
        if line.endswith(r" \\"):
            assert len(re.findall(r"(?<!\\)&", line)) == len(columns) - 1


def test_html_is_well_formed_stands_alone_and_shows_text_as_text() -> None:
    text = reporting.report_as_html(WHOLE)
    parser = Strict()
    parser.feed(text)
    parser.close()
    assert not parser.open
    said = "".join(parser.text)
    assert "all values are <equal> & so" in said
    assert "why: answers <b> of the kind text have no coefficient" in said
    assert "url(" not in text
    assert text.count('<th scope="row"') == len(reporting.paper_rows(WHOLE)) + len(WHOLE["results"]) + 2
    [figure] = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(ElementTree.fromstring(figure).findall("circle")) == 3  # the undefined one has no place on an axis


def test_nothing_is_said_in_words() -> None:
    empty = report(replace(FLAT, n_ratings=0))
    assert "There is nothing to compare yet." in reporting.report_as_html(empty)
    assert "topic: nobody has answered" in reporting.report_as_html(empty)
    assert reporting.report_as_latex(empty) == "% There is nothing to compare yet, and so there is no table.\n"
    assert (reporting.methods(empty), reporting.references(empty), reporting.paper_rows(empty)) == ([], [], [])


def test_a_difference_of_two_versions_has_a_table() -> None:
    two = replace(ALPHA, field=None, metric="alpha_difference", value=0.125, by={"guide": "2 - 1"})
    latex = reporting.report_as_latex(report(two), ["alpha_difference"])
    assert "guide 2 - 1" in latex
    assert "0.12" in latex
    assert "Agreement was computed" in latex


def test_the_id_of_a_field_stays_as_it_is() -> None:
    noted = replace(SETS, ci_note="only 5 clusters: too narrow")
    said = " ".join(reporting.methods(report(ALPHA, noted)))
    assert "feelings: only 5 dialogues: too narrow." in said
    assert "Only 5 dialogues: too narrow." in " ".join(reporting.methods(report(noted)))


def test_a_table_without_a_row_has_its_columns() -> None:
    assert reporting.rows_as_csv([], ("judge", "verdict")) == "judge,verdict\n"
