"""CM-530, CM-531: the changes that a text makes, carried out by hand, in the words of this table."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.reading.zones import OPEN_ZONES
from domain.games.chaosmos.state import Cards, State
from domain.kernel import UNKNOWN, Choice, Domain, Each, Listed, Open, Optional, Range, Several

MOST_CHANGES = 8
LARGEST_CUT = 8
"""Of the clock at once, as in CM-505; a text that takes more is several changes."""


def changes(state: State, seat: str, least: int) -> Open:
    """The list of changes, from `least` on, with the values of the table. The rules judge it as a whole."""
    form = Listed(tuple(_changes(state, seat)), least, MOST_CHANGES)
    return Open("the changes that the text makes, CM-530", form)


def _changes(state: State, seat: str) -> Iterator[Each]:
    seats, planets = Choice(state.clockwise), Choice(tuple(state.planets))
    yield _moved_card(state, seat)
    yield _change("set_position", seat=seats, space=Choice(tuple(sorted(state.the_board.members))))
    yield _change("banish", seat=seats, planet=planets)
    most = max(player.hypertokens for player in state.seats.values())
    yield _change("add_hypertokens", seat=seats, n=Range(-most, state.supply))
    yield _change("reduce_clock", n=Range(1, min(state.clock, LARGEST_CUT)))
    if state.turn is not None:
        yield _change("lose_rest_of_turn")
    vaulted = tuple(name for name, planet in state.planets.items() if planet.no_take)
    if vaulted:
        yield _change("lift_no_take", planet=Choice(vaulted))
    to = Several(state.clockwise, 1, len(state.clockwise))
    yield _change("reveal_hand", of=seats, to=to)
    yield _change("reveal_envelope", planet=planets, to=to)


def _moved_card(state: State, seat: str) -> Each:
    """A card of any kind, from any zone but those that the seat sees to be empty (CM-802 … CM-804)."""
    zones = (
        *OPEN_ZONES,
        *(f"hand:{name}" for name in state.clockwise),
        *(f"{kind}:{name}" for kind in ("envelope", "face_up") for name in state.planets),
    )
    in_sight = _in_sight(state, seat)
    filled = tuple(zone for zone in zones if zone not in in_sight or in_sight[zone])
    unseen = (UNKNOWN,) if any(UNKNOWN in cards for cards in in_sight.values()) else ()
    return Each(
        {
            "delta": Choice(("move_card",)),
            "from": Choice(filled),
            "card": Choice((*state.box.cards, *unseen)),
            "to": Choice(zones),
            "seen_by": Optional(Several(state.clockwise, 1, len(state.clockwise))),
        }
    )


def _in_sight(state: State, seat: str) -> dict[str, Cards]:
    """The zones that the seat sees, with their cards."""
    zones = {"pool": state.pool, "void": state.void, "removed": state.removed}
    zones[f"hand:{seat}"] = state.seats[seat].hand
    own = state.controlled_by(seat)
    if own is not None:
        face_up = state.planets[own].face_up
        zones[f"envelope:{own}"] = state.planets[own].face_down
        zones[f"face_up:{own}"] = () if face_up is None else (face_up,)
    return zones


def _change(delta: str, **members: Domain) -> Each:
    return Each({"delta": Choice((delta,)), **members})
