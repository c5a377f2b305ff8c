"""Items, the display and event cards, counted from the lines that name them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games.order_vs_chaos.facts import UnitKilled
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand


def effects(line: Line, *wanted: str) -> Iterator[dict[str, Any]]:
    """The primitives of these names that a line lists (OC-520)."""
    return (effect for effect in line.action.get("effects", ()) if effect["op"] in wanted)


def name_of(game: Recording, item: str) -> str:
    """The name that copies of an item share."""
    document = game.box.document
    [name] = [card.name for card in (*document.weapons, *document.equipment) if card.id == item]
    return str(name)


def gains(game: Recording) -> Iterator[tuple[str, str, str]]:
    """Seat, way and name of every item that somebody got."""
    for line in game.lines:
        taken = [(line.seat, "visit", item) for item in line.action.get("take", ())]
        if line.kind in ("take_reward", "take_overflow") and line.action.get("item"):
            taken.append((line.seat, line.kind.removeprefix("take_"), line.action["item"]))
        taken += [(effect["seat"], "effect", effect["item"]) for effect in effects(line, "item_take")]
        for seat, way, item in taken:
            yield seat, way, name_of(game, item)


def losses(game: Recording) -> Iterator[tuple[str, str, str]]:
    """Seat, cause and name of every item that somebody lost; what is thrown is lost (OC-439)."""
    for line in game.lines:
        lost: list[tuple[str, str, str]] = []
        action = line.action
        match line.kind:
            case "use_equipment":
                lost.append((line.seat, "used", action["item"]))
            case "change_dice" if action["source"] in game.box.equipment:
                lost.append((line.seat, "used", action["source"]))
            case "discard_equipment":
                lost.append((line.seat, "choice", action["item"]))
            case "visit_quartermaster":
                lost += [(line.seat, "room", item) for item in action.get("discard", ())]
            case "take_reward" | "take_overflow" if action.get("discard"):
                lost.append((line.seat, "room", action["discard"]))
            case "roll_attack" if action["attack"] in game.box.weapons:
                if game.box.weapons[action["attack"]].discard_on_use:
                    lost.append((action["unit"].removeprefix("hero:"), "thrown", action["attack"]))
        lost += [(effect["seat"], "effect", effect["item"]) for effect in effects(line, "item_discard")]
        for seat, cause, item in lost:
            yield seat, cause, name_of(game, item)


@by_hand("items_gained")
def _items_gained(game: Recording, sums: Sums) -> None:
    for seat, way, item in gains(game):
        sums.count(seat, via=way, item=item)


@by_hand("items_discarded")
def _items_discarded(game: Recording, sums: Sums) -> None:
    for seat, cause, item in losses(game):
        sums.count(seat, cause=cause, item=item)


@by_hand("item_win_share")
def _item_win_share(game: Recording, sums: Sums) -> None:
    winners = game.expected["winners"]
    for seat, item in {(seat, item) for seat, _, item in gains(game)}:
        sums.add(seat, 1 / len(winners) if seat in winners else 0, item=item)


def laid_out(game: Recording) -> Iterator[tuple[Line, list[str]]]:
    """Every display that was laid out."""
    for line in game.lines:
        if line.kind == "fill_display":
            yield line, line.action["items"]
        if line.kind == "visit_quartermaster":
            yield line, line.action["refill"]
        for effect in effects(line, "display_refill"):
            yield line, effect["items"]


@by_hand("item_pick_rate")
def _item_pick_rate(game: Recording, sums: Sums) -> None:
    for _, items in laid_out(game):
        for item in items:
            sums.add(None, 0, item=name_of(game, item))
    for _, _, item in gains(game):
        sums.add(None, 1, 0, item=item)


@by_hand("refills")
def _refills(game: Recording, sums: Sums) -> None:
    for line, _ in laid_out(game):
        if line.kind != "fill_display":
            sums.count(None)


@by_hand("items_discarded_by_chaos")
def _items_discarded_by_chaos(game: Recording, sums: Sums) -> None:
    for line in game.of("discard_display_item", "resolve_event", "play_event"):
        number = sum(1 for _ in effects(line, "display_discard")) + (line.kind == "discard_display_item")
        if number:
            sums.count(None, number)


@by_hand("turns_with_empty_display")
def _turns_with_empty_display(game: Recording, sums: Sums) -> None:
    for line in game.of("end_turn"):
        if not line.before.display:
            sums.count(None)


@by_hand("kills_without_reward")
def _kills_without_reward(game: Recording, sums: Sums) -> None:
    """A kill is followed by the choice of a reward, but for an empty display (OC-480, OC-483)."""
    killed = [
        fact
        for _, fact in game.facts(UnitKilled)
        if fact.unit.startswith("monster:") and any(name.startswith("hero:") for name in fact.by)
    ]
    chosen = sum(game.times("take_reward").values())
    still_due = [duty for duty in game.lines[-1].after.pending if duty.kind == "take_reward"]
    if missing := len(killed) - chosen - len(still_due):
        sums.count(None, missing)


@by_hand("events_used")
def _events_used(game: Recording, sums: Sums) -> None:
    """An instant is resolved; a kept card is played alone, to change dice or to cancel a healing (OC-519)."""
    for line in game.lines:
        used = {"resolved" if line.kind == "resolve_event" else "played": line.action.get("card")}
        if line.kind not in ("resolve_event", "play_event"):
            by = line.action.get("cancelled_by") or {"card": line.action.get("source")}
            used = {"played": by["card"]}
        for how, card in used.items():
            if card in game.box.events:
                sums.count(None, card=game.box.events[card].name, how=how)
