"""The public series and logs of one session, with those of its regions and their relics."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.games.chaos_order import facts
from domain.games.chaos_order.reading import (
    controlled,
    controlled_by_each,
    controlled_land,
    controller,
    count_of,
    is_land,
    presence,
    region_count,
    relic_places,
)
from domain.games.chaos_order.rules.income import row_of
from domain.games.chaos_order.state import State
from domain.games.chaos_order.statistics.tally import Kinds, at_facts, begun, of_facts, told_of
from domain.kernel import Fact, Json, Point, Series

# The curves of regions and of the relics that stand in them.

READ: Kinds = (facts.RegionIncomeTaken, facts.PhaseBegan)


def standing(state: State, place: str) -> tuple[str | None, list[str]]:
    """The controller of a region, and who contests it."""
    region = state.regions.get(place)
    if region is None:
        return None, []
    seats = presence(region)
    return controller(region), sorted(seats) if len(seats) > 1 else []


def _cause(told: tuple[Fact, ...], place: str) -> str:
    """The last fact about the region, with its cause where it says one: `units_moved: retreat`."""
    for fact in reversed(told):
        if place in (getattr(fact, name, None) for name in ("region", "origin", "target")):
            tag, cause = str(fact.__struct_config__.tag), getattr(fact, "cause", None)
            return tag if cause is None else f"{tag}: {cause}"
    return "opening"


def region_counts(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Counts of seats with their bases and changes of control by an entry, and the income rows earned."""
    if before is None or before.regions is not after.regions or before.seats is not after.seats:
        yield from _changed_counts(before, after)
    if before is None or before.regions is not after.regions:
        for place in after.regions:
            now, rivals = standing(after, place)
            had, crowd = (None, []) if before is None else standing(before, place)
            if before is None or place not in before.regions or (now, rivals) != (had, crowd):
                change = "contested" if rivals else "gained" if now else "lost" if had else "empty"
                yield Point(
                    place,
                    now,
                    {"change": change, "before": had, "contested_by": rivals, "by": _cause(told, place)},
                )
    for fact, state in at_facts(before, told, READ):
        if isinstance(fact, facts.RegionIncomeTaken):
            count = fact.land + fact.lakes + fact.base + fact.modifiers
            read: dict[str, Json] = {
                "land": fact.land,
                "lakes": fact.lakes,
                "base": fact.base,
                "modifiers": fact.modifiers,
                "round": state.round,
                "income_row": fact.row,
            }
            yield Point(fact.seat, count, read)
        if isinstance(fact, facts.PhaseBegan) and fact.phase == "gain_income":
            for place in state.regions:
                now, _ = standing(state, place)
                yield Point(place, now, {"change": "end_of_combat", "round": state.round})


def _changed_counts(before: State | None, after: State) -> Iterator[Point]:
    counts, former = _counts(after), {} if before is None else _counts(before)
    for seat in after.clockwise:
        if former.get(seat) != counts[seat]:
            yield Point(seat, counts[seat], _parts(after, seat))


def _counts(state: State) -> dict[str, int]:
    return {seat: count_of(state, seat, held) for seat, held in controlled_by_each(state).items()}


def _parts(state: State, seat: str) -> dict[str, Json]:
    regions = controlled(state, seat)
    land = sum(is_land(state, place) for place in regions)
    return {
        "land": land,
        "lakes": len(regions) - land,
        "base": 1,
        "modifiers": state.seats[seat].region_bonus,
        "row": row_of(region_count(state, seat)),
    }


RELICS: Kinds = (facts.RelicPlaced, facts.PhaseBegan, facts.RelicTaken, facts.RelicRemoved)


def relic_history(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Yield who controlled each relic's region at the end of combat, who took it when, or that it left."""
    if before is None:
        yield begun(after)
    for fact, state in at_facts(before, told, RELICS):
        detail: dict[str, Json] = {"round": state.round}
        if isinstance(fact, facts.RelicPlaced):
            yield Point(f"relic_{fact.relic}", None, detail | {"change": "placed", "region": fact.region})
        elif isinstance(fact, facts.PhaseBegan) and fact.phase == "gain_income":
            for relic, place in sorted(relic_places(state).items()):
                now = controller(state.regions[place])
                yield Point(f"relic_{relic}", now, detail | {"change": "end_of_combat", "region": place})
        elif isinstance(fact, facts.RelicTaken):
            yield Point(f"relic_{fact.relic}", fact.seat, detail | {"change": "taken", "region": fact.region})
        elif isinstance(fact, facts.RelicRemoved):
            yield Point(f"relic_{fact.relic}", None, detail | {"change": "out", "region": fact.region})


# The curves and logs of one session; all of it is public.


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
    """Yield each seat's first amounts, then every gain and cost: they add up to what a seat has."""
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
        "Each seat's region count including its base, who controls each region and what changed that, and "
        "the income row earned.",
        "regions",
        region_counts,
        by_round="seat",
    ),
    Series(
        "fame-tracks",
        "Fame tracks",
        "Each seat's fame, the cause of each change, and the spaces left on its track.",
        "spaces",
        of_facts((facts.FameMoved,), _fame),
        by_round="seat",
    ),
    Series(
        "relic-history",
        "Relics",
        "Which seat controlled each relic's region after each combat, and when a seat took the relic or "
        "it left the game.",
        "seat",
        relic_history,
    ),
    Series(
        "price-history",
        "Prices",
        "Price of each action phase, and who acted, who passed although able to pay, and who could not pay.",
        "energy",
        of_facts((facts.PricePlaced, facts.ActChosen, facts.PassChosen), _price),
    ),
    Series(
        "energy-flow",
        "Energy and gems",
        "Energy and gems at the start, and then every gain and cost by cause; `other` is the other seat "
        "involved.",
        "energy or gems",
        energy_flow,
        holds=False,
    ),
    Series(
        "flare-gun-path",
        "Flare gun",
        "Which seat received the flare gun, and how.",
        "seat",
        of_facts((facts.FlareGunPassed,), _flare_gun),
    ),
    Series(
        "research-progress",
        "Research",
        "Column that a seat's marker entered on a track.",
        "column",
        of_facts((facts.ResearchAdvanced,), _research),
        holds=False,
    ),
    Series(
        "army",
        "Armies",
        "Fighters moved, and how many were then on the sectors, at the base, on the drop ship and on the "
        "map.",
        "fighters",
        of_facts((facts.UnitsMoved,), _army),
        holds=False,
    ),
    Series("battle-log", "Battles", "Every step of every battle.", "seat", battle_log, holds=False),
    Series(
        "builds",
        "Construction",
        "Foundations and buildings constructed, with the location reward, and buildings razed.",
        "piece",
        of_facts(BUILDS, _build),
        holds=False,
    ),
    Series("outcome", "Outcome", "Each seat's result.", "result", outcome),
)
