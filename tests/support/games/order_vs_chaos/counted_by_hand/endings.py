"""What the final table of a recording says."""

from __future__ import annotations

from tests.support.games.order_vs_chaos.counted_by_hand.recording import Recording, Sums, by_hand

START_OF_CHAOS_DOOM = {2: 0, 3: 4, 4: 0, 5: 2, 6: 0}
"""OC-105, by number of seats."""


def rounds_of(game: Recording) -> int:
    """Turns ÷ seats, rounded up."""
    return -(-int(game.expected["turns"]) // len(game.sides))


@by_hand("win_share")
def _win_share(game: Recording, sums: Sums) -> None:
    winners = game.expected["winners"]
    for seat in game.sides:
        sums.add(seat, 1 / len(winners) if seat in winners else 0)


@by_hand("alive_share")
def _alive_share(game: Recording, sums: Sums) -> None:
    for seat, table in game.expected["seats"].items():
        sums.add(seat, table["alive"])


@by_hand("stamina_idle")
def _stamina_idle(game: Recording, sums: Sums) -> None:
    for seat, table in game.expected["seats"].items():
        sums.add(seat, table["stamina"])


@by_hand("final_stat")
def _final_stat(game: Recording, sums: Sums) -> None:
    for seat, table in game.expected["seats"].items():
        for stat, written in (("move",) * 2, ("attack",) * 2, ("armor",) * 2, ("health", "max_health")):
            sums.add(seat, table[written], stat=stat)


@by_hand("items_unused")
def _items_unused(game: Recording, sums: Sums) -> None:
    for seat, table in game.expected["seats"].items():
        if table["side"] == "order":
            sums.add(seat, len(table["weapons"]) + len(table["equipment"]))


@by_hand("outcome")
def _outcome(game: Recording, sums: Sums) -> None:
    result = game.expected["result"]
    sums.count(None, stage=result["stage"], reason=result["reason"])


@by_hand("arch_health_left")
def _arch_health_left(game: Recording, sums: Sums) -> None:
    sums.add(None, game.expected["arch_enemy_health"])


@by_hand("arch_enemy_fought")
def _arch_enemy_fought(game: Recording, sums: Sums) -> None:
    if game.expected["result"]["stage"] == "arch":
        [enemy] = [one for one in game.box.document.arch_enemies if one.id == game.expected["arch_enemy"]]
        for weapon in enemy.attacks:
            sums.add(None, 1, weapon=weapon.name)


@by_hand("order_survivors")
def _order_survivors(game: Recording, sums: Sums) -> None:
    seats = game.expected["seats"].values()
    sums.add(None, sum(table["side"] == "order" and table["alive"] for table in seats))


@by_hand("turns")
def _turns(game: Recording, sums: Sums) -> None:
    sums.add(None, game.expected["turns"])


@by_hand("rounds")
def _rounds(game: Recording, sums: Sums) -> None:
    sums.add(None, rounds_of(game))


@by_hand("chaos_doom_per_round")
def _chaos_doom_per_round(game: Recording, sums: Sums) -> None:
    gained = game.expected["doom"]["chaos"] - START_OF_CHAOS_DOOM[len(game.sides)]
    sums.add(None, gained, rounds_of(game))


@by_hand("final_order_doom")
def _final_order_doom(game: Recording, sums: Sums) -> None:
    sums.add(None, game.expected["doom"]["order"])


@by_hand("deliveries")
def _deliveries(game: Recording, sums: Sums) -> None:
    for seat, times in game.times("deliver_tokens").items():
        sums.count(seat, times)


@by_hand("path_length")
def _path_length(game: Recording, sums: Sums) -> None:
    for seat, times in game.times("move").items():
        sums.count(seat, times)


@by_hand("xp_allotted")
def _xp_allotted(game: Recording, sums: Sums) -> None:
    for line in game.of("assign_xp"):
        for track in line.action["targets"]:
            sums.count(line.seat, track=track)
