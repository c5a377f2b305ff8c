"""Rendering: the parts that `?with=` adds to an answer, for clients that draw a page of it.

Everything added is made from what the principal is shown in the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.kernel import PUBLIC, Viewer
from domain.kernel.engine.playing import without_outcomes
from domain.kernel.engine.views import entry_view, eyes, knowledge_view
from domain.kernel.messages import Json
from domain.kernel.session import Session, Snapshot, newest_live
from domain.kernel.session.rendering import (
    asked_in_words,
    board_of,
    entry_in_words,
    naming_of,
    narrowed_in_words,
    offers_in_words,
)
from domain.kernel.ui.board import Board, with_secrets
from domain.kernel.ui.mending import MendingMat
from domain.kernel.ui.words import OfferWords, joined, offer_key
from service.bootstrap import Services
from service.sessions.actions import ends_a_list, offers_with_outcomes
from service.sessions.corrections import TakenBack, brought_back, first_of_move, last_step
from service.sessions.tokens import Principal
from service.sessions.waits import AwaitedSeat

WithWords: TypeAlias = Annotated[
    str, Meta(pattern=r"^words$", description="`words`: text in the game's terms.")
]
WithTable: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(words|board|offers)(,(words|board|offers)){0,2}$",
        description="`words`: what each seat is asked to do now; `board`: places and pieces; "
        "`offers`: the current offers.",
    ),
]
WithBoard: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(words|board)(,(words|board))?$",
        description="`words`: what each seat is asked to do; `board`: places and pieces.",
    ),
]
WithAll: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(words|board|offers|changes)(,(words|board|offers|changes)){0,3}$",
        description="`words`, `board`, `offers`: an event `table` with these after each burst of entries; "
        "`changes`: an event `change` instead, with the changes since the last table that was sent.",
    ),
]

MOST_NAMED = 20
"""Entries that a retraction names, the newest ones."""


def table_told(
    found: Services,
    session: Session,
    table: Mapping[str, Json],
    wanted: frozenset[str],
    *,
    now: bool = True,
    own: tuple[object, Viewer] | None = None,
) -> dict[str, Json | Board]:
    """The parts added to a table as it is shown: its board, and the names and open questions of its seats.

    The board is still a struct: the caller encodes it at once, and has no use for a copy of it. now: whether
    the table is the current one; only then are there open questions. own: the game's state and its viewer;
    if that is a seat, its board marks what others cannot see.
    """
    told: dict[str, Json | Board] = {}
    names = naming_of(session)
    if "board" in wanted:
        drawing = found.drawings.of(session.components)
        board = partial(
            board_of,
            session.game,
            standing=table["standing"],
            moment=table["moment"],
            drawing=drawing,
            naming=names,
        )
        told["board"] = shown = board(view=table["view"])
        if own is not None and own[1].seat is not None and not own[1].sees_all:
            told["board"] = with_secrets(shown, board(view=session.game.view(own[0], PUBLIC)))
    if "words" in wanted:
        asks = asked_in_words(session.game, table["view"], table["moment"], names) if now else {}
        told["words"] = {"asks": msgspec.to_builtins(asks), "seats": msgspec.to_builtins(names.seats)}
    return told


def offers_told(
    found: Services,
    session: Session,
    principal: Principal,
    wanted: frozenset[str],
    seat: str | None = None,
) -> dict[str, Json]:
    """The current offers as `offers_shown`, and with words what the principal may take back at once."""
    told = offers_shown(session, principal, wanted, seat)
    if "words" in wanted:
        by = principal.recorded_by()
        told["undo"] = _step_if_allowed(session, principal, last_step(found.handler, session, by))
        told["redo"] = _step_if_allowed(session, principal, brought_back(found.handler, session, by))
    return told


def offers_shown(
    session: Session, principal: Principal, wanted: frozenset[str], seat: str | None = None
) -> dict[str, Json]:
    """The current offers of this seat, or of everybody that the principal may act for; perhaps with words."""
    whole = offers_with_outcomes(session, principal, seat)
    offers = whole if session.opened.declarable else [without_outcomes(offer) for offer in whole]
    told: dict[str, Json] = {"offers": msgspec.to_builtins(offers)}
    if "words" in wanted:
        game, state, names = session.game, session.state, naming_of(session)
        words = offers_in_words(game, game.view(state, principal.viewer), offers, names)
        public = words
        if principal.seat is not None and not eyes(game, state, principal.viewer).sees_all:
            public = offers_in_words(game, game.view(state, PUBLIC), offers, names)
        last = {offer_key(offer) for offer in whole if ends_a_list(session, principal, offer)}
        if not principal.is_scribe:
            last |= {key for key, one in words.items() if one.must_be_last}
        told["words"] = msgspec.to_builtins(
            {
                key: replace(one, must_be_last=key in last, secret=one.hint != public[key].hint)
                for key, one in words.items()
            }
        )
    return told


def words_shown(
    session: Session, principal: Principal, kind: str, seat: str | None, given: Mapping[str, Json]
) -> OfferWords | None:
    """The words of an action that is being chosen, once these parameters are; None if it is not offered."""
    offers = [
        offer
        for offer in offers_with_outcomes(session, principal, None)
        if (offer.type, offer.seat) == (kind, seat)
    ]
    left = offers if session.opened.declarable else [without_outcomes(offer) for offer in offers]
    view = session.game.view(session.state, principal.viewer)
    words = narrowed_in_words(session.game, view, left, given, naming_of(session))
    if words is None:
        return None
    shows = words.must_be_last and not principal.is_scribe
    is_last = shows or any(ends_a_list(session, principal, offer) for offer in offers)
    return replace(words, must_be_last=is_last)


def tried(session: Session, position: Snapshot) -> Session:
    """The session as it would be at a position that is not recorded."""
    moved = copy(session)
    moved.position = position
    return moved


def seen_board(found: Services, session: Session, principal: Principal) -> tuple[Json, Board]:
    """The view and the board of a session as it stands, as the principal may see them."""
    shown = table(session, session.position, eyes(session.game, session.state, principal.viewer))
    board = table_told(found, session, shown, frozenset({"board"}))["board"]
    assert isinstance(board, Board)
    return shown["view"], board


def after_told(
    found: Services, session: Session, position: Snapshot, principal: Principal, wanted: frozenset[str]
) -> dict[str, Json | Board]:
    """The table at a position that is not recorded, as it would be shown if it were.

    position: after entries of a unit of work that continue this session.
    """
    moved = tried(session, position)
    own = (moved.state, eyes(moved.game, moved.state, principal.viewer))
    shown = table(moved, position, own[1])
    told = {"moment": shown["moment"], **table_told(found, moved, shown, wanted, own=own)}
    if "offers" in wanted and principal.may_record:
        told["now"] = offers_shown(moved, principal, wanted)
    return told


def mended_told(
    found: Services, session: Session, position: Snapshot, viewer: Viewer, wanted: frozenset[str]
) -> dict[str, Json | Board | MendingMat]:
    """The table at the position of a correction that is not recorded, as this viewer would see it.

    With the board comes what can be put right besides it, if the game says so.
    """
    game, names = session.game, naming_of(session)
    shown = table(session, position, eyes(game, position.state, viewer))
    told: dict[str, Json | Board | MendingMat] = {"moment": shown["moment"]}
    told |= table_told(found, session, shown, wanted)
    if "board" in wanted and game.mending is not None:
        told["mat"] = game.mending.mat(shown["view"], names)
    return told


def table(
    session: Session, position: Snapshot, viewer: Viewer, waits: Sequence[AwaitedSeat] = ()
) -> dict[str, Json]:
    """The table at a position. waits: whom it waits for, if it is the current one."""
    game = session.game
    return {
        "view": game.view(position.state, viewer),
        "knowledge": knowledge_view(game, position.state, viewer),
        "standing": msgspec.to_builtins(game.standing(position.state)),
        "moment": msgspec.to_builtins(game.moment(position.state)) | {"waits": msgspec.to_builtins(waits)},
        "live": newest_live(position.live),
    }


def step_told(session: Session, principal: Principal, step: TakenBack) -> dict[str, Json]:
    """The entries that a retraction takes back or restores: their number, and the last of them in words."""
    game, names = session.game, naming_of(session)
    entries: list[dict[str, Any]] = [
        {
            "number": entry.number,
            "move": first_of_move(entry),
            "says": entry_in_words(
                game, entry_view(game, entry, principal.viewer, session.state), names
            ).says,
        }
        for entry in step.entries[-MOST_NAMED:]
    ]
    moves = {first_of_move(entry) for entry in step.entries}
    newest = [entry["says"] for entry in entries if entry["move"] == entries[-1]["move"]]
    return {
        "to": step.to,
        "redo": step.redo,
        "others": step.others,
        "exposed": step.exposed,
        "needs_reason": step.needs_a_reason,
        "splits": step.splits,
        "moves": len(moves),
        "count": len(step.entries),
        "says": joined(newest) if newest else [],
        "entries": entries,
    }


def _step_if_allowed(
    session: Session, principal: Principal, step: TakenBack | None
) -> dict[str, Json] | None:
    if step is None or (step.needs_a_reason and not principal.records_for_all):
        return None
    return step_told(session, principal, step)
