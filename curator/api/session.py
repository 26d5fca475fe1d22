"""`session`: who is signed in; sign in by name; sign out. A form is answered with a redirect, JSON with JSON.

Whoever signs in by the form lands on the page where it stood; if the name will not do, too, with `?refused=`.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.responses import RedirectResponse, Response

from curator.api.ask import Ask, Body, Op, text_of
from curator.api.errors import is_a_person, json_response
from curator.errors import UsageError
from curator.model.base import Json
from curator.work import access


class SignIn(Body):
    name: str
    role: str = "annotator"


def show(ask: Ask) -> Response:
    """{"person": {"name", "role"} | null, "csrf"}."""
    return json_response(_session(ask.person))


def sign_in(ask: Ask) -> Response:
    """Makes a session, and the cookie for it; a form may also ask to end one (`leave`)."""
    is_form = "form" in ask.request.headers.get("content-type", "")
    if is_form and text_of(ask.form, "leave"):
        return _leave_by_form(ask)
    if is_form:
        wanted = SignIn(name=text_of(ask.form, "name"), role=text_of(ask.form, "role") or "annotator")
    else:
        wanted = ask.body(SignIn)
    try:
        secret, person = ask.services.access.sign_in(wanted.name, wanted.role)
    except UsageError as error:
        if is_form and is_a_person(ask.request.headers.get("accept", "")):
            return _back(ask, refused=error.where)
        raise
    if ask.cookie:
        ask.services.access.sign_out(ask.cookie)  # whoever sat here before has left
    response = _back(ask) if is_form else json_response(_session(person))
    response.set_cookie(
        ask.services.access.cookie,
        secret,
        max_age=access.SESSION_DAYS * 86_400,
        path=_path(ask),
        httponly=True,
        samesite="lax",
        secure=ask.request.url.scheme == "https",
    )
    return response


def sign_out(ask: Ask) -> Response:
    if ask.cookie:
        ask.services.access.sign_out(ask.cookie)
    return _without_cookie(ask, json_response(_session(None)))


def _leave_by_form(ask: Ask) -> Response:
    if ask.person is not None:
        access.check_csrf(ask.person, text_of(ask.form, "csrf"))
        ask.services.access.sign_out(ask.cookie or "")
    return _without_cookie(ask, _home(ask))


def _session(person: access.Person | None) -> dict[str, Json]:
    if person is None:
        return {"person": None, "csrf": ""}
    return {"person": {"name": person.name, "role": person.role}, "csrf": person.csrf}


def _home(ask: Ask) -> Response:
    return RedirectResponse(f"{ask.services.settings.base_path}/", status_code=303)


def _back(ask: Ask, *, refused: str = "") -> Response:
    """To the page of ours that the form stood on, else home."""
    home = f"{ask.services.settings.base_path}/"
    came = urlsplit(ask.request.headers.get("referer", ""))
    ours = came.netloc == ask.request.headers.get("host") and came.path.startswith(home)
    if not ours or came.path.startswith(f"{home}api/"):
        came = urlsplit(home)
    query = [(name, value) for name, value in parse_qsl(came.query) if name != access.REFUSED]
    query += [(access.REFUSED, refused)] if refused else []
    path = f"/{came.path.lstrip('/')}"  # "//name" would lead to another host
    return RedirectResponse(f"{path}?{urlencode(query)}" if query else path, status_code=303)


def _path(ask: Ask) -> str:
    return ask.services.settings.base_path or "/"


def _without_cookie(ask: Ask, response: Response) -> Response:
    response.delete_cookie(ask.services.access.cookie, path=_path(ask), httponly=True, samesite="lax")
    return response


OPS = [
    Op("GET", "session", "who is signed in, and the token for writes", show),
    # Signing in has no session to protect yet; the guard has seen that the request is of our own origin.
    Op("POST", "session", "sign in by name", sign_in, takes=("json", "form"), body=SignIn, csrf=False),
    Op("DELETE", "session", "sign out", sign_out),
]
