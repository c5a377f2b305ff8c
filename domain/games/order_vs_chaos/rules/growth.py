"""Doom, XP, tokens and death: OC-350 … OC-372, OC-605, OC-606. What many commands bring about."""

from __future__ import annotations

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.reading.duties import duties
from domain.games.order_vs_chaos.reading.heroes import seats_of, track_room, xp_room
from domain.games.order_vs_chaos.state import MOST_CARRIED, MOST_DOOM, MOST_STAMINA, Duty, State, hero_unit
from domain.kernel import Chance, Passage, check


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
