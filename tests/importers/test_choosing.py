from __future__ import annotations

import pytest

from curator.errors import DataError, UsageError
from curator.importers import IMPORTERS, SourceFile, importer_for


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        ('[{"dialog": [{"speaker": "a", "annotation": {}, "content": ""}]}]', "x.json", "esconv"),
        ('{"emotion_type": "", "dialog": [{"text": "", "speaker": "usr"}]}', "x.txt", "esconv-flat"),
        ('{"dialog": [{"text": "", "speaker": "sys", "strategy": ""}]}', "x.txt", "esconv-flat"),
        ('{"rows": [{"primary_speaker": "Ann", "dialogue_cleaned": ""}]}', "x.jsonl", "rescue"),
        ("utterance_text,interlocutor,utterance_id,transcript_id\nHm,client,0,4\n", "x.txt", "annomi"),
        ('{"dialog": [{"text": "", "speaker": "usr"}]}', "x.txt", "turns"),
        ('{"messages": [{"role": "user", "content": ""}]}', "x.jsonl", "turns"),
        ('{"something": "else"}', "x.bin", "turns"),
        ("no JSON at all", "x.json", "turns"),
    ],
)
def test_the_surest_importer_takes_the_file(content: str, name: str, expected: str) -> None:
    assert importer_for(SourceFile(name, content.encode())).name == expected


@pytest.mark.parametrize("content", [b"Dear reader", b"\x89PNG\r\n"])
def test_a_file_of_no_format_lists_the_formats(content: bytes) -> None:
    with pytest.raises(UsageError) as caught:
        importer_for(SourceFile("letter.txt", content))
    assert caught.value.where == "letter.txt"
    for name in IMPORTERS.names():
        assert name in caught.value.fix


@pytest.mark.parametrize("content", [b"", b" \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_said_to_be_empty(content: bytes) -> None:
    with pytest.raises(DataError, match="empty"):
        importer_for(SourceFile("a.json", content))


def test_two_that_are_equally_sure_are_both_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for importer in IMPORTERS:
        monkeypatch.setattr(type(importer), "sniff", lambda self, head, name: 0.5)
    with pytest.raises(UsageError, match="could be esconv or esconv-flat or rescue or annomi or turns"):
        importer_for(SourceFile("a.json", b"[]"))
