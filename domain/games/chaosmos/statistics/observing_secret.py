"""The figures that only the truth log gives: where the Ovoid was, who saw it, what accesses moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.games.chaosmos import facts
from domain.games.chaosmos.reading import envelope_of, hand_of, placed
from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics.tally import Tally
from domain.kernel import UNKNOWN, Fact

Counting = Callable[[Tally, State, Any, State], None]

CAUSES: dict[type[Fact], str] = {
    facts.CardsDealt: "setup",
    facts.HandPrepared: "setup",
    facts.CardsTransferred: "access",
    facts.CardTaken: "spoils",
    facts.CardGivenBack: "give-back",
    facts.CardSent: "send",
    facts.PoolTraded: "trade",
    facts.CardMoved: "text",
}
"""Every fact that can move the Ovoid."""


def observe_custody(tally: Tally, fact: Fact, after: State) -> None:
    """A new interval begins where the fact moved the Ovoid."""
    cause = CAUSES.get(type(fact))
    zone = None if cause is None else zone_of_the_ovoid(after)
    if cause is None or zone is None or zone == tally.zone:
        return
    _close_interval(tally, after.turns_ended)
    if zone.startswith("hand:"):
        tally.add("ovoid_hands", None, 1, 0)
        tally.last_change_of_hand = after.turns_ended
    tally.zone, tally.zone_since, tally.zone_cause = zone, after.turns_ended, cause
    tally.zones.add(zone)


def _close_interval(tally: Tally, turn: int) -> None:
    if tally.zone is not None:
        place = {"zone": tally.zone, "cause": tally.zone_cause, "from": str(tally.zone_since)}
        tally.count("ovoid_custody", None, turn - tally.zone_since, **place)


def zone_of_the_ovoid(state: State) -> str | None:
    """`hand:SEAT`, `envelope:PLANET`, `pool` or `void`; None while it is in the deck."""
    ovoid = state.box.ovoid
    for seat, player in state.seats.items():
        if ovoid in player.hand:
            return hand_of(seat)
    for name, planet in state.planets.items():
        if ovoid in planet.face_down:
            return envelope_of(name)
    return "pool" if ovoid in state.pool else "void" if ovoid in state.void else None


def _sees(tally: Tally, state: State, seats: Iterable[str], by: str) -> None:
    zone = zone_of_the_ovoid(state)
    if zone is None:
        return
    for seat in seats:
        tally.count("ovoid_sightings", seat, by=by)
        tally.last_sighting[seat] = state.turns_ended + 1
        tally.last_seen[seat] = zone


def _dealt(tally: Tally, before: State, fact: facts.CardsDealt, after: State) -> None:
    tally.unnamed |= any(UNKNOWN in cards for cards in fact.envelopes.values())
    if fact.ovoid_put_back:  # all saw it (CM-113), and that it went back among the cards to be dealt
        for seat in tally.seats:
            tally.count("ovoid_sightings", seat, by="pool")
            tally.last_sighting[seat] = after.turns_ended + 1
    for seat, home in fact.homes.items():
        tally.add("accesses", seat, 0)
        if after.box.ovoid in fact.envelopes.get(home, ()):
            _sees(tally, after, (seat,), "envelope")


def _prepared(tally: Tally, before: State, fact: facts.HandPrepared, after: State) -> None:
    if after.box.ovoid in fact.cards:
        _sees(tally, after, (fact.seat,), "hand")


def _control_taken(tally: Tally, before: State, fact: facts.ControlTaken, after: State) -> None:
    tally.add("accesses", fact.seat, 0)
    if after.box.ovoid in fact.face_down:
        _sees(tally, after, (fact.seat,), "envelope")


def _transferred(tally: Tally, before: State, fact: facts.CardsTransferred, after: State) -> None:
    moved = len(fact.to_hand) + len(fact.to_envelope)
    _access(tally, fact.seat, moved)
    if after.box.ovoid in fact.to_hand:
        _sees(tally, after, (fact.seat,), "hand")
    elif after.box.ovoid in fact.to_envelope:
        tally.last_seen[fact.seat] = envelope_of(fact.planet)


def _access(tally: Tally, seat: str, moved: int) -> None:
    tally.add("accesses", seat, 1, 0)
    tally.add("bluff_rate", seat, moved == 0)
    tally.add("cards_moved", seat, moved)


def _activated(tally: Tally, before: State, fact: facts.FlipActivated, after: State) -> None:
    if not fact.announced:
        _access(tally, fact.seat, 1)


def _deactivated(tally: Tally, before: State, fact: facts.FlipDeactivated, after: State) -> None:
    _access(tally, fact.seat, 1)


def _hand_shown(tally: Tally, before: State, fact: facts.HandShown, after: State) -> None:
    if after.box.ovoid in fact.cards:
        _sees(tally, after, fact.to, fact.cause)


def _planet_shown(tally: Tally, before: State, fact: facts.PlanetShown, after: State) -> None:
    if after.box.ovoid in fact.face_down:
        _sees(tally, after, fact.to, "scry")


def _taken(tally: Tally, before: State, fact: facts.CardTaken, after: State) -> None:
    if fact.card is None:
        return
    ovoid = fact.card == after.box.ovoid
    tally.count("stolen", fact.seat, card=fact.card)
    tally.add("spoils_ovoid", fact.seat, ovoid)
    if ovoid:
        _sees(tally, after, (fact.seat,), "hand")
        tally.last_seen[fact.loser] = hand_of(fact.seat)


def _given_back(tally: Tally, before: State, fact: facts.CardGivenBack, after: State) -> None:
    tally.count("given_back", fact.seat, card=fact.card)
    if fact.card == after.box.ovoid:
        _sees(tally, after, (fact.to,), "hand")
        tally.last_seen[fact.seat] = hand_of(fact.to)


def _sent(tally: Tally, before: State, fact: facts.CardSent, after: State) -> None:
    if fact.card == after.box.ovoid:
        tally.last_seen[fact.seat] = envelope_of(fact.planet)
        _sees(tally, after, [seat for seat in fact.known_to if seat != fact.seat], "envelope")


def _traded(tally: Tally, before: State, fact: facts.PoolTraded, after: State) -> None:
    if after.box.ovoid in (fact.given, fact.taken):
        _sees(tally, after, tally.seats, "pool")


def _moved_by_text(tally: Tally, before: State, fact: facts.CardMoved, after: State) -> None:
    if fact.card == after.box.ovoid:
        seeing = {*fact.seen_by, *_in_front_of(after, fact.to)}
        _sees(tally, after, [seat for seat in tally.seats if seat in seeing], "text")


def _in_front_of(state: State, zone: str) -> tuple[str, ...]:
    """The seats that see a zone anyway: a hand's owner, an envelope's controller (CM-802, CM-803), or all."""
    kind, _, name = zone.partition(":")
    if kind == "hand":
        return (name,)
    if kind in ("envelope", "face_up"):
        controller = state.planets[name].controller
        return () if controller is None else (controller,)
    return state.clockwise


def _turn_ended(tally: Tally, before: State, fact: facts.TurnEnded, after: State) -> None:
    zone = zone_of_the_ovoid(after)
    for seat in tally.seats:
        tally.add("ovoid_held", seat, zone == hand_of(seat))
        sure = placed(after, seat)
        tally.add("cards_placed", seat, sum(map(len, sure.values())))
        tally.add("ovoid_placed", seat, any(after.box.ovoid in cards for cards in sure.values()))
        if seat in tally.last_seen:
            tally.add("blind_share", seat, zone != tally.last_seen[seat])


def _ended(tally: Tally, before: State, fact: facts.GameEnded, after: State) -> None:
    if before.result is not None:
        return
    _close_interval(tally, after.turns_ended)
    tally.zone = None
    tally.add("ovoid_zones", None, len(tally.zones))
    tally.add("ovoid_hands", None, 0)
    if tally.last_change_of_hand is not None:
        tally.add("ovoid_last_change", None, after.turns_ended - tally.last_change_of_hand)
    for seat, turn in tally.last_sighting.items():
        tally.add("ovoid_last_sighting", seat, turn)


COUNTING: dict[type[Fact], Counting] = {
    facts.CardsDealt: _dealt,
    facts.HandPrepared: _prepared,
    facts.ControlTaken: _control_taken,
    facts.CardsTransferred: _transferred,
    facts.FlipActivated: _activated,
    facts.FlipDeactivated: _deactivated,
    facts.HandShown: _hand_shown,
    facts.PlanetShown: _planet_shown,
    facts.CardTaken: _taken,
    facts.CardGivenBack: _given_back,
    facts.CardSent: _sent,
    facts.PoolTraded: _traded,
    facts.CardMoved: _moved_by_text,
    facts.TurnEnded: _turn_ended,
    facts.GameEnded: _ended,
}
