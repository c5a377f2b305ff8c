"""Cards turned up, with their turns, and what became of the rifts, from the lines that name the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand
from tests.support.games.order_vs_chaos.counted_by_hand.results import turns

FEEDS = {
    "quartermaster": "order",
    "order_shrine": "order",
    "healing_shrine": "order",
    "wormhole": "order",
    "rift": "chaos",
    "wandering_monster": "chaos",
    "chaos_rift": "chaos",
}
"""Whose heroes gain XP by an opened card (OC-321 … OC-323)."""


@dataclass(frozen=True)
class Opening:
    """A card turned up: in which turn and line, how, and of which kind it is."""

    turn: int
    line: Line
    card: str
    how: str
    kind: str


def named(line: Line) -> Iterator[tuple[str, str]]:
    """Every card that a line opens, and how."""
    if line.kind == "open_location":
        yield line.action["card"], "explore"
        for one in line.action.get("cascade") or ():
            yield one["card"], "cascade"
    opened = list(effects(line, "open"))
    for swap in effects(line, "swap_cards"):
        opened += swap.get("opened") or []
    for effect in opened:
        yield effect["card"], "effect"
        for one in effect.get("cascade") or []:
            yield one["card"], "effect"


def openings(game: Recording) -> Iterator[Opening]:
    """Every card opened."""
    kinds = {card.id: card.kind for card in game.box.document.location_cards}
    for turn, line in turns(game):
        for card, how in named(line):
            yield Opening(turn, line, card, how, kinds[card])


def room(game: Recording, hero: Any) -> int:
    """How much XP a hero can still place (OC-351, OC-352); what it has yet to place takes room too."""
    document = game.box.document
    sheets = {sheet.id: sheet for sheet in (*document.order_heroes, *document.chaos_heroes)}
    sheet = sheets[hero.hero]
    boxes = sum(len(track) - 1 for track in sheet.tracks.values())
    locked = 0 if sheet.slots is None else sheet.slots.locked
    return int(boxes + locked - sum(hero.xp.values()) - hero.slots_unlocked - hero.xp_pending)


@by_hand("cards_opened")
def _cards_opened(game: Recording, sums: Sums) -> None:
    for one in openings(game):
        if one.how != "effect":
            sums.count(one.line.seat, kind=one.kind, how=one.how)


@by_hand("opening_turn")
def _opening_turn(game: Recording, sums: Sums) -> None:
    for one in openings(game):
        sums.add(None, one.turn, kind=one.kind)


@by_hand("opened_share")
def _opened_share(game: Recording, sums: Sums) -> None:
    sums.add(None, 30 - game.expected["unopened"], 30)


@by_hand("xp_given_away")
def _xp_given_away(game: Recording, sums: Sums) -> None:
    for line in game.of("open_location"):
        given = [FEEDS[one.kind] for one in openings(game) if one.line is line]
        for hero in line.before.seats.values():
            number = min(given.count(hero.side), room(game, hero))
            if hero.side != game.sides[line.seat] and number:
                sums.count(line.seat, number)


def rifts_gone(game: Recording) -> Iterator[tuple[int, str, str]]:
    """Turn, card and way of every rift that left the map."""
    for turn, line in turns(game):
        places = line.before.places
        if line.kind == "attack_rift" and "blue" in line.action["dice"]:
            yield turn, places[line.before.seats[line.seat].location].card, "closed"
        for effect in effects(line, "remove_card"):
            yield turn, places[effect["location"]].card, "removed"


@by_hand("rifts")
def _rifts(game: Recording, sums: Sums) -> None:
    opened = {one.card for one in openings(game) if one.kind == "rift"}
    gone = {card: how for _, card, how in rifts_gone(game) if game.box.cards[card].kind == "rift"}
    states = {"opened": len(opened), "open": len(opened - gone.keys())}
    for state, number in {**states, **{how: list(gone.values()).count(how) for how in gone.values()}}.items():
        if number:
            sums.count(None, number, state=state)


@by_hand("rift_lifetime")
def _rift_lifetime(game: Recording, sums: Sums) -> None:
    since = {one.card: one.turn for one in openings(game)}
    for turn, card, how in rifts_gone(game):
        if how == "closed" and card in since:
            sums.add(None, turn - since[card], number=game.box.cards[card].number)
