"""The curves and logs of one session; all of it is public."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.games.chaos_order import facts
from domain.games.chaos_order.reading.regions import controlled_land
from domain.games.chaos_order.state import State
from domain.games.chaos_order.statistics.points import Kinds, at_facts, begun, of_facts, told_of
from domain.games.chaos_order.statistics.series_regions import region_counts, relic_history, standing
from domain.kernel import Fact, Json, Point, Series


def _fame(fact: Fact, state: State) -> Point:
    assert isinstance(fact, facts.FameMoved)
    left = state.faction(fact.seat).fame_length - fact.to
    return Point(fact.seat, fact.to, {"cause": fact.cause, "left": left, "round": state.round})


def _price(fact: Fact, state: State) -> Point:
    if isinstance(fact, facts.PricePlaced):
        token = state.box.tokens[fact.token]
        costs: dict[str, Json] = {"to_owner": token.to_owner, "to_supply": token.to_supply}
        cost = token.to_owner + token.to_supply
        return Point(fact.phase, cost, costs | told_of(fact, state))
    assert isinstance(fact, facts.ActChosen | facts.PassChosen)
    choice = "acted"
    if isinstance(fact, facts.PassChosen):
        choice = "passed_able" if fact.able else "passed_unable"
    return Point(fact.phase, choice, {"seat": fact.seat, "round": state.round})


FLOW: Kinds = (facts.EnergyChanged, facts.GemsChanged)


def energy_flow(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """What each seat begins with, then every gain and cost: they add up to what a seat has."""
    if before is None:
        for seat, board in after.seats.items():
            start: dict[str, Json] = {"cause": "start", "round": after.round, "phase": after.phase}
            yield Point(seat, board.energy, {"what": "energy"} | start)
            yield Point(seat, board.gems, {"what": "gems"} | start)
    for fact, state in at_facts(before, told, FLOW):
        assert isinstance(fact, facts.EnergyChanged | facts.GemsChanged)
        what = "energy" if isinstance(fact, facts.EnergyChanged) else "gems"
        detail = {"what": what} | told_of(fact, state, "fact", "seat", "delta")
        yield Point(fact.seat, fact.delta, detail)


def _flare_gun(fact: Fact, state: State) -> Point:
    assert isinstance(fact, facts.FlareGunPassed)
    return Point("flare_gun", fact.to, {"cause": fact.cause, "round": state.round})


def _research(fact: Fact, state: State) -> Point:
    assert isinstance(fact, facts.ResearchAdvanced)
    return Point(fact.seat, fact.column, {"track": fact.track, "round": state.round})


def _army(fact: Fact, state: State) -> Point:
    assert isinstance(fact, facts.UnitsMoved)
    board = state.seats[fact.seat]
    on_map = sum(region.fighters.get(fact.seat, 0) for region in state.regions.values())
    standing: dict[str, Json] = {
        "sectors": list(board.recruitment),
        "base": board.base_fighters,
        "drop_ship": board.drop_ship_fighters,
        "map": on_map,
    }
    return Point(fact.seat, fact.fighters, standing | told_of(fact, state, "fact", "seat"))


BATTLE: Kinds = (
    facts.BattleSelected,
    facts.PlansRevealed,
    facts.DieRolled,
    facts.CombatBonusGained,
    facts.StrengthCompared,
    facts.AttacksCompared,
    facts.BattleEnded,
)


def battle_log(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Every step of every battle, under its region; plans once they are open."""
    if before is None:
        yield begun(after)
        return
    place = None if before.battle is None else before.battle.region
    for fact, state in at_facts(before, told, BATTLE):
        if isinstance(fact, facts.BattleSelected):
            place = fact.region
        if place is None:
            continue
        victor = fact.victor if isinstance(fact, facts.StrengthCompared) else None
        detail = told_of(fact, state)
        if isinstance(fact, facts.BattleEnded):
            detail["control"], _ = standing(state, place)
        yield Point(place, victor, detail)


def _build(fact: Fact, state: State) -> Point:
    assert isinstance(fact, facts.FoundationConstructed | facts.BuildingConstructed | facts.BuildingRazed)
    what = fact.foundation if isinstance(fact, facts.FoundationConstructed) else fact.building
    detail = told_of(fact, state, "seat")
    if isinstance(fact, facts.BuildingConstructed):
        detail["reward"] = msgspec.to_builtins(state.box.foundations[fact.foundation].reward)
    return Point(fact.seat, what, detail)


def outcome(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Winners, reason, round and the standing at the end."""
    if before is None:
        yield begun(after)
    result = after.result
    if result is None or (before is not None and before.result == result):
        return
    for seat, board in after.seats.items():
        detail: dict[str, Json] = {
            "reason": result.reason,
            "round": after.round,
            "land_regions": controlled_land(after, seat),
            "relics": len(board.relics),
            "fame": board.fame,
        }
        yield Point(seat, "won" if seat in result.winners else "lost", detail)


BUILDS: Kinds = (facts.FoundationConstructed, facts.BuildingConstructed, facts.BuildingRazed)

SERIES = (
    Series(
        "region-counts",
        "Region counts",
        "Region count of each seat with its base, who controls each region and since what, and the income "
        "row that was earned.",
        "regions",
        region_counts,
    ),
    Series(
        "fame-tracks",
        "Fame tracks",
        "Fame of each seat, its cause, and the spaces left to the end of its track.",
        "spaces",
        of_facts((facts.FameMoved,), _fame),
    ),
    Series(
        "relic-history",
        "Relics",
        "Which seat held each relic's region after each combat, and when a seat took it or it left the game.",
        "seat",
        relic_history,
    ),
    Series(
        "price-history",
        "Prices",
        "Price of each action phase, and who acted, passed although able, or could not pay.",
        "energy",
        of_facts((facts.PricePlaced, facts.ActChosen, facts.PassChosen), _price),
    ),
    Series(
        "energy-flow",
        "Energy and gems",
        "Energy and gems at the start, then in and out by cause; `other` is the seat at the other end.",
        "energy or gems",
        energy_flow,
        holds=False,
    ),
    Series(
        "flare-gun-path",
        "Flare gun",
        "Which seat got the flare gun, and how.",
        "seat",
        of_facts((facts.FlareGunPassed,), _flare_gun),
    ),
    Series(
        "research-progress",
        "Research",
        "Column that a seat's marker entered.",
        "column",
        of_facts((facts.ResearchAdvanced,), _research),
        holds=False,
    ),
    Series(
        "army",
        "Armies",
        "Fighters moved, and how many stand on sectors, base, drop ship and map then.",
        "fighters",
        of_facts((facts.UnitsMoved,), _army),
        holds=False,
    ),
    Series("battle-log", "Battles", "Every step of every battle.", "seat", battle_log, holds=False),
    Series(
        "builds",
        "Building",
        "Foundations and buildings constructed, with the location reward, and buildings razed.",
        "piece",
        of_facts(BUILDS, _build),
        holds=False,
    ),
    Series("outcome", "Outcome", "The result of each seat.", "result", outcome),
)
