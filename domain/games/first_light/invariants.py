"""The statements that hold after every fact, I1 to I12 of the rules file; I13 is proven over whole logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.first_light.components.document import GAIN_KINDS
from domain.games.first_light.reading import dice_limit, held
from domain.games.first_light.state import (
    AI,
    DICE_PER_COLOR,
    HAND_LIMIT,
    LAST_EVENT,
    ROUNDS,
    ROWS,
    TILE_SLOTS,
    State,
)

TOKENS = len(GAIN_KINDS)


def dice_on_boards(state: State) -> dict[str, int]:
    """By owner, the dice on Location, Negotiation, Depository and Headquarters Boards."""
    found = dict.fromkeys((*state.seats, AI), 0)
    for spots in state.locations.values():
        for spot in spots:
            if spot is not None:
                found[spot.owner] += spot.dice
    for cells in state.cells.values():
        for cell in cells:
            if cell is not None:
                found[cell.owner] += 1
    for rows in state.depository.values():
        for owner in rows:
            if owner is not None:
                found[owner] += 1
    for die in state.headquarters:
        if die is not None:
            found[die.owner] += 1
    return found


def i1_dice(state: State) -> bool:
    found = dice_on_boards(state)
    for seat, base in state.seats.items():
        loose = base.dice_supply + base.reserve + len(base.rolled) + base.cantina
        based = len(base.garages) + len(base.farms) - base.garages.count(None) - base.farms.count(None)
        if loose + based + found[seat] != DICE_PER_COLOR:
            return False
        if base.dice_supply < 0 or base.reserve < 0 or base.cantina < 0:
            return False
    ai = state.ai
    return ai is None or (
        ai.dice_supply + ai.board_dice + found[AI] == DICE_PER_COLOR
        and ai.dice_supply >= 0
        and ai.board_dice >= 0
    )


def i2_items(state: State) -> bool:
    left = dict(state.box.box.item_counts)
    held_cards = 0
    seen = [*state.deck.discard, *state.deck.bottom]
    for base in state.seats.values():
        held_cards += len(base.hand) + len(base.packet) + len(base.acquired)
        seen += (*base.hand, *base.packet)
        seen += [acquired.item for acquired in base.acquired]
    for card in seen:
        if card is not None:
            if not left.get(card):
                return False
            left[card] -= 1
    total = held_cards + len(state.deck.discard) + state.deck.size
    return total == state.box.box.item_total and state.deck.size >= len(state.deck.bottom)


def i3_tiles(state: State) -> bool:
    box = state.box.box
    for kind, counts, removed in (
        ("farm", box.farm_counts, state.removed_farms),
        ("upgrade", box.upgrade_counts, state.removed_upgrades),
    ):
        own = [base.farm_tiles if kind == "farm" else base.upgrades for base in state.seats.values()]
        stacks = state.stacks(kind)
        left, total = dict(counts), sum(stack.size for stack in stacks) + len(removed)
        tops = [stack.top for stack in stacks if stack.top is not None]
        for tile in (*removed, *tops, *(tile for row in own for tile in row)):
            if not left.get(tile):
                return False
            left[tile] -= 1
        if total + sum(map(len, own)) != sum(counts.values()):
            return False
        if any(len(row) > TILE_SLOTS[kind] for row in own):
            return False
    return True


def i4_tokens(state: State) -> bool:
    return len(state.free_rewards) == len(state.left_values) and len(state.free_punishments) == len(
        state.left_conditions
    )


def i5_limit(state: State) -> bool:
    if state.phase not in ("plan_event", "plan"):
        return True
    return all(
        base.reserve + len(base.rolled) + held(state, seat) <= dice_limit(state, seat)
        for seat, base in state.seats.items()
    )


def i6_gaps(state: State) -> bool:
    """Tiles are kept without gaps by their shape; no Farm die lies beyond them."""
    return all(
        all(die is None for die in base.farms[len(base.farms) - TILE_SLOTS["farm"] + len(base.farm_tiles) :])
        for base in state.seats.values()
    )


def i7_depository(state: State) -> bool:
    closed = state.box.closed_column
    return all(len(rows) == len(ROWS) for rows in state.depository.values()) and not (
        closed is not None and any(state.depository[closed])
    )


def i8_resources(state: State) -> bool:
    printed = {space.id: space.token for space in state.box.spaces.values()}
    return all(amount >= 0 for base in state.seats.values() for amount in base.resources.values()) and all(
        printed.get(space) == token for space, token in state.tokens.items()
    )


def i9_bases_empty(state: State) -> bool:
    if state.phase != "plan_event":
        return True
    return all(
        base.cantina == 0 and not any(die is not None for die in (*base.garages, *base.farms))
        for base in state.seats.values()
    ) and not any(spot is not None for spots in state.locations.values() for spot in spots)


def i10_headquarters(state: State) -> bool:
    if state.phase == "plan_event":
        allowed = {state.round}
    elif state.phase == "plan":
        allowed = {state.round - 1}
    else:
        allowed = {state.round - 1, state.round}
    return all(die is None or die.round_placed in allowed for die in state.headquarters)


def i11_events(state: State) -> bool:
    last = state.events[ROUNDS - 1 : ROUNDS]
    return (
        len(state.events) == state.round
        and len(set(state.events)) == len(state.events)
        and all(event == LAST_EVENT for event in last)
        and LAST_EVENT not in state.events[: ROUNDS - 1]
    )


def i12_hands(state: State) -> bool:
    if state.phase not in ("plan_event", "plan", "scoring"):
        return True
    return all(len(base.hand) <= HAND_LIMIT for base in state.seats.values())


INVARIANTS: dict[str, Callable[[State], bool]] = {
    "I1: the dice of a seat do not add up": i1_dice,
    "I2: the Items are not each in one place": i2_items,
    "I3: the tiles do not add up or fit": i3_tiles,
    "I4: the Advancement and Setback tokens do not add up": i4_tokens,
    "I5: a seat has more dice than its limit": i5_limit,
    "I6: a Farm die lies beyond the tiles": i6_gaps,
    "I7: a die lies in the closed column of the Depository": i7_depository,
    "I8: a resource is below zero, or a planet token is another one": i8_resources,
    "I9: dice are left where the round begins without any": i9_bases_empty,
    "I10: a Headquarters die is of another round": i10_headquarters,
    "I11: the events do not fit the round": i11_events,
    "I12: a hand is over its limit": i12_hands,
}


def invariants(state: State) -> Sequence[str]:
    """A sentence for each invariant that the state breaks."""
    return [sentence for sentence, holds in INVARIANTS.items() if not holds(state)]
