"""Commands as the API and the command line meet them: typed requests, known uploads, answers that are strict JSON."""

from __future__ import annotations

import pytest

from curator.commands import COMMANDS, Upload, run
from curator.commands.exporting import read_given
from curator.errors import DataError, UnknownNameError, UsageError


def test_an_unknown_command_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"Known: .*import"):
        run(None, "nix", {})


@pytest.mark.parametrize(
    ("name", "request_", "says"),
    [
        ("import", {}, "project: Field required"),
        ("import", {"project": "p", "nix": 1}, "nix: Extra inputs"),
        ("export", {"project": "p"}, "recipe: Field required"),
        ("token-create", {"role": "king"}, "role: Input should be"),
        ("agreement", {"project": 3, "round": []}, "project: Input should be a valid string; round"),
    ],
)
def test_a_malformed_request_says_which_part_is_wrong(name: str, request_: dict[str, object], says: str) -> None:
    with pytest.raises(UsageError) as caught:
        COMMANDS.get(name).checked(request_)
    assert says in str(caught.value)


def test_a_file_that_a_command_does_not_take_is_refused() -> None:
    with pytest.raises(UsageError, match="takes no file called 'nix'"):
        run(None, "schema-check", {}, [Upload("nix", "x.yaml", b"")])


def test_a_command_that_wants_one_file_refuses_two() -> None:
    uploads = [Upload("ratings", "a.csv", b""), Upload("ratings", "b.csv", b"")]
    with pytest.raises(UsageError, match="one file is wanted"):
        run(None, "agreement-ratings", {}, uploads)


def test_schemas_are_checked_together() -> None:
    uploads = [Upload("file", "a.yaml", b"id: A"), Upload("file", "b.yaml", "id: ä".encode("latin-1"))]
    with pytest.raises(DataError) as caught:
        run(None, "schema-check", {"ids": ["esconv"]}, uploads)
    assert "a.yaml" in str(caught.value)
    assert "b.yaml: this is not UTF-8 text (byte 4)." in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        "dialogue_id,split\r\nd1,train\r\nd2,test\r\n",
        "\ufeffsplit,dialogue_id\ntrain,d1\ntest,d2\n",
        '{"dialogue_id": "d1", "split": "train"}\n\n{"dialogue_id": "d2", "split": "test"}\n',
    ],
)
def test_given_splits_are_read_from_csv_and_jsonl(content: str) -> None:
    assert dict(read_given(Upload("given", "x", content.encode()))) == {"d1": "train", "d2": "test"}


@pytest.mark.parametrize(
    ("content", "where", "says"),
    [
        ("dialogue_id,part\nd1,train\n", "x, line 2", "without dialogue_id or split"),
        ("dialogue_id,split\nd1,\n", "x, line 2", "without dialogue_id or split"),
        ("dialogue_id,split\nd1,a\nd1,b\n", "x, line 3", "two splits"),
        ('{"dialogue_id": "d1", "split": "a"}\n{nix\n', "x, line 2", "not JSON"),
        ('{"dialogue_id": 1, "split": "a"}\n', "x, line 1", "without dialogue_id or split"),
    ],
)
def test_what_is_wrong_with_given_splits(content: str, where: str, says: str) -> None:
    with pytest.raises(DataError, match=says) as caught:
        dict(read_given(Upload("given", "x", content.encode())))
    assert caught.value.where == where
