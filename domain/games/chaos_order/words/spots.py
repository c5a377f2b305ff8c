"""Where units stand and how they get there."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import called, is_base, region_run
from domain.games.chaos_order.words.phrases import possessive, units
from domain.kernel import Json, Naming, Run, Says

Message = Mapping[str, Json]

SPOTS = {
    "base": "the base",
    "drop_ship": "the drop ship",
    "supply": "the supply",
    "aside": "next to the board",
}


def spot_run(naming: Naming, spot: str | int) -> Run:
    """`Ember Fen`, `the base`, `sector 2`."""
    if isinstance(spot, int):
        return Run(f"sector {spot}")
    if spot in SPOTS:
        return Run(SPOTS[spot])
    return Run("the base", place=spot) if is_base(naming, spot) else region_run(naming, spot)


def group(message: Message, naming: Naming) -> str:
    """`2 fighters and Elder`."""
    return units(
        message.get("fighters", 0), [called(naming, leader) for leader in message.get("leaders", ())]
    )


def owner_run(naming: Naming, seat: str) -> Run:
    """`Zcharo’s`."""
    return Run(possessive(naming.seat(seat).text), seat=seat)


def from_to(fact: Message, naming: Naming) -> Says:
    """Units go from one spot to another, told by why."""
    seat, those = naming.seat(fact["seat"]), group(fact, naming)
    origin, target = spot_run(naming, fact["origin"]), spot_run(naming, fact["target"])
    own = owner_run(naming, fact["seat"])
    alone = fact["fighters"] + len(fact.get("leaders", ())) == 1
    match fact.get("cause", "move"):
        case "wound":
            return (seat, f" loses {those} in ", origin, ": wounded, back to ", target, ".")
        case "driven_back":
            driven = f" {those} {'is' if alone else 'are'} driven from "
            return (own, driven, origin, " to ", target, ".")
        case "retreat":
            return (own, f" {those} {'retreats' if alone else 'retreat'} from ", origin, " to ", target, ".")
        case "relic":
            brings = f" {those} {'brings' if alone else 'bring'} the relic from "
            return (own, brings, origin, " to ", target, ".")
        case "setup" | "deploy" | "landing":
            return (seat, f" places {those} in " if target.place else f" places {those} on ", target, ".")
        case "redeploy":
            return (seat, f" redeploys {those} from ", origin, " to ", target, ".")
    return (seat, f" moves {those} from ", origin, " to ", target, ".")
