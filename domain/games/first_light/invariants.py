"""What holds after every fact, I1 to I12 of the rules file; I13 is proven over whole logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from domain.games.first_light.components.box import all_tiles
from domain.games.first_light.components.document import GAIN_KINDS, LOCATIONS
from domain.games.first_light.state import (
    AI,
    DICE_PER_COLOUR,
    HAND_LIMIT,
    LAST_EVENT,
    ROUNDS,
    ROWS,
    TILE_SLOTS,
    State,
    dice_limit,
    held,
)

TOKENS = len(GAIN_KINDS)


def dice_of(state: State, owner: str) -> int:
    """The owner's dice on all boards."""
    boards = sum(
        spot.dice
        for location in LOCATIONS
        for spot in state.locations[location]
        if spot is not None and spot.owner == owner
    )
    talks = sum(spot is not None and spot.owner == owner for cells in state.cells.values() for spot in cells)
    stored = sum(row == owner for rows in state.depository.values() for row in rows)
    return boards + talks + stored


def i1_dice(state: State) -> bool:
    for seat, base in state.seats.items():
        own = (
            base.dice_supply
            + base.reserve
            + len(base.rolled)
            + sum(die is not None for die in (*base.garages, *base.farms))
            + base.cantina
        )
        numbers = (base.dice_supply, base.reserve, base.cantina)
        if own + held(state, seat) + dice_of(state, seat) != DICE_PER_COLOUR or min(numbers) < 0:
            return False
    ai = state.ai
    return ai is None or (
        ai.dice_supply + ai.board_dice + dice_of(state, AI) == DICE_PER_COLOUR
        and min(ai.dice_supply, ai.board_dice) >= 0
    )


def i2_items(state: State) -> bool:
    counts = state.box.box.item_counts
    seen: Counter[str | None] = Counter(state.deck.discard)
    seen.update(state.deck.bottom)
    held_cards = 0
    for base in state.seats.values():
        cards = (*base.hand, *base.packet, *(acquired.item for acquired in base.acquired))
        seen.update(cards)
        held_cards += len(cards)
    total = held_cards + len(state.deck.discard) + state.deck.size
    return (
        total == sum(counts.values())
        and state.deck.size >= len(state.deck.bottom)
        and all(number <= counts.get(card, 0) for card, number in seen.items() if card is not None)
    )


def i3_tiles(state: State) -> bool:
    box = state.box.box
    for kind, tiles, removed in (
        ("farm", box.farm_tiles, state.removed_farms),
        ("upgrade", box.upgrade_tiles, state.removed_upgrades),
    ):
        own = [base.farm_tiles if kind == "farm" else base.upgrades for base in state.seats.values()]
        stacks = state.stacks(kind)
        counts = all_tiles(tiles)
        known = Counter([*removed, *(tile for row in own for tile in row)])
        known.update(stack.top for stack in stacks if stack.top is not None)
        total = len(removed) + sum(map(len, own)) + sum(stack.size for stack in stacks)
        if total != counts.total() or known - counts:
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
    "I1": i1_dice,
    "I2": i2_items,
    "I3": i3_tiles,
    "I4": i4_tokens,
    "I5": i5_limit,
    "I6": i6_gaps,
    "I7": i7_depository,
    "I8": i8_resources,
    "I9": i9_bases_empty,
    "I10": i10_headquarters,
    "I11": i11_events,
    "I12": i12_hands,
}


def invariants(state: State) -> Sequence[str]:
    """The names of the invariants that the state breaks."""
    return [name for name, holds in INVARIANTS.items() if not holds(state)]
