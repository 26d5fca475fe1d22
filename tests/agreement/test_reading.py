"""Files of ratings: the three formats mean the same, and mistakes are placed."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from curator.agreement import AgreementOptions, agree, agree_content, agree_file, read_ratings
from curator.errors import CuratorError, DataError, NotFoundError, UsageError

ROWS: list[tuple[str, str, object, str]] = [
    ("u1", "ana", 1, "d1"),
    ("u1", "ben", 2, "d1"),
    ("u2", "ana", 2, "d1"),
    ("u2", "ben", 2, "d1"),
    ("u3", "ana", 4, "d2"),
    ("u3", "ben", None, "d2"),
    ("u4", "ana", 3, "d2"),
    ("u4", "ben", 4, "d2"),
]
NAMES = ("unit", "annotator", "value", "cluster")


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def three_files(folder: Path, rows: list[tuple[str, str, object, str]]) -> list[Path]:
    records = [dict(zip(NAMES, row, strict=True)) for row in rows]
    lines = [",".join(NAMES)]
    for unit, who, value, cluster in rows:
        cell = '"' + json.dumps(value).replace('"', '""') + '"' if isinstance(value, list) else value
        lines.append(f"{unit},{who},{'' if cell is None else cell},{cluster}")
    parquet = folder / "r.parquet"
    pl.DataFrame(records).write_parquet(parquet)
    return [
        write(folder, "r.csv", "\n".join(lines) + "\n"),
        write(folder, "r.jsonl", "".join(json.dumps(record) + "\n" for record in records)),
        parquet,
    ]


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_the_formats_mean_the_same(tmp_path: Path, level: str) -> None:
    options = AgreementOptions.read({"level": level, "cluster": "cluster"})
    csv, jsonl, parquet = (agree_file(path, options)[0] for path in three_files(tmp_path, ROWS))
    assert csv == jsonl == parquet
    assert csv.value is not None
    assert (csv.n_units, csv.n_pairable_units, csv.domain) == (4, 3, (1, 2, 3, 4))


def test_sets_in_the_three_formats(tmp_path: Path) -> None:
    sets: list[object] = [["a"], ["a", "b"], [], [], ["b"], None, ["b"], ["c"]]
    rows = [(unit, who, labels, cluster) for (unit, who, _, cluster), labels in zip(ROWS, sets, strict=True)]
    csv, jsonl, parquet = (agree_file(path)[0] for path in three_files(tmp_path, rows))
    assert csv == jsonl == parquet
    assert (csv.level, csv.domain) == ("set_masi", ("a", "b", "c"))


def test_an_upload_is_read_like_a_file(tmp_path: Path) -> None:
    for path in three_files(tmp_path, ROWS):
        assert agree_content(path.read_bytes(), path.name) == agree_file(path)


def domain_of(folder: Path, text: str, name: str = "r.csv") -> tuple[object, ...]:
    return agree(read_ratings(write(folder, name, text)), AgreementOptions(level="nominal", resamples=0))[0].domain


@pytest.mark.parametrize(
    ("cells", "domain"),
    [
        (["1", "2.5"], (1, 2.5)),
        (["1", "x"], ("1", "x")),
        (["nan", "1"], ("1", "nan")),
        (["inf", "1"], ("1", "inf")),
        (["1e2", "-0.5"], (-0.5, 100)),
        (["1_0", "2"], ("1_0", "2")),
        ([" x", "x"], (" x", "x")),
        (["None", "NA"], ("NA", "None")),
        (['"[""b"",""a""]"', "[]"], ("a", "b")),
        (["[sic", "x"], ("[sic", "x")),
        (["true", "x"], ("true", "x")),
        (['"a,b"', '"line\nbreak"'], ("a,b", "line\nbreak")),
        (['"a\u2028b"', "x\u2028y"], ("a\u2028b", "x\u2028y")),
    ],
)
def test_cells_of_a_csv(tmp_path: Path, cells: list[str], domain: tuple[object, ...]) -> None:
    text = "unit,annotator,value\n" + "".join(f"u{i},{who},{cell}\n" for i, cell in enumerate(cells) for who in "ab")
    assert domain_of(tmp_path, text) == domain
    assert domain_of(tmp_path, "\ufeff" + text.replace("\n", "\r\n")) == tuple(
        value.replace("\n", "\r\n") if isinstance(value, str) else value for value in domain
    )


def test_json_keeps_types(tmp_path: Path) -> None:
    values: list[object] = [1, "1", True, "nan", ""]
    lines = [
        json.dumps({"unit": i, "annotator": who, "value": value}) for i, value in enumerate(values) for who in "ab"
    ]
    text = "\n".join([*lines, "", json.dumps({"unit": 9, "annotator": "a"})])
    assert domain_of(tmp_path, text, "r.jsonl") == (1, "", "1", "nan", True)


def test_other_column_names(tmp_path: Path) -> None:
    path = write(tmp_path, "r.csv", "turn,who,strategy,note\nt1,ana,x,\nt1,ben,x,hm\nt2,ana,y,\nt2,ben,y,\n")
    options = AgreementOptions(unit="turn", annotator="who", value="strategy", resamples=0)
    assert agree_file(path, options)[0].value == 1


HEAD = "unit,annotator,value\n"
LINE = '{"unit": "u", "annotator": "a", "value": 1}\n'


@pytest.mark.parametrize(
    ("name", "content", "kind", "words"),
    [
        ("r.csv", "", DataError, "r.csv: the file is empty."),
        ("r.csv", "turn,annotator,value\n", DataError, "no column 'unit'. The columns are: turn, annotator, value."),
        ("r.csv", HEAD + "u,a,1\nu,b\n", DataError, "r.csv, line 3: 2 cells where the header has 3."),
        ("r.csv", HEAD + "u,,1\n", DataError, "r.csv, line 2: a rating without unit"),
        ("r.csv", HEAD + 'u,a,"x\n', DataError, "r.csv, line 2: not CSV"),
        ("r.csv", HEAD + 'u,a,"[[1]]"\n', DataError, "r.csv: a list inside a list"),
        ("r.csv", HEAD + 'u,a,"[null]"\n', DataError, "r.csv: null cannot be compared"),
        ("r.csv", HEAD + "u,a,1e999\n", DataError, "r.csv: a number is too large"),
        ("r.jsonl", LINE.replace("1", "1" * 401), DataError, "r.jsonl, line 1: a number is too large to compute with."),
        ("r.jsonl", LINE.replace("1", '"\\ud800"'), DataError, "r.jsonl, line 1: a text is no Unicode."),
        ("r.csv", HEAD + 'u,a,"[""\\ud800""]"\n', DataError, "r.csv: a text is no Unicode."),
        ("r.csv", "unit,annotator,value,value\n", DataError, "line 1: several columns are called 'value'."),
        ("r.jsonl", LINE.replace("annotator", "unit"), DataError, "r.jsonl, line 1: not JSON ('unit' is there twice)."),
        ("r.csv", HEAD.encode() + b"u,a,caf\xe9\n", DataError, "r.csv: not UTF-8 (byte 28: 0xe9)."),
        ("r.jsonl", HEAD, DataError, "r.jsonl, line 1: not JSON"),
        ("r.jsonl", LINE + "\n[1]\n", DataError, "r.jsonl, line 3: not a JSON object."),
        ("r.jsonl", LINE.replace("1", "NaN"), DataError, "NaN is no JSON number"),
        ("r.jsonl", LINE + '{"annotator": "a", "value": 1}\n', DataError, "r.jsonl, line 2: a rating without unit"),
        ("r.jsonl", LINE.replace("1", '{"a": 1}'), DataError, "r.jsonl, line 1: {'a': 1} cannot be compared"),
        (
            "r.jsonl",
            LINE.replace("value", "label"),
            DataError,
            "no column 'value'. The columns are: unit, annotator, label.",
        ),
        ("r.jsonl", LINE.encode("utf-16"), DataError, "r.jsonl: not UTF-8"),
        ("r.jsonl", LINE.replace('"u"', '"\\ud800"'), DataError, "r.jsonl: a name is no Unicode text"),
        ("r.jsonl", "[" * 100_000, DataError, "r.jsonl, line 1: not JSON"),
        ("r.parquet", "PAR1", DataError, "r.parquet: not a Parquet file"),
        ("r.xlsx", "", UsageError, ".csv, .jsonl, .ndjson, .parquet"),
    ],
)
def test_mistakes_are_placed(
    tmp_path: Path, name: str, content: str | bytes, kind: type[CuratorError], words: str
) -> None:
    with pytest.raises(kind) as caught:
        read_ratings(write(tmp_path, name, content))
    assert words in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_a_unit_rated_twice_by_one_person_is_refused(tmp_path: Path) -> None:
    """Nothing in a file tells which of the two holds. (In a project the newest does.)"""
    text = HEAD + "u,ana,x\nu,ben,x\n\nu,ana,y\n"
    for name, content, place in (
        ("r.csv", text, "lines 2 and 5"),
        ("r.jsonl", LINE + "\n" + LINE, "lines 1 and 3"),
    ):
        with pytest.raises(DataError, match=rf"{name}: \w+ rated u twice \({place}\)") as caught:
            read_ratings(write(tmp_path, name, content))
        assert caught.value.fix
    path = tmp_path / "r.parquet"
    pl.DataFrame({"unit": [1, 1, 2], "annotator": ["a", "a", "b"], "value": ["x", "x", "x"]}).write_parquet(path)
    with pytest.raises(DataError, match=r"r\.parquet: a rated 1 twice \(in two rows\)"):
        read_ratings(path)


def test_a_missing_value_is_no_second_rating(tmp_path: Path) -> None:
    ratings = read_ratings(write(tmp_path, "r.csv", HEAD + "u,ana,x\nu,ana,\nu,ben,x\n"))
    assert (ratings.n_ratings, ratings.n_repeated) == (2, 0)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"^none\.csv: there is no such file\.$"):
        read_ratings(tmp_path / "none.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DataError, match=r"folder\.csv: cannot be read"):
        read_ratings(tmp_path / "folder.csv")


def test_parquet_types(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    frame = pl.DataFrame({"unit": [1, 1], "annotator": ["a", "b"], "value": ["x", "y"]})
    frame.with_columns(pl.col("value").cast(pl.Enum(["y", "x"]))).write_parquet(path)
    assert agree_file(path)[0].domain == ("x", "y")
    frame.with_columns(value=pl.lit("2026-01-01").str.to_date()).write_parquet(path)
    with pytest.raises(DataError, match=r"r\.parquet: column 'value' has the type Date"):
        read_ratings(path)
    frame.with_columns(unit=pl.lit(None, dtype=pl.String)).write_parquet(path)
    with pytest.raises(DataError, match=r"r\.parquet: a rating has no unit"):
        read_ratings(path)


def test_columns_have_to_differ(tmp_path: Path) -> None:
    path = write(tmp_path, "r.csv", HEAD)
    with pytest.raises(UsageError, match="columns of their own"):
        read_ratings(path, value="unit")


def test_a_file_without_rows_has_no_ratings(tmp_path: Path) -> None:
    for name, text in (("r.csv", HEAD), ("r.jsonl", "")):
        assert agree_file(write(tmp_path, name, text))[0].undefined == "there are no ratings"


def test_other_columns_may_share_a_name(tmp_path: Path) -> None:
    assert read_ratings(write(tmp_path, "r.csv", "unit,annotator,value,x,x\nu,a,1,,\n")).n_ratings == 1


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (["one", "2", "3", "2"], "needs numbers, unlike 'one'."),
        (["inf", "2", "3", "2"], "needs numbers, unlike 'inf'."),
        (["1e308", "-1e308", "1e308", "1e308"], "1e+308 is too large for the level interval."),
        (["1e200", "2e200", "3", "4"], "2e+200 is too large for the level interval."),
        (["1e-200", "2e-200", "3", "4"], "too near to each other"),
        ([str(10**20), str(10**20 + 1), "3", "4"], "too near to each other"),
    ],
)
@pytest.mark.parametrize("metric", ["alpha", "icc"])
def test_numbers_that_cannot_be_computed_with(tmp_path: Path, metric: str, values: list[str], says: str) -> None:
    rows = [f"{place // 2},{'ab'[place % 2]},{value}" for place, value in enumerate(values)]
    path = write(tmp_path, "r.csv", HEAD + "\n".join(rows))
    with pytest.raises(DataError) as caught:
        agree_file(path, AgreementOptions.read({"metrics": [metric], "level": "interval"}))
    assert says in str(caught.value)
    assert caught.value.where == "r.csv"
    assert agree_file(path)[0].value is not None


def test_texts_that_read_as_numbers_are_told_to_be_texts(tmp_path: Path) -> None:
    lines = [json.dumps({"unit": 1, "annotator": who, "value": value}) for who, value in (("a", "1"), ("b", "2"))]
    with pytest.raises(DataError, match=r"unlike '1', '2'\. These are texts: write numbers without quotes"):
        agree_file(write(tmp_path, "r.jsonl", "\n".join(lines)), AgreementOptions(level="interval"))


def test_who_stands_in_has_to_be_there(tmp_path: Path) -> None:
    path = write(tmp_path, "r.csv", HEAD + "u,a,1\nu,b,1\n")
    with pytest.raises(UsageError, match=r"nobody called 'zed' rated anything\. Annotators: a, b\."):
        agree_file(path, AgreementOptions(metrics=("alt_winning_rate",), candidate="zed"))


def notes_on(folder: Path, *rows: str) -> str:
    return "; ".join(agree_file(write(folder, "r.csv", HEAD + "\n".join(rows)))[0].notes)


def test_values_that_perhaps_mean_nothing_are_told(tmp_path: Path) -> None:
    notes = notes_on(tmp_path, "1,a,nan", "1,b,x", "2,a,None", "2,b,NULL", "3,a,none", "3,b,x")
    assert "'NULL', 'None', 'nan' counts as an answer like any other" in notes
    assert "'none'," not in notes.partition("counts")[0]  # a label of many schemes
    assert "counts as an answer" not in notes_on(tmp_path, "1,a,none", "1,b,x")


def test_values_and_names_that_look_alike_are_told(tmp_path: Path) -> None:
    notes = notes_on(tmp_path, "1,a,True", "1,b,true", "2, a,x", "2,b,x")
    assert "values that differ in capitals or blanks alone count as different: 'True' and 'true'" in notes
    assert "annotators that differ in capitals or blanks alone count as different: ' a' and 'a'" in notes
    assert "capitals" not in notes_on(tmp_path, "1,a,x", "1,b,y")
