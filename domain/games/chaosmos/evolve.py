"""What changes: one small function a fact. Nothing here asks whether it may."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.games.chaosmos import facts, knowledge
from domain.games.chaosmos.knowledge import envelope_of, hand_of
from domain.games.chaosmos.spaces import board
from domain.games.chaosmos.state import (
    Cards,
    Combat,
    OnTable,
    Pending,
    Planet,
    Player,
    Result,
    State,
    Turn,
    less,
    more,
)
from domain.kernel import Evolution

evolve = Evolution[State]()


def _player(state: State, seat: str, player: Player) -> Mapping[str, Player]:
    return {**state.players, seat: player}


def _planet(state: State, name: str, planet: Planet) -> Mapping[str, Planet]:
    return {**state.planets, name: planet}


def _hand(state: State, seat: str, hand: Cards) -> Mapping[str, Player]:
    return {**state.players, seat: replace(state.players[seat], hand=hand)}


def _others(state: State, *insiders: str) -> list[str]:
    return [seat for seat in state.seats if seat not in insiders]


@evolve.on(facts.AlienPairRemoved)
def _(state: State, fact: facts.AlienPairRemoved) -> State:
    return replace(state, removed_pair=fact.aliens)


@evolve.on(facts.PlanetsArranged)
def _(state: State, fact: facts.PlanetsArranged) -> State:
    layout = state.box.layouts[state.options.layout]
    planets = {planet: Planet() for planet in sorted(fact.planets.values())}
    return replace(state, board=board(layout.map, fact.planets), planets=planets)


@evolve.on(facts.AliensDealt)
def _(state: State, fact: facts.AliensDealt) -> State:
    players = {
        seat: replace(player, dealt=tuple(sorted(fact.aliens.get(seat, ()))))
        for seat, player in state.players.items()
    }
    return replace(state, players=players)


@evolve.on(facts.AlienChosen)
def _(state: State, fact: facts.AlienChosen) -> State:
    player = state.players[fact.seat]
    return replace(state, players=_player(state, fact.seat, replace(player, chosen=fact.alien)))


@evolve.on(facts.AliensRevealed)
def _(state: State, fact: facts.AliensRevealed) -> State:
    players = {
        seat: replace(player, alien=fact.aliens[seat], chosen=fact.aliens[seat])
        for seat, player in state.players.items()
    }
    return replace(state, players=players)


@evolve.on(facts.BonusCardsSwapped)
def _(state: State, fact: facts.BonusCardsSwapped) -> State:
    return replace(
        state,
        deck=more(less(state.deck, fact.taken_out), fact.put_in),
        removed=more(less(state.removed, fact.put_in), fact.taken_out),
    )


@evolve.on(facts.CardsDealt)
def _(state: State, fact: facts.CardsDealt) -> State:
    """CM-123: figures (CM-109), control of the homes and their flags (CM-121) stand with the deal."""
    owner = {home: seat for seat, home in fact.homes.items()}
    pool = list(fact.pool_draws)
    if fact.ovoid_put_back:
        pool.remove(state.box.ovoid)
    return replace(
        state,
        deck=(),
        pool=tuple(sorted(pool)),
        planets={
            name: replace(
                planet,
                face_down=tuple(sorted(fact.envelopes[name])),
                controller=owner.get(name),
                flag=owner.get(name),
            )
            for name, planet in state.planets.items()
        },
        players={seat: replace(player, position=fact.homes[seat]) for seat, player in state.players.items()},
    )


@evolve.on(facts.HandPrepared)
def _(state: State, fact: facts.HandPrepared) -> State:
    player = replace(state.players[fact.seat], hand=fact.cards, prepared=True)
    planet = replace(state.planets[fact.planet], face_down=fact.left)
    return replace(
        state, players=_player(state, fact.seat, player), planets=_planet(state, fact.planet, planet)
    )


@evolve.on(facts.StartPlayerChosen)
def _(state: State, fact: facts.StartPlayerChosen) -> State:
    return replace(state, phase="between_turns", next=fact.seat)


@evolve.on(facts.TurnBegun)
def _(state: State, fact: facts.TurnBegun) -> State:
    return replace(state, phase="turn", next=None, turn=Turn(fact.turn, fact.seat))


@evolve.on(facts.ActionSpent)
def _(state: State, fact: facts.ActionSpent) -> State:
    """A fourth action, recorded against the rules, leaves none as well."""
    turn = state.the_turn
    return replace(state, turn=replace(turn, actions_left=max(0, turn.actions_left - 1)))


@evolve.on(facts.HypertokenSpent)
def _(state: State, fact: facts.HypertokenSpent) -> State:
    return _tokens(state, fact.seat, -1)


@evolve.on(facts.HypertokensAdded)
def _(state: State, fact: facts.HypertokensAdded) -> State:
    return _tokens(state, fact.seat, fact.n)


def _tokens(state: State, seat: str, n: int) -> State:
    player = state.players[seat]
    return replace(
        state,
        supply=state.supply - n,
        players=_player(state, seat, replace(player, hypertokens=player.hypertokens + n)),
    )


@evolve.on(facts.Moved)
def _(state: State, fact: facts.Moved) -> State:
    player = state.players[fact.seat]
    return replace(state, players=_player(state, fact.seat, replace(player, position=fact.to)))


@evolve.on(facts.EnvelopeReturned)
def _(state: State, fact: facts.EnvelopeReturned) -> State:
    """Who held the envelope knows what it held."""
    planet = state.planets[fact.planet]
    face_up = () if planet.face_up is None else (planet.face_up,)
    contents = more(planet.face_down, face_up)
    return replace(
        state,
        planets=_planet(state, fact.planet, replace(planet, controller=None, no_take=False)),
        known=knowledge.sees_all(state.known, (fact.seat,), envelope_of(fact.planet), contents),
    )


@evolve.on(facts.GearRevealed)
def _(state: State, fact: facts.GearRevealed) -> State:
    others = _others(state, fact.seat)
    return replace(state, known=knowledge.holds_at_least(state.known, others, hand_of(fact.seat), fact.card))


@evolve.on(facts.EnvelopeOpened)
def _(state: State, fact: facts.EnvelopeOpened) -> State:
    if fact.face_up is None:
        return state
    known = knowledge.holds_at_least(state.known, state.seats, envelope_of(fact.planet), fact.face_up)
    return replace(state, known=known)


@evolve.on(
    facts.FlipTriggered,
    facts.ResolutionChosen,
    facts.EnvelopeDeclined,
    facts.AbilityUsed,
)
def _(state: State, fact: object) -> State:
    return state


@evolve.on(facts.ControlTaken)
def _(state: State, fact: facts.ControlTaken) -> State:
    planet = replace(state.planets[fact.planet], controller=fact.seat, no_take=fact.no_take, flag=fact.seat)
    return replace(state, planets=_planet(state, fact.planet, planet))


def _after_access(state: State, seat: str, planet: str) -> knowledge.Known:
    """Others cannot tell what an access moved; under a Vault nothing can have left the envelope (CM-514)."""
    zones = [hand_of(seat)] if state.planets[planet].no_take else [hand_of(seat), envelope_of(planet)]
    return knowledge.forgets(state.known, _others(state, seat), zones)


@evolve.on(facts.CardsTransferred)
def _(state: State, fact: facts.CardsTransferred) -> State:
    planet = state.planets[fact.planet]
    hand = state.players[fact.seat].hand
    return replace(
        state,
        players=_hand(state, fact.seat, more(less(hand, fact.to_envelope), fact.to_hand)),
        planets=_planet(
            state,
            fact.planet,
            replace(planet, face_down=more(less(planet.face_down, fact.to_hand), fact.to_envelope)),
        ),
        known=_after_access(state, fact.seat, fact.planet),
    )


@evolve.on(facts.FlipActivated)
def _(state: State, fact: facts.FlipActivated) -> State:
    planet = replace(state.planets[fact.planet], face_up=fact.card, activated_by=fact.seat)
    players = state.players
    if fact.origin == "hand":
        players = _hand(state, fact.seat, less(players[fact.seat].hand, (fact.card,)))
    else:
        planet = replace(planet, face_down=less(planet.face_down, (fact.card,)))
    if fact.announced:
        others = _others(state, fact.seat)
        known = knowledge.leaves(state.known, others, hand_of(fact.seat), fact.card)
        known = knowledge.holds_at_least(known, others, envelope_of(fact.planet), fact.card)
    else:
        known = _after_access(state, fact.seat, fact.planet)
    return replace(state, players=players, planets=_planet(state, fact.planet, planet), known=known)


@evolve.on(facts.FlipDeactivated)
def _(state: State, fact: facts.FlipDeactivated) -> State:
    planet = replace(state.planets[fact.planet], face_up=None, activated_by=None)
    players = state.players
    if fact.to == "hand":
        players = _hand(state, fact.seat, more(players[fact.seat].hand, (fact.card,)))
    else:
        planet = replace(planet, face_down=more(planet.face_down, (fact.card,)))
    known = _after_access(state, fact.seat, fact.planet)
    return replace(state, players=players, planets=_planet(state, fact.planet, planet), known=known)


@evolve.on(facts.TrapVoided)
def _(state: State, fact: facts.TrapVoided) -> State:
    planet = replace(state.planets[fact.planet], face_up=None, activated_by=None)
    return replace(
        state,
        planets=_planet(state, fact.planet, planet),
        void=more(state.void, (fact.card,)),
        known=knowledge.leaves(state.known, state.seats, envelope_of(fact.planet), fact.card),
    )


@evolve.on(facts.CombatBegun)
def _(state: State, fact: facts.CombatBegun) -> State:
    turn = state.the_turn
    attacked = turn.attacked if fact.defender in turn.attacked else (*turn.attacked, fact.defender)
    return replace(
        state,
        phase="combat",
        turn=replace(turn, attacked=attacked),
        combat=Combat(fact.attacker, fact.defender, fact.space, {}),
    )


@evolve.on(facts.CombatDiceRolled)
def _(state: State, fact: facts.CombatDiceRolled) -> State:
    return replace(state, combat=replace(state.the_combat, dice=fact.dice, to_act=fact.to_act))


@evolve.on(facts.CombatCardPlayed)
def _(state: State, fact: facts.CombatCardPlayed) -> State:
    combat = state.the_combat
    table = tuple(
        replace(played, active=False) if place in fact.cancelled else played
        for place, played in enumerate(combat.table)
    )
    return replace(
        state,
        combat=replace(
            combat, table=(*table, OnTable(fact.seat, fact.card, fact.active)), passes=0, to_act=fact.to_act
        ),
        players=_hand(state, fact.seat, less(state.players[fact.seat].hand, (fact.card,))),
        known=knowledge.leaves(state.known, _others(state, fact.seat), hand_of(fact.seat), fact.card),
    )


@evolve.on(facts.CombatPassed)
def _(state: State, fact: facts.CombatPassed) -> State:
    combat = state.the_combat
    return replace(state, combat=replace(combat, passes=combat.passes + 1, to_act=fact.to_act))


@evolve.on(facts.CombatTableCleared)
def _(state: State, fact: facts.CombatTableCleared) -> State:
    players, known = dict(state.players), state.known
    for seat, cards in fact.to_hands.items():
        players[seat] = replace(players[seat], hand=more(players[seat].hand, cards))
        known = knowledge.arrives(known, _others(state, seat), hand_of(seat), cards)
    return replace(
        state,
        players=players,
        known=known,
        void=more(state.void, fact.to_void),
        combat=replace(state.the_combat, table=()),
    )


@evolve.on(facts.CombatDecided)
def _(state: State, fact: facts.CombatDecided) -> State:
    combat = replace(
        state.the_combat,
        stage="resolution",
        to_act=None,
        winner=fact.winner,
        loser=fact.loser,
        loser_controlled=fact.loser_controlled,
    )
    return replace(state, combat=combat)


@evolve.on(facts.CombatEnded)
def _(state: State, fact: facts.CombatEnded) -> State:
    return replace(state, phase="turn", combat=None, pending=None)


@evolve.on(facts.ChoiceAsked)
def _(state: State, fact: facts.ChoiceAsked) -> State:
    combat = state.combat
    if combat is not None and fact.kind == "take_envelope":
        combat = replace(combat, stage="envelope")
    return replace(state, phase="pending", pending=Pending(fact.kind, fact.seat, fact.planet), combat=combat)


@evolve.on(facts.ChoiceMade)
def _(state: State, fact: facts.ChoiceMade) -> State:
    return replace(state, phase="turn" if state.combat is None else "combat", pending=None)


@evolve.on(facts.HandShown)
def _(state: State, fact: facts.HandShown) -> State:
    return replace(state, known=knowledge.sees_all(state.known, fact.to, hand_of(fact.of), fact.cards))


@evolve.on(facts.PlanetShown)
def _(state: State, fact: facts.PlanetShown) -> State:
    face_up = () if fact.face_up is None else (fact.face_up,)
    contents = more(fact.face_down, face_up)
    return replace(state, known=knowledge.sees_all(state.known, fact.to, envelope_of(fact.planet), contents))


@evolve.on(facts.CardTaken)
def _(state: State, fact: facts.CardTaken) -> State:
    return state if fact.card is None else _pass_on(state, fact.loser, fact.seat, fact.card)


@evolve.on(facts.CardGivenBack)
def _(state: State, fact: facts.CardGivenBack) -> State:
    return _pass_on(state, fact.seat, fact.to, fact.card)


def _pass_on(state: State, giver: str, taker: str, card: str) -> State:
    """Both see which card goes from hand to hand, the others only that one does (CM-810)."""
    players = dict(state.players)
    players[giver] = replace(players[giver], hand=less(players[giver].hand, (card,)))
    players[taker] = replace(players[taker], hand=more(players[taker].hand, (card,)))
    known = knowledge.leaves(state.known, (taker,), hand_of(giver), card)
    known = knowledge.arrives(known, (giver,), hand_of(taker), (card,))
    known = knowledge.one_leaves(known, _others(state, giver, taker), hand_of(giver))
    return replace(state, players=players, known=known)


@evolve.on(facts.CardPlayed)
def _(state: State, fact: facts.CardPlayed) -> State:
    others = _others(state, fact.seat)
    return replace(state, known=knowledge.holds_at_least(state.known, others, hand_of(fact.seat), fact.card))


@evolve.on(facts.CardVoided)
def _(state: State, fact: facts.CardVoided) -> State:
    return replace(
        state,
        players=_hand(state, fact.seat, less(state.players[fact.seat].hand, (fact.card,))),
        void=more(state.void, (fact.card,)),
        known=knowledge.leaves(state.known, _others(state, fact.seat), hand_of(fact.seat), fact.card),
    )


@evolve.on(facts.CardSent)
def _(state: State, fact: facts.CardSent) -> State:
    planet = state.planets[fact.planet]
    known = knowledge.arrives(state.known, fact.known_to, envelope_of(fact.planet), (fact.card,))
    known = knowledge.leaves(known, fact.known_to, hand_of(fact.seat), fact.card)
    known = knowledge.one_leaves(known, _others(state, fact.seat, *fact.known_to), hand_of(fact.seat))
    return replace(
        state,
        players=_hand(state, fact.seat, less(state.players[fact.seat].hand, (fact.card,))),
        planets=_planet(state, fact.planet, replace(planet, face_down=more(planet.face_down, (fact.card,)))),
        known=known,
    )


@evolve.on(facts.PoolTraded)
def _(state: State, fact: facts.PoolTraded) -> State:
    others, zone = _others(state, fact.seat), hand_of(fact.seat)
    known = knowledge.leaves(state.known, others, zone, fact.given)
    return replace(
        state,
        players=_hand(
            state, fact.seat, more(less(state.players[fact.seat].hand, (fact.given,)), (fact.taken,))
        ),
        pool=more(less(state.pool, (fact.taken,)), (fact.given,)),
        turn=replace(state.the_turn, traded=True),
        known=knowledge.arrives(known, others, zone, (fact.taken,)),
    )


@evolve.on(facts.CardMoved)
def _(state: State, fact: facts.CardMoved) -> State:
    state = _put(_take(state, fact.card, fact.origin), fact.card, fact.to)
    origin, to = _as_known(fact.origin), _as_known(fact.to)
    known = knowledge.leaves(state.known, fact.seen_by, origin, fact.card)
    known = knowledge.arrives(known, fact.seen_by, to, (fact.card,))
    known = knowledge.one_leaves(known, _others(state, *fact.seen_by), origin)
    return replace(state, known=known)


def _as_known(zone: str) -> str:
    return zone.replace("face_up:", "envelope:")


def _take(state: State, card: str, zone: str) -> State:
    kind, _, name = zone.partition(":")
    match kind:
        case "hand":
            return replace(state, players=_hand(state, name, less(state.players[name].hand, (card,))))
        case "envelope":
            planet = state.planets[name]
            left = replace(planet, face_down=less(planet.face_down, (card,)))
            return replace(state, planets=_planet(state, name, left))
        case "face_up":
            bare = replace(state.planets[name], face_up=None, activated_by=None)
            return replace(state, planets=_planet(state, name, bare))
        case "pool" | "void" | "removed":
            return replace(state, **{kind: less(getattr(state, kind), (card,))})
        case _:
            raise KeyError(zone)


def _put(state: State, card: str, zone: str) -> State:
    kind, _, name = zone.partition(":")
    match kind:
        case "hand":
            return replace(state, players=_hand(state, name, more(state.players[name].hand, (card,))))
        case "envelope":
            planet = state.planets[name]
            filled = replace(planet, face_down=more(planet.face_down, (card,)))
            return replace(state, planets=_planet(state, name, filled))
        case "face_up":
            covered = replace(state.planets[name], face_up=card, activated_by=None)
            return replace(state, planets=_planet(state, name, covered))
        case "pool" | "void" | "removed":
            return replace(state, **{kind: more(getattr(state, kind), (card,))})
        case _:
            raise KeyError(zone)


@evolve.on(facts.NoTakeLifted)
def _(state: State, fact: facts.NoTakeLifted) -> State:
    planet = replace(state.planets[fact.planet], no_take=False)
    return replace(state, planets=_planet(state, fact.planet, planet))


@evolve.on(facts.TurnForfeited)
def _(state: State, fact: facts.TurnForfeited) -> State:
    return replace(state, turn=replace(state.the_turn, forfeited=True))


@evolve.on(facts.ClockReduced)
def _(state: State, fact: facts.ClockReduced) -> State:
    """CM-601: at 0 nothing is left to do."""
    reduced = replace(state, clock=fact.clock, clock_cut=state.clock_cut + fact.by)
    if fact.clock:
        return reduced
    return replace(reduced, phase="ended", turn=None, next=None, combat=None, pending=None)


@evolve.on(facts.TurnEnded)
def _(state: State, fact: facts.TurnEnded) -> State:
    return replace(
        state,
        phase="ended" if fact.next is None else "between_turns",
        clock=fact.clock,
        turns_ended=state.turns_ended + 1,
        next=fact.next,
        turn=None,
        combat=None,
        pending=None,
    )


@evolve.on(facts.GameEnded)
def _(state: State, fact: facts.GameEnded) -> State:
    return replace(state, result=Result(fact.winner, fact.cause))
