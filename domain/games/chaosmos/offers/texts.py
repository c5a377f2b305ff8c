"""CM-530, CM-531: the changes that a text makes, carried out by hand, in the words of this table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.chaosmos.rules.manual import OPEN_ZONES
from domain.games.chaosmos.state import Cards, State
from domain.kernel import Choice, Domain, Each, Listed, Open, Optional, Range, Several

MOST_CHANGES = 8


def changes(state: State, seat: str, least: int) -> Open:
    """The list of changes, from `least` on. The rules judge it as a whole.

    Cards are those that the seat sees in a zone, or cannot rule out where it sees none.
    """
    form = Listed(tuple(_changes(state, seat)), least, MOST_CHANGES)
    return Open("the changes that the text makes, CM-530", form)


def _changes(state: State, seat: str) -> Iterator[Each]:
    seats, planets = Choice(state.clockwise), Choice(tuple(state.planets))
    yield from _moved_cards(state, seat)
    yield _change("set_position", seat=seats, space=Choice(tuple(sorted(state.the_board.members))))
    yield _change("banish", seat=seats, planet=planets)
    most = max(player.hypertokens for player in state.seats.values())
    yield _change("add_hypertokens", seat=seats, n=Range(-most, state.supply))
    yield _change("reduce_clock", n=Range(1, state.clock))
    if state.turn is not None:
        yield _change("lose_rest_of_turn")
    vaulted = tuple(name for name, planet in state.planets.items() if planet.no_take)
    if vaulted:
        yield _change("lift_no_take", planet=Choice(vaulted))
    to = Several(state.clockwise, 1, len(state.clockwise))
    yield _change("reveal_hand", of=seats, to=to)
    yield _change("reveal_envelope", planet=planets, to=to)


def _moved_cards(state: State, seat: str) -> Iterator[Each]:
    """What lies in sight by its name, and out of sight whatever may lie there (CM-802 … CM-804)."""
    in_sight = _in_sight(state, seat)
    seen = Counter(card for cards in in_sight.values() for card in cards)
    zones = (
        *OPEN_ZONES,
        *(f"hand:{name}" for name in state.clockwise),
        *(f"{kind}:{name}" for kind in ("envelope", "face_up") for name in state.planets),
    )
    cards_in_sight = tuple(sorted(seen))
    cards_out_of_sight = tuple(sorted(Counter(state.box.every_card) - seen))
    filled = tuple(zone for zone, cards in in_sight.items() if cards)
    hidden = tuple(zone for zone in zones if zone not in in_sight)
    seen_by = Optional(Several(state.clockwise, 1, len(state.clockwise)))
    for cards, origins in ((cards_in_sight, filled), (cards_out_of_sight, hidden)):
        if cards:
            moved: dict[str, Domain] = {"card": Choice(cards), "from": Choice(origins)}
            yield _change("move_card", **moved, to=Choice(zones), seen_by=seen_by)


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
