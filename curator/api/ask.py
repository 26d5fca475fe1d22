"""One request, read with care: who asks, and a body of bounded size in the type that the route wants."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from curator.api.errors import UnsupportedTypeError
from curator.bootstrap import Services
from curator.errors import TooLargeError, UsageError
from curator.model.base import Json
from curator.work import access
from curator.work.shelf import Shelf

MOST_BYTES = 256 * 1024
CSRF_HEADER = "x-curator-csrf"
READING = ("GET", "HEAD")


class Body(BaseModel):
    """What a route reads; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


B = TypeVar("B", bound=Body)


@dataclass
class Ask:
    """A request with the services, the person, and the content of its body (empty where there is none)."""

    request: Request
    services: Services
    person: access.Person | None
    content: bytes = b""
    form: FormData = field(default_factory=FormData)

    def json(self) -> Json:
        """Raises UsageError where the body is not strict JSON."""
        try:
            return json.loads(self.content, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise UsageError("the body is not JSON.", where="body", fix="Send one JSON object in UTF-8.") from error

    def body(self, model: type[B]) -> B:
        """Raises UsageError naming the key at fault."""
        return checked(model, self.json())

    def query(self, name: str) -> str:
        """Raises UsageError where it is absent."""
        value = self.request.query_params.get(name)
        if not value:
            raise UsageError(f"?{name}= is missing.", where="query")
        return value

    def shelf(self, project: str) -> Shelf:
        """Where labelling this project reads and writes."""
        return self.services.shelf_for(self.person, project)

    @property
    def cookie(self) -> str | None:
        return self.request.cookies.get(self.services.access.cookie)


def _nothing(ask: Ask) -> Response:
    raise NotImplementedError


@dataclass(frozen=True)
class Op:
    """One route. `takes`: "" (no body), "json", "form" or both. `most_bytes`: None = as large as it comes.

    `csrf`: whether a browser's cookie needs the token beside it. `handle` runs in a thread; `handle_soon`, where there
    is one, runs on the event loop instead.
    """

    method: str
    path: str
    summary: str
    handle: Callable[[Ask], Response] = _nothing
    handle_soon: Callable[[Ask], Awaitable[Response]] | None = None
    takes: tuple[str, ...] = ()
    body: type[Body] | None = None
    most_bytes: int | None = MOST_BYTES
    csrf: bool = True
    answers: dict[int, str] = field(default_factory=lambda: {200: "JSON"})


def who(request: Request, services: Services) -> access.Person | None:
    """A bearer token wins over the cookie: whoever sends one means it."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return services.access.person(bearer=token.strip())
    return services.access.person(cookie=request.cookies.get(services.access.cookie))


async def read(op: Op, request: Request, services: Services, person: access.Person | None) -> Ask:
    """Raises NotAllowedError, UnsupportedTypeError, TooLargeError, UsageError."""
    ask = Ask(request, services, person)
    if op.csrf and op.method not in READING and person is not None:
        access.check_csrf(person, request.headers.get(CSRF_HEADER, ""))
    if not op.takes:
        return ask
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given == "application/json" and "json" in op.takes:
        ask.content = await _content(request, op.most_bytes)
    elif given in ("application/x-www-form-urlencoded", "multipart/form-data") and "form" in op.takes:
        ask.form = await _form(request, op.most_bytes)
    else:
        wanted = " or ".join({"json": "application/json", "form": "a form"}[kind] for kind in op.takes)
        raise UnsupportedTypeError(f"the body is {given or 'of no type'}.", where="content-type", fix=f"Send {wanted}.")
    return ask


def checked(model: type[B], shape: Json) -> B:
    try:
        return model.model_validate(shape)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"]) or "body"
        raise UsageError(f"{first['msg'].removeprefix('Value error, ')}.", where=place) from error


def text_of(form: FormData, name: str) -> str:
    """A field of a form that is not a file, or an empty string."""
    value: Any = form.get(name)
    return "" if value is None or isinstance(value, UploadFile) else str(value)


async def _content(request: Request, most: int | None) -> bytes:
    if most is None:
        return await request.body()
    _bounded(request, most)
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > most:
            raise _too_large(most)
        pieces.append(piece)
    return b"".join(pieces)


async def _form(request: Request, most: int | None) -> FormData:
    if most is not None:
        if "content-length" not in request.headers:
            raise UsageError("the form does not say how long it is.", where="content-length")
        _bounded(request, most)
    try:
        return await request.form(max_files=1000, max_part_size=MOST_BYTES)
    except HTTPException as error:
        raise UsageError("the body is not a form that can be read.", where="body") from error


def _bounded(request: Request, most: int) -> None:
    told = request.headers.get("content-length", "")
    if told.isdigit() and int(told) > most:
        raise _too_large(most)


def _too_large(most: int) -> TooLargeError:
    return TooLargeError(f"the body is larger than {most // 1024} kB.", where="body", fix="Send it in smaller parts.")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
