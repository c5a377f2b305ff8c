"""Asking: who asks, for which session, which version they mean, and what they sent."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from flask import Response, current_app, g, request
from marshmallow import ValidationError
from msgspec import Struct, inspect

from domain.kernel import Rejected
from domain.kernel.chance import Undeclarable
from domain.kernel.entries import UnreadableEntry
from domain.kernel.messages import Json
from domain.kernel.session import (
    ActionIdReused,
    NotComputable,
    NotLive,
    Session,
    SessionClosed,
    TableLost,
    is_live,
    request_hash,
)
from domain.kernel.views import entry_view
from replays.event_store import Unavailable
from replays.load import UnknownComponentSet, UnknownGame, UnknownSession
from service.http.bodies import read_json
from service.http.problems import Problem, invalid, not_found, shape_problem
from service.schemas.fields import schema_of
from service.sessions.recorder import Expecting, Recorder, Request, Written
from service.sessions.tokens import STRANGER, Asker, BadToken, Claim

if TYPE_CHECKING:
    from service.bootstrap import Services
    from service.sessions.registers import Registers

K = TypeVar("K", bound=Struct)

ONE_VERSION = re.compile(r'(?:W/)?"([0-9]{1,15})"')
KEY = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
DIGITS = re.compile(r"-?[0-9]{1,16}")
MOST_MISSED = 200
LONGEST_TOKEN = 512
DERIVED = uuid.UUID("b0a6cf7e-6f0e-5d3c-9a43-1c1f3a0f7d57")
"""Namespace of the ids that the items of a list get from the list's own."""


def services() -> Services:
    """Everything that routes work with."""
    found: Services = current_app.extensions["tablelog"]
    return found


def claim() -> Claim | None:
    """What the request's bearer token says. Raises `Problem` for a token that was not made here."""
    if "claim" not in g:
        g.claim = _claim()
    made: Claim | None = g.claim
    return made


def _claim() -> Claim | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or len(token) > LONGEST_TOKEN:
        raise Problem("bad-token", "Send the token as `Authorization: Bearer …`.")
    return read_token(token.strip())


def read_token(token: str) -> Claim:
    """What a token says. Raises `Problem` for one that was not made here."""
    try:
        return services().tokens.read(token)
    except BadToken:
        raise Problem("bad-token", "This token was not made here.") from None


def enter(session_id: str, *, fresh: bool = True) -> tuple[Session, Asker]:
    """The session and who asks. A private session is not there for a stranger.

    With `fresh` False the session may be behind the log. Raises `Problem`.
    """
    made = claim()
    found = services()
    recorder = found.recorder
    try:
        session = recorder.look(session_id) if fresh else recorder.known(session_id)
    except UnknownSession:
        raise not_found() from None
    except (UnknownGame, UnknownComponentSet) as error:
        raise Problem("unavailable", f"This session needs {error}, which is not known here.") from None
    except UnreadableEntry as error:
        raise Problem("damaged-log", "The log of this session cannot be read. Audit it.") from error
    if made is None or made.session != session_id:
        if session.opened.visibility == "private":
            raise not_found()
        return session, STRANGER
    if found.registers.epochs(session_id).get(made.holder, 0) != made.epoch:
        raise Problem("bad-token", "This token was revoked.")
    g.asker = made.holder
    return session, Asker(made.role, made.seat)


def may_record(asker: Asker) -> None:
    """Raises `Problem` for an asker who may only look."""
    if not asker.may_record:
        raise _refused(asker, "This needs the token of a seat, the scribe or the owner.")


def must_be_scribe(asker: Asker) -> None:
    """Raises `Problem` for an asker who may not act for the whole table."""
    if not asker.is_scribe:
        raise _refused(asker, "This needs the token of the scribe or the owner.")


def must_be_owner(asker: Asker) -> None:
    """Raises `Problem` for everybody but the owner."""
    if asker.role != "owner":
        raise _refused(asker, "This needs the owner's token.")


def _refused(asker: Asker, detail: str) -> Problem:
    if asker == STRANGER and "Authorization" not in request.headers:
        return Problem("bad-token", detail)
    return Problem("not-allowed", detail)


def expecting() -> Expecting:
    """What If-Match says. Raises `Problem` without one, or for one that cannot be read."""
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem("precondition-required", 'Send If-Match with the version that you know ("7"), or *.')
    if header.strip() == "*":
        return Expecting(None)
    found = ONE_VERSION.fullmatch(header.strip())
    if found is None:
        raise Problem("malformed-header", 'If-Match holds one version in quotes ("7"), or *.')
    return Expecting(int(found[1]))


def read_body() -> Json:
    """The request's JSON."""
    return read_json(services().settings.body_depth)


def read_struct(kind: type[K]) -> K:
    """The request's body as this struct. Raises `Problem` with every fault."""
    tree = read_body()
    with shapes():
        schema_of(kind).load(tree)
        return msgspec.convert(tree, kind)


def read_query(kind: type[K]) -> K:
    """The request's query as this struct. Unknown and doubled parameters are faults."""
    return query_in(kind, request.args.to_dict(flat=False))


def query_in(kind: type[K], given: dict[str, list[str]]) -> K:
    """These query parameters as a struct."""
    members = {member.encode_name: member.type for member in inspect.type_info(kind).fields}  # type: ignore[attr-defined]
    faults = [(name, "This parameter is not known here.") for name in given if name not in members]
    faults += [(name, "Give this parameter once.") for name, values in given.items() if len(values) > 1]
    if faults:
        raise invalid(faults)
    tree = {name: _plain(values[0], members[name]) for name, values in given.items()}
    with shapes():
        schema_of(kind).load(tree)
        return msgspec.convert(tree, kind)


def _plain(text: str, kind: inspect.Type) -> Any:
    options = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    for option in options:
        inner = option.type if isinstance(option, inspect.Metadata) else option
        if isinstance(inner, inspect.IntType) and DIGITS.fullmatch(text) and text.isascii():
            return int(text)
        if isinstance(inner, inspect.BoolType) and text in ("true", "false"):
            return text == "true"
    return text


@contextmanager
def shapes() -> Iterator[None]:
    """Faults of shape become problems."""
    try:
        yield
    except ValidationError as error:
        raise shape_problem(error) from None
    except msgspec.ValidationError as error:
        raise invalid([_pointed(str(error))]) from None


def _pointed(message: str) -> tuple[str, str]:
    """msgspec's `… - at `$.dice[1]`` as a pointer and a text."""
    text, _, place = message.partition(" - at `$")
    return re.sub(r"[.\[]+", "/", place.rstrip("`").replace("]", "")), text


def request_of(body: dict[str, Json], kind: str) -> Request:
    """How the log recognizes this request when it comes again."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise Problem("malformed-header", "Idempotency-Key holds 1 to 64 letters, digits, and -_.: signs.")
    named = body.get("action_id")
    if key is not None and named is not None and key != named:
        raise invalid([("/action_id", "Another id than the Idempotency-Key.")])
    said = {name: value for name, value in body.items() if name != "action_id"}
    return Request(named if named is not None else key, request_hash([kind, _author(), said]))


def import_request(body: bytes) -> str:
    """How an import is recognized when it comes again: by all of its bytes, and who sent them."""
    return request_hash(["import", _author(), hashlib.sha256(body).hexdigest()])


def _author() -> list[str | None]:
    """Part of what is asked: the same words from somebody else are another request."""
    made = claim()
    return [None, None] if made is None else [made.role, made.seat]


def requests_of_list(bodies: list[dict[str, Json]], kind: str) -> list[Request]:
    """The same for every item of a list.

    With an Idempotency-Key the list is one request: its first item has the key itself for an id, so that
    the key is known, the others have ids that follow from it.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        requests = [request_of(body, kind) for body in bodies]
        named = [made.action_id for made in requests if made.action_id is not None]
        if len(set(named)) < len(named):
            raise invalid([("", "Two actions of the list have the same action_id.")])
        return requests
    if not KEY.fullmatch(key):
        raise Problem("malformed-header", "Idempotency-Key holds 1 to 64 letters, digits, and -_.: signs.")
    if any(body.get("action_id") is not None for body in bodies):
        raise invalid([("/0/action_id", "Give the list an Idempotency-Key or its items ids, not both.")])
    whole = request_hash([kind, _author(), bodies])
    ids = [key, *(str(uuid.uuid5(DERIVED, f"{key}/{place}")) for place in range(1, len(bodies)))]
    return [Request(name, request_hash([whole, place])) for place, name in enumerate(ids)]


@contextmanager
def refusals(session: Session | None = None) -> Iterator[None]:
    """What the kernel refuses becomes problems, in the same words for everybody."""
    version = None if session is None else session.version
    try:
        yield
    except Problem:
        raise
    except Rejected as rejection:
        raise rule_problem(rejection, version) from rejection
    except SessionClosed as error:
        raise Problem("session-closed", str(error), version=version) from error
    except TableLost as error:
        raise Problem("unreadable-entry", str(error), version=version) from error
    except UnreadableEntry as error:
        detail = "An entry of this session cannot be read here. Its audit names it."
        raise Problem("unreadable-entry", detail, version=version) from error
    except NotLive as error:
        raise Problem("not-live", str(error), version=version) from error
    except NotComputable as error:
        raise Problem("not-computable", str(error), version=version) from error
    except ActionIdReused as error:
        raise Problem(
            "action-id-reused", f"{error} was used for another request. Give each request its own id."
        ) from error
    except msgspec.ValidationError as error:
        raise invalid([_pointed(str(error))]) from error


def rule_problem(rejection: Rejected, version: int | None, index: int | None = None) -> Problem:
    """A refusal by the rules."""
    return Problem(
        "rule",
        rejection.message,
        rule=rejection.rule,
        field=rejection.field,
        index=index,
        version=version,
    )


def declared_problem(field: str, version: int | None, index: int | None = None) -> Problem:
    """An action declares the outcome at `field` in a session whose outcomes are drawn."""
    return Problem(
        "outcome-declared",
        "This session was opened so that its outcomes are drawn and not declared. "
        f"Leave {field} out: an outcome that is left out is drawn. What fell otherwise at the table is "
        "recorded as a correction.",
        field=field,
        index=index,
        version=version,
    )


KNOWN = (
    Problem,
    Rejected,
    Undeclarable,
    SessionClosed,
    TableLost,
    UnreadableEntry,
    NotLive,
    NotComputable,
    ActionIdReused,
    Unavailable,
    msgspec.ValidationError,
)


@contextmanager
def playable(session: Session) -> Iterator[None]:
    """On a table that was corrected, rules may meet what they hold impossible: that is no fault of theirs."""
    try:
        yield
    except KNOWN:
        raise
    except Exception as error:
        if not may_be_bent(session, services().registers):
            raise
        current_app.logger.warning("rules failed on a corrected table", exc_info=error)
        raise not_playable(session) from error


def may_be_bent(session: Session, registers: Registers) -> bool:
    """Whether the table may stand where the rules alone never lead: corrected, or brought from elsewhere."""
    if session.position.flagged or session.opened.forked_from is not None:
        return True
    return registers.secret(session.id) is None


def not_playable(session: Session) -> Problem:
    """The table stands where the rules cannot go on from."""
    return Problem(
        "table-not-playable",
        "Corrections have brought the table to where the rules cannot go on from. "
        "Record what happens as corrections, or take the last ones back.",
        version=session.version,
    )


def shown(session: Session, written: Written, asker: Asker, state: Any) -> dict[str, Json]:
    """An entry for the asker, with its digest."""
    return entry_view(session.game, written.entry, asker.viewer, state) | {"digest": written.digest}


def shown_live(session: Session, written: Written, asker: Asker) -> dict[str, Json]:
    """An entry for the asker, and whether it is still on the live line."""
    live = is_live(session.position.live, written.entry.number)
    return shown(session, written, asker, session.state) | {"live": live}


def missed(recorder: Recorder, session: Session, after: int, asker: Asker) -> list[Json]:
    """What the asker has missed since that version, as far as it is shown at once."""
    first = min(after, session.version) + 1
    return [
        shown_live(session, written, asker)
        for written in recorder.written(session, first, min(session.version, first + MOST_MISSED - 1))
    ]


def tagged(body: Json, version: int, status: int = 200) -> Response:
    """A JSON answer whose ETag is the version; 304 when the asker has that version."""
    headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
    return Response(msgspec.json.encode(body), status, headers, content_type="application/json")


def has_already(version: int) -> Response | None:
    """The 304 of an asker who has this version."""
    given = request.headers.get("If-None-Match")
    if given is None or (f'"{version}"' not in [tag.strip().removeprefix("W/") for tag in given.split(",")]):
        return None
    headers = {"ETag": f'"{version}"', "Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}
    return Response(status=304, headers=headers)


def answered(body: Json, status: int = 200) -> Response:
    """A JSON answer without a version."""
    return Response(msgspec.json.encode(body), status, content_type="application/json")


def invalid_query(name: str, detail: str) -> Problem:
    """A parameter of the query that cannot be used."""
    return invalid([(name, detail)])
