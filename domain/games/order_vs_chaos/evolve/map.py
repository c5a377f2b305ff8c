"""Setup, turns, exploring, tokens, doom and monsters."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.order_vs_chaos import facts as f
from domain.games.order_vs_chaos.evolve.table import (
    evolve,
    leaves_battle,
    off_the_map,
    with_hero,
    with_place,
)
from domain.games.order_vs_chaos.state import (
    MOST_STAMINA,
    Place,
    State,
    hero_unit,
    seat_of_hero_unit,
)


@evolve.on(f.MapChosen)
def _(state: State, fact: f.MapChosen) -> State:
    kinds = state.box.maps[fact.map].kinds
    places = {name: Place(face="down" if kind == "card" else "none") for name, kind in kinds.items()}
    return replace(state, map_id=fact.map, places=places)


@evolve.on(f.ArchEnemySet)
def _(state: State, fact: f.ArchEnemySet) -> State:
    return replace(state, arch_enemy=state.box.arch_enemies[fact.arch_enemy].id)


@evolve.on(f.HeroChosen)
def _(state: State, fact: f.HeroChosen) -> State:
    heroes = with_hero(
        state,
        fact.seat,
        hero=fact.hero,
        health=fact.health,
        stamina=MOST_STAMINA,
        special_tokens=fact.special_tokens,
    )
    return replace(state, heroes=heroes)


@evolve.on(f.MonsterTypeDrawn)
def _(state: State, fact: f.MonsterTypeDrawn) -> State:
    return replace(
        state, heroes=with_hero(state, fact.seat, monster_type=state.box.monsters[fact.monster].id)
    )


@evolve.on(f.DisplayFilled)
def _(state: State, fact: f.DisplayFilled) -> State:
    deck, discard = state.item_deck, state.item_discard
    if fact.reshuffled:
        deck, discard = deck | frozenset(discard), ()
    return replace(
        state,
        display=state.display + fact.items,
        displayed=True,
        item_deck=deck - frozenset(fact.items),
        item_discard=discard,
    )


@evolve.on(f.FirstPlayerChosen)
def _(state: State, fact: f.FirstPlayerChosen) -> State:
    return replace(state, first_seat=fact.seat)


@evolve.on(f.HeroPlaced)
def _(state: State, fact: f.HeroPlaced) -> State:
    return replace(state, heroes=with_hero(state, fact.seat, location=fact.location))


@evolve.on(f.TurnBegan)
def _(state: State, fact: f.TurnBegan) -> State:
    return replace(
        state,
        phase="turn",
        active=state.heroes[fact.seat].seat,
        turn=fact.turn,
        step="move",
        moves_used=0,
        opened=False,
        acted=False,
        fought=False,
        lost=False,
        passes=(),
    )


@evolve.on(f.HeroMoved)
def _(state: State, fact: f.HeroMoved) -> State:
    heroes = with_hero(state, fact.seat, location=fact.to)
    if fact.how == "move":
        return replace(state, heroes=heroes, moves_used=state.moves_used + 1)
    return replace(state, heroes=heroes, battle=leaves_battle(state.battle, hero_unit(fact.seat)))


@evolve.on(f.EnemiesPassed)
def _(state: State, fact: f.EnemiesPassed) -> State:
    return replace(state, passes=(*state.passes, fact.location))


@evolve.on(f.TurnLost)
def _(state: State, fact: f.TurnLost) -> State:
    return replace(state, lost=True)


@evolve.on(f.CardOpened)
def _(state: State, fact: f.CardOpened) -> State:
    state = replace(
        state,
        places=with_place(state, fact.location, card=fact.card, face="up"),
        unopened=state.unopened - {fact.card},
    )
    if fact.by is None or fact.how == "effect":
        return state
    heroes = with_hero(state, fact.by, opened=state.heroes[fact.by].opened + 1)
    return replace(state, heroes=heroes, opened=True, step="encounter")


@evolve.on(f.CardsSwapped)
def _(state: State, fact: f.CardsSwapped) -> State:
    a, b = state.places[fact.a], state.places[fact.b]
    places = {
        **state.places,
        fact.a: replace(a, card=b.card, face=b.face),
        fact.b: replace(b, card=a.card, face=a.face),
    }
    return replace(state, places=places)


@evolve.on(f.CardRemoved)
def _(state: State, fact: f.CardRemoved) -> State:
    state = replace(
        state,
        places=with_place(state, fact.location, card=None, face="none"),
        removed_cards=(*state.removed_cards, fact.card),
    )
    if fact.by is None or fact.how not in ("closed", "destroyed"):
        return state
    hero = state.heroes[fact.by]
    if fact.how == "closed":
        return replace(state, heroes=with_hero(state, fact.by, rifts_closed=hero.rifts_closed + 1))
    return replace(state, heroes=with_hero(state, fact.by, shrines_destroyed=hero.shrines_destroyed + 1))


@evolve.on(f.LocationActed)
def _(state: State, fact: f.LocationActed) -> State:
    return replace(state, acted=True, step="encounter")


@evolve.on(f.RiftAttacked)
def _(state: State, fact: f.RiftAttacked) -> State:
    return state


@evolve.on(f.TokensMoved)
def _(state: State, fact: f.TokensMoved) -> State:
    for end, n in ((fact.origin, -fact.n), (fact.to, fact.n)):
        seat = seat_of_hero_unit(end)
        if end == "supply":
            state = replace(state, token_supply=state.token_supply + n)
        elif seat is not None:
            state = replace(state, heroes=with_hero(state, seat, tokens=state.heroes[seat].tokens + n))
        else:
            state = replace(state, places=with_place(state, end, tokens=state.places[end].tokens + n))
    seat = seat_of_hero_unit(fact.origin)
    if seat is not None and fact.cause == "delivery":
        delivered = state.heroes[seat].delivered + fact.n
        state = replace(state, heroes=with_hero(state, seat, delivered=delivered))
    return state


@evolve.on(f.DoomChanged)
def _(state: State, fact: f.DoomChanged) -> State:
    moved = fact.after - fact.before
    totals = state.totals
    if fact.side == "order":
        if moved > 0 and fact.cause == "effect":
            totals = replace(totals, order_doom_gains=totals.order_doom_gains + moved)
        return replace(state, order=fact.after, totals=totals)
    if fact.cause == "effect":
        totals = replace(totals, doom_effects=totals.doom_effects + moved)
    return replace(state, chaos=fact.after, totals=totals)


@evolve.on(f.MonsterPlaced)
def _(state: State, fact: f.MonsterPlaced) -> State:
    place = state.places[fact.location]
    totals = replace(state.totals, monsters_placed=state.totals.monsters_placed + 1)
    places = with_place(state, fact.location, monsters=(*place.monsters, fact.type))
    return replace(state, places=places, totals=totals)


@evolve.on(f.TokenInstead)
def _(state: State, fact: f.TokenInstead) -> State:
    number = state.totals.tokens_instead_of_monsters + 1
    return replace(state, totals=replace(state.totals, tokens_instead_of_monsters=number))


@evolve.on(f.MonsterMoved)
def _(state: State, fact: f.MonsterMoved) -> State:
    state = off_the_map(state, fact.type, fact.origin)
    place = state.places[fact.to]
    return replace(state, places=with_place(state, fact.to, monsters=(*place.monsters, fact.type)))


@evolve.on(f.MonsterDiscarded)
def _(state: State, fact: f.MonsterDiscarded) -> State:
    return off_the_map(state, fact.type, fact.location)
