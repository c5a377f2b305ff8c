"""What lies before each seat: alien, hypertokens, the envelope that it controls, the hand if it is seen."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.board_cards import faces, known_by_seat
from domain.games.chaosmos.places import hand_card
from domain.games.chaosmos.words.names import hand_limit, toxic_planet
from domain.kernel import Card, Json, Line, Naming, SeatPanel, listed


def panels(view: Json, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats to the left."""
    winner = None if view["result"] is None else view["result"]["winner"]
    awaited = awaited_seats(view)
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            lines=tuple(_lines(view, seat, naming)),
            cards=_hand(view, seat, naming),
            active=seat in awaited,
            winner=seat == winner,
            role=None if view["seats"][seat]["alien"] is None else naming.name(view["seats"][seat]["alien"]),
        )
        for seat in view["seats"]
    )


def awaited_seats(view: Json) -> tuple[str, ...]:
    """Who is to do something now; in setup everybody who has not chosen or is not ready."""
    if view["phase"] == "setup":
        done = {"choose_alien": "chosen", "prepare_hand": "ready"}
        told = [view["setup"][done[due]] for due in view["setup"]["due"] if due in done]
        return tuple(seat for seat in view["seats"] if any(seat not in already for already in told))
    if view["pending"] is not None:
        return (view["pending"]["seat"],)
    if view["combat"] is not None and view["combat"]["to_act"] is not None:
        return (view["combat"]["to_act"],)
    active = view["next"] if view["turn"] is None else view["turn"]["active"]
    return () if active is None or view["result"] is not None else (active,)


def controlled_by(view: Json, seat: str) -> str | None:
    """The planet whose envelope lies before the seat."""
    return next((planet for planet, told in view["planets"].items() if told["controller"] == seat), None)


def _lines(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    player, controlled = view["seats"][seat], controlled_by(view, seat)
    if view["result"] is not None:
        yield from _at_the_end(player, naming)
        return
    yield Line("Hypertokens", str(player["hypertokens"]), "rocket", short=True)
    own = known_by_seat(view).get(seat)
    if own is not None:
        limit = hand_limit(naming, player["alien"])
        held = len(own["hand"])
        full = ", full" if held == limit else ""
        yield Line("Cards in hand", f"{held} of {limit}{full}", "gallery-horizontal-end")
    if controlled is not None:
        yield Line("Controls", naming.name(controlled), "mail-open", short=True)
    if player["position"] is not None:
        yield Line("Position", naming.name(player["position"]), "map-pin")
    if player["alien"] is not None:
        yield from _alien(player["alien"], naming)
    turn = view["turn"]
    if turn is not None and turn["active"] == seat and turn["attacked"]:
        attacked = listed([naming.seat(other).text for other in turn["attacked"]])
        yield Line("Attacked this turn", attacked, "swords")


def _at_the_end(player: Json, naming: Naming) -> Iterator[Line]:
    """CM-604: nothing but the Ovoid counts."""
    if player["alien"] is not None:
        yield Line("Alien", naming.name(player["alien"]), "user")
    if player["position"] is not None:
        yield Line("Position", naming.name(player["position"]), "map-pin")


def _alien(alien: str, naming: Naming) -> Iterator[Line]:
    known = naming.components.get(alien)
    yield Line("Alien", naming.name(alien), "user")
    if known is None or known.place is None:
        return
    yield Line("Home", naming.name(known.place), "house")
    toxic = toxic_planet(naming, alien)
    if toxic is not None and known.of is not None:
        told = f"{naming.name(toxic)}, unless {naming.name(known.of)} is shown"
        yield Line("Toxic", told, "triangle-alert")


def _hand(view: Json, seat: str, naming: Naming) -> tuple[Card, ...]:
    """CM-802, CM-806: nobody else sees even how many cards there are."""
    own = known_by_seat(view).get(seat)
    if own is None:
        return ()
    return faces(own["hand"], lambda card, copy: hand_card(seat, card, copy), naming, told="me" in view)
