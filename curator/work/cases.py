"""Answers about a case are kept apart from every dialogue, and shown with each dialogue of the case."""

from __future__ import annotations

from dataclasses import replace

from curator.model.targets import Target
from curator.store.interface import Store, StoredEvent
from curator.work.shelf import Sheet


def kept_place(sheet: Sheet, target: Target) -> tuple[str, Target]:
    """(dialogue, target) as an answer is kept: without a dialogue where it is about the case, or a part of it (whose
    id alone says nothing outside of the dialogue)."""
    case = sheet.dialogue.case
    if case and target.part in sheet.case_parts:
        return "", Target(case=case, part=target.part)
    return ("" if target.case else sheet.dialogue.id), target


def has_case_questions(sheet: Sheet) -> bool:
    return any(not kept_place(sheet, target)[0] for _, target in sheet.cells)


def page_labels(store: Store, sheet: Sheet, annotator: str) -> list[StoredEvent]:
    """What this annotator's page shows, by seq: the dialogue's own and its case's, with the page's targets."""
    task, project = sheet.task, sheet.book.project.id

    def of(dialogue: str) -> list[StoredEvent]:
        return store.labels(project, task=task.id, round=task.round, dialogue=dialogue, annotator=annotator)

    kept = of(sheet.dialogue.id)
    if not sheet.dialogue.case or not has_case_questions(sheet):
        return kept
    for one in of(""):
        target = one.event.target
        if target.case == sheet.dialogue.case:
            shown = Target(part=target.part) if target.part else target
            kept.append(replace(one, event=replace(one.event, dialogue=sheet.dialogue.id, target=shown)))
    return sorted(kept, key=lambda one: one.seq)
