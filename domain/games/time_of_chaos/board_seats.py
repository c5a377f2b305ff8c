"""What lies before each seat: cubes, cloak, penalties, the hand, the delivered artifacts."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.time_of_chaos.state import DELIVERIES_THAT_END, HAND_LIMIT
from domain.games.time_of_chaos.words.names import card_name
from domain.kernel import UNKNOWN, Card, Json, Line, Naming, SeatPanel, Zone, figure


def panels(view: Json, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats clockwise."""
    winners = () if view["result"] is None else view["result"]["winners"]
    awaited = view["placement_queue"][0] if view["placement_queue"] else view["active"]
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            score=figure(view["seats"][seat]["score"]),
            lines=tuple(_lines(view, seat)),
            cards=tuple(_held(held, naming) for held in view["seats"][seat]["hand"]),
            active=seat == awaited,
            winner=seat in winners,
        )
        for seat in view["clockwise"]
    )


def _lines(view: Json, seat: str) -> Iterator[Line]:
    player = view["seats"][seat]
    hand, delivered, penalties = len(player["hand"]), len(player["tableau"]), player["penalties"]
    yield Line("Cubes left", str(player["supply"]), "box", alarm=not player["supply"], short=True)
    full = ", full" if hand == HAND_LIMIT else ""
    yield Line("Cards in hand", f"{hand}{full}", "gallery-horizontal-end", short=True)
    if player["cloak"] == "active":
        yield Line("Cloak", "ready", "moon", short=True)
    else:
        yield Line("Cloak", "spent", "moon")
    if penalties:
        yield Line("Penalties", f"−{penalties}", "triangle-alert", alarm=True, short=True)
    one_to_go = delivered == DELIVERIES_THAT_END - 1 and view["end_trigger"] is None
    yield Line("Delivered", f"{delivered} of {DELIVERIES_THAT_END}", "package-check", alarm=one_to_go)


def tableaus(view: Json, naming: Naming) -> Iterator[Zone]:
    """What each seat has delivered, where it has delivered anything."""
    for rank, seat in enumerate(view["clockwise"], start=50):
        cards = tuple(face(card, naming) for card in view["seats"][seat]["tableau"])
        if cards:
            title = f"Delivered by {naming.seat(seat).text}"
            yield Zone(f"delivered:{seat}", title, "cards", rank, of=seat, cards=cards)


def face(card: str, naming: Naming) -> Card:
    """An artifact, face up."""
    name = card_name(naming, card)
    text = ". ".join(part for part in (_goal(name.place, naming), name.text) if part)
    return Card(card, name.name, name.value, text, place=name.place)


def _goal(place: str | None, naming: Naming) -> str:
    return f"to {naming.name(place)}" if place else ""


def _held(held: Json, naming: Naming) -> Card:
    """TC-507: others see the deck of a grabbed artifact, and which one it is only if it was searched."""
    if "card" not in held:
        return Card(None, f"An artifact of the {held['deck']}", back=True)
    if held["card"] == UNKNOWN:
        return Card(None, f"An unknown artifact of the {held['deck']}", back=True)
    return face(held["card"], naming)
