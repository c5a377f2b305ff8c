"""Doom, XP, tokens, death, rewards and the quartermaster (OC-350 … OC-372, OC-480 … OC-483).

It also covers OC-502 and OC-505 (the display), and OC-605 and OC-606 (full doom and overflow gains).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.reading import called, duties, equipment_slots, seats_of, track_room, xp_room
from domain.games.order_vs_chaos.state import (
    MOST_CARRIED,
    MOST_DOOM,
    MOST_ON_DISPLAY,
    MOST_STAMINA,
    Duty,
    State,
    hero_unit,
)
from domain.kernel import Chance, Domain, Joined, Passage, Rejected, Several, Viewer, check

# Doom, XP, tokens and death: OC-350 … OC-372, OC-605, OC-606. What many commands bring about.


def change_doom(state: State, side: str, delta: int, cause: str, seat: str | None) -> Passage[State]:
    """A doom track moves within 0 and 13; Order's surplus is a gain for each (OC-605, OC-606, OC-713)."""
    before = state.doom(side)
    wanted = before + delta
    after = max(0, min(MOST_DOOM, wanted))
    if after != before:
        state = yield facts.DoomChanged(side, before, after, cause, seat)
    surplus = wanted - MOST_DOOM
    if side == "order" and surplus > 0:
        for hero in seats_of(state, "order"):
            state = yield facts.DutyRaised(Duty("overflow_gain", seat=hero, n=surplus))
    return state


def gain_xp(state: State, seat: str, n: int, cause: str) -> Passage[State]:
    """XP waits to be allotted; what finds no box is lost, or a token for a Chaos hero (OC-350, OC-354)."""
    fits = min(n, max(0, xp_room(state, seat)))
    if fits:
        state = yield facts.XpGained(seat, fits, cause)
    if fits < n:
        converted = state.seats[seat].side == "chaos"
        state = yield facts.XpLost(seat, n - fits, converted)
        if converted:
            state = yield from gain_tokens(state, seat, n - fits, "xp")
    return state


def gain_xp_as_side(state: State, side: str, n: int, cause: str) -> Passage[State]:
    """Each hero of the side gains XP (OC-321)."""
    for seat in seats_of(state, side):
        state = yield from gain_xp(state, seat, n, cause)
    return state


def gain_tokens(state: State, seat: str, n: int, cause: str) -> Passage[State]:
    """Tokens into free slots, the rest onto the hero's location, if it has one (OC-354, OC-363)."""
    hero = state.seats[seat]
    carried = min(n, MOST_CARRIED - hero.tokens, state.token_supply)
    if carried > 0:
        state = yield facts.TokensMoved("supply", hero_unit(seat), carried, cause)
    if hero.location is None:
        return state
    return (yield from lay_tokens(state, hero.location, n - max(0, carried), cause))


def lay_tokens(state: State, location: str, n: int, cause: str) -> Passage[State]:
    """Tokens from the supply onto a location, as long as there are any (OC-341)."""
    laid = min(n, state.token_supply)
    if laid > 0:
        state = yield facts.TokensMoved("supply", location, laid, cause)
    return state


def pick_up(state: State, seat: str) -> Passage[State]:
    """As many tokens as lie here and fit (OC-361)."""
    location = state.seats[seat].location or ""
    taken = free_tokens(state, seat)
    if taken > 0:
        state = yield facts.TokensMoved(location, hero_unit(seat), taken, "pick_up")
    return state


def free_tokens(state: State, seat: str) -> int:
    """How many tokens the hero could pick up where it stands."""
    hero = state.seats[seat]
    if hero.location is None or hero.side == "order":
        return 0
    return max(0, min(state.places[hero.location].tokens, MOST_CARRIED - hero.tokens))


def heal(state: State, seat: str, amount: int, cause: str) -> Passage[State]:
    """Health up to the present maximum, where it has no effect (OC-717)."""
    gained = min(amount, state.stat(seat, "health") - state.seats[seat].health)
    if gained > 0:
        state = yield facts.HealthChanged(seat, gained, cause)
    return state


def die(state: State, seat: str) -> Passage[State]:
    """OC-370 … OC-372: the hero will be back, an Order hero for Chaos doom 1; a phasing hero's turn is lost.

    Each of several deaths counts (OC-708), and tokens are kept (OC-710). In the final battle the dead stay
    dead and no doom changes (OC-617).

    OC-362, OC-371.
    """
    hero = state.seats[seat]
    returns = state.phase == "turn"
    state = yield facts.HeroDied(seat, hero.location, returns)
    if returns and hero.side == "order":
        state = yield from change_doom(state, "chaos", 1, "death", seat)
    if seat == state.active and not state.lost:
        state = yield facts.TurnLost(seat)
    return state


def assign_xp(state: State, action: actions.AssignXp, chance: Chance) -> Passage[State]:
    """OC-350 … OC-352: up to as many boxes as XP is due."""
    hero = state.seats.get(action.seat)
    check(hero is not None and hero.xp_pending > 0, "OC-211", "You have no XP to spend.", "seat")
    assert hero is not None
    sheet = state.sheet(action.seat)
    check(
        1 <= len(action.targets) <= hero.xp_pending,
        "OC-350",
        f"Spend exactly {hero.xp_pending} XP.",
        "targets",
    )
    slots = sheet.slots is not None
    for index, target in enumerate(action.targets):
        known = target in sheet.tracks or (target == SLOT and slots)
        check(known, "OC-350", "Unknown track.", f"targets/{index}")
    for index, target in enumerate(action.targets):
        full = action.targets[: index + 1].count(target) > track_room(sheet, hero, target)
        message = f"The {target} track has no free box."
        check(not full or target == SLOT, "OC-351", message, f"targets/{index}")
    for index, target in enumerate(action.targets):
        locked = action.targets[: index + 1].count(target) <= track_room(sheet, hero, target)
        check(locked or target != SLOT, "OC-352", "No locked slot is left.", f"targets/{index}")
    return (yield facts.XpAllotted(action.seat, action.targets))


def resurrect(state: State, action: actions.Resurrect, chance: Chance) -> Passage[State]:
    """OC-370: back on a start of its own side, shared or not; no battle by it (OC-309)."""
    due = any(duty.seat == action.seat for duty in duties(state, "resurrect"))
    check(due, "OC-211", "This hero does not return now.", "seat")
    starts = state.map.starts[state.seats[action.seat].side]
    check(action.location in starts, "OC-370", "A hero returns on a start of its own side.", "location")
    health = state.stat(action.seat, "health")
    return (yield facts.HeroResurrected(action.seat, action.location, health))


def restore_stamina(state: State, seat: str, amount: int, cause: str) -> Passage[State]:
    """Stamina within 0 and 2 (OC-506)."""
    before = state.seats[seat].stamina
    after = max(0, min(MOST_STAMINA, before + amount))
    if after != before:
        state = yield facts.StaminaChanged(seat, after - before, cause)
    return state


# The quartermaster's display, rewards and overflow gains: OC-480 … OC-483, OC-502, OC-505, OC-606.


def refill(
    state: State, declared: Sequence[str] | None, chance: Chance, field: str, seat: str | None
) -> Passage[State]:
    """OC-505: the rest of the display is discarded and six new items are laid out."""
    if state.display:
        state = yield facts.DisplayItemsDiscarded(state.display, "refresh", seat)
    items, reshuffled = draw_items(state, declared, chance, field)
    return (yield facts.DisplayFilled(items, reshuffled))


def draw_items(
    state: State, declared: Sequence[str] | None, chance: Chance, field: str
) -> tuple[tuple[str, ...], bool]:
    """Six items of the deck; when it runs out, its last cards and then some of the shuffled discard."""
    deck = sorted(state.item_deck)
    message = "Name six items that are still in the deck."
    if len(deck) >= MOST_ON_DISPLAY:
        items = chance.several(declared, deck, MOST_ON_DISPLAY, field=field, rule="OC-505", message=message)
        return items, False
    fresh = sorted(state.item_discard)
    more = min(MOST_ON_DISPLAY - len(deck), len(fresh))
    if declared is not None:
        chance.declare(field)
        last, new = list(declared[: len(deck)]), list(declared[len(deck) :])
        right = sorted(last) == deck and len(new) == more == len(set(new)) and set(new) <= set(fresh)
        if not right:
            raise Rejected("OC-505", message, field)
        return tuple(declared), True

    def asks(viewer: Viewer) -> Domain:
        last, new = Several(tuple(deck), len(deck), len(deck), True), Several(tuple(fresh), more, more, True)
        return Joined((last, new))

    def draw(below: Callable[[int], int]) -> list[str]:
        return [*_draw(deck, len(deck), below), *_draw(fresh, more, below)]

    drawn = chance.compose(field, "OC-505", draw, asks)
    return tuple(drawn), True


def _draw(cards: Sequence[str], count: int, below: Callable[[int], int]) -> list[str]:
    left = list(cards)
    return [left.pop(below(len(left))) for _ in range(count)]


def check_room(state: State, seat: str, item: str, discard: str | None) -> None:
    """OC-502: equipment needs a free slot; to have one, an owned piece is discarded first."""
    hero = state.seats[seat]
    full = item in state.box.equipment and len(hero.equipment) >= equipment_slots(state, seat)
    if full:
        check(
            discard in hero.equipment,
            "OC-502",
            "Discard one of your equipment cards for it.",
            "discard",
        )
    else:
        check(discard is None, "OC-502", "You do not need to make room.", "discard")


def gain_item(state: State, seat: str, item: str, discard: str | None, via: str) -> Passage[State]:
    """An item of the display becomes the hero's."""
    if discard is not None:
        yield facts.ItemDiscarded(seat, discard, "room")
    return (yield facts.ItemGained(seat, item, via))


def take_reward(state: State, action: actions.TakeReward, chance: Chance) -> Passage[State]:
    """OC-480 … OC-483: the oldest reward that the hero is a candidate for."""
    due = next(duties(state, "take_reward"), None)
    check(due is not None, "OC-211", "You have no reward to take.")
    offered = action.item is None or action.item in state.display
    name = called(state, action.item, "This item")
    check(offered, "OC-480", f"{name} is not on display.", "item")
    duty = next((duty for duty in duties(state, "take_reward") if action.seat in duty.candidates), None)
    check(duty is not None, "OC-481", "This hero did not kill the monster.", "seat")
    assert duty is not None
    if action.item is None:
        check(action.discard is None, "OC-502", "You do not need to make room.", "discard")
        return (yield facts.DutyDone(duty))
    check_room(state, action.seat, action.item, action.discard)
    state = yield facts.DutyDone(duty)
    return (yield from gain_item(state, action.seat, action.item, action.discard, "reward"))


def take_overflow(state: State, action: actions.TakeOverflow, chance: Chance) -> Passage[State]:
    """OC-606: one health, one item or one XP for a point of doom beyond 13."""
    duty = next((duty for duty in duties(state, "overflow_gain") if duty.seat == action.seat), None)
    check(duty is not None, "OC-211", "You have no gain to take.", "seat")
    assert duty is not None
    wants_item = action.gain == "item"
    if wants_item:
        check_room(state, action.seat, action.item or "", action.discard)
        check(action.item in state.display, "OC-606", "That item is not on display.", "item")
    else:
        check(action.item is None and action.discard is None, "OC-606", "Do not name an item here.", "item")
    state = yield facts.DutyDone(duty)
    if duty.n > 1:
        state = yield facts.DutyRaised(Duty("overflow_gain", seat=duty.seat, n=duty.n - 1))
    if wants_item:
        return (yield from gain_item(state, action.seat, action.item or "", action.discard, "overflow"))
    if action.gain == "xp":
        return (yield from gain_xp(state, action.seat, 1, "overflow"))
    return (yield from heal(state, action.seat, 1, "overflow"))
