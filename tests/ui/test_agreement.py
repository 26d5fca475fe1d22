"""The agreement page on the demo project: what is chosen changes what is computed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from curator import bootstrap, resources
from curator.bootstrap import Services
from curator.settings import Settings
from curator.ui.charts.intervals import interval_plot
from curator.ui.state import SECRET
from curator.work.agreeing import agreement
from curator.work.demo import make_demo

HEADLINE = "Coefficients with their intervals"
PAGE = resources.PACKAGE / "ui" / "screens" / "agreement.py"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    services = bootstrap.open_services(Settings(tmp_path_factory.mktemp("demo")))
    make_demo(services.store)
    yield services
    services.close()


@pytest.fixture
def services(demo: Services) -> Iterator[Services]:
    bootstrap.share(demo)
    yield demo
    bootstrap.share(None)


def open_page(services: Services, role: str = "lead") -> AppTest:
    page = AppTest.from_file(str(PAGE), default_timeout=60)
    page.session_state[SECRET] = services.access.sign_in("Lea", role)[0]
    page.run()
    assert not page.exception
    return page


def words(page: AppTest) -> str:
    return "\n".join(element.value for element in page.text)


def table(page: AppTest, says: str) -> list[dict[str, Any]]:
    """The one table whose text for those who do not see it is this."""
    [found] = [one for one in page.dataframe if one.proto.alt == says]
    rows: list[dict[str, Any]] = found.value.to_dict("records")
    return rows


def test_all_fields_show_value_interval_and_treatment(services: Services) -> None:
    page = open_page(services)
    rows = table(page, HEADLINE)
    assert {"Speaks to", "Move", "Feelings", "How strong", "Change of tone", "Themes", "Together at the end"} <= {
        row["field"] for row in rows
    }
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows if not math.isnan(row["low"]))
    assert "of persons" in words(page)
    assert "bootstrap over dialogues" in words(page)
    assert "any written" in {row["of"] for row in rows if row["field"] == "What shows it"}  # of texts no more than that
    assert "0.667" not in words(page)


def test_one_field_shows_its_pairs_and_options(services: Services) -> None:
    page = open_page(services)
    page.selectbox(key="agreement:field:family-demo").set_value("move").run()
    assert not page.exception
    assert {"Hanna and Luis", "Hanna and Mei", "Luis and Mei"} <= {
        row["of"] for row in table(page, "Coefficients of every two annotators")
    }
    assert "question" in {row["option"] for row in table(page, "Each option against the rest")}
    assert charts(page)[:3] == [
        "Each value on its interval. The table below has the numbers.",
        "Each option on its interval.",
        "alpha, nominal of every two annotators. The table below has the numbers.",
    ]


def test_one_field_shows_why_and_what_to_do_next(services: Services) -> None:
    page = open_page(services)
    page.selectbox(key="agreement:field:family-demo").set_value("move").run()
    dearest = table(page, "The turns over which people differ most")[0]
    assert page.selectbox(key="agreement:turn").options[0].startswith(f"{dearest['dialogue']} · {dearest['turn']}")
    assert any(one.startswith("▶ ") for one in words(page).splitlines())
    assert {row["annotator"] for row in table(page, "Each annotator against the rest, and the value without each")} == {
        "Hanna", "Luis", "Mei",
    }  # fmt: skip
    assert "For one of 0.20 about" in words(page)
    page.slider(key="agreement:width").set_value(0.5).run()
    assert not page.exception
    assert "That is no wider than 0.50" in words(page)


def charts(page: AppTest) -> list[str]:
    return [one.proto.alt for one in page.get("vega_lite_chart")]


def test_the_round_reaches_the_computation(services: Services) -> None:
    page = open_page(services)
    first = sum(row["units"] for row in table(page, HEADLINE))
    page.selectbox(key="agreement:round").set_value("current").run()
    assert not page.exception
    # Two annotators are in the middle of a dialogue that another one has submitted: those count now.
    assert sum(row["units"] for row in table(page, HEADLINE)) > first
    assert "newest answers" in words(page)


def test_lines_are_drawn_where_they_are_asked_for_with_their_source(services: Services) -> None:
    page = open_page(services)
    page.selectbox(key="agreement:lines").set_value("krippendorff").run()
    assert not page.exception
    assert "The lower limit of the interval is what has to reach the line" in words(page)
    results = agreement(services.store, "family-demo", field="move").as_json()["results"][:1]
    plain, lined = (interval_plot(results, lines).to_dict() for lines in ((), (0.667, 0.8)))
    assert len(lined["layer"]) == len(plain["layer"]) + 1
    assert [{"x": 0.667}, {"x": 0.8}] in lined["datasets"].values()


def test_files_and_methods_can_be_taken_along(services: Services) -> None:
    page = open_page(services)
    assert [one.proto.label for one in page.get("download_button")] == [
        "Download as CSV",
        "Download as HTML",
        "Download as LaTeX",
    ]
    assert "Krippendorff, K. (2019)." in words(page)
    assert "Agreement was computed with curator" in words(page)


def test_the_picture_shows_what_the_table_says(services: Services) -> None:
    page = open_page(services)
    assert charts(page)
    results = agreement(services.store, "family-demo", field="move").as_json()["results"][:2]
    spec = interval_plot(results).to_dict()
    _, interval, value = spec["layer"]
    assert interval["data"] == value["data"]
    points = spec["datasets"][value["data"]["name"]]
    assert [point["name"] for point in points] == ["move · alpha, nominal", "move · percent agreement"]
    assert [point["low"] for point in points] == [one["ci_low"] for one in results]
    assert value["encoding"]["x"]["scale"]["domain"] == [0.0, 1.0]


def test_an_annotator_is_sent_away(services: Services) -> None:
    page = open_page(services, "annotator")
    assert [element.value for element in page.error] == ["This page is for leads and engineers."]
    assert not page.dataframe


def test_nothing_to_compare_is_said(tmp_path: Path) -> None:
    services = bootstrap.open_services(Settings(tmp_path))
    bootstrap.share(services)
    try:
        assert "There is no project yet." in [element.value for element in open_page(services).info]
        from curator.model.schema import load_schema
        from curator.work.projects import create

        create(services.store, "p", load_schema(resources.schema_file("esconv")))
        page = open_page(services)
        assert "nothing to compare yet: two people have to answer" in page.warning[0].value
        assert "The project holds no dialogues yet." in words(page)
        assert not page.dataframe  # no lines of nothing
    finally:
        bootstrap.share(None)
        services.close()
