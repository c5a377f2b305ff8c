"""Resources and tiles, counted from the lines of a recording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games.first_light import facts
from tests.support.games.first_light.counted_by_hand.dice import placed_values
from tests.support.games.first_light.counted_by_hand.recording import Line, Recording, Sums, by_hand


@by_hand("gained")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        for fact in line.found(facts.ResourcesGained):
            for resource, amount in fact.gains.items():
                sums.count(fact.seat, amount, round=line.round, resource=resource, cause=fact.cause)


@by_hand("paid")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        for fact in line.found(facts.ResourcesPaid):
            for resource, amount in fact.costs.items():
                sums.count(fact.seat, amount, round=line.round, resource=resource, cause=fact.cause)


@by_hand("saved")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        paid = [fact for fact in line.found(facts.ResourcesPaid) if fact.cause != "garages"]
        for fact in paid:
            for source, amount in fact.saved.items():
                sums.count(fact.seat, amount, source=source)
        if (asked := price(recording, line)) is not None:
            saved = sum(sum(fact.saved.values()) for fact in paid)
            assert sum(asked.values()) == saved + sum(sum(fact.costs.values()) for fact in paid)


def price(recording: Recording, line: Line) -> Any:
    """What is printed as the price of a placement; None where nothing is."""
    action, box = line.action, recording.box
    match line.kind:
        case "place_depository":
            return {item["id"]: item["cost"] for item in box["items"]}[action["item"]]
        case "place_negotiation":
            cells = recording.side("negotiation")["cells"]
            return cells[action["clan"]][action["row"] - 1]["cost"]
        case "place_academy":
            return box["academy"]["costs"][str(action["dice"])]
        case "place_mining_camp":
            asked = recording.side("mining_camp")[action["space"] - 1]["sum"]
            return {"water": max(0, asked - placed_values(line)[0])}
        case "place_laboratory" | "place_foundry" | "place_control_room":
            return {action["pay"]: {"algae": 3, "power": 2, "water": 10}[action["pay"]]}
    return None


def farms(recording: Recording) -> Iterator[tuple[Line, dict[str, list[str]]]]:
    """Each line with the Farm Tiles of every seat as they lie before it, left to right."""
    lying: dict[str, list[str]] = {seat: [] for seat in recording.seats}
    for line in recording.lines:
        yield line, lying
        for fact in line.found(facts.TileTaken, facts.TilesRemoved):
            if fact.kind != "farm":
                continue
            mine = lying[fact.seat]
            if isinstance(fact, facts.TilesRemoved):
                mine[:] = [tile for slot, tile in enumerate(mine, 4) if slot not in fact.slots]
            elif fact.replaces is None:
                mine.append(fact.tile)
            else:
                mine[fact.replaces - 4] = fact.tile


@by_hand("produce_of_tile")
def _(recording: Recording, sums: Sums) -> None:
    for line, lying in farms(recording):
        for fact in line.found(facts.ResourcesGained, facts.DiceGained):
            if fact.cause not in ("farm_4", "farm_5", "farm_6"):
                continue
            tile = lying[line.seat][int(fact.cause[-1]) - 4]
            gains = {"dice": fact.count} if isinstance(fact, facts.DiceGained) else fact.gains
            for resource, amount in gains.items():
                sums.count(line.seat, amount, tile=tile, resource=resource)


@by_hand("farm_tiles_kept")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        for fact in line.found(facts.TileTaken):
            if fact.kind == "farm":
                sums.add(fact.seat, 0, tile=fact.tile)
    for seat, final in recording.expected["seats"].items():
        for tile in final["farm_tiles"]:
            if tile is not None:
                sums.add(seat, 1, 0, tile=tile)


@by_hand("tile_round")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.lines:
        for fact in line.found(facts.TileTaken):
            stacks = line.before.farm_stacks if fact.kind == "farm" else line.before.upgrade_stacks
            tile = stacks[line.action["stack"]].top if "stack" in line.action else fact.tile
            sums.add(line.seat, line.round, kind=fact.kind, tile=tile)


@by_hand("planet_yield")
def _(recording: Recording, sums: Sums) -> None:
    side = recording.box["planet"]["sides"][recording.opening["options"]["planet_side"]]
    spaces = {space["id"]: space for space in side["spaces"]}
    for line in recording.of("harvest"):
        base = line.before.seats[line.seat]
        space = spaces[base.harvester]
        gains = recording.box["gem_caches"][0]["yield"] if space["cache_slot"] else space["yield"]
        for resource, amount in gains.items():
            there = min(amount, base.dice_supply) if resource == "dice" else amount
            if there:
                sums.count(line.seat, there, round=line.round, resource=resource)
