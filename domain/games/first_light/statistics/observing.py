"""Facts counted in as they become true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.first_light import facts
from domain.games.first_light.reading.seats import held
from domain.games.first_light.rules.placements import has_legal_placement
from domain.games.first_light.scoring import breakdown
from domain.games.first_light.state import AI, FIRST_TILE_SLOT, State
from domain.games.first_light.statistics.blocking import open_spaces
from domain.games.first_light.statistics.tally import Tally
from domain.kernel import Fact, clockwise_from

Observer = Callable[[Tally, State, Any, State], None]


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact in."""
    observer = OBSERVERS.get(type(fact))
    if observer is not None:
        observer(tally, before, fact, after)


def _start_player(tally: Tally, before: State, fact: facts.StartPlayerSet, after: State) -> None:
    tally.first_player = fact.seat


def _gained(tally: Tally, before: State, fact: facts.ResourcesGained, after: State) -> None:
    for resource, amount in fact.gains.items():
        tally.add("gained", fact.seat, amount, round=before.round, resource=resource, cause=fact.cause)
        if fact.cause == "planet":
            tally.add("planet_yield", fact.seat, amount, round=before.round, resource=resource)
        _produce(tally, before, fact.seat, fact.cause, amount)


def _produce(tally: Tally, state: State, seat: str, cause: str, amount: int) -> None:
    if cause.startswith("farm_"):
        index = int(cause.removeprefix("farm_")) - FIRST_TILE_SLOT["farm"]
        if index >= 0:
            tally.add("produce_of_tile", seat, amount, tile=state.seats[seat].farm_tiles[index])


def _paid(tally: Tally, before: State, fact: facts.ResourcesPaid, after: State) -> None:
    for resource, amount in fact.costs.items():
        tally.add("paid", fact.seat, amount, round=before.round, resource=resource, cause=fact.cause)
    for source, amount in fact.saved.items():
        tally.add("saved", fact.seat, amount, source=source)
    if fact.cause in before.cells:
        cost = sum(fact.costs.values())
        tally.add("negotiation_cost", fact.seat, cost, clan=fact.cause)
        tally.add("points_per_resource", fact.seat, 0, cost, clan=fact.cause)


def _dice_gained(tally: Tally, before: State, fact: facts.DiceGained, after: State) -> None:
    tally.add("dice_gained", fact.seat, fact.count, round=before.round, cause=fact.cause)
    if fact.cause == "planet":
        tally.add("planet_yield", fact.seat, fact.count, round=before.round, resource="dice")
    _produce(tally, before, fact.seat, fact.cause, fact.count)


def _rolled(tally: Tally, before: State, fact: facts.DiceRolled, after: State) -> None:
    tally.rolls[fact.seat] += fact.values
    tally.add("dice_rolled", fact.seat, len(fact.values), round=before.round)


def _plans(tally: Tally, before: State, fact: facts.PlansRevealed, after: State) -> None:
    for seat, plan in fact.plans.items():
        dice = len(plan.garages) + len(plan.farms)
        tally.add("dice_pool", seat, dice + held(after, seat), round=before.round)
        tally.garage_dice[seat] += len(plan.garages)
        tally.used[seat]["farms"] += len(plan.farms)


def _placed(tally: Tally, before: State, fact: facts.DiePlaced, after: State) -> None:
    seat = fact.seat
    tally.used[seat][fact.location] += 1
    tally.add("placed_value", seat, fact.value, 1, location=fact.location)
    tally.add("alteration", seat, abs(fact.value - fact.face), 1)
    if fact.location in ("negotiation", "depository"):
        tally.add("dice_spent", seat, 1, round=before.round, location=fact.location)
    if fact.clan is not None:
        points = before.box.cells[fact.clan][fact.space - 1].points
        tally.add("negotiation_dice", seat, 1, clan=fact.clan, row=fact.space)
        tally.add("points_per_resource", seat, points, clan=fact.clan)
    if not fact.second:
        _turn(tally, before, seat)


def _cantina(tally: Tally, before: State, fact: facts.DiceSentToCantina, after: State) -> None:
    tally.used[fact.seat]["cantina"] += len(fact.slots)
    if fact.origin == "garage":
        able = has_legal_placement(before, fact.seat)
        tally.unplaced[fact.seat]["unwilling" if able else "unable"] += len(fact.slots)
    _turn(tally, before, fact.seat)


def _turn(tally: Tally, before: State, seat: str) -> None:
    place = clockwise_from(before.seats, before.start_player or seat).index(seat) + 1
    tally.add("actions", seat, 1, round=before.round, place_in_round=place)
    free, all_spaces = open_spaces(before, seat)
    tally.add("blocked", seat, all_spaces - free, all_spaces)


def _advancement(tally: Tally, before: State, fact: facts.AdvancementTaken, after: State) -> None:
    if fact.owner != AI:
        tally.add("advancement", fact.owner, 1, reward=fact.reward)


def _setback(tally: Tally, before: State, fact: facts.SetbackTaken, after: State) -> None:
    if fact.owner != AI:
        outcome = "gain" if fact.as_gain else "loss"
        tally.add("setback", fact.owner, 1, punishment=fact.punishment, outcome=outcome)
        tally.add("condition_used", fact.owner, 1, condition=fact.condition)


def _ignored(tally: Tally, before: State, fact: facts.SetbackIgnored, after: State) -> None:
    tally.add("setback", fact.seat, 1, punishment="none", outcome="ignored")


def _die_lost(tally: Tally, before: State, fact: facts.DieLost, after: State) -> None:
    tally.add("dice_lost", fact.seat, 1, round=before.round, cause="setback")


def _rested(tally: Tally, before: State, fact: facts.Rested, after: State) -> None:
    if fact.excess:
        tally.add("dice_lost", fact.seat, fact.excess, round=before.round, cause="limit")


def _round_ended(tally: Tally, before: State, fact: facts.RoundEnded, after: State) -> None:
    for seat in after.seats:
        for source, points in breakdown(after, seat).parts.items():
            if source != "harvester":
                tally.add("standing_after_round", seat, points, round=after.round, source=source)


def _drafted(tally: Tally, before: State, fact: facts.ItemDrafted, after: State) -> None:
    base = before.seats[fact.seat]
    for card in base.packet:
        if card is not None:
            picked = float(card == fact.item)
            tally.add("pick_rate", fact.seat, picked, 1, item=card, step=len(base.hand) + 1)
    _kept(tally, fact.seat, (fact.item,))


def _solo_kept(tally: Tally, before: State, fact: facts.ItemsKept, after: State) -> None:
    _kept(tally, fact.seat, fact.items)


def _kept(tally: Tally, seat: str, items: tuple[str | None, ...]) -> None:
    for item in items:
        if item is not None:
            tally.add("item_drafted", seat, 1, item=item)
            tally.held[seat].add(item)


def _drawn(tally: Tally, before: State, fact: facts.ItemsDrawn, after: State) -> None:
    for item in fact.items:
        tally.add("item_drawn", fact.seat, 1, item=item or "unseen", cause=fact.cause)
        if item is not None:
            tally.held[fact.seat].add(item)


def _named(tally: Tally, before: State, fact: facts.ItemNamed, after: State) -> None:
    if fact.place == "hand":
        tally.held[fact.seat].add(fact.item)


def _discarded(tally: Tally, before: State, fact: facts.ItemsDiscarded, after: State) -> None:
    for item in fact.items:
        tally.add("item_discarded", fact.seat, 1, item=item, cause=fact.cause)
        tally.held[fact.seat].add(item)


def _acquired(tally: Tally, before: State, fact: facts.ItemAcquired, after: State) -> None:
    tally.add("item_acquired", fact.seat, 1, item=fact.item, round=before.round, row=fact.row)
    tally.held[fact.seat].add(fact.item)


def _tile(tally: Tally, before: State, fact: facts.TileTaken, after: State) -> None:
    tally.add("tile_round", fact.seat, before.round, 1, kind=fact.kind, tile=fact.tile)


def _moved(tally: Tally, before: State, fact: facts.HarvesterMoved, after: State) -> None:
    tally.add("harvester_steps", fact.seat, 1, cause=fact.cause)
    if fact.arrow:
        tally.add("arrows_used", fact.seat, 1)
    if fact.space in before.box.caches and fact.seat not in tally.reached_cache:
        tally.reached_cache.add(fact.seat)
        tally.add("first_cache_round", fact.seat, before.round, 1)


def _token(tally: Tally, before: State, fact: facts.TokenTaken, after: State) -> None:
    tally.add("tokens_taken", fact.seat, 1, token=fact.token)


def _scheme(tally: Tally, before: State, fact: facts.SchemeRevealed, after: State) -> None:
    if before.ai is not None:
        tally.add("ai_schemes", None, 1, opponent=before.ai.opponent)


def _option(tally: Tally, before: State, fact: facts.SchemeResolved, after: State) -> None:
    tally.add("ai_option", None, 1, option="none" if fact.option is None else fact.option)


def _ai_gained(tally: Tally, before: State, fact: facts.AiGained, after: State) -> None:
    if fact.gems:
        tally.add("ai_gems", None, fact.gems, cause=fact.cause)


def _ai_progressed(tally: Tally, before: State, fact: facts.AiProgressed, after: State) -> None:
    tally.add("ai_progress", None, before.round, 1, bonus=fact.bonus)


OBSERVERS: dict[type[Fact], Observer] = {
    facts.StartPlayerSet: _start_player,
    facts.ResourcesGained: _gained,
    facts.ResourcesPaid: _paid,
    facts.DiceGained: _dice_gained,
    facts.DiceRolled: _rolled,
    facts.PlansRevealed: _plans,
    facts.DiePlaced: _placed,
    facts.DiceSentToCantina: _cantina,
    facts.AdvancementTaken: _advancement,
    facts.SetbackTaken: _setback,
    facts.SetbackIgnored: _ignored,
    facts.DieLost: _die_lost,
    facts.Rested: _rested,
    facts.RoundEnded: _round_ended,
    facts.ItemDrafted: _drafted,
    facts.ItemsKept: _solo_kept,
    facts.ItemsDrawn: _drawn,
    facts.ItemNamed: _named,
    facts.ItemsDiscarded: _discarded,
    facts.ItemAcquired: _acquired,
    facts.TileTaken: _tile,
    facts.HarvesterMoved: _moved,
    facts.TokenTaken: _token,
    facts.SchemeRevealed: _scheme,
    facts.SchemeResolved: _option,
    facts.AiGained: _ai_gained,
    facts.AiProgressed: _ai_progressed,
}
