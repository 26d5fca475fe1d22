"""The labelling page's modules are named before they are found one behind the other."""

from __future__ import annotations

from curator.ui.labelling import ASSETS, modules


def test_every_module_of_the_page_is_named_and_there() -> None:
    named = modules()
    assert named[0] == "board.js"
    assert len(set(named)) == len(named)
    assert all((ASSETS / name).is_file() for name in named)
    assert {"desk.js", "fields/choice.js", "fields/spans.js", "grammar.js"} <= set(named)


def test_recordings_are_fetched_only_where_there_are_some() -> None:
    assert "media/player.js" not in modules()
