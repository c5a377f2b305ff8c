"""The log: facts of heroes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.words.fighters import Message
from domain.games.order_vs_chaos.words.names import STATS, place
from domain.kernel import FactWords, Naming, Run, Says, Told, counted, listed


def _xp_gained(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), f" gains {fact['n']} XP."))


def _xp_lost(fact: Message, naming: Naming) -> Told:
    lost = (
        "for which there is no box: tokens come for it" if fact.get("converted") else "without a box for it"
    )
    return Told((naming.seat(fact["seat"]), f" loses {fact['n']} XP {lost}."))


def _xp_allotted(fact: Message, naming: Naming) -> Told:
    tracks = listed([STATS.get(track, track.replace("_", " ")) for track in fact["targets"]])
    return Told((naming.seat(fact["seat"]), f" spends {len(fact['targets'])} XP on {tracks}."))


def _hero_moved(fact: Message, naming: Naming) -> Told:
    verb = {"retreat": " retreats to ", "effect": " is moved to "}.get(fact.get("how", ""), " moves to ")
    return Told((naming.seat(fact["seat"]), verb, place(naming, fact["to"]), "."))


def _enemies_passed(fact: Message, naming: Naming) -> Told:
    where = place(naming, fact["location"])
    return Told((naming.seat(fact["seat"]), " may pass the enemies in ", where, " this turn."))


def _turn_lost(fact: Message, naming: Naming) -> Told:
    return Told(("Nothing is left to ", naming.seat(fact["seat"]), " but to end the turn."))


def _health_changed(fact: Message, naming: Naming) -> Told:
    number = fact["delta"]
    verb = "gains" if number >= 0 else "loses"
    cause = _cause(naming, fact["cause"])
    return Told((naming.seat(fact["seat"]), f" {verb} {abs(number)} health", *cause, "."))


def _cause(naming: Naming, cause: str) -> Says:
    """The card or text that it comes from, where it is one."""
    known = naming.components.get(cause)
    return (" by ", Run(known.name, piece=cause)) if known is not None else ()


def _stamina_changed(fact: Message, naming: Naming) -> Told:
    number, known = fact["delta"], naming.components.get(fact["cause"])
    pays = number < 0 and known is not None and known.of == "ability"
    verb = "gains" if number >= 0 else "pays" if pays else "loses"
    says = (naming.seat(fact["seat"]), f" {verb} {abs(number)} stamina")
    return Told((*says, *(() if pays else _cause(naming, fact["cause"])), "."))


def _special_tokens_changed(fact: Message, naming: Naming) -> Told:
    number = fact["delta"]
    verb = "gets back" if number >= 0 else "spends"
    return Told((naming.seat(fact["seat"]), f" {verb} {counted(abs(number), 'special token')}."))


def _hero_died(fact: Message, naming: Naming) -> Told:
    after = "; it returns on a start" if fact["returns"] else " for good"
    return Told((naming.seat(fact["seat"]), "’s hero is dead", f"{after}."), "chaos")


def _hero_resurrected(fact: Message, naming: Naming) -> Told:
    where: Says = (
        (" on ", place(naming, fact["location"])) if fact.get("location") else (" before the arch enemy",)
    )
    return Told((naming.seat(fact["seat"]), " returns", *where, f" with {fact['health']} health."))


HERO_FACTS: Mapping[str, FactWords] = {
    "xp_gained": _xp_gained,
    "xp_lost": _xp_lost,
    "xp_allotted": _xp_allotted,
    "hero_moved": _hero_moved,
    "enemies_passed": _enemies_passed,
    "turn_lost": _turn_lost,
    "health_changed": _health_changed,
    "stamina_changed": _stamina_changed,
    "special_tokens_changed": _special_tokens_changed,
    "hero_died": _hero_died,
    "hero_resurrected": _hero_resurrected,
}
