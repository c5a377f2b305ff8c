"""Dice that are not actioned: FL-238, FL-239."""

from __future__ import annotations

from domain.games.first_light import actions, facts
from domain.games.first_light.rules.dice import acting_die, garage_slots
from domain.games.first_light.rules.gains import gain
from domain.games.first_light.rules.placements import has_legal_placement
from domain.games.first_light.state import State
from domain.kernel import Chance, Passage, check

WATER_PER_DIE = 2


def send_to_cantina(state: State, action: actions.SendToCantina, chance: Chance) -> Passage[State]:
    """Garage dice go with all to their right; a Headquarters die goes alone. 2 Water each.

    Whether a die that costs Algae could have been placed is the seat's secret, so the fact does not say it.
    """
    seat = action.seat
    die = acting_die(state, seat)
    if die.origin == "headquarters":
        slots: tuple[int, ...] = (die.slot,)
        check(not has_legal_placement(state, seat), "FL-239", "This die can be placed elsewhere.")
    else:
        slots = tuple(slot for slot in garage_slots(state.seats[seat]) if slot >= die.slot)
        check(
            die.algae > 0 or not has_legal_placement(state, seat),
            "FL-238",
            "This die costs no Algae and can be placed elsewhere.",
        )
    state = yield facts.DiceSentToCantina(seat, die.origin, slots)
    return (yield from gain(state, seat, "cantina", {"water": WATER_PER_DIE * len(slots)}))
