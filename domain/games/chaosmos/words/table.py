"""What lies on the table, in a few words: what a player looks at before a choice."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.chaosmos.words.names import hand_limit, toxic_planet
from domain.kernel import Json, Naming, listed


def own(view: Json, seat: str) -> Json:
    """What the seat sees of its own, where the viewer may know it; else nothing."""
    if view.get("me", {}).get("seat") == seat:
        return view["me"]
    return view["truth"]["seats"].get(seat, {}) if "truth" in view else {}


def hand_of(view: Json, seat: str) -> list[str]:
    """The cards of a hand that the viewer knows."""
    return list(own(view, seat).get("hand", ()))


def envelope_of(view: Json, seat: str) -> Json:
    """The envelope that the seat controls, as it sees it; nothing where it controls none."""
    return own(view, seat).get("envelope") or {}


def limit_of(view: Json, seat: str, naming: Naming) -> int:
    """How many cards the seat may hold."""
    return hand_limit(naming, view["seats"][seat]["alien"])


def opponent_of(combat: Json, seat: str) -> str:
    """The other combatant."""
    return str(combat["defender"] if seat == combat["attacker"] else combat["attacker"])


def names_of(seats: Iterable[str], naming: Naming) -> str:
    """`North and East`."""
    return listed([naming.seat(seat).text for seat in seats])


def standing_at(view: Json, space: str, *, but: str) -> list[str]:
    """The other seats that stand on a space."""
    seats = view["seats"].items()
    return [seat for seat, player in seats if player["position"] == space and seat != but]


def space_words(view: Json, space: str, seat: str, naming: Naming) -> str:
    """Of a planet who controls it and whether it is toxic, of a star where it leads; and who stands there."""
    parts = []
    there = standing_at(view, space, but=seat)
    planet = view["planets"].get(space)
    if planet is not None:
        parts = planet_words(view, space, seat, naming)
        there = [other for other in there if other != planet["controller"]]
    else:
        near, position = view["ways"].get(space, ()), view["seats"][seat]["position"]
        on = [naming.name(name) for name in near if name != position]
        back = f"only back to {naming.name(position)}" if position in near else "no exit"
        parts.append(f"to {listed(on)}" if on else back)
    if there:
        parts.append(f"{names_of(there, naming)} {'is' if len(there) == 1 else 'are'} there")
    return "; ".join(parts)


def planet_words(view: Json, planet: str, seat: str, naming: Naming) -> list[str]:
    """Who controls it or did last, and what it means to the seat's alien."""
    told, parts, alien = view["planets"][planet], [], view["seats"][seat]["alien"]
    known = naming.components.get(alien or "")
    if known is not None and known.place == planet:
        parts.append("your home")
    if toxic_planet(naming, alien) == planet and known is not None:
        gear = naming.name(known.of or "")
        holds = known.of in hand_of(view, seat)
        parts.append(f"toxic; you {'have' if holds else 'lack'} {gear}")
    if told["controller"] == seat:
        parts.append("you control it")
    elif told["controller"] is not None:
        parts.append(f"{naming.seat(told['controller']).text} controls it")
    elif told["flag"] is not None:
        parts.append(f"{'your' if told['flag'] == seat else naming.seat(told['flag']).text + '’s'} flag")
    else:
        parts.append("no flag")
    return parts


def home_of(view: Json, seat: str, naming: Naming) -> str | None:
    """The home planet of the seat's alien."""
    known = naming.components.get(view["seats"][seat]["alien"] or "")
    return None if known is None else known.place
