"""Cards played in the own turn, the Cosmic Pool, and abilities."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.offers.parameters import holdings
from domain.games.chaosmos.offers.texts import changes
from domain.games.chaosmos.reading.unnamed import named, possible_cards, unnamed
from domain.games.chaosmos.rules.cards import PARAMETERS
from domain.games.chaosmos.state import ACTIONS_PER_TURN, Cards, State, less
from domain.kernel import UNKNOWN, Choice, Offer, Optional, Range, Viewer


def card_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-360, CM-361: the cards in hand that can be paid."""
    hand = state.seats[seat].hand
    others = tuple(other for other in state.clockwise if other != seat)
    planets = Choice(tuple(state.planets))
    by_hand = []
    for name in holdings(state, hand, viewer):
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
                rest = _sendable(state, seat, name, viewer)
                if rest:
                    yield Offer("play_card", seat, {**played, "planet": planets, "sent_card": Choice(rest)})
            case _:
                by_hand.append(name)
    if by_hand:
        deltas = changes(state, seat, 0)
        yield Offer("play_card", seat, {"card": Choice(tuple(by_hand)), "deltas": deltas})


def _sendable(state: State, seat: str, played: str, viewer: Viewer) -> Cards:
    """CM-526: the other cards of the hand, one that lies unnamed too."""
    hand = state.seats[seat].hand
    rest = less(hand, (played if played in hand else UNKNOWN,))
    kinds = {*named(rest)}
    if unnamed(rest):
        pool = possible_cards(state, viewer)
        pool.subtract(() if played in hand else (played,))
        kinds |= (+pool).keys()
    return (*sorted(kinds), *((UNKNOWN,) if rest and unnamed(hand) else ()))


def trade_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CM-370."""
    player = state.seats[seat]
    at_home = player.position == state.alien_of(seat).home
    if at_home and not state.the_turn.traded and player.hand:
        give, take = holdings(state, player.hand, viewer), tuple(sorted(set(state.pool)))
        yield Offer("trade_cosmic_pool", seat, {"give": Choice(give), "take": Choice(take)})


def ability_offers(state: State, seat: str) -> Iterator[Offer]:
    """CM-531: for nothing by any seat, for an action by the active one while it has any left."""
    abilities = state.alien_of(seat).abilities
    if abilities:
        can_pay = state.is_active(seat) and 0 < state.the_turn.actions_left <= ACTIONS_PER_TURN
        costs = Choice((0, 1) if can_pay else (0,))
        deltas = Optional(changes(state, seat, 1), usual=True)
        yield Offer("use_ability", seat, {"ability": Choice(abilities), "cost": costs, "deltas": deltas})
