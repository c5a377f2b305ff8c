"""The points of every series by hand, each as (line, subject, value, detail)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from domain.games.chaos_order import facts
from tests.support.games.chaos_order.counted_by_hand.lines import (
    DEMO,
    FACTIONS,
    TOKENS,
    Line,
    Lines,
    Timed,
    count_of,
    holder_of,
    row_of,
    standing_in,
)
from tests.support.games.chaos_order.counted_by_hand.prices import prices, turns

Dot = tuple[int, str, float | str | None, dict[str, Any]]
BEGUN: Dot = (0, "table", None, {"round": 0})


def said(timed: Timed, *left_out: str) -> dict[str, Any]:
    """What a fact says, and when."""
    told = msgspec.to_builtins(timed.fact)
    when = {"round": timed.round, "phase": timed.phase}
    return {name: value for name, value in told.items() if value is not None and name not in left_out} | when


def fame_tracks(game: Lines) -> Iterator[Dot]:
    yield BEGUN
    for timed in game.told(facts.FameMoved):
        fact = timed.fact
        left = FACTIONS[game.faction[fact.seat]]["fame"]["length"] - fact.to
        yield timed.line.number, fact.seat, fact.to, {"cause": fact.cause, "left": left, "round": timed.round}


def relic_history(game: Lines) -> Iterator[Dot]:
    """From the layout of foundations, the map at each end of combat, and the final table."""
    yield BEGUN
    where: dict[int, str] = {}
    taken = {relic: seat for seat, table in game.expected["seats"].items() for relic in table["relics"]}
    ends = {line.number: line for _, line in game.ends_of_combat()}
    for line in game.lines:
        if line.said["type"] == "lay_neutral_foundations":
            for place, foundation in sorted(line.said["layout"].items()):
                if foundation.startswith("relic_"):
                    where[int(foundation[-1])] = place
                    yield line.number, foundation, None, {"change": "placed", "region": place, "round": 0}
        if line.number in ends:
            for relic, place in sorted(where.items()):
                told = {"change": "end_of_combat", "region": place, "round": game.round_of(line)}
                yield line.number, f"relic_{relic}", holder_of(line.after.regions[place]), told
        if line.said["type"] == "resolve_relics":
            relic = game.round_of(line)
            if relic in taken or relic in game.expected["relics_out"]:
                change = "taken" if relic in taken else "out"
                told = {"change": change, "region": where.pop(relic), "round": relic}
                yield line.number, f"relic_{relic}", taken.get(relic), told


def price_history(game: Lines) -> Iterator[Dot]:
    """Of the lines alone; whether who passed was able by the energy that lay before it."""
    yield BEGUN
    dots: list[tuple[int, Dot]] = []
    for price in prices(game):
        owner, supply = TOKENS[price.token]
        told: dict[str, Any] = {
            "fact": "price_placed",
            "token": price.token,
            "to_owner": owner,
            "to_supply": supply,
            "round": price.round,
            "phase": "set_prices",
        }
        told |= {name: value for name, value in (("by", price.by), ("spot", price.spot)) if value}
        dots.append((price.line.number, (price.line.number, price.phase, price.cost, told)))
    for turn in turns(game):
        energy = turn.line.before.seats[turn.seat].energy
        able = turn.price.by == turn.seat or energy >= turn.price.cost
        choice = "acted" if turn.acted else "passed_able" if able else "passed_unable"
        told = {"seat": turn.seat, "round": turn.price.round}
        dots.append((turn.line.number, (turn.line.number, turn.price.phase, choice, told)))
    yield from (dot for _, dot in sorted(dots, key=lambda pair: pair[0]))


def energy_flow(game: Lines) -> Iterator[Dot]:
    """6 energy and 1 gem (CO-105) with the faction's setup, then every change."""
    for seat, faction in game.faction.items():
        extra = {effect["do"]: effect["n"] for effect in FACTIONS[faction]["setup"]}
        for what, start in (("energy", 6), ("gems", 1)):
            told = {"what": what, "cause": "start", "round": 0, "phase": "setup"}
            yield 0, seat, start + extra.get(f"gain_{what}", 0), told
    for timed in game.told(facts.EnergyChanged, facts.GemsChanged):
        what = "energy" if isinstance(timed.fact, facts.EnergyChanged) else "gems"
        told = {"what": what} | said(timed, "fact", "seat", "delta")
        yield timed.line.number, timed.fact.seat, timed.fact.delta, told


def flare_gun_path(game: Lines) -> Iterator[Dot]:
    """CO-223 … CO-225, whenever `move` is priced."""
    yield BEGUN
    holder = game.holder
    for price in prices(game):
        if price.phase != "move":
            continue
        left = None if price.by is None else game.next_of(price.by)
        cause = "neutral" if left is None else "next_from_holder" if left == holder else "left_of_pricer"
        holder = left if left is not None and left != holder else game.next_of(holder)
        yield price.line.number, "flare_gun", holder, {"cause": cause, "round": price.round}


def research_progress(game: Lines) -> Iterator[Dot]:
    yield BEGUN
    for timed in game.told(facts.ResearchAdvanced):
        fact = timed.fact
        yield timed.line.number, fact.seat, fact.column, {"track": fact.track, "round": timed.round}


def army(game: Lines) -> Iterator[Dot]:
    """A ledger of fighters by seat and spot, from the printed track on."""
    yield BEGUN
    ledger: dict[tuple[str, str | int], int] = {}
    for seat, faction in game.faction.items():
        for sector, fighters in enumerate(FACTIONS[faction]["fighters"]["on_track"], 1):
            ledger[seat, sector] = fighters
    off_map = ("base", "drop_ship", "aside", 1, 2, 3)
    for timed in game.told(facts.UnitsMoved):
        fact, seat = timed.fact, timed.fact.seat
        for spot, change in ((fact.origin, -fact.fighters), (fact.target, fact.fighters)):
            ledger[seat, spot] = ledger.get((seat, spot), 0) + change
        on_map = sum(n for (owner, spot), n in ledger.items() if owner == seat and spot not in off_map)
        standing = {
            "sectors": [ledger[seat, sector] for sector in (1, 2, 3)],
            "base": ledger.get((seat, "base"), 0),
            "drop_ship": ledger.get((seat, "drop_ship"), 0),
            "map": on_map,
        }
        yield timed.line.number, seat, fact.fighters, standing | said(timed, "fact", "seat")


def battle_log(game: Lines) -> Iterator[Dot]:
    """Under the region that was selected last. A battle that has ended leaves the map as its line does."""
    yield BEGUN
    place = ""
    for timed in game.told(
        facts.BattleSelected,
        facts.PlansRevealed,
        facts.DieRolled,
        facts.CombatBonusGained,
        facts.StrengthCompared,
        facts.AttacksCompared,
        facts.BattleEnded,
    ):
        if timed.line.said["type"] == "select_battle":
            place = timed.line.said["region"]
        told = said(timed)
        if isinstance(timed.fact, facts.BattleEnded):
            told["control"] = holder_of(timed.line.after.regions[place])
        victor = timed.fact.victor if isinstance(timed.fact, facts.StrengthCompared) else None
        yield timed.line.number, place, victor, told


def builds(game: Lines) -> Iterator[Dot]:
    """With the reward that is printed on the foundation; a board foundation has none (CO-316).

    An effect is written without a number that is 1.
    """
    yield BEGUN
    printed = {each["id"]: each["reward"] for each in DEMO["neutral_foundations"]}
    for faction in FACTIONS.values():
        printed |= {each["id"]: each["reward"] for each in faction["starting_foundations"]}
    for timed in game.told(facts.FoundationConstructed, facts.BuildingConstructed, facts.BuildingRazed):
        fact, told = timed.fact, said(timed, "seat")
        if isinstance(fact, facts.BuildingConstructed):
            reward = printed.get(fact.foundation) or []
            told["reward"] = [{k: v for k, v in one.items() if (k, v) != ("n", 1)} for one in reward]
        what = fact.foundation if isinstance(fact, facts.FoundationConstructed) else fact.building
        yield timed.line.number, fact.seat, what, told


def outcome(game: Lines) -> Iterator[Dot]:
    """The final table."""
    yield BEGUN
    for seat, table in game.expected["seats"].items():
        told = {
            "reason": game.expected["reason"],
            "round": game.expected["round"],
            "land_regions": table["land_regions_controlled"],
            "relics": len(table["relics"]),
            "fame": table["fame"],
        }
        won = "won" if seat in game.expected["winners"] else "lost"
        yield game.lines[-1].number, seat, won, told


def region_counts(game: Lines) -> Iterator[Dot]:
    """By the map after each line; what was read, by the map before the line that read it."""
    counts: dict[str, int] = {}
    held: dict[str, tuple[str | None, list[str]]] = {}
    opening = Line(0, {"type": "opening"}, (), game.opened, game.opened)
    ends = {line.number for _, line in game.ends_of_combat()}
    for line in (opening, *game.lines):
        for seat in game.clockwise:
            land, lakes, modifiers = count_of(line.after, seat)
            count = land + lakes + 1 + modifiers
            if counts.get(seat) != count:
                counts[seat] = count
                told: dict[str, Any] = {"land": land, "lakes": lakes, "base": 1, "modifiers": modifiers}
                yield line.number, seat, count, told | {"row": row_of(count)}
        for place, region in line.after.regions.items():
            crowd = standing_in(region)
            now = holder_of(region), sorted(crowd) if len(crowd) > 1 else []
            if held.get(place) != now:
                had = held.get(place, (None, []))[0]
                change = "contested" if now[1] else "gained" if now[0] else "lost" if had else "empty"
                told = {"change": change, "before": had, "contested_by": now[1], "by": _cause(line, place)}
                held[place] = now
                yield line.number, place, now[0], told
        if line.said["type"] == "take_region_income":
            seat = line.said["seat"]
            land, lakes, modifiers = count_of(line.before, seat)
            count = land + lakes + 1 + modifiers
            told = {"land": land, "lakes": lakes, "base": 1, "modifiers": modifiers}
            told |= {"round": game.round_of(line), "income_row": row_of(count)}
            yield line.number, seat, count, told
        if line.number in ends:
            for place, region in line.after.regions.items():
                told = {"change": "end_of_combat", "round": game.round_of(line)}
                yield line.number, place, holder_of(region), told


def _cause(line: Line, place: str) -> str:
    """The last thing that the line told of the region."""
    about = [{"cause": "move"} | msgspec.to_builtins(fact) for fact in line.facts]
    about = [told for told in about if place in (told.get("region"), told.get("origin"), told.get("target"))]
    if not about:
        return "opening"
    last = about[-1]
    return f"{last['fact']}: {last['cause']}" if last["fact"] == "units_moved" else str(last["fact"])


CURVES: dict[str, Callable[[Lines], Iterator[Dot]]] = {
    "region-counts": region_counts,
    "fame-tracks": fame_tracks,
    "relic-history": relic_history,
    "price-history": price_history,
    "energy-flow": energy_flow,
    "flare-gun-path": flare_gun_path,
    "research-progress": research_progress,
    "army": army,
    "battle-log": battle_log,
    "builds": builds,
    "outcome": outcome,
}
