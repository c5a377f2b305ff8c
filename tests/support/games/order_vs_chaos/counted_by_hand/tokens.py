"""Chaos tokens, moved by hand from what each line does, and held against the public supply after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.support.games.order_vs_chaos.counted_by_hand.exploring import FEEDS, named, room
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.monsters import instead
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand

FITS = 2
"""Tokens that a hero can carry (OC-360)."""
TOKEN_CARDS = {"rift", "chaos_rift"}


def owed(game: Recording, line: Line) -> Iterator[tuple[str, int]]:
    """Cause and number of the tokens that a line wants out of the supply, in their order."""
    xp = Counter[str]()
    chaos = [hero for hero in line.before.seats.values() if hero.side == "chaos"]
    for card, _ in named(line):
        kind = game.box.cards[card].kind
        if kind in TOKEN_CARDS:
            yield kind, 1
        xp.update(hero.seat for hero in chaos if FEEDS[kind] == "chaos")
    for effect in effects(line, "xp", "token_place", "token_gain"):
        if effect["op"] == "token_place":
            yield "effect", effect["n"]
        elif effect["op"] == "token_gain":
            yield "effect", taken_in(line.before.seats[effect["seat"]], effect["n"])
        else:
            who = [hero.seat for hero in chaos if effect.get("side") == "chaos"] or [effect.get("seat")]
            xp.update(dict.fromkeys(who, effect["amount"]))
    for hero in chaos:
        if hero.hero is not None:
            yield "xp", taken_in(hero, max(0, xp[hero.seat] - room(game, hero)))
    yield "no_figure", instead(line)


def taken_in(hero: Any, number: int) -> int:
    """How many tokens find a place with the hero or on its location (OC-354, OC-363)."""
    return number if hero.location is not None else min(number, FITS - hero.tokens)


def given_back(line: Line) -> Iterator[tuple[str, int]]:
    """How and how many tokens a line brings back to the supply."""
    if line.kind == "deliver_tokens":
        yield "delivery", line.before.seats[line.seat].tokens
    if line.kind == "attack_rift" and "blue" in line.action["dice"]:
        yield "rift_closed", line.before.places[line.before.seats[line.seat].location].tokens
    for effect in effects(line, "token_discard"):
        yield "effect", effect["n"]


def picked_up(line: Line) -> int:
    """What lies there and fits (OC-361)."""
    if line.kind != "pick_up_tokens" and not line.action.get("pick_up"):
        return 0
    hero = line.before.seats[line.seat]
    return int(min(line.before.places[hero.location].tokens, FITS - hero.tokens))


@by_hand("tokens_placed")
def _tokens_placed(game: Recording, sums: Sums) -> None:
    """As many as the supply has (OC-341)."""
    supply = game.lines[0].before.token_supply
    for line in game.lines:
        supply += sum(number for _, number in given_back(line))
        for cause, number in owed(game, line):
            if given := min(supply, number):
                supply -= given
                sums.count(None, given, cause=cause)
        assert supply == line.after.token_supply


@by_hand("tokens_moved")
def _tokens_moved(game: Recording, sums: Sums) -> None:
    for line in game.lines:
        for how, number in (*given_back(line), ("pick_up", picked_up(line))):
            if number:
                sums.count(None, number, how=how)


@by_hand("tokens_per_delivery")
def _tokens_per_delivery(game: Recording, sums: Sums) -> None:
    for line in game.of("deliver_tokens"):
        sums.add(line.seat, line.before.seats[line.seat].tokens)


@by_hand("delivery_time")
def _delivery_time(game: Recording, sums: Sums) -> None:
    """A token is carried over the end of each turn between; all are delivered together (OC-338)."""
    carried = Counter[str]()
    for line in game.lines:
        if line.kind == "end_turn":
            carried.update({seat: hero.tokens for seat, hero in line.before.seats.items()})
        if line.kind == "deliver_tokens":
            sums.add(line.seat, carried.pop(line.seat, 0), line.before.seats[line.seat].tokens)


@by_hand("tokens_carried")
def _tokens_carried(game: Recording, sums: Sums) -> None:
    for seat, table in game.expected["seats"].items():
        if table["side"] == "chaos":
            sums.add(seat, table["tokens"])
