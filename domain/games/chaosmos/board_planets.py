"""The planets: who controls their envelopes, whose home they are, whose flag is left there."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.drawing import Look
from domain.games.chaosmos.places import alien_figure, home_base, landing_flag
from domain.games.chaosmos.words.names import toxic_planet
from domain.kernel import Disc, Json, Naming, Piece, Place, listed


def planet_place(view: Json, planet: str, disc: Disc, look: Look, naming: Naming) -> Place:
    """A planet, or a slot that has none yet."""
    envelope = view["planets"].get(planet)
    name = naming.name(planet)
    return Place(
        planet,
        name,
        disc,
        short=name[:8],
        tone=look,
        owner=None if envelope is None else envelope["controller"],
        marks=tuple(_marks(view, planet, naming)),
        pieces=tuple(_pieces(view, planet, naming)),
        note="; ".join(_notes(view, planet, naming)),
    )


def _marks(view: Json, planet: str, naming: Naming) -> Iterator[str]:
    """CM-514: a lock where no card may be taken out. CM-331: a warning on what is toxic for who looks."""
    if planet in view["planets"] and view["planets"][planet]["no_take"]:
        yield "lock"
    if "me" in view and toxic_planet(naming, view["seats"][view["me"]["seat"]]["alien"]) == planet:
        yield "triangle-alert"


def _pieces(view: Json, planet: str, naming: Naming) -> Iterator[Piece]:
    for seat in _at_home(view, planet, naming):
        yield Piece(home_base(seat), "building", f"{naming.seat(seat).text}’s home", seat)
    envelope = view["planets"].get(planet)
    if envelope is not None and envelope["flag"] not in (None, envelope["controller"]):
        seat = envelope["flag"]
        yield Piece(landing_flag(seat, planet), "flag", f"{naming.seat(seat).text}’s landing flag", seat)
    for seat, player in view["seats"].items():
        if player["position"] == planet:
            yield figure_of(view, seat, naming)


def figure_of(view: Json, seat: str, naming: Naming) -> Piece:
    """The alien of a seat."""
    alien = view["seats"][seat]["alien"]
    called = "figure" if alien is None else naming.name(alien)
    return Piece(alien_figure(seat), "figure", f"{naming.seat(seat).text}’s {called}", seat)


def _at_home(view: Json, planet: str, naming: Naming) -> Iterator[str]:
    for seat, player in view["seats"].items():
        alien = naming.components.get(player["alien"] or "")
        if alien is not None and alien.place == planet:
            yield seat


def _notes(view: Json, planet: str, naming: Naming) -> Iterator[str]:
    envelope = view["planets"].get(planet)
    if envelope is None:
        return
    if envelope["controller"] is None:
        yield "its envelope is in the box"
    else:
        yield f"{naming.seat(envelope['controller']).text} controls its envelope"
    if envelope["no_take"]:
        yield "a Vault keeps its cards in"
    toxic = [
        naming.seat(seat).text
        for seat, player in view["seats"].items()
        if toxic_planet(naming, player["alien"]) == planet
    ]
    if toxic:
        yield f"toxic for {listed(toxic)}"
