"""`./dev long [WHAT…]`: run campaigns. Every option is also an environment variable, such as LONG_KILLS."""

from __future__ import annotations

import sys

import click

from tests.support.long import (
    attacks,
    backups,
    clocks,
    club,
    covered,
    damages,
    disks,
    early_release,
    edition_by_hand,
    editions,
    fuzz,
    histories,
    hosts,
    kills,
    orders,
    races,
    restores,
    swaps,
    versions,
    walks,
)
from tests.support.long.campaign import Campaign, Wanted, run_all

CAMPAIGNS: dict[str, Campaign] = {
    "kills": kills.run,
    "attacks": attacks.run,
    "fuzz": fuzz.run,
    "restores": restores.run,
    "backups": backups.run,
    "swaps": swaps.run,
    "damages": damages.run,
    "disks": disks.run,
    "clocks": clocks.run,
    "hosts": hosts.run,
    "histories": histories.run,
    "races": races.run,
    "walks": walks.run,
    "editions": editions.run,
    "by-hand": edition_by_hand.run,
    "versions": versions.run,
    "orders": orders.run,
    "coverage": covered.run,
    "early-release": early_release.run,
    "club": club.run,
}
USUAL = Wanted()


@click.command()
@click.argument("what", nargs=-1, type=click.Choice(list(CAMPAIGNS)))
@click.option("--kills", type=click.IntRange(1), default=USUAL.kills, help="Of each store.")
@click.option("--clients", type=click.IntRange(1), default=USUAL.clients, help="Who record meanwhile.")
@click.option(
    "--store",
    "stores",
    multiple=True,
    type=click.Choice(USUAL.stores),
    default=USUAL.stores,
    help="Of kills, attacks, backups, disks and clocks.",
)
@click.option("--requests", type=click.IntRange(1), default=USUAL.requests, help="Of fuzz.")
@click.option("--sessions", type=click.IntRange(1), default=USUAL.sessions, help="Of restores.")
@click.option("--backups", type=click.IntRange(1), default=USUAL.backups, help="Of each store.")
@click.option("--swaps", type=click.IntRange(1), default=USUAL.swaps, help="Pairs of worlds of each game.")
@click.option("--damages", type=click.IntRange(1), default=USUAL.damages)
@click.option("--fills", type=click.IntRange(1), default=USUAL.fills, help="Of disks, of each store.")
@click.option("--jumps", type=click.IntRange(1), default=USUAL.jumps, help="Of clocks, of each store.")
@click.option("--commits", type=click.IntRange(1), default=USUAL.commits, help="Of histories.")
@click.option("--starts", type=click.IntRange(1), default=USUAL.starts, help="Of races.")
@click.option("--walks", type=click.IntRange(1), default=USUAL.walks, help="Of all games together.")
@click.option("--sets", type=click.IntRange(1), default=USUAL.sets, help="Of editions, for each game.")
@click.option("--crashes", type=click.IntRange(1), default=USUAL.crashes, help="Of early-release.")
@click.option("--disturbances", type=click.IntRange(1), default=USUAL.disturbances, help="Of hosts.")
@click.option(
    "--trial",
    "trials",
    multiple=True,
    type=click.Choice(USUAL.trials),
    default=USUAL.trials,
    help="Of hosts.",
)
@click.option("--python", "pythons", multiple=True, help="Of versions, such as 3.13; every one that is here.")
@click.option("--postgresql", "servers", multiple=True, help="Of versions: a folder with bin/postgres.")
@click.option("--orders", type=click.IntRange(1), default=USUAL.orders)
@click.option(
    "--tests",
    multiple=True,
    default=USUAL.tests,
    help="Of versions, orders and coverage: files and folders.",
)
@click.option("--evenings", type=click.IntRange(10), default=USUAL.evenings, help="Of club.")
@click.option("--people", type=click.IntRange(5, 12), default=USUAL.people, help="Of club.")
@click.option("--seed", type=int, default=USUAL.seed)
def main(what: tuple[str, ...], **wanted: object) -> None:
    """Run the named campaigns, or all: a long trial of real processes, with figures at the end.

    Exit status 1 if anything was lost, doubled, answered wrongly or not at all.
    """
    chosen = {name: CAMPAIGNS[name] for name in what or CAMPAIGNS}
    sys.exit(0 if run_all(chosen, Wanted(**wanted)) else 1)  # type: ignore[arg-type]


if __name__ == "__main__":
    main(prog_name="./dev long", auto_envvar_prefix="LONG", show_default=True)
