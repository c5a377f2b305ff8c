"""The quartermaster's display, rewards and overflow gains: OC-480 … OC-483, OC-502, OC-505, OC-606."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.order_vs_chaos import actions, facts
from domain.games.order_vs_chaos.reading.called import called
from domain.games.order_vs_chaos.reading.duties import duties
from domain.games.order_vs_chaos.reading.heroes import equipment_slots
from domain.games.order_vs_chaos.rules.growth import gain_xp, heal
from domain.games.order_vs_chaos.state import MOST_ON_DISPLAY, Duty, State
from domain.kernel import Chance, Domain, Joined, Passage, Rejected, Several, Viewer, check


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
