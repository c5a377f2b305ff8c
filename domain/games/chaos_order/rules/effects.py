"""The stack of pending effects and the automatic effects (CO-57x … CO-59x, CO-722).

Cards that an action draws are one list for the whole action (CO-509). Gem locks follow CO-252, CO-521,
CO-724.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

from domain.games.chaos_order import facts
from domain.games.chaos_order.actions import PayLock
from domain.games.chaos_order.components.box import Effect, Effects
from domain.games.chaos_order.reading import (
    card_pool,
    controlled,
    controlled_land,
    hand_limit,
    hand_size,
    has_ability,
    possible_cards,
    triggered,
)
from domain.games.chaos_order.state import Pending, State
from domain.kernel import UNKNOWN, Chance, Choice, Fact, Passage, Rejected, Viewer, check, clockwise_from

# The tactics cards that an action draws, one list for the whole action (CO-509).

Asks = Callable[[Viewer], Choice]


class Draws:
    """The declared `draws` of an action taken one by one, or cards drawn by the engine."""

    def __init__(self, declared: tuple[str, ...] | None, chance: Chance) -> None:
        self.chance = chance
        self._declared = declared
        self._taken: tuple[str, ...] = ()
        self._given: tuple[tuple[str, str], ...] = ()
        """Seat and card of each draw before the present one."""
        if declared:
            chance.must_be_declarable("draws")

    def cards(self, state: State, seat: str, count: int) -> tuple[str, ...]:
        """The next `count` cards of the deck, for this seat.

        Raises `Rejected` (CO-509) for a card that cannot be, and where fewer are declared than are drawn. It
        asks for the next card then, unless the engine draws.
        """
        left, found = card_pool(state), list[str]()
        for _ in range(count):
            card = self._next(left, self._asks(state, tuple(found)))
            if card != UNKNOWN:
                left[card] -= 1
            found.append(card)
        self._given += tuple((seat, card) for card in found)
        return tuple(found)

    def finish(self) -> None:
        """Raises `Rejected` (CO-509) when more cards were declared than were drawn."""
        if self._declared is None:
            return
        if len(self._declared) > len(self._taken):
            raise Rejected("CO-509", f"This action draws {len(self._taken)} cards.", "draws")
        if self._declared:
            self.chance.declare("draws")

    def _next(self, left: Mapping[str, int], asks: Asks) -> str:
        declared, at = self._declared or (), len(self._taken)
        if at < len(declared):
            return self._named(declared[at], left)
        if self._declared is not None and self.chance.draws:
            raise Rejected("CO-509", "Name every card this action draws.", "draws")
        return self._drawn(left, asks)

    def _named(self, card: str, left: Mapping[str, int]) -> str:
        if card != UNKNOWN and left.get(card, 0) < 1:
            known, field = card in left, f"draws/{len(self._taken)}"
            raise Rejected("CO-509", "You cannot have drawn that card.", field, probes=known)
        self._taken = (*self._taken, card)
        return card

    def _drawn(self, left: Mapping[str, int], asks: Asks) -> str:
        def draw(below: Callable[[int], int]) -> tuple[str, ...]:
            number = below(sum(copies for copies in left.values() if copies > 0))
            for card, copies in left.items():
                if copies > 0:
                    if number < copies:
                        return (*self._taken, card)
                    number -= copies
            raise AssertionError("the pool is empty")

        field = "draws" if self.chance.draws else f"draws/{len(self._taken)}"
        self._taken = self.chance.compose(field, "CO-509", draw, asks)
        return self._taken[-1]

    def _asks(self, state: State, found: Sequence[str]) -> Asks:
        """The cards that may come next: none that the viewer sees elsewhere, or has named in this action."""

        def asks(viewer: Viewer) -> Choice:
            pool = possible_cards(state, viewer)
            for card in (*(card for seat, card in self._given if not viewer.knows(seat)), *found):
                if card != UNKNOWN:
                    pool[card] -= 1
            return Choice((*(card for card, number in pool.items() if number > 0), UNKNOWN))

        return asks


# The stack of pending effects, and the effects that come by themselves (CO-57x … CO-59x, CO-722).

Resolution = Generator[Fact, State, tuple[State, list[Pending]]]
"""An effect that comes by itself: the state after it, and the effects that arise from it."""

WOUNDED_SECTOR = 1


def awaited(
    effects: Effects,
    cause: str,
    *,
    here: str | None = None,
    main: bool = False,
    immediate: bool = False,
) -> list[Pending]:
    """The effects as they arise together, in printed order."""
    return [Pending(effect, effect.n, cause, here, main, immediate) for effect in effects]


def settle(state: State, seat: str, draws: Draws, arising: Iterable[Pending] = ()) -> Passage[State]:
    """Put arising effects on the seat's stack and let automatic ones resolve while they are its head.

    So a reward within a turn is settled before the turn continues (CO-706, CO-722).

    CO-574.
    """
    work = list(arising)
    while state.result is None:
        if work:
            item = work[0]
            carry_out = AUTOMATIC.get(item.effect.do)
            if carry_out is None:
                work = [w for w in work if w.left > 0 or w.effect.do in AUTOMATIC]
                if not work or work[0].effect.do in AUTOMATIC:
                    continue
                return (yield facts.EffectsAwaited(seat, tuple(work)))
            state, more = yield from carry_out(state, seat, work.pop(0), draws)
            work[:0] = more
            continue
        pending = state.seats[seat].pending
        if not pending or pending[-1].effect.do not in AUTOMATIC:
            return state
        work = [pending[-1]]
        state = yield facts.EffectDropped(seat)
    return state


def take(
    state: State, seat: str, amount: int, draws: Draws, arising: Iterable[Pending] = ()
) -> Passage[State]:
    """Use so much of the head, then settle what arises from it and what it interrupted."""
    state = yield facts.EffectTaken(seat, amount)
    return (yield from settle(state, seat, draws, arising))


def triggers(state: State, seat: str, trigger: str, place: str | None = None) -> list[Pending]:
    """The seat's abilities of a trigger as effects: automatic, or as a decision (CO-596)."""
    return [
        Pending(
            Effect("optional_ability" if source.ability.optional else "ability", name=source.ability.id),
            1,
            "ability",
            here,
        )
        for source, here in triggered(state, seat, trigger, place)
    ]


def ability_effects(state: State, seat: str, item: Pending) -> list[Pending]:
    """The effects of the pending ability."""
    assert item.effect.name is not None
    source = state.faction(seat).abilities[item.effect.name]
    return awaited(source.ability.effects, "ability", here=item.here)


def wound_triggers(state: State, seat: str, own: int, opposing: int, place: str) -> list[Pending]:
    """Once for each fighter, the seat's own before the opposing ones (CO-592)."""
    return [
        *(item for _ in range(own) for item in triggers(state, seat, "own_fighter_wounded", place)),
        *(item for _ in range(opposing) for item in triggers(state, seat, "opposing_fighter_wounded", place)),
    ]


def change_energy(state: State, seat: str, delta: int, cause: str) -> Passage[State]:
    """Energy from or to the main supply; nothing happens for 0."""
    return (yield facts.EnergyChanged(seat, delta, cause)) if delta else state


def change_gems(state: State, seat: str, delta: int, cause: str) -> Passage[State]:
    """Gems from or to the main supply; nothing happens for 0."""
    return (yield facts.GemsChanged(seat, delta, cause)) if delta else state


def _gain_energy(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    return (yield from change_energy(state, seat, item.left, item.cause)), []


def _gain_gems(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    return (yield from change_gems(state, seat, item.left, item.cause)), []


def _lose_energy(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-581."""
    lost = min(item.left, state.seats[seat].energy)
    return (yield from change_energy(state, seat, -lost, item.cause)), []


def _lose_gems(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    lost = min(item.left, state.seats[seat].gems)
    return (yield from change_gems(state, seat, -lost, item.cause)), []


def _gain_fame(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-571, CO-602: space by space; CO-603: the end of the track, outside `gain_income`."""
    faction, to, left = state.faction(seat), state.seats[seat].fame, item.left
    if to >= faction.fame_length or left <= 0:
        return state, []
    gained: Effects = ()
    while left and to < faction.fame_length and not gained:
        to, left = to + 1, left - 1
        gained = faction.fame_spaces.get(to, ())
    state = yield facts.FameMoved(seat, to, item.cause)
    if to == faction.fame_length and faction.wins_at_once and state.phase != "gain_income":
        return (yield facts.GameEnded((seat,), "fame", state.round)), []
    rest = [Pending(item.effect, left, item.cause, item.here)] if left else []
    return state, awaited(gained, "fame") + rest


def _draw_tactics(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-572, CO-507, CO-506."""
    left = item.left
    while left > 0:
        if state.deck <= 0:
            if not state.discard:
                break
            state = yield facts.DeckReshuffled()
        count = min(left, state.deck)
        cards = draws.cards(state, seat, count)
        state = yield facts.CardsDrawn(seat, cards, item.cause)
        left -= count
    excess = hand_size(state.seats[seat]) - hand_limit(state, seat)
    return state, [Pending(Effect("discard"), excess, "hand_limit")] if excess > 0 else []


def _counter(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-582: a faction without that counter is left as it is."""
    name = item.effect.name
    bounds = state.faction(seat).counters.get(name or "")
    if name is None or bounds is None:
        return state, []
    had = state.seats[seat].counters[name]
    value = max(bounds.least, item.left + (had if item.effect.do == "counter" else 0))
    value = value if bounds.most is None else min(bounds.most, value)
    if value == had:
        return state, []
    return (yield facts.CounterSet(seat, name, value)), []


def _collect(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-580: all own tokens in the vault, grey ones included."""
    tokens = tuple(token for token, at in state.seats[seat].tokens.items() if at == "vault")
    return (yield facts.TokensMoved(seat, tokens, "supply")) if tokens else state, []


def _combat(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-583: in battle only."""
    effect = item.effect
    if state.battle is None or seat not in state.battle.sides:
        return state, []
    return (yield facts.CombatBonusGained(seat, effect.strength, effect.attack, effect.shields)), []


def _wound(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-584: in battle only, besides attacks."""
    battle = state.battle
    if battle is None or seat not in battle.sides:
        return state, []
    other = battle.other(seat)
    wounded = seat if item.effect.name == "own" else other
    number = min(item.left, state.regions[battle.region].fighters.get(wounded, 0))
    if number <= 0:
        return state, []
    state = yield facts.UnitsMoved(wounded, battle.region, WOUNDED_SECTOR, number, (), "wound")
    own, opposing = (number, 0) if wounded == seat else (0, number)
    theirs = wound_triggers(state, other, opposing, own, battle.region)
    state = yield from settle(state, other, draws, theirs)
    return state, wound_triggers(state, seat, own, opposing, battle.region)


def _region_count(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-585. CO-552."""
    return (yield facts.RegionBonusChanged(seat, item.left)) if item.left else state, []


def _per(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-587: read once."""
    yield from ()
    times = multiplier(state, seat, item)
    return state, awaited(item.effect.effects, item.cause, here=item.here) * times


def multiplier(state: State, seat: str, item: Pending) -> int:
    """How often a `per` repeats: regions controlled do not count the base."""
    match item.effect.name:
        case "controlled_regions":
            return len(controlled(state, seat))
        case "controlled_land":
            return controlled_land(state, seat)
        case "fighters_here":
            region = state.regions.get(item.here or "")
            return 0 if region is None else region.fighters.get(seat, 0)
        case "relics":
            return len(state.seats[seat].relics)
        case name:
            counter = (name or "").removeprefix("counter:")
            return max(0, state.seats[seat].counters.get(counter, 0))


def _ability(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """CO-596: an ability that is not optional takes effect by itself."""
    assert item.effect.name is not None
    trigger = state.faction(seat).abilities[item.effect.name].ability.trigger
    state = yield facts.AbilityUsed(seat, item.effect.name, trigger)
    return state, ability_effects(state, seat, item)


def _nothing(state: State, seat: str, item: Pending, draws: Draws) -> Resolution:
    """`remove_token` shows when the token would go to the vault (CO-217)."""
    yield from ()
    return state, []


AUTOMATIC: dict[str, Callable[[State, str, Pending, Draws], Resolution]] = {
    "gain_energy": _gain_energy,
    "gain_gems": _gain_gems,
    "lose_energy": _lose_energy,
    "lose_gems": _lose_gems,
    "gain_fame": _gain_fame,
    "draw_tactics": _draw_tactics,
    "counter": _counter,
    "set_counter": _counter,
    "collect_pricing_tokens": _collect,
    "combat": _combat,
    "wound": _wound,
    "region_count": _region_count,
    "per": _per,
    "ability": _ability,
    "remove_token": _nothing,
}
"""CO-589: what comes by itself. Everything else is a decision."""


def control_triggers(before: State, state: State, draws: Draws) -> Passage[State]:
    """CO-596: control lost and gained since `before`, regions in map order, gained before lost."""
    if before.regions is state.regions:
        return state
    watchers = [
        seat
        for seat in clockwise_from(state.clockwise, state.flare_gun)
        if state.seats[seat].faction in state.box.control_watchers
    ]
    for seat in watchers:
        had, has = set(controlled(before, seat)), set(controlled(state, seat))
        items = [
            item
            for place in state.regions
            for gained in (place in has - had, place in had - has)
            if gained
            for item in triggers(
                state, seat, "region_control_gained" if place in has else "region_control_lost", place
            )
        ]
        state = yield from settle(state, seat, draws, items)
    return state


# Gem locks, CO-252, CO-521, CO-724.

LOCK_GEMS = 1
LOCK_ENERGY = 2


def check_lock(state: State, seat: str, locked: bool, pay: PayLock | None, rule: str) -> None:
    """CO-724: paid just where a lock stands, with energy only by CO-521, and in full."""
    check((pay is not None) == locked, rule, "Only pay a gem lock when you pass one.", "pay_lock")
    if pay == "gem":
        check(state.seats[seat].gems >= LOCK_GEMS, rule, "The lock costs 1 gem.", "pay_lock")
    elif pay == "energy":
        check(
            has_ability(state, seat, "gem_lock_for_energy"),
            rule,
            "You cannot pay gem locks with energy.",
            "pay_lock",
        )
        check(state.seats[seat].energy >= LOCK_ENERGY, rule, "The lock costs 2 energy.", "pay_lock")


def pay_lock(state: State, seat: str, pay: PayLock | None) -> Passage[State]:
    """Pay the lock, where there is one."""
    if pay == "gem":
        return (yield from change_gems(state, seat, -LOCK_GEMS, "gem_lock"))
    if pay == "energy":
        return (yield from change_energy(state, seat, -LOCK_ENERGY, "gem_lock"))
    return state


def ways_to_pay(state: State, seat: str) -> list[PayLock]:
    """How the seat could pay a lock now."""
    ways: list[PayLock] = []
    board = state.seats[seat]
    if board.gems >= LOCK_GEMS:
        ways.append("gem")
    if board.energy >= LOCK_ENERGY and has_ability(state, seat, "gem_lock_for_energy"):
        ways.append("energy")
    return ways
