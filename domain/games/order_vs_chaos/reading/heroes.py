"""What may be read off the heroes: the seats of a side, and the room for XP and equipment."""

from __future__ import annotations

from domain.games.order_vs_chaos.components.document import SLOT, HeroSheet
from domain.games.order_vs_chaos.state import Hero, State
from domain.kernel import clockwise_from


def seats_of(state: State, side: str) -> tuple[str, ...]:
    """The seats of a side, clockwise."""
    return tuple(seat for seat, hero in state.seats.items() if hero.side == side)


def seats_from(state: State, seat: str | None) -> tuple[str, ...]:
    """All seats clockwise, beginning with this one; with the first, where it is nobody's turn."""
    return clockwise_from(state.seats, seat) if seat in state.seats else tuple(state.seats)


def track_room(sheet: HeroSheet, hero: Hero, track: str) -> int:
    """How many XP still fit on a track (OC-351), or on locked slots (OC-352)."""
    if track == SLOT:
        return 0 if sheet.slots is None else sheet.slots.locked - hero.slots_unlocked
    return len(sheet.tracks[track]) - 1 - hero.xp.get(track, 0)


def xp_targets(state: State, seat: str) -> dict[str, int]:
    """Where a hero's XP may go, with the room there."""
    sheet, hero = state.sheet(seat), state.seats[seat]
    tracks = (*sheet.tracks, SLOT) if sheet.slots is not None else tuple(sheet.tracks)
    return {track: room for track in tracks if (room := track_room(sheet, hero, track)) > 0}


def xp_room(state: State, seat: str) -> int:
    """How many further XP the hero can place, beside those that wait to be allotted."""
    return sum(xp_targets(state, seat).values()) - state.seats[seat].xp_pending


def equipment_slots(state: State, seat: str) -> int:
    """How much equipment an Order hero may own (OC-502)."""
    slots = state.sheet(seat).slots
    return 0 if slots is None else slots.open + state.seats[seat].slots_unlocked


def living(state: State, side: str) -> tuple[str, ...]:
    """Seats of a side whose heroes are alive."""
    return tuple(seat for seat, hero in state.seats.items() if hero.side == side and hero.alive)
