"""What may be done now, as far as the seat itself can tell (CM-816)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.chaosmos import actions
from domain.games.chaosmos.rules.cards import PARAMETERS
from domain.games.chaosmos.rules.envelopes import is_toxic
from domain.games.chaosmos.rules.setup import due, planets_of_the_game
from domain.games.chaosmos.rules.setup_aliens import aliens_to_deal
from domain.games.chaosmos.state import ACTIONS_PER_TURN, State, less
from domain.kernel import (
    Apart,
    Assign,
    Balance,
    Choice,
    Dealt,
    Each,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Viewer,
)

NO_LEAST = -99
DELTAS = Open("the changes that the card's own text makes, CM-530")


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """What the seat (None: the table) may do now; nothing for a viewer who may not know its cards."""
    if seat is None:
        return list(_table(state))
    if seat not in state.players or not viewer.knows(seat):
        return []
    match state.phase:
        case "setup":
            return list(_setup(state, seat))
        case "between_turns":
            return list(_between_turns(state, seat))
        case "turn":
            return list(_turn(state, seat))
        case "combat":
            return list(_combat(state, seat))
        case "pending":
            return list(_pending(state, seat))
        case _:
            return []


def _table(state: State) -> Iterator[Offer]:
    for kind in due(state):
        if kind is actions.RemoveAlienPair:
            yield Offer("remove_alien_pair", None, {"alien": Outcome(Choice(tuple(state.box.aliens)))})
        elif kind is actions.ArrangePlanets:
            yield Offer("arrange_planets", None, {"planets": Outcome(_arrangement(state))})
        elif kind is actions.DealAliens:
            yield Offer("deal_aliens", None, {"aliens": Outcome(_alien_deal(state))})
        elif kind is actions.DealCards:
            pool = Outcome(Open("the cards drawn for the Pool, in order"))
            envelopes = Outcome(Open("planet → the cards dealt into its envelope"))
            yield Offer("deal_cards", None, {"pool_draws": pool, "envelopes": envelopes})
        elif kind is actions.SetStartPlayer:
            yield Offer("set_start_player", None, {"start_player": Outcome(Choice(state.seats))})


def _arrangement(state: State) -> Assign:
    """CM-108, CM-122: a planet for every slot."""
    slots = state.box.layouts[state.options.layout].slots
    return Assign(slots, planets_of_the_game(state), len(slots), len(slots))


def _alien_deal(state: State) -> Dealt:
    """CM-102, CM-103: as many aliens for every seat."""
    pool, each = aliens_to_deal(state)
    return Dealt(state.seats, pool, each)


def _setup(state: State, seat: str) -> Iterator[Offer]:
    player = state.players[seat]
    steps = due(state)
    if actions.ChooseAlien in steps and player.chosen is None:
        yield Offer("choose_alien", seat, {"alien": Choice(player.dealt)})
    if actions.PrepareHand in steps and not player.prepared:
        alien = state.alien_of(seat)
        envelope = state.planets[alien.home].face_down
        most = min(alien.hand_limit, len(envelope) - 1)
        yield Offer("prepare_hand", seat, {"cards": Several(envelope, 0, most)})


def _between_turns(state: State, seat: str) -> Iterator[Offer]:
    if state.next == seat:
        yield Offer("begin_turn", seat)
    yield from _access(state, seat)
    yield from _abilities(state, seat)


def _turn(state: State, seat: str) -> Iterator[Offer]:
    if not state.is_active(seat):
        yield from _abilities(state, seat)
        return
    if state.the_turn.actions_left:
        yield from _moves(state, seat)
        yield from _control(state, seat)
        yield from _attacks(state, seat)
    yield from _cards(state, seat)
    yield from _trade(state, seat)
    yield from _access(state, seat)
    yield from _abilities(state, seat)
    yield Offer("end_turn", seat)


def _names(state: State, spaces: Sequence[str]) -> tuple[str, ...]:
    """Every name of these spaces: a merged space may be named by any member."""
    members = state.the_board.members
    return tuple(sorted(name for space in spaces for name in members[space]))


def _moves(state: State, seat: str) -> Iterator[Offer]:
    here, board = state.players[seat].position or "", state.the_board
    if board.near[here]:
        yield Offer("move", seat, {"to": Choice(_names(state, board.near[here]))})
    if state.players[seat].hypertokens:
        elsewhere = [space for space in board.members if space != here]
        yield Offer("hyperspace", seat, {"to": Choice(_names(state, elsewhere))})


def _gear(state: State, seat: str, space: str) -> dict[str, Choice] | None:
    """The gear parameter that the space asks for; None: the seat has not got it."""
    if not is_toxic(state, seat, space):
        return {}
    gear = state.alien_of(seat).gear
    return {"gear": Choice((gear,))} if gear in state.players[seat].hand else None


def _control(state: State, seat: str) -> Iterator[Offer]:
    here = state.players[seat].position or ""
    planet, gear = state.planets.get(here), _gear(state, seat, here)
    if planet is not None and planet.controller is None and gear is not None:
        yield Offer("control_planet", seat, gear)


def _attacks(state: State, seat: str) -> Iterator[Offer]:
    here = state.players[seat].position or ""
    gear, faces = _gear(state, seat, here), state.box.faces
    if gear is None:
        return
    for target, other in state.players.items():
        if target != seat and other.position == here and target not in state.the_turn.attacked:
            rolled = Several((*faces, *faces), 2, 2, ordered=True)
            dice = Outcome(Each({seat: rolled, target: rolled}))
            yield Offer("attack", seat, {"target": Choice((target,)), **gear, "dice": dice})


def _cards(state: State, seat: str) -> Iterator[Offer]:
    hand = state.players[seat].hand
    others = tuple(other for other in state.seats if other != seat)
    planets = Choice(tuple(state.planets))
    for name in sorted(set(hand)):
        card = state.box.cards[name]
        affordable = card.cost == "free" or (card.cost == "action" and state.the_turn.actions_left > 0)
        if not affordable or card.flip or card.effect not in PARAMETERS:
            continue
        played = {"card": Choice((name,))}
        match card.effect:
            case "reduce_clock":
                yield Offer("play_card", seat, {**played, "amount": Range(1, card.most)})
            case "scry_hand":
                yield Offer("play_card", seat, {**played, "target": Choice(others)})
            case "scry_planet":
                yield Offer("play_card", seat, {**played, "planet": planets})
            case "send_card":
                rest = tuple(sorted(set(less(hand, (name,)))))
                if rest:
                    yield Offer("play_card", seat, {**played, "planet": planets, "sent_card": Choice(rest)})
            case _:
                yield Offer("play_card", seat, {**played, "deltas": DELTAS})


def _trade(state: State, seat: str) -> Iterator[Offer]:
    player = state.players[seat]
    at_home = player.position == state.alien_of(seat).home
    if at_home and not state.the_turn.traded and player.hand:
        give, take = tuple(sorted(set(player.hand))), tuple(sorted(set(state.pool)))
        yield Offer("trade_cosmic_pool", seat, {"give": Choice(give), "take": Choice(take)})


def _access(state: State, seat: str) -> Iterator[Offer]:
    """CM-341, CM-510, CM-511, CM-346."""
    name = state.controlled_by(seat)
    if name is None:
        return
    planet, hand, limit = state.planets[name], state.players[seat].hand, state.alien_of(seat).hand_limit
    inside = len(planet.face_down)
    takable = () if planet.no_take else planet.face_down
    yield Offer(
        "transfer_cards",
        seat,
        {
            "to_hand": Optional(Several(takable, 0, len(takable))),
            "to_envelope": Optional(Several(hand, 0, len(hand))),
        },
        (
            Apart("to_hand", "to_envelope"),
            Balance("to_hand", "to_envelope", NO_LEAST, min(limit - len(hand), inside - 1)),
        ),
    )
    yield from _flip(state, seat, name)
    yield Offer("return_envelope", seat)


def _flip(state: State, seat: str, name: str) -> Iterator[Offer]:
    planet, hand = state.planets[name], state.players[seat].hand
    if planet.face_up is not None:
        if not planet.no_take:
            full = len(hand) >= state.alien_of(seat).hand_limit
            yield Offer(
                "deactivate_flip", seat, {"to": Choice(("face_down",) if full else ("hand", "face_down"))}
            )
        return
    payable = state.is_active(seat) and state.the_turn.actions_left > 0
    for origin, cards in (("hand", hand), ("envelope", planet.face_down)):
        flips = tuple(
            card
            for card in sorted(set(cards))
            if state.box.cards[card].flip and (payable or state.box.cards[card].cost == "free")
        )
        if flips and (origin == "hand" or len(planet.face_down) > 1):
            yield Offer("activate_flip", seat, {"card": Choice(flips), "from": Choice((origin,))})


def _abilities(state: State, seat: str) -> Iterator[Offer]:
    """CM-531."""
    abilities = state.alien_of(seat).abilities
    if abilities:
        can_pay = state.is_active(seat) and 0 < state.the_turn.actions_left <= ACTIONS_PER_TURN
        costs = Choice((0, 1) if can_pay else (0,))
        deltas = Optional(DELTAS)
        yield Offer("use_ability", seat, {"ability": Choice(abilities), "cost": costs, "deltas": deltas})


def _combat(state: State, seat: str) -> Iterator[Offer]:
    """CM-411."""
    if state.the_combat.to_act != seat:
        return
    cards = state.box.cards
    playable = sorted({card for card in state.players[seat].hand if cards[card].cost == "combat"})
    if playable:
        yield Offer("play_combat_card", seat, {"card": Choice(tuple(playable))})
    yield Offer("pass_combat", seat)


def _pending(state: State, seat: str) -> Iterator[Offer]:
    pending = state.pending
    if pending is None or pending.seat != seat:
        return
    match pending.kind:
        case "choose_resolution":
            yield Offer("choose_resolution", seat, {"choice": Choice(("spoils",))})
            banish = {"choice": Choice(("banish",)), "planet": Choice(tuple(state.planets))}
            yield Offer("choose_resolution", seat, banish)
        case "take_spoils":
            hand = state.players[state.the_combat.opponent(seat)].hand
            yield Offer("take_spoils", seat, {"card": Choice(tuple(sorted(set(hand))))})
        case "give_back":
            hand = state.players[seat].hand
            yield Offer("give_back", seat, {"card": Choice(tuple(sorted(set(hand))))})
        case "take_envelope":
            gear = _gear(state, seat, state.the_combat.space)
            if gear is not None:
                yield Offer("take_envelope", seat, {"accept": Choice((True,)), **gear})
            yield Offer("take_envelope", seat, {"accept": Choice((False,))})
        case "own_trap":
            yield Offer("resolve_own_trap", seat, {"choice": Choice(("suffer", "void"))})
