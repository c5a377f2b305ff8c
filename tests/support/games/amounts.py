"""What comes about by the facts of an action: amounts of resources, points and pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from domain.kernel import Game, Json, Naming
from domain.kernel.session.rendering import fact_in_words
from domain.kernel.ui.words import text_of
from tests.support.games.said_and_done import Said, Step

AMOUNT = re.compile(r"(\d+) (\w+|★)")
"""`5 Water`, `8 ★`."""
ALTERNATIVE = re.compile(r"(\d+) (?:or|/) \d+ (\w+|★)")


def amounts_in(text: str) -> Iterator[tuple[int, str]]:
    """Every amount that a text names; of `5 or 11 Water` both."""
    for number, thing in (*AMOUNT.findall(text), *ALTERNATIVE.findall(text)):
        yield int(number), thing.lower()


def done(game: Game[Any], naming: Naming, step: Step) -> dict[str, set[int]]:
    """How much of what comes about: in the facts, in their words, and on whatever the facts name."""
    found: dict[str, set[int]] = {}
    totals: Counter[str] = Counter()

    def walk(name: str, value: Json) -> None:
        if isinstance(value, str):
            printed(value)
        elif isinstance(value, bool) or value is None:
            pass
        elif isinstance(value, int):
            found.setdefault(name, set()).add(abs(value))
            totals[name] += abs(value)
        elif isinstance(value, dict):
            for key, of in value.items():
                printed(key)
                walk(key, of)
        else:
            found.setdefault(name, set()).add(len(value))
            totals[name] += len(value)
            for of in value:
                walk(name, of)

    def printed(id: str) -> None:
        if (known := naming.components.get(id)) is not None:
            tell(f"{known.name}; {known.text}; {known.value} ★")

    def tell(text: str) -> None:
        for number, thing in amounts_in(text):
            found.setdefault(thing, set()).add(number)

    for number, thing in BEYOND.get(game.key, nothing_more)(naming, step):
        found.setdefault(thing, set()).add(number)
    for fact in step.facts:
        kind = fact["fact"].partition("_")[0]
        for name, value in fact.items():
            walk({"count": kind, "delta": kind}.get(name, name), value)
        tell(text_of(fact_in_words(game, fact, naming).says))
    for name, total in totals.items():
        found[name].add(total)
    return found


COUNTED = re.compile(
    "★|(water|algae|power|gem|die|dice|item|trade|cube|left|energy|fame|card|fighter|recruitment|research|build|"
    "harvest|movement|region|foundation|redeployment|health|xp|damage|chit|stamina|token)s?"
)
"""What amounts are of. `Garage 2` or `row 2, 4` are no amounts."""


def unfounded(told: Said, happened: Mapping[str, Collection[int]]) -> list[str]:
    """What the chosen labels say and nothing of what happens bears out."""
    return [
        f"{number} {thing} of {label!r}"
        for label in told.labels
        for number, thing in missing_of(label, happened)
    ]


def missing_of(text: str, happened: Mapping[str, Collection[int]]) -> list[tuple[int, str]]:
    """The amounts that a text names and that do not come about."""
    return [
        (number, thing)
        for number, thing in amounts_in(text)
        if number
        and COUNTED.fullmatch(thing)
        and not any(number in happened.get(name, ()) for name in names_of(thing))
    ]


def names_of(thing: str) -> tuple[str, ...]:
    """The thing and its plural or singular."""
    one = {"die": "dice", "dice": "die"}.get(thing, thing)
    return (thing, one, thing.rstrip("s"), f"{thing}s")


def nothing_more(naming: Naming, step: Step) -> Iterator[tuple[int, str]]:
    """Facts and what is printed on things say all of it."""
    return iter(())


def in_first_light(naming: Naming, step: Step) -> Iterator[tuple[int, str]]:
    """Points of a cell, yields of the Harvester's space, rates of the Market, Items that come on top."""
    box = step.before.box
    drawn = {fact["cause"]: len(fact["items"]) for fact in step.facts if fact["fact"] == "items_drawn"}
    yield sum(number for cause, number in drawn.items() if not step.action["type"].endswith(cause)), "items"
    for fact in step.facts:
        match fact:
            case {"fact": "die_placed", "location": "negotiation", "clan": clan, "space": row}:
                yield box.cells[clan][row - 1].points, "★"
            case {"fact": "die_lost", "die": {"at": "negotiation", "clan": clan, "row": row}}:
                yield box.cells[clan][row - 1].points, "★"
            case {"fact": "die_placed", "location": "market", "space": space, "value": value}:
                yield fact.get("treated_as", value), "trades"
                yield from ((lot, what) for what, lot in box.market[space - 1].lots.items())
            case {"fact": "dice_rolled", "values": values}:
                yield len(values), "dice"
            case {"fact": "harvester_moved", "space": space}:
                yields = box.cache_yield if space in box.caches else box.spaces[space].yields
                yield from ((number, what) for what, number in yields.items())


def in_time_of_chaos(naming: Naming, step: Step) -> Iterator[tuple[int, str]]:
    """What is left of the cubes, and how many lie on the tile that one was placed on."""
    tiles = {name: sum(tile.cubes.values()) for name, tile in step.before.tiles.items()}
    for fact in step.facts:
        if fact["fact"] == "cube_placed":
            yield step.before.seats[fact["seat"]].supply - 1, "left"
            yield tiles[fact["tile"]] + 1, "cube"


def in_chaos_order(naming: Naming, step: Step) -> Iterator[tuple[int, str]]:
    """Fame that a marker went up, fighters of a recruitment sector, the income of a building's space."""
    for fact in step.facts:
        match fact:
            case {"fact": "units_moved", "cause": "recruit", "seat": seat, "origin": int(sector)}:
                yield sum(step.before.seats[seat].recruitment[sector - 1 : sector]), "fighter"
            case {"fact": "building_constructed", "seat": seat, "building": kind}:
                board = step.before.seats[seat]
                spaces = [id for id in naming.components if id.startswith(f"{board.faction}:{kind}:")]
                yield from amounts_in(naming.components[spaces[-board.buildings[kind]]].text)
            case {"fact": "fame_moved", "seat": seat, "to": to}:
                yield to - step.before.seats[seat].fame, "fame"
            case {"fact": "effect_taken"}:
                yield fact.get("amount", 1), "recruitment"
            case {"fact": "effect_dropped", "seat": seat}:
                yield from left_of(step.before.seats[seat].pending)
            case {"fact": "effects_awaited", "seat": seat}:
                yield from left_of(step.after.seats[seat].pending)
                yield from continued(step)
            case {"fact": "act_chosen", "seat": seat, "phase": phase}:
                costs = [one for one in step.facts if one.get("cause") == "act_cost" and one["seat"] == seat]
                yield -sum(one["delta"] for one in costs), "energy"
                column = step.before.seats[seat].research[phase]
                yield from amounts_in(naming.components[f"{phase}:{column}"].text)


def continued(step: Step) -> Iterator[tuple[int, str]]:
    """An income that the hand limit interrupts: what came and what still comes, together."""
    totals = Counter[str]()
    for fact in step.facts:
        match fact:
            case {"fact": "energy_changed" | "gems_changed" as kind, "delta": delta, "cause": "income"}:
                totals[kind.partition("_")[0]] += delta
            case {"fact": "cards_drawn", "cards": cards, "cause": "income"}:
                totals["cards"] += len(cards)
            case {"fact": "effects_awaited", "effects": effects}:
                for one in effects:
                    totals[COMES_LATER.get(one["effect"]["do"], "")] += one["left"]
    yield from ((total, thing) for thing, total in totals.items())


COMES_LATER = {"gain_energy": "energy", "gain_gems": "gems", "draw_tactics": "cards"}


def left_of(pending: Sequence[Any]) -> Iterator[tuple[int, str]]:
    """What is left of each effect of a stack: `build_points` are of `build`."""
    for one in pending:
        kind = one.effect.do
        named = {"gain_research": "research", "redeploy": "redeployment"}.get(kind, kind.partition("_")[0])
        yield one.left, named


def in_order_vs_chaos(naming: Naming, step: Step) -> Iterator[tuple[int, str]]:
    """The health that each fighter keeps, and what a blocking one gains and forgoes."""
    units = {} if step.before.battle is None else step.before.battle.units
    heroes = {f"hero:{seat}": hero.health for seat, hero in step.before.seats.items()}
    kept = {id: heroes.get(id, one.health) for id, one in units.items()}
    for fact in step.facts:
        match fact:
            case {"fact": "damage_dealt", "target": target, "health": lost}:
                kept[target] -= lost
            case {"fact": "gains_taken", "unit": unit, "health": gained}:
                kept[unit] += gained
            case {"fact": "doom_damage_taken", "hero": hero, "monster": monster}:
                yield hero + monster, "health"
            case {"fact": "hero_resurrected", "seat": seat}:
                yield step.after.seats[seat].stamina, "stamina"
            case {"fact": "blocks_declared", "debts": debts}:
                yield from ((debt, what) for debt in debts.values() for what in ("damage", "chits"))
    hit = {fact.get("target", fact.get("unit")) for fact in step.facts}
    yield from ((health, "health") for unit, health in kept.items() if unit in hit)


BEYOND: Mapping[str, Callable[[Naming, Step], Iterator[tuple[int, str]]]] = {
    "first_light": in_first_light,
    "time_of_chaos": in_time_of_chaos,
    "chaos_order": in_chaos_order,
    "order_vs_chaos": in_order_vs_chaos,
}
"""By game: amounts that follow from the facts and the table before them, and that neither says by itself."""
