"""Growth, health, items, event cards and duties."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.evolve.table import evolve, hurt, leaves_battle, with_hero, without
from domain.games.order_vs_chaos.state import MOST_STAMINA, Duty, State, hero_unit
from domain.kernel import UNKNOWN


@evolve.on(facts.XpGained)
def _(state: State, fact: facts.XpGained) -> State:
    hero = state.seats[fact.seat]
    return replace(
        state,
        seats=with_hero(
            state, fact.seat, xp_pending=hero.xp_pending + fact.n, xp_gained=hero.xp_gained + fact.n
        ),
    )


@evolve.on(facts.XpLost)
def _(state: State, fact: facts.XpLost) -> State:
    return state


@evolve.on(facts.XpAllotted)
def _(state: State, fact: facts.XpAllotted) -> State:  # OC-355: a higher maximum does not heal
    hero = state.seats[fact.seat]
    if len(fact.targets) > hero.xp_pending:
        raise LookupError(f"{fact.seat} has {hero.xp_pending} XP to allot")
    placed = Counter(fact.targets)
    slots = placed.pop(SLOT, 0)
    xp = dict(hero.xp)
    for track, n in placed.items():
        xp[track] = xp.get(track, 0) + n
    return replace(
        state,
        seats=with_hero(
            state,
            fact.seat,
            xp=xp,
            slots_unlocked=hero.slots_unlocked + slots,
            xp_pending=hero.xp_pending - len(fact.targets),
        ),
    )


@evolve.on(facts.HealthChanged)
def _(state: State, fact: facts.HealthChanged) -> State:
    return hurt(state, hero_unit(fact.seat), -fact.delta)


@evolve.on(facts.StaminaChanged)
def _(state: State, fact: facts.StaminaChanged) -> State:
    stamina = state.seats[fact.seat].stamina + fact.delta
    return replace(state, seats=with_hero(state, fact.seat, stamina=stamina))


@evolve.on(facts.SpecialTokensChanged)
def _(state: State, fact: facts.SpecialTokensChanged) -> State:
    number = state.seats[fact.seat].special_tokens + fact.delta
    return replace(state, seats=with_hero(state, fact.seat, special_tokens=number))


@evolve.on(facts.HeroDied)
def _(state: State, fact: facts.HeroDied) -> State:
    hero = state.seats[fact.seat]
    seats = with_hero(state, fact.seat, health=0, location=None, alive=fact.returns, deaths=hero.deaths + 1)
    state = replace(state, seats=seats, battle=leaves_battle(state.battle, hero_unit(fact.seat)))
    if not fact.returns:
        return state
    return replace(state, pending=(*state.pending, Duty("resurrect", seat=fact.seat)))


@evolve.on(facts.HeroResurrected)
def _(state: State, fact: facts.HeroResurrected) -> State:
    seats = with_hero(
        state, fact.seat, health=fact.health, location=fact.location, stamina=MOST_STAMINA, alive=True
    )
    battle = state.battle
    if battle is not None and fact.location is not None and battle.location == fact.location:
        battle = replace(battle, outside=(*battle.outside, fact.seat))
    pending = without(state.pending, Duty("resurrect", seat=fact.seat))
    return replace(state, seats=seats, battle=battle, pending=pending)


@evolve.on(facts.ItemGained)
def _(state: State, fact: facts.ItemGained) -> State:
    hero = state.seats[fact.seat]
    totals = state.totals
    if fact.via == "reward":
        totals = replace(totals, reward_items=totals.reward_items + 1)
    if fact.item in state.box.weapons:
        seats = with_hero(state, fact.seat, weapons=(*hero.weapons, fact.item))
    else:
        seats = with_hero(state, fact.seat, equipment=(*hero.equipment, fact.item))
    return replace(state, seats=seats, display=without(state.display, fact.item), totals=totals)


@evolve.on(facts.ItemDiscarded)
def _(state: State, fact: facts.ItemDiscarded) -> State:
    hero = state.seats[fact.seat]
    seats = with_hero(
        state,
        fact.seat,
        weapons=without(hero.weapons, fact.item),
        equipment=without(hero.equipment, fact.item),
    )
    return replace(state, seats=seats, item_discard=(*state.item_discard, fact.item))


@evolve.on(facts.DisplayItemsDiscarded)
def _(state: State, fact: facts.DisplayItemsDiscarded) -> State:
    return replace(
        state,
        display=without(state.display, *fact.items),
        item_discard=state.item_discard + fact.items,
    )


@evolve.on(facts.EventDrawn)
def _(state: State, fact: facts.EventDrawn) -> State:
    deck, discard = state.event_deck, state.event_discard
    if fact.reshuffled:
        state = _unknown_set_aside(state)
        deck, discard = state.event_deck | frozenset(discard), ()
    pending, seats = _drawn_one(state.pending, fact.seat), state.seats
    if fact.card == UNKNOWN:
        if not fact.keep:
            raise LookupError("an instant is read aloud")
        seats = with_hero(state, fact.seat, unknown=seats[fact.seat].unknown + 1)
    elif fact.keep:
        seats = with_hero(state, fact.seat, kept=(*seats[fact.seat].kept, fact.card))
    else:
        pending = (*pending, Duty("resolve_event", seat=fact.seat, card=fact.card))
    return replace(state, event_deck=deck - {fact.card}, event_discard=discard, pending=pending, seats=seats)


def _drawn_one(pending: tuple[Duty, ...], seat: str) -> tuple[Duty, ...]:
    for index, duty in enumerate(pending):
        if duty.kind == "draw_event" and duty.seat == seat:
            left = (replace(duty, n=duty.n - 1),) if duty.n > 1 else ()
            return (*pending[:index], *left, *pending[index + 1 :])
    return pending


def _unknown_set_aside(state: State) -> State:
    """The deck has run out, so that what was left of it is in hands, unnamed (OC-R87)."""
    if not any(hero.unknown for hero in state.seats.values()):
        return state
    seats = {
        seat: replace(hero, unknown=0, unknown_older=hero.unknown_older + hero.unknown)
        for seat, hero in state.seats.items()
    }
    older = state.older_events | state.event_deck
    return replace(state, seats=seats, older_events=older, event_deck=frozenset())


@evolve.on(facts.EventNamed)
def _(state: State, fact: facts.EventNamed) -> State:
    hero = state.seats[fact.seat]
    newer, older = hero.unknown, hero.unknown_older
    if newer and fact.card not in state.older_events:
        newer -= 1
    elif older:
        older -= 1
    return replace(
        state,
        seats=with_hero(state, fact.seat, kept=(*hero.kept, fact.card), unknown=newer, unknown_older=older),
        event_deck=state.event_deck - {fact.card},
        older_events=state.older_events - {fact.card},
    )


@evolve.on(facts.EventResolved)
def _(state: State, fact: facts.EventResolved) -> State:
    return replace(
        state,
        pending=without(state.pending, Duty("resolve_event", seat=fact.seat, card=fact.card)),
        event_discard=(*state.event_discard, fact.card),
    )


@evolve.on(facts.EventPlayed)
def _(state: State, fact: facts.EventPlayed) -> State:
    kept = without(state.seats[fact.seat].kept, fact.card)
    return replace(
        state,
        seats=with_hero(state, fact.seat, kept=kept),
        event_discard=(*state.event_discard, fact.card),
    )


@evolve.on(facts.ManualEffects)
def _(state: State, fact: facts.ManualEffects) -> State:
    return state


@evolve.on(facts.DutyRaised)
def _(state: State, fact: facts.DutyRaised) -> State:
    _must_be_of_this_table(state, fact.duty)
    return replace(state, pending=(*state.pending, fact.duty))


def _must_be_of_this_table(state: State, duty: Duty) -> None:
    """Raises `LookupError` for a duty that names nothing on this table: a correction can hold one."""
    if duty.kind in ("draw_event", "resolve_event", "resurrect", "overflow_gain"):
        state.seats[duty.seat or ""]
    if duty.kind in ("place_monster", "surplus_monster"):
        state.places[duty.location or ""]
    if duty.kind == "resolve_event":
        state.box.events[duty.card or ""]
    for kind in duty.types:
        state.box.monsters[kind]
    for seat in duty.candidates:
        state.seats[seat]


@evolve.on(facts.DutyDone)
def _(state: State, fact: facts.DutyDone) -> State:
    return replace(state, pending=without(state.pending, fact.duty))
