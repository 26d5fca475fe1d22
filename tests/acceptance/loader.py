"""The benchmark's own way of reading ESConv.json, as its published code does it."""

from __future__ import annotations

from typing import Any


def as_the_loader_does(record: Any) -> dict[str, Any]:
    """What `_reformat/process.py` of the benchmark's own code makes of a record of ESConv.json, step by step.

    Texts are stripped and their white space collapsed; whoever is not the seeker needs `annotation.strategy`, without
    which it stops with a KeyError.
    """

    def tidy(text: str) -> str:
        return " ".join(text.strip().split())

    dialog = []
    for turn in record["dialog"]:
        if turn["speaker"] == "seeker":
            dialog.append({"text": tidy(turn["content"]), "speaker": "usr"})
        else:
            strategy = turn["annotation"]["strategy"]
            dialog.append({"text": tidy(turn["content"]), "speaker": "sys", "strategy": strategy})
    kept = {name: record[name] for name in ("emotion_type", "problem_type")}
    return {**kept, "situation": tidy(record["situation"]), "dialog": dialog}
