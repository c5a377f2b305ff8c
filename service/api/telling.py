"""Telling: what `?with=` adds to an answer, for who draws a page of it. Others see no change.

Everything added is made from what the asker is shown in the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.board import Board
from domain.kernel.drawing import without_outcomes
from domain.kernel.messages import Json
from domain.kernel.offers import Offer
from domain.kernel.recorders import offers_to_seat
from domain.kernel.session import Session, seats_of
from domain.kernel.telling import asked_in_words, board_of, entry_in_words, naming_of, offers_in_words
from service.bootstrap import Services
from service.sessions.taking_back import TakenBack, last_step
from service.sessions.tokens import Asker

WithWords: TypeAlias = Annotated[
    str, Meta(pattern=r"^words$", description="`words`: in the game's own words.")
]
WithTable: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(words|board|offers)(,(words|board|offers)){0,2}$",
        description="`words`: what is asked now, in the game's own words; `board`: places and pieces; "
        "`offers`: what may be done now.",
    ),
]
WithAll: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(words|board|offers|changes)(,(words|board|offers|changes)){0,3}$",
        description="`words`, `board`, `offers`: after each burst of entries an event `table` with these; "
        "`changes`: an event `change` instead, with what differs from the table that the stream told last.",
    ),
]


def parts(asked: str | None) -> frozenset[str]:
    """What a `with` names."""
    return frozenset() if asked is None else frozenset(asked.split(","))


def entry_told(session: Session, shown: dict[str, Json], wanted: frozenset[str]) -> dict[str, Json]:
    """An entry as it is shown, with its words where they are wanted."""
    if "words" not in wanted:
        return shown
    words = entry_in_words(session.game, shown, naming_of(session))
    return shown | {"words": msgspec.to_builtins(words)}


def table_told(
    found: Services, session: Session, table: Mapping[str, Json], wanted: frozenset[str], *, now: bool = True
) -> dict[str, Json | Board]:
    """What is added to a table as it is shown: its board, and of the table of this moment what is asked.

    The board is a struct still: whoever sends it encodes it at once, and has no use for a copy of it.
    """
    told: dict[str, Json | Board] = {}
    names = naming_of(session)
    if "board" in wanted:
        drawing = found.drawings.of(session.components)
        told["board"] = board_of(
            session.game, table["view"], table["standing"], table["moment"], drawing, names
        )
    if "words" in wanted:
        asks = asked_in_words(session.game, table["view"], table["moment"], names) if now else {}
        told["words"] = {"asks": msgspec.to_builtins(asks), "seats": msgspec.to_builtins(names.seats)}
    return told


def offers_to(session: Session, asker: Asker, seat: str | None) -> list[Offer]:
    """What may be done now, by this seat or, without one, by everybody that the asker may act for."""
    if session.position.closed or session.position.lost:
        return []
    game, state, seats = session.game, session.state, seats_of(session.opened)
    if asker.records_for_all:
        actors = [actor for actor in (None, *seats) if game.shows_offers_of(actor, asker.viewer)]
        if seat is not None:
            actors = [actor for actor in actors if actor == seat]
        offers = [offer for actor in actors for offer in game.offers(state, actor, asker.viewer)]
    else:
        offers = [] if asker.seat is None else offers_to_seat(game, state, seats, asker.seat, asker.viewer)
    return offers if session.opened.declarable else [without_outcomes(offer) for offer in offers]


def offers_told(
    found: Services, session: Session, offers: Sequence[Offer], asker: Asker, wanted: frozenset[str]
) -> dict[str, Json]:
    """Offers as JSON; with their words, where they are wanted, and what the asker may take back at once."""
    told: dict[str, Json] = {"offers": msgspec.to_builtins(offers)}
    if "words" in wanted:
        undo = last_step(found.recorder, session, asker.recorded_by())
        told["undo"] = None if undo is None or not _may_undo(asker, undo) else undo._asdict()
        view = session.game.view(session.state, asker.viewer)
        words = offers_in_words(session.game, view, offers, naming_of(session))
        told["words"] = msgspec.to_builtins(words)
    return told


def _may_undo(asker: Asker, undo: TakenBack) -> bool:
    return asker.records_for_all or not undo.needs_a_reason
