"""Setup, turns, exploring, tokens, doom and monsters."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.order_vs_chaos import facts
from domain.games.order_vs_chaos.evolve.table import evolve, leaves_battle, off_the_map, with_hero, with_place
from domain.games.order_vs_chaos.state import MOST_STAMINA, Place, State, hero_unit, seat_of_hero_unit


@evolve.on(facts.MapChosen)
def _(state: State, fact: facts.MapChosen) -> State:
    kinds = state.box.maps[fact.map].kinds
    places = {name: Place(face="down" if kind == "card" else "none") for name, kind in kinds.items()}
    return replace(state, map_id=fact.map, places=places)


@evolve.on(facts.ArchEnemySet)
def _(state: State, fact: facts.ArchEnemySet) -> State:
    return replace(state, arch_enemy=state.box.arch_enemies[fact.arch_enemy].id)


@evolve.on(facts.HeroChosen)
def _(state: State, fact: facts.HeroChosen) -> State:
    seats = with_hero(
        state,
        fact.seat,
        hero=fact.hero,
        health=fact.health,
        stamina=MOST_STAMINA,
        special_tokens=fact.special_tokens,
    )
    return replace(state, seats=seats)


@evolve.on(facts.MonsterTypeDrawn)
def _(state: State, fact: facts.MonsterTypeDrawn) -> State:
    return replace(state, seats=with_hero(state, fact.seat, monster_type=state.box.monsters[fact.monster].id))


@evolve.on(facts.DisplayFilled)
def _(state: State, fact: facts.DisplayFilled) -> State:
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


@evolve.on(facts.FirstPlayerChosen)
def _(state: State, fact: facts.FirstPlayerChosen) -> State:
    return replace(state, first_player=fact.seat)


@evolve.on(facts.HeroPlaced)
def _(state: State, fact: facts.HeroPlaced) -> State:
    return replace(state, seats=with_hero(state, fact.seat, location=fact.location))


@evolve.on(facts.TurnBegan)
def _(state: State, fact: facts.TurnBegan) -> State:
    return replace(
        state,
        phase="turn",
        active=state.seats[fact.seat].seat,
        turn=fact.turn,
        step="move",
        moves_used=0,
        opened=False,
        acted=False,
        fought=False,
        lost=False,
        passes=(),
    )


@evolve.on(facts.HeroMoved)
def _(state: State, fact: facts.HeroMoved) -> State:
    seats = with_hero(state, fact.seat, location=fact.to)
    if fact.how == "move":
        return replace(state, seats=seats, moves_used=state.moves_used + 1)
    return replace(state, seats=seats, battle=leaves_battle(state.battle, hero_unit(fact.seat)))


@evolve.on(facts.EnemiesPassed)
def _(state: State, fact: facts.EnemiesPassed) -> State:
    return replace(state, passes=(*state.passes, fact.location))


@evolve.on(facts.TurnLost)
def _(state: State, fact: facts.TurnLost) -> State:
    return replace(state, lost=True)


@evolve.on(facts.CardOpened)
def _(state: State, fact: facts.CardOpened) -> State:
    state = replace(
        state,
        places=with_place(state, fact.location, card=fact.card, face="up"),
        unopened=state.unopened - {fact.card},
    )
    if fact.by is None or fact.how == "effect":
        return state
    seats = with_hero(state, fact.by, opened=state.seats[fact.by].opened + 1)
    return replace(state, seats=seats, opened=True, step="encounter")


@evolve.on(facts.CardsSwapped)
def _(state: State, fact: facts.CardsSwapped) -> State:
    a, b = state.places[fact.a], state.places[fact.b]
    places = {
        **state.places,
        fact.a: replace(a, card=b.card, face=b.face),
        fact.b: replace(b, card=a.card, face=a.face),
    }
    return replace(state, places=places)


@evolve.on(facts.CardRemoved)
def _(state: State, fact: facts.CardRemoved) -> State:
    state = replace(
        state,
        places=with_place(state, fact.location, card=None, face="none"),
        removed_cards=(*state.removed_cards, fact.card),
    )
    if fact.by is None or fact.how not in ("closed", "destroyed"):
        return state
    hero = state.seats[fact.by]
    if fact.how == "closed":
        return replace(state, seats=with_hero(state, fact.by, rifts_closed=hero.rifts_closed + 1))
    return replace(state, seats=with_hero(state, fact.by, shrines_destroyed=hero.shrines_destroyed + 1))


@evolve.on(facts.LocationActed)
def _(state: State, fact: facts.LocationActed) -> State:
    return replace(state, acted=True, step="encounter")


@evolve.on(facts.RiftAttacked)
def _(state: State, fact: facts.RiftAttacked) -> State:
    return state


@evolve.on(facts.TokensMoved)
def _(state: State, fact: facts.TokensMoved) -> State:
    for end, n in ((fact.origin, -fact.n), (fact.to, fact.n)):
        seat = seat_of_hero_unit(end)
        if end == "supply":
            state = replace(state, token_supply=state.token_supply + n)
        elif seat is not None:
            state = replace(state, seats=with_hero(state, seat, tokens=state.seats[seat].tokens + n))
        else:
            state = replace(state, places=with_place(state, end, tokens=state.places[end].tokens + n))
    seat = seat_of_hero_unit(fact.origin)
    if seat is not None and fact.cause == "delivery":
        delivered = state.seats[seat].delivered + fact.n
        state = replace(state, seats=with_hero(state, seat, delivered=delivered))
    return state


@evolve.on(facts.DoomChanged)
def _(state: State, fact: facts.DoomChanged) -> State:
    moved = fact.after - fact.before
    totals = state.totals
    if fact.side == "order":
        if moved > 0 and fact.cause == "effect":
            totals = replace(totals, order_doom_gains=totals.order_doom_gains + moved)
        return replace(state, order=fact.after, totals=totals)
    if fact.cause == "effect":
        totals = replace(totals, doom_effects=totals.doom_effects + moved)
    return replace(state, chaos=fact.after, totals=totals)


@evolve.on(facts.MonsterPlaced)
def _(state: State, fact: facts.MonsterPlaced) -> State:
    place = state.places[fact.location]
    totals = replace(state.totals, monsters_placed=state.totals.monsters_placed + 1)
    places = with_place(state, fact.location, monsters=(*place.monsters, fact.type))
    return replace(state, places=places, totals=totals)


@evolve.on(facts.TokenInstead)
def _(state: State, fact: facts.TokenInstead) -> State:
    number = state.totals.tokens_instead_of_monsters + 1
    return replace(state, totals=replace(state.totals, tokens_instead_of_monsters=number))


@evolve.on(facts.MonsterMoved)
def _(state: State, fact: facts.MonsterMoved) -> State:
    state = off_the_map(state, fact.type, fact.origin)
    place = state.places[fact.to]
    return replace(state, places=with_place(state, fact.to, monsters=(*place.monsters, fact.type)))


@evolve.on(facts.MonsterDiscarded)
def _(state: State, fact: facts.MonsterDiscarded) -> State:
    return off_the_map(state, fact.type, fact.location)
