"""Which abilities work now: of board foundations, and those of a trigger."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.components.box import COMBAT_TRIGGERS, Source
from domain.games.chaos_order.reading.pieces import leaders_on_map, stands_somewhere
from domain.games.chaos_order.state import State


def has_ability(state: State, seat: str, ability: str) -> bool:
    """Whether the board foundation with that ability is off the seat's board (CO-316)."""
    left = state.seats[seat].board_foundations
    faction = state.faction(seat)
    return any(
        state.box.foundations[foundation].ability == ability and foundation not in left
        for foundation in faction.board_foundations
    )


def triggered(
    state: State, seat: str, trigger: str, place: str | None = None
) -> Iterator[tuple[Source, str | None]]:
    """The seat's abilities of a trigger that work now, in the order of CO-592, with the region they are in.

    Attributes work from the start, with the side that they show (CO-536).

    `place`: the region of the battle or of the change of control; leaders and buildings with a combat
    trigger work only there (CO-591), buildings with a control trigger too.
    """
    sources = state.faction(seat).triggers.get(trigger)
    if not sources:
        return
    board = state.seats[seat]
    for source in sources:
        if source.kind == "faction":
            yield source, place
        elif source.kind == "attribute":
            if board.attributes[source.key] == source.side:
                yield source, place
        elif source.kind == "leader":
            at = leaders_on_map(state, seat).get(source.key)
            if (
                at is not None
                and board.leaders[source.key] == source.side
                and (trigger not in COMBAT_TRIGGERS or at == place)
            ):
                yield source, at
        elif place is not None:
            for built in state.regions[place].buildings.values():
                if built.seat == seat and built.type == source.key:
                    yield source, place
        elif stands_somewhere(state, seat, source.key):
            yield source, None
