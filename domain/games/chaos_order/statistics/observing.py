"""What each fact adds to the tally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.chaos_order import facts
from domain.games.chaos_order.reading import controlled, region_count
from domain.games.chaos_order.state import Battle, State
from domain.games.chaos_order.statistics.tally import Outcomes, Tally
from domain.kernel import UNKNOWN, Fact


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Add the fact to the tally."""
    count = _COUNTED.get(type(fact))
    if count is not None:
        count(tally, before, fact, after)


def _plans(tally: Tally, before: State, fact: facts.PlansRevealed, after: State) -> None:
    for seat, plan in fact.plans.items():
        tally.plans[seat] += 1
        tally.sections[seat, plan.section] += 1
        tally.tactics[seat, plan.tactics] += 1
        if plan.card is not None:
            tally.cards[seat, plan.card, "used"] += 1


def _strength(tally: Tally, before: State, fact: facts.StrengthCompared, after: State) -> None:
    battle = _battle(before)
    kind = "equal" if len(set(fact.strength.values())) == 1 else "different"
    for seat in battle.sides:
        won = int(seat == fact.victor)
        role = "selector" if seat == battle.selector else "opponent"
        _note(tally.battles, (seat, role, kind), won)
        plan = battle.plans.get(seat)
        if plan is not None and plan.card is not None:
            _note(tally.battles_with_card, (seat, plan.card), won)


def _attacks(tally: Tally, before: State, fact: facts.AttacksCompared, after: State) -> None:
    battle = _battle(before)
    for seat in battle.sides:
        tally.wounds_taken[seat] += fact.wounds[seat]
        tally.wounds_dealt[seat] += fact.wounds[battle.other(seat)]


def _act(tally: Tally, before: State, fact: facts.ActChosen | facts.PassChosen, after: State) -> None:
    price = before.prices.get(fact.phase)
    cost, by = "0", "nobody"
    if price is not None:
        token = before.box.tokens[price.token]
        cost = str(token.to_owner + token.to_supply)
        by = "neutral" if price.by is None else "own" if price.by == fact.seat else "other"
    _note(tally.acts, (fact.seat, fact.phase, cost, by), int(isinstance(fact, facts.ActChosen)))


def _price(tally: Tally, before: State, fact: facts.PricePlaced, after: State) -> None:
    token = before.box.tokens[fact.token]
    pair = tally.prices[fact.phase, "neutral" if fact.by is None else "seat"]
    pair[0] += token.to_owner + token.to_supply
    pair[1] += 1


def _energy(tally: Tally, before: State, fact: facts.EnergyChanged, after: State) -> None:
    if fact.cause == "act_cost" and fact.delta > 0:
        tally.earned[fact.seat] += fact.delta


def _income(tally: Tally, before: State, fact: facts.RegionIncomeTaken, after: State) -> None:
    count = fact.land + fact.lakes + fact.base + fact.modifiers
    tally.counts_read.append((fact.seat, before.round, count, fact.row))


def _phase(tally: Tally, before: State, fact: facts.PhaseBegan, after: State) -> None:
    if fact.phase != "gain_income":
        return
    tally.combats += 1
    for seat in after.clockwise:
        tally.counts_after_combat.append((seat, after.round, region_count(after, seat)))
        for place in controlled(after, seat):
            tally.control[seat, place] += 1


def _die(tally: Tally, before: State, fact: facts.DieRolled, after: State) -> None:
    tally.faces[fact.face] += 1


def _relic(tally: Tally, before: State, fact: facts.RelicTaken | facts.RelicRemoved, after: State) -> None:
    tally.relics_settled += 1
    tally.relics_out += isinstance(fact, facts.RelicRemoved)


def _drawn(tally: Tally, before: State, fact: facts.CardsDrawn, after: State) -> None:
    for card in fact.cards:
        if card != UNKNOWN:
            tally.cards[fact.seat, card, "drawn"] += 1


def _played(tally: Tally, before: State, fact: facts.CardPlayed, after: State) -> None:
    tally.cards[fact.seat, fact.card, "played"] += 1


def _discarded(tally: Tally, before: State, fact: facts.CardDiscarded, after: State) -> None:
    """Over the limit alone (CO-506): the table's own adjustments discard without such an effect."""
    pending = before.seats[fact.seat].pending
    if pending and pending[-1].effect.do == "discard":
        tally.cards[fact.seat, fact.card, "discarded"] += 1


def _note(outcomes: Outcomes, key: tuple[str, ...], happened: int) -> None:
    outcomes[key][0] += happened
    outcomes[key][1] += 1


def _battle(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


_COUNTED: dict[type[Fact], Callable[[Tally, State, Any, State], None]] = {
    facts.PlansRevealed: _plans,
    facts.StrengthCompared: _strength,
    facts.AttacksCompared: _attacks,
    facts.ActChosen: _act,
    facts.PassChosen: _act,
    facts.PricePlaced: _price,
    facts.EnergyChanged: _energy,
    facts.RegionIncomeTaken: _income,
    facts.PhaseBegan: _phase,
    facts.DieRolled: _die,
    facts.RelicTaken: _relic,
    facts.RelicRemoved: _relic,
    facts.CardsDrawn: _drawn,
    facts.CardPlayed: _played,
    facts.CardDiscarded: _discarded,
}
