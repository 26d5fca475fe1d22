"""Who labels in a project: a person, under a name that no labels of the data carry."""

from __future__ import annotations

from curator.errors import NotAllowedError
from curator.work.access import Person, allow
from curator.work.shelf import Book, Shelf


def annotator(shelf: Shelf, person: Person | None, project: str) -> Person:
    """Raises NotSignedInError; NotAllowedError where labels of a source file carry the same name."""
    who = allow(person, "label")
    if problem := name_problem(shelf.book(project), who):
        raise NotAllowedError(problem, where=project, fix="Sign in with another name.")
    return who


def name_problem(book: Book, who: Person) -> str:
    if who.kind == "run":
        return "a command cannot label; sign in as a person."
    if book.annotators.get(who.name, "person") != "person":
        return f"labels that came with the data carry the name {who.name!r}."
    return ""
