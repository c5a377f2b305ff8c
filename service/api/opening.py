"""Opening a session: the secret first, then the first entry, then the tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.messages import Json
from domain.kernel.session import Session, seats_of
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.event_store import CONFIRMING_SECONDS, Conflict
from replays.library import UnknownComponentSet
from service.http.rate_limits import give_back, length, spend, spenders
from service.http.services import services
from service.sessions.commands import Request, stamp_of
from service.sessions.opening import OF_PEOPLE, OWNER, NotOfThisGame, Unopenable, promised, try_opening
from service.sessions.people import said_at_opening
from service.sessions.time_of_play import time_of_play
from service.sessions.tokens import holders_of


def open_as_asked(asked: Any, request: Request, club: str | None = None) -> tuple[Session, bool]:
    """The session of this request, and whether an earlier one with the same id opened it.

    club: what the session belongs to from its opening.

    Raises `NotOfThisGame`, `OpeningIdReused`, `Unopenable`, and what `open_session` does.
    """
    found = services()
    game = found.games[asked.__struct_config__.tag]
    try:
        components = found.library.component_set(asked.component_set, game.key)
    except UnknownComponentSet:
        components = None
    if components is None or components.game != game.key:
        raise NotOfThisGame(asked.component_set)
    wanted = _request(asked)
    if wanted.may_declare and wanted.chance == "declared":
        message = "Outcomes are always declared in this session: omit this, or set `chance` to `drawn`."
        raise Unopenable("/may_declare", message)
    wanted = msgspec.structs.replace(wanted, played=time_of_play(asked, asked.timezone))
    try_opening(game, components, asked, wanted)
    opening = promised(found.registers, request)
    if club is not None and not any(found.store.read(opening.session, 1, 1)):
        found.clubs.take_in(club, opening.session)
    found.people.begin(opening.session, said_at_opening(asked.players, asked.labels))
    stamp = stamp_of(OWNER, moved_at=asked.moved_at)
    session, _, stored = open_session(game, components, wanted, opening.session, opening.secret, stamp)
    size, who = length([stored]), spenders()
    spend(size, who)
    try:
        found.handler.begin(session, [stored])
    except Conflict:
        give_back(size, who)
        found.store.confirm(CONFIRMING_SECONDS)
        return found.handler.look(opening.session), True
    return session, False


def tokens_of(session: Session) -> dict[str, str]:
    """The session's tokens by holder, but those of holders that were revoked since: they are given once."""
    found = services()
    epochs = found.registers.epochs(session.id)
    tokens = found.tokens.issue(session.id, holders_of(seats_of(session.opened)), epochs)
    return {holder: token for holder, token in tokens.items() if not epochs.get(holder)}


def _request(asked: Any) -> OpeningRequest:
    """The part of an opening that enters the log: all but the people, who are stored outside it."""
    members: Mapping[str, Json] = msgspec.to_builtins(asked)
    names = {*OpeningRequest.__struct_fields__} - {*OF_PEOPLE}
    kept = {name: value for name, value in members.items() if name in names}
    return msgspec.convert(kept, OpeningRequest)
