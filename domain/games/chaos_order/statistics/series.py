"""The curves and logs of one session; all of it is public."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from domain.games.chaos_order import facts
from domain.games.chaos_order.reading.regions import (
    controlled,
    controlled_land,
    controller,
    is_land,
    presence,
    region_count,
    relic_places,
)
from domain.games.chaos_order.rules.income import row_of
from domain.games.chaos_order.state import State
from domain.kernel import Fact, Json, Point, Series

Kinds = tuple[type[Fact], ...]


def _standing(state: State, place: str) -> tuple[str | None, list[str]]:
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
    """Counts of seats with their bases, changes of control, and the income rows that were earned."""
    for seat in after.clockwise:
        count = region_count(after, seat)
        if before is None or region_count(before, seat) != count:
            yield Point(seat, count, _parts(after, seat))
    if before is None or before.regions is not after.regions:
        for place in after.regions:
            now, rivals = _standing(after, place)
            had, crowd = (None, []) if before is None else _standing(before, place)
            if before is None or place not in before.regions or (now, rivals) != (had, crowd):
                change = "contested" if rivals else "gained" if now else "lost" if had else "empty"
                yield Point(
                    place,
                    now,
                    {"change": change, "before": had, "contested_by": rivals, "by": _cause(told, place)},
                )
    for fact in told:
        if isinstance(fact, facts.RegionIncomeTaken):
            count = fact.land + fact.lakes + fact.base + fact.modifiers
            read: dict[str, Json] = {
                "land": fact.land,
                "lakes": fact.lakes,
                "base": fact.base,
                "modifiers": fact.modifiers,
                "round": after.round,
                "income_row": fact.row,
            }
            yield Point(fact.seat, count, read)
        if isinstance(fact, facts.PhaseBegan) and fact.phase == "gain_income":
            for place in after.regions:
                now, _ = _standing(after, place)
                yield Point(place, now, {"change": "end_of_combat", "round": after.round})


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


def _of_facts(
    kinds: Kinds, point: Callable[[Fact, State], Point | None]
) -> Callable[[State | None, tuple[Fact, ...], State], Iterable[Point]]:
    """One point for each fact of these kinds, told with the state after the entry."""

    def points(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
        if before is None:
            yield Point("table", None, {"round": after.round})
        for fact in told:
            if isinstance(fact, kinds) and (found := point(fact, after)) is not None:
                yield found

    return points


def _detail(fact: Fact, state: State, *left_out: str) -> dict[str, Json]:
    told: dict[str, Json] = msgspec.to_builtins(fact)
    shown = {name: value for name, value in told.items() if name not in left_out and value is not None}
    return shown | {"round": state.round, "phase": state.phase}


def _fame(fact: Fact, state: State) -> Point | None:
    assert isinstance(fact, facts.FameMoved)
    left = state.faction(fact.seat).fame_length - fact.to
    return Point(fact.seat, fact.to, {"cause": fact.cause, "left": left, "round": state.round})


def relic_history(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Who controlled each relic's region at the end of combat, who took it, or that it left."""
    if before is None:
        yield Point("table", None, {"round": after.round})
    for fact in told:
        if isinstance(fact, facts.RelicPlaced):
            yield Point(f"relic_{fact.relic}", None, {"change": "placed", "region": fact.region})
        elif isinstance(fact, facts.PhaseBegan) and fact.phase == "gain_income":
            for relic, place in sorted(relic_places(after).items()):
                now = controller(after.regions[place])
                detail: dict[str, Json] = {"change": "end_of_combat", "region": place, "round": after.round}
                yield Point(f"relic_{relic}", now, detail)
        elif isinstance(fact, facts.RelicTaken):
            detail = {"change": "taken", "region": fact.region}
            yield Point(f"relic_{fact.relic}", fact.seat, detail)
        elif isinstance(fact, facts.RelicRemoved):
            yield Point(f"relic_{fact.relic}", None, {"change": "out", "region": fact.region})


def _price(fact: Fact, state: State) -> Point | None:
    if isinstance(fact, facts.PricePlaced):
        token = state.box.tokens[fact.token]
        costs: dict[str, Json] = {"to_owner": token.to_owner, "to_supply": token.to_supply}
        cost = token.to_owner + token.to_supply
        return Point(fact.phase, cost, costs | _detail(fact, state))
    assert isinstance(fact, facts.ActChosen | facts.PassChosen)
    choice = "acted"
    if isinstance(fact, facts.PassChosen):
        choice = "passed_able" if fact.able else "passed_unable"
    return Point(fact.phase, choice, {"seat": fact.seat, "round": state.round})


def _flow(fact: Fact, state: State) -> Point | None:
    assert isinstance(fact, facts.EnergyChanged | facts.GemsChanged)
    what = "energy" if isinstance(fact, facts.EnergyChanged) else "gems"
    return Point(fact.seat, fact.delta, {"what": what} | _detail(fact, state, "fact", "seat", "delta"))


def _flare_gun(fact: Fact, state: State) -> Point | None:
    assert isinstance(fact, facts.FlareGunPassed)
    return Point("flare_gun", fact.to, {"cause": fact.cause, "round": state.round})


def _research(fact: Fact, state: State) -> Point | None:
    assert isinstance(fact, facts.ResearchAdvanced)
    return Point(fact.seat, fact.column, {"track": fact.track, "round": state.round})


def _army(fact: Fact, state: State) -> Point | None:
    assert isinstance(fact, facts.UnitsMoved)
    board = state.seats[fact.seat]
    on_map = sum(region.fighters.get(fact.seat, 0) for region in state.regions.values())
    standing: dict[str, Json] = {
        "sectors": list(board.recruitment),
        "base": board.base_fighters,
        "drop_ship": board.drop_ship_fighters,
        "map": on_map,
    }
    return Point(fact.seat, fact.fighters, standing | _detail(fact, state, "fact", "seat"))


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
        yield Point("table", None, {"round": after.round})
    battle = None if before is None else before.battle
    place = None if battle is None else battle.region
    for fact in told:
        if isinstance(fact, facts.BattleSelected):
            place = fact.region
        if place is None or not isinstance(fact, BATTLE):
            continue
        victor = fact.victor if isinstance(fact, facts.StrengthCompared) else None
        detail = _detail(fact, after)
        if isinstance(fact, facts.BattleEnded):
            detail["control"], _ = _standing(after, place)
        yield Point(place, victor, detail)


def _build(fact: Fact, state: State) -> Point | None:
    assert isinstance(fact, facts.FoundationConstructed | facts.BuildingConstructed | facts.BuildingRazed)
    what = fact.foundation if isinstance(fact, facts.FoundationConstructed) else fact.building
    detail = _detail(fact, state, "seat")
    if isinstance(fact, facts.BuildingConstructed):
        detail["reward"] = msgspec.to_builtins(state.box.foundations[fact.foundation].reward)
    return Point(fact.seat, what, detail)


def outcome(before: State | None, told: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Winners, reason, round and the standing at the end."""
    if before is None:
        yield Point("table", None, {"round": after.round})
    if after.result is None or not any(isinstance(fact, facts.GameEnded) for fact in told):
        return
    for seat, board in after.seats.items():
        detail: dict[str, Json] = {
            "reason": after.result.reason,
            "round": after.round,
            "land_regions": controlled_land(after, seat),
            "relics": len(board.relics),
            "fame": board.fame,
        }
        yield Point(seat, "won" if seat in after.result.winners else "lost", detail)


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
        _of_facts((facts.FameMoved,), _fame),
    ),
    Series(
        "relic-history",
        "Relics",
        "Who held each relic's region after each combat, who took it, or that it left the game.",
        "seat",
        relic_history,
    ),
    Series(
        "price-history",
        "Prices",
        "Price of each action phase, and who acted, passed although able, or could not pay.",
        "energy",
        _of_facts((facts.PricePlaced, facts.ActChosen, facts.PassChosen), _price),
    ),
    Series(
        "energy-flow",
        "Energy and gems",
        "Energy and gems in and out by cause; `other` is the seat at the other end.",
        "energy or gems",
        _of_facts((facts.EnergyChanged, facts.GemsChanged), _flow),
    ),
    Series(
        "flare-gun-path",
        "Flare gun",
        "Who got the flare gun, and by what.",
        "seat",
        _of_facts((facts.FlareGunPassed,), _flare_gun),
    ),
    Series(
        "research-progress",
        "Research",
        "Column that a seat's marker entered.",
        "column",
        _of_facts((facts.ResearchAdvanced,), _research),
    ),
    Series(
        "army",
        "Armies",
        "Fighters moved, and how many stand on sectors, base, drop ship and map after the entry.",
        "fighters",
        _of_facts((facts.UnitsMoved,), _army),
    ),
    Series("battle-log", "Battles", "Every step of every battle.", "seat", battle_log),
    Series(
        "builds",
        "Building",
        "Foundations and buildings constructed, with the location reward, and buildings razed.",
        "piece",
        _of_facts(BUILDS, _build),
    ),
    Series("outcome", "Outcome", "The result of each seat.", "result", outcome),
)
