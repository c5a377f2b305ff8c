"""Location actions: OC-330 … OC-339, OC-360, OC-361. One a turn, on the hero's own location."""

from __future__ import annotations

from collections.abc import Generator

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import BLUE, YELLOW
from domain.games.order_vs_chaos.reading import called, equipment_slots, may_keep
from domain.games.order_vs_chaos.rules.cards import named
from domain.games.order_vs_chaos.rules.growth import (
    change_doom,
    free_tokens,
    gain_xp_as_side,
    heal,
    pick_up,
    refill,
    restore_stamina,
)
from domain.games.order_vs_chaos.rules.turn import check_choice, check_here, put_choice, shift_monster
from domain.games.order_vs_chaos.state import MOST_DOOM, MOST_STAMINA, Duty, State, hero_unit
from domain.kernel import Chance, Fact, Passage, check

SHRINE_HEALTH = 5
SHRINE_DOOM = 2
RIFT_DOOM = 1
MOST_WEAPONS_A_VISIT = 1


def check_action(state: State, seat: str, side: str, kinds: tuple[str, ...], rule: str) -> str:
    """The fixed order for a location action, up to its side and card (OC-203 … OC-338). The location.

    OC-337.
    """
    check_here(state, seat)
    check(not state.acted, "OC-206", "Take one location action per turn.")
    hero = state.seats[seat]
    location = hero.location or ""
    check(hero.side == side, rule, f"Only {side.capitalize()} heroes can do this.", "seat")
    there = state.card_kind(location) or state.map.kinds[location]
    name = called(state, location, "this")
    check(there in kinds, rule, f"You cannot do this at {name}.")
    return location


def visit_quartermaster(state: State, action: actions.VisitQuartermaster, chance: Chance) -> Passage[State]:
    """OC-330: up to one weapon, any equipment; then six new items."""
    seat = action.seat
    location = check_action(state, seat, "order", ("quartermaster",), "OC-330")
    check_taken(state, action)
    state = yield facts.LocationActed(seat, location, "visit_quartermaster")
    for item in action.discard:
        state = yield facts.ItemDiscarded(seat, item, "room")
    for item in action.take:
        state = yield facts.ItemGained(seat, item, "visit")
    return (yield from refill(state, action.refill, chance, "refill", seat))


def check_taken(state: State, action: actions.VisitQuartermaster) -> None:
    """OC-330, OC-502, OC-718: items of the display, and exactly the room that they need."""
    hero = state.seats[action.seat]
    for index, item in enumerate(action.take):
        fine = item in state.display and item not in action.take[:index]
        name = called(state, item, "This item")
        check(fine, "OC-330", f"{name} is not on display.", f"take/{index}")
    weapons = sum(item in state.box.weapons for item in action.take)
    check(weapons <= MOST_WEAPONS_A_VISIT, "OC-330", "Take at most one weapon.", "take")
    slots, taken = equipment_slots(state, action.seat), len(action.take) - weapons
    needed = max(0, len(hero.equipment) + taken - slots)
    check(taken <= slots, "OC-502", "You cannot take more equipment than you have slots.", "take")
    check(len(action.discard) >= needed, "OC-502", f"Make room for {needed}.", "discard")
    owned = set(action.discard) <= set(hero.equipment) and len(set(action.discard)) == len(action.discard)
    check(owned, "OC-718", "Only discard your own equipment to make room.", "discard")
    check(len(action.discard) == needed, "OC-718", f"Discard exactly {needed} to make room.", "discard")


def discard_display_item(state: State, action: actions.DiscardDisplayItem, chance: Chance) -> Passage[State]:
    """OC-331: a Chaos hero's visit; the item is not replaced."""
    location = check_action(state, action.seat, "chaos", ("quartermaster",), "OC-331")
    name = called(state, action.item, "This item")
    check(action.item in state.display, "OC-331", f"{name} is not on display.", "item")
    state = yield facts.LocationActed(action.seat, location, "discard_display_item")
    return (yield facts.DisplayItemsDiscarded((action.item,), "chaos", action.seat))


def use_order_shrine(state: State, action: actions.UseOrderShrine, chance: Chance) -> Passage[State]:
    """OC-333: stamina, or health."""
    location = check_action(state, action.seat, "order", ("order_shrine",), "OC-333")
    state = yield facts.LocationActed(action.seat, location, "use_order_shrine")
    if action.gain == "stamina":
        return (yield from restore_stamina(state, action.seat, MOST_STAMINA, "order_shrine"))
    return (yield from heal(state, action.seat, SHRINE_HEALTH, "order_shrine"))


def use_healing_shrine(state: State, action: actions.UseHealingShrine, chance: Chance) -> Passage[State]:
    """OC-334: health, unless a kept card cancels it (OC-519): then the action is spent all the same."""
    location = check_action(state, action.seat, "order", ("healing_shrine",), "OC-334")
    by = action.cancelled_by
    if by is not None:
        hero = state.seats.get(by.seat)
        kept = hero is not None and may_keep(state, by.seat, by.card)
        holds = kept and state.box.events[by.card].cancels_healing
        check(holds, "OC-519", "That seat has no such card to cancel healing.", "cancelled_by", probes=True)
        chance.probed = True  # who dry-runs it learns from a yes as much as from a no
    state = yield facts.LocationActed(action.seat, location, "use_healing_shrine")
    if by is not None:
        yield from named(state, by.seat, by.card)
        return (yield facts.EventPlayed(by.seat, by.card))
    return (yield from heal(state, action.seat, SHRINE_HEALTH, "healing_shrine"))


def attack_healing_shrine(
    state: State, action: actions.AttackHealingShrine, chance: Chance
) -> Passage[State]:
    """OC-334: a yellow lightning destroys the shrine and is Chaos doom 2."""
    location = check_action(state, action.seat, "chaos", ("healing_shrine",), "OC-334")
    state, success = yield from _roll_against(state, action, chance, location, YELLOW, "OC-334")
    if not success:
        return state
    card = state.places[location].card or ""
    state = yield facts.CardRemoved(location, card, "destroyed", action.seat)
    return (yield from change_doom(state, "chaos", SHRINE_DOOM, "shrine", action.seat))


def attack_rift(state: State, action: actions.AttackRift, chance: Chance) -> Passage[State]:
    """OC-336: a blue lightning closes the rift; its tokens go (OC-703), Order doom and XP come."""
    location = check_action(state, action.seat, "order", ("rift",), "OC-336")
    state, success = yield from _roll_against(state, action, chance, location, BLUE, "OC-336")
    if not success:
        return state
    card = state.places[location].card or ""
    state = yield facts.CardRemoved(location, card, "closed", action.seat)
    tokens = state.places[location].tokens
    if tokens:
        state = yield facts.TokensMoved(location, "supply", tokens, "rift_closed")
    state = yield from change_doom(state, "order", RIFT_DOOM, "rift", action.seat)
    return (yield from gain_xp_as_side(state, "order", 1, "rift_closed"))


def _roll_against(
    state: State,
    action: actions.AttackRift | actions.AttackHealingShrine,
    chance: Chance,
    location: str,
    wanted: str,
    rule: str,
) -> Generator[Fact, State, tuple[State, bool]]:
    card = state.box.cards[state.places[location].card or ""]
    number = card.number or 0
    dice = chance.dice(
        action.dice,
        number,
        state.box.die_faces,
        field="dice",
        rule=rule,
        message=f"Roll {number} dice with faces of this set.",
    )
    success = wanted in dice
    state = yield facts.LocationActed(action.seat, location, "attack_" + card.kind)
    state = yield facts.RiftAttacked(action.seat, location, card.kind, number, dice, success)
    return state, success


def pick_up_tokens(state: State, action: actions.PickUpTokens, chance: Chance) -> Passage[State]:
    """OC-360, OC-361: what lies here and fits, but not from a face-down card."""
    check_here(state, action.seat)
    check(not state.acted, "OC-206", "Take one location action per turn.")
    hero = state.seats[action.seat]
    check(hero.side == "chaos", "OC-360", "Order heroes cannot pick up tokens.", "seat")
    location = hero.location or ""
    check(state.places[location].face != "down", "OC-361", "You cannot pick up tokens from a face-down card.")
    check(free_tokens(state, action.seat) > 0, "OC-361", "There is no token here that you can carry.")
    state = yield facts.LocationActed(action.seat, location, "pick_up_tokens")
    return (yield from pick_up(state, action.seat))


def use_chaos_rift(state: State, action: actions.UseChaosRift, chance: Chance) -> Passage[State]:
    """OC-332, OC-705: tokens first, then a monster if none is there."""
    location = check_action(state, action.seat, "chaos", ("chaos_rift",), "OC-332")
    check(action.pick_up or action.place is not None, "OC-332", "Pick up tokens, place a monster, or both.")
    empty = not state.places[location].monsters
    check(action.place is None or empty, "OC-332", "There is already a monster here.", "place")
    if action.place is not None:
        check_choice(state, action.place, "place")
    fits = not action.pick_up or free_tokens(state, action.seat) > 0
    check(fits, "OC-361", "There is no token here that you can carry.", "pick_up")
    state = yield facts.LocationActed(action.seat, location, "use_chaos_rift")
    if action.pick_up:
        state = yield from pick_up(state, action.seat)
    if action.place is not None:
        state = yield from put_choice(state, action.place, location, action.seat)
    return state


def shove_targets(state: State, location: str) -> tuple[str, ...]:
    """OC-335: adjacent by an edge, face-up card (no emptied location, OC-702), no monster."""
    return tuple(
        near
        for near in state.map.neighbours[location]
        if state.places[near].face == "up" and not state.places[near].monsters
    )


def use_wandering_monster(
    state: State, action: actions.UseWanderingMonster, chance: Chance
) -> Passage[State]:
    """OC-335, OC-706: a monster at this location is shoved away first."""
    location = check_action(state, action.seat, "chaos", ("wandering_monster",), "OC-335")
    there = state.places[location].monsters
    if there:
        fits = action.shove_to is not None and action.shove_to in shove_targets(state, location)
        check(fits, "OC-335", "Push the monster to an adjacent face-up card without a monster.", "shove_to")
    else:
        check(action.shove_to is None, "OC-335", "There is no monster to push.", "shove_to")
    check_choice(state, action.place, "place")
    state = yield facts.LocationActed(action.seat, location, "use_wandering_monster")
    if there and action.shove_to is not None:
        state = yield from shift_monster(state, there[0], location, action.shove_to)
    return (yield from put_choice(state, action.place, location, action.seat))


def deliver_tokens(state: State, action: actions.DeliverTokens, chance: Chance) -> Passage[State]:
    """OC-338: Chaos doom by the tokens carried, and as many event cards, if the game continues."""
    location = check_action(state, action.seat, "chaos", ("arch_enemy",), "OC-338")
    tokens = state.seats[action.seat].tokens
    check(tokens > 0, "OC-338", "You carry no tokens.")
    state = yield facts.LocationActed(action.seat, location, "deliver_tokens")
    state = yield facts.TokensMoved(hero_unit(action.seat), "supply", tokens, "delivery")
    state = yield from change_doom(state, "chaos", tokens, "delivery", action.seat)
    if state.chaos == MOST_DOOM:
        return state
    return (yield facts.DutyRaised(Duty("draw_event", seat=action.seat, n=tokens)))
