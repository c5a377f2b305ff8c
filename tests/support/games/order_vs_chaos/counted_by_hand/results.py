"""Who won and who is left, from the final table; early rifts from the dice that closed them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand

EARLY_ROUNDS = 5


def turns(game: Recording) -> Iterator[tuple[int, Line]]:
    """Every line with its turn: the first begins with the last hero's place, the others with an end."""
    turn, placed = game.lines[0].before.turn, 0
    for line in game.lines:
        yield turn, line
        placed += line.kind == "place_hero"
        turn += line.kind == "end_turn" or (line.kind == "place_hero" and placed == len(game.sides))


def round_of(game: Recording, turn: int) -> int:
    """Turns ÷ seats, rounded up."""
    return -(-turn // len(game.sides))


def order_won(game: Recording) -> bool:
    """Whether Order's seats are the winners."""
    winners = {seat for seat, side in game.sides.items() if side == "order"}
    assert set(game.expected["winners"]) in (winners, game.sides.keys() - winners)
    return set(game.expected["winners"]) == winners


@by_hand("chaos_survivors")
def _chaos_survivors(game: Recording, sums: Sums) -> None:
    chaos = [table for table in game.expected["seats"].values() if table["side"] == "chaos"]
    monsters = sum(table["final_monster_health"] > 0 for table in chaos)
    sums.add(None, sum(table["alive"] for table in chaos) + monsters)


@by_hand("order_win_share")
def _order_win_share(game: Recording, sums: Sums) -> None:
    [first] = game.of("choose_first_player")
    early = [
        line
        for turn, line in turns(game)
        if line.kind == "attack_rift" and "blue" in line.action["dice"]
        if round_of(game, turn) <= EARLY_ROUNDS
    ]
    split = {"first_side": game.sides[first.seat], "order_doom": game.expected["doom"]["order"]}
    sums.add(None, order_won(game), **split, rifts_by_round_5=len(early))


@by_hand("pair_order_win_share")
def _pair_order_win_share(game: Recording, sums: Sums) -> None:
    heroes: dict[str, list[str]] = {"order": [], "chaos": []}
    for table in game.expected["seats"].values():
        heroes[table["side"]].append(table["hero"])
    for order in heroes["order"]:
        for chaos in heroes["chaos"]:
            sums.add(None, order_won(game), order_hero=order, chaos_hero=chaos)


@by_hand("monster_order_win_share")
def _monster_order_win_share(game: Recording, sums: Sums) -> None:
    for line in game.of("draw_monster_type"):
        sums.add(None, order_won(game), type=line.action["monster"])
