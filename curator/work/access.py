"""The one door: who somebody is, and what they may do. Pages, routes and commands all ask here.

Without accounts people sign in by name, and only this machine is served (`loopback_refusal`). Accounts will replace
`sign_in`; nothing else needs to change.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import threading
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal, get_args

from curator.errors import NotAllowedError, NotSignedInError, UsageError
from curator.store.interface import Role, Session, Store

ROLES: tuple[Role, ...] = get_args(Role)
WHAT_ROLES_DO: Mapping[Role, str] = {
    "annotator": "labels conversations",
    "lead": "labels; makes projects, brings in files, watches progress and agreement, splits, exports",
    "engineer": "labels; reads progress and agreement, exports",
    "admin": "all that a lead does; makes tokens and backups",
}
REFUSED = "refused"
"""The parameter of an address that tells the sign-in page what would not do: name or role."""
SESSION_DAYS = 30
REMEMBERED_S = 30.0
"""How long a session is believed without asking the store again."""
LONGEST_NAME = 60

Action = Literal["label", "import", "preview", "progress", "agreement", "judge", "split", "export", "token", "read"]
MAY: Mapping[Action, frozenset[str]] = {
    "label": frozenset(ROLES),
    "read": frozenset(ROLES),
    "import": frozenset({"lead", "admin"}),
    "preview": frozenset({"lead", "admin"}),
    "progress": frozenset({"lead", "engineer", "admin"}),
    "agreement": frozenset({"lead", "engineer", "admin"}),
    "judge": frozenset({"lead", "admin"}),
    "split": frozenset({"lead", "admin"}),
    "export": frozenset({"lead", "engineer", "admin"}),
    "token": frozenset({"admin"}),
}
_MAY_COMMAND: Mapping[Role, frozenset[str]] = {
    "annotator": frozenset(ROLES),
    "engineer": frozenset({"engineer", "lead", "admin"}),
    "lead": frozenset({"lead", "admin"}),
    "admin": frozenset({"admin"}),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Who is asking. kind: session (a browser), token (a script), run (a command on this machine)."""

    name: str
    role: Role
    kind: Literal["session", "token", "run"]
    csrf: str = ""


class Access:
    """Sessions and tokens of one workspace. `cookie` is named after it, so that two workspaces never mix."""

    def __init__(self, store: Store, workspace: Path) -> None:
        self._store = store
        mark = hashlib.sha256(str(workspace.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:8]
        self.workspace_mark = mark
        self.cookie = f"curator_session_{mark}"
        self._run_token = ""
        self._known: dict[str, tuple[float, Session]] = {}
        self._lock = threading.Lock()

    def sign_in(self, name: str, role: str = "annotator") -> tuple[str, Person]:
        """A new session by name alone; (the secret for the cookie, the person). Raises UsageError."""
        secret, session = _new(clean_name(name), _role(role), "session", days=SESSION_DAYS)
        self._store.add_session(session)
        return secret, _person(session)

    def sign_out(self, secret: str) -> None:
        """No change where nobody is signed in."""
        id_hash = hash_of(secret)
        with self._lock:
            self._known.pop(id_hash, None)
        self._store.end_session(id_hash)

    def trust_run_token(self, token: str) -> None:
        """The token of `run.json`: whoever can read that file may do what its owner may."""
        self._run_token = token

    def person(self, *, cookie: str | None = None, bearer: str | None = None) -> Person | None:
        """Who holds this cookie or this token; None where it is unknown, ended or expired."""
        if bearer is not None:
            if self._run_token and secrets.compare_digest(bearer.encode(), self._run_token.encode()):
                return Person("curator", "admin", "run")
            return self._look_up(bearer, "token")
        return self._look_up(cookie, "session") if cookie else None

    def _look_up(self, secret: str, kind: str) -> Person | None:
        id_hash = hash_of(secret)
        now = time.monotonic()
        known = self._known.get(id_hash)
        if known is None or now - known[0] > REMEMBERED_S:
            session = self._store.session(id_hash)
            with self._lock:
                self._known.pop(id_hash, None)
                if session is None:
                    return None
                if len(self._known) > 10_000:
                    self._known.clear()
                self._known[id_hash] = known = (now, session)
        session = known[1]
        expired = session.expires_at is not None and session.expires_at <= datetime.now(UTC)
        return None if expired or session.kind != kind else _person(session)


def create_token(store: Store, *, role: str, name: str = "") -> str:
    """A bearer token without an end; only its hash is kept. Raises UsageError."""
    checked = _role(role)
    if checked == "annotator" and not name:
        raise UsageError("an annotator's token needs a name.", where="--annotator", fix="Name whose labels it writes.")
    secret, session = _new(clean_name(name or checked), checked, "token", days=None)
    store.add_session(session)
    return secret


def allow(person: Person | None, action: Action) -> Person:
    """The person, if they may do this. Raises NotSignedInError, NotAllowedError."""
    signed_in(person)
    assert person is not None
    if person.role not in MAY[action]:
        raise NotAllowedError(
            f"the role {person.role} may not do this.", where=action, fix="Ask a lead of the project."
        )
    return person


def allow_command(person: Person | None, least: Role) -> Person:
    """The person, if they have at least this role. Raises NotSignedInError, NotAllowedError."""
    checked = signed_in(person)
    if checked.role not in _MAY_COMMAND[least]:
        raise NotAllowedError(f"the role {checked.role} may not do this.", fix=f"It takes the role {least}.")
    return checked


def signed_in(person: Person | None) -> Person:
    if person is None:
        raise NotSignedInError("nobody is signed in.", fix="Sign in, or send a bearer token.")
    return person


def check_csrf(person: Person, given: str) -> None:
    """A browser's cookie goes along by itself, so a write also has to show the token that only our pages know."""
    if person.kind == "session" and not secrets.compare_digest(given.encode(), person.csrf.encode()):
        raise NotAllowedError(
            "the request does not come from curator's own page.", fix="Reload the page and try again."
        )


def loopback_refusal(peer: str | None, host: str, headers: Mapping[str, str]) -> str:
    """Why a request must not be served without accounts, or an empty string. `headers` in small letters.

    The bind alone is no guard: a proxy on this machine, or a name that points here, would open it to others.
    """
    if peer is None or not _is_loopback(peer):
        return "the request comes from another machine"
    if not _is_loopback(host_name(host)):
        return "the request was sent to another host name"
    if any(name in headers for name in ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")):
        return "the request came through a proxy"
    return ""


def same_origin(origin: str, host: str) -> bool:
    """Whether a browser's `Origin` is the host that it asked; an absent one is a script's."""
    return not origin or origin.split("://", 1)[-1].lower() == host.lower()


def host_name(host: str) -> str:
    """A Host header without its port: "[::1]:8501" is "::1"."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def clean_name(name: str) -> str:
    """One spelling for one name: NFC, single blanks. Raises UsageError where it is empty, long or not printable."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise UsageError("this is not a name.", where="name", fix=f"Use 1 to {LONGEST_NAME} printable characters.")
    return plain


def _role(role: str) -> Role:
    for known in ROLES:
        if known == role:
            return known
    raise UsageError(f"there is no role {role!r}.", where="role", fix=f"Known: {', '.join(ROLES)}.")


def _is_loopback(name: str) -> bool:
    if name.lower() == "localhost":
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _new(name: str, role: Role, kind: Literal["session", "token"], *, days: int | None) -> tuple[str, Session]:
    secret = secrets.token_urlsafe(32)
    now = datetime.now(UTC)
    expires = None if days is None else now + timedelta(days=days)
    csrf = secrets.token_urlsafe(24) if kind == "session" else ""
    return secret, Session(hash_of(secret), name, role, kind, csrf, now, expires)


def _person(session: Session) -> Person:
    return Person(session.name, session.role, session.kind, session.csrf)
