"""Offers of a turn without anything pending: prices, act or pass, cards, income."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaos_order.components.box import ACTION_PHASES
from domain.games.chaos_order.offers.parameters import nameable, offer, one_of, up_to
from domain.games.chaos_order.reading.abilities import has_ability
from domain.games.chaos_order.reading.pieces import joined_leaders
from domain.games.chaos_order.reading.production import stronghold_gems
from domain.games.chaos_order.rules.cards import may_play_now, playable
from domain.games.chaos_order.rules.choices import usable_abilities
from domain.games.chaos_order.rules.income import income_abilities
from domain.games.chaos_order.rules.locks import ways_to_pay
from domain.games.chaos_order.rules.prices import act_cost
from domain.games.chaos_order.rules.turns import column_of
from domain.games.chaos_order.state import UNKNOWN, State
from domain.kernel import Offer, Open, Viewer
from domain.kernel.offers import Domain

ADJUSTMENTS = Open("a list from the closed set of adjustments")


def price_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-210 … CO-215."""
    if state.next_seats[:1] != (seat,):
        return
    tokens = one_of(token for token, at in state.seats[seat].tokens.items() if at == "supply")
    phases = [phase for phase in ACTION_PHASES if phase not in state.prices and phase != "move"]
    if phases:
        yield offer("set_price", seat, phase=one_of(phases), token=tokens)
    if "move" not in state.prices:
        yield offer("set_price", seat, phase=one_of(("move",)), token=tokens, spot=one_of(("first", "last")))
    yield from card_offers(state, seat, viewer)


def turn_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-233 … CO-243."""
    board = state.seats[seat]
    if state.stage == "decide":
        to_owner, to_supply, _ = act_cost(state, seat)
        if board.energy >= to_owner + to_supply:
            yield offer("act", seat)
        yield offer("pass", seat)
        return
    if state.stage == "acting":
        if state.main == "open":
            yield offer("begin_main_action", seat)
        elif state.main == "running" and not joined_leaders(state, seat):
            yield offer("end_main_action", seat)
        elif state.main == "done" and not state.auxiliary_done:
            options = [
                number
                for number, option in enumerate(column_of(state, seat).auxiliary)
                if board.energy >= option.energy and board.gems >= option.gems
            ]
            if options:
                yield offer("auxiliary_action", seat, option=one_of(options))
    if not joined_leaders(state, seat):
        yield offer("end_turn", seat)
    yield from card_offers(state, seat, viewer)


def card_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-502 … CO-505, CO-594."""
    moment = may_play_now(state, seat)
    if moment is None:
        return
    board = state.seats[seat]
    cards = [card for card in board.hand if card != UNKNOWN and playable(board, card)]
    if playable(board, UNKNOWN):
        cards += [card for card in nameable(state, seat, viewer) if card not in cards]
    for card in cards:
        for number, play in enumerate(state.box.cards[card].plays):
            if play.phase == state.phase and ("either" in (moment, play.when) or moment == play.when):
                yield from locked_offer(
                    state,
                    "play_tactics_card",
                    seat,
                    play.gem_lock,
                    card=one_of((card,)),
                    play=one_of((number,)),
                )
    abilities = usable_abilities(state, seat)
    if abilities:
        yield offer("use_ability", seat, ability=one_of(abilities))
        known = state.faction(seat).abilities
        texts = [
            effect.name
            for ability in abilities
            for effect in known[ability].ability.effects
            if effect.do == "manual"
        ]
        if texts:
            yield offer("apply_manual_effect", seat, text_id=one_of(texts), adjustments=ADJUSTMENTS)


def locked_offer(state: State, kind: str, seat: str, locked: bool, **parameters: Domain) -> Iterator[Offer]:
    """The offer, with the ways to pay where a lock stands; none where it cannot be paid (CO-724)."""
    if not locked:
        yield offer(kind, seat, **parameters)
    elif ways := ways_to_pay(state, seat):
        yield offer(kind, seat, **parameters, pay_lock=one_of(ways))


def income_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-460 … CO-472."""
    income = state.seats[seat].income
    if income.finished:
        return
    if income.region_row is None:
        yield offer("take_region_income", seat)
    if not income.buildings:
        gems = stronghold_gems(state, seat)
        if gems and has_ability(state, seat, "stronghold_gems_as_research"):
            yield offer("take_building_income", seat, gems_as_research=up_to(gems, default=0))
        else:
            yield offer("take_building_income", seat)
    left = income_abilities(state, seat)
    if left:
        yield offer("take_ability_income", seat, ability=one_of(left))
    if all(optional for optional, _ in left.values()):
        yield offer("finish_income", seat)
    yield from card_offers(state, seat, viewer)
