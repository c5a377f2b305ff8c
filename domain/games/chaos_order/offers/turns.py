"""Offers of a turn without anything pending: prices, act or pass, cards, income."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.games.chaos_order.components.box import ACTION_PHASES, Effect
from domain.games.chaos_order.offers.by_hand import manual_offer
from domain.games.chaos_order.offers.drawing import may_draw
from domain.games.chaos_order.offers.parameters import nameable, offer, one_of, unless_idle, up_to
from domain.games.chaos_order.reading.abilities import has_ability
from domain.games.chaos_order.reading.idleness import may_come_to_something
from domain.games.chaos_order.reading.pieces import joined_leaders
from domain.games.chaos_order.reading.production import stronghold_gems, uncovered_income
from domain.games.chaos_order.reading.regions import region_count
from domain.games.chaos_order.rules.cards import may_play_now, playable
from domain.games.chaos_order.rules.choices import usable_abilities
from domain.games.chaos_order.rules.effects import triggers
from domain.games.chaos_order.rules.income import ROWS, income_abilities, row_of
from domain.games.chaos_order.rules.locks import ways_to_pay
from domain.games.chaos_order.rules.prices import act_cost
from domain.games.chaos_order.rules.turns import column_of
from domain.games.chaos_order.state import State
from domain.kernel import UNKNOWN, Offer, Viewer
from domain.kernel.offers import Domain


def price_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-210 … CO-215."""
    if state.next_seats[:1] != (seat,):
        return
    supply = [token for token, at in state.seats[seat].tokens.items() if at == "supply"]
    draws = may_draw(state, seat, (effect for token in supply for effect in state.box.tokens[token].on_place))
    tokens = one_of(supply)
    phases = [phase for phase in ACTION_PHASES if phase not in state.prices and phase != "move"]
    if phases:
        yield offer("set_price", seat, draws=draws, phase=one_of(phases), token=tokens)
    if "move" not in state.prices:
        yield offer(
            "set_price",
            seat,
            draws=True,
            phase=one_of(("move",)),
            token=tokens,
            spot=one_of(("first", "last")),
        )
    yield from card_offers(state, seat, viewer)


def turn_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-233 … CO-243."""
    board = state.seats[seat]
    if state.stage == "decide":
        to_owner, to_supply, _ = act_cost(state, seat)
        if board.energy >= to_owner + to_supply:
            yield offer("act", seat, draws=_draws_at(state, seat, f"act:{state.phase}"))
        yield offer("pass", seat, draws=_draws_at(state, seat, f"pass:{state.phase}"))
        return
    if state.stage == "acting":
        if state.main == "open":
            yield offer("begin_main_action", seat, draws=may_draw(state, seat, column_of(state, seat).main))
        elif state.main == "running" and not joined_leaders(state, seat):
            yield offer("end_main_action", seat, draws=may_draw(state, seat))
        elif state.main == "done" and not state.auxiliary_done:
            options = {
                number: option.effects
                for number, option in enumerate(column_of(state, seat).auxiliary)
                if board.energy >= option.energy and board.gems >= option.gems
            }
            if options:
                draws = may_draw(state, seat, chain(*options.values()))
                yield offer("auxiliary_action", seat, draws=draws, option=one_of(options))
    if not joined_leaders(state, seat):
        yield offer("end_turn", seat, draws=may_draw(state, seat))
    yield from card_offers(state, seat, viewer)


def _draws_at(state: State, seat: str, trigger: str) -> bool:
    """Whether the seat may draw by what a trigger sets off (CO-590)."""
    return may_draw(state, seat, (item.effect for item in triggers(state, seat, trigger)))


def _effects_of(state: State, seat: str, abilities: Iterable[str]) -> Iterator[Effect]:
    """What these abilities of the seat give."""
    for ability in abilities:
        yield from state.faction(seat).abilities[ability].ability.effects


def card_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-502 … CO-505, CO-594."""
    moment = may_play_now(state, seat)
    if moment is None:
        return
    board = state.seats[seat]
    cards = [card for card in board.hand if card != UNKNOWN and playable(board, card)]
    if playable(board, UNKNOWN):
        cards += [card for card in nameable(state, seat, viewer) if card not in cards]
    grouped: dict[tuple[int, bool, bool], list[str]] = {}
    for card in cards:
        for number, play in enumerate(state.box.cards[card].plays):
            if play.phase == state.phase and ("either" in (moment, play.when) or moment == play.when):
                alike = number, play.gem_lock, may_draw(state, seat, play.effects)
                grouped.setdefault(alike, []).append(card)
    for (number, locked, draws), alike_cards in grouped.items():
        yield from locked_offer(
            state,
            "play_tactics_card",
            seat,
            locked,
            draws=draws,
            card=one_of(alike_cards),
            play=one_of((number,)),
        )
    yield from _ability_offers(state, seat, viewer)


def _ability_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-594; those apart that may be used though nothing can come of them (CO-586, CO-589)."""
    known = state.faction(seat).abilities
    abilities = {ability: known[ability].ability.effects for ability in usable_abilities(state, seat)}
    for useful in (True, False):
        named = [
            ability
            for ability, effects in abilities.items()
            if may_come_to_something(state, seat, effects) is useful
        ]
        if named:
            draws = may_draw(state, seat, _effects_of(state, seat, named))
            yield unless_idle(offer("use_ability", seat, draws=draws, ability=one_of(named)), useful=useful)
    texts = [effect.name for effect in chain(*abilities.values()) if effect.do == "manual"]
    if texts:
        yield manual_offer(state, seat, texts, viewer)


def locked_offer(
    state: State, kind: str, seat: str, locked: bool, *, draws: bool, **parameters: Domain
) -> Iterator[Offer]:
    """The offer, with the ways to pay where a lock stands; none where it cannot be paid (CO-724)."""
    if not locked:
        yield offer(kind, seat, draws=draws, **parameters)
    elif ways := ways_to_pay(state, seat):
        yield offer(kind, seat, draws=draws, **parameters, pay_lock=one_of(ways))


def income_offers(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """CO-460 … CO-472."""
    income = state.seats[seat].income
    if income.finished:
        return
    if income.region_row is None:
        row = dict(ROWS)[row_of(region_count(state, seat))]
        yield offer("take_region_income", seat, draws=may_draw(state, seat, row))
    if not income.buildings:
        draws = may_draw(state, seat, (e for _, income in uncovered_income(state, seat) for e in income))
        gems = stronghold_gems(state, seat)
        if gems and has_ability(state, seat, "stronghold_gems_as_research"):
            kept = up_to(gems, default=0)
            yield offer("take_building_income", seat, draws=draws, gems_as_research=kept)
        else:
            yield offer("take_building_income", seat, draws=draws)
    left = income_abilities(state, seat)
    if left:
        draws = may_draw(state, seat, _effects_of(state, seat, left))
        yield offer("take_ability_income", seat, draws=draws, ability=one_of(left))
    if all(optional for optional, _ in left.values()):
        yield offer("finish_income", seat)
    yield from card_offers(state, seat, viewer)
