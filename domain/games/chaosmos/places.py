"""The ids of places, pieces and cards of the board, which words and board share.

A space is its own place: a planet under its id, a star or wormhole under the smallest id of what is merged
with it, which is what the view calls the space. Before planets lie in the slots, the slots are places under
their ids. Copies of a card have no identity (CM-817): a card is known by where it lies and its number there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

CLOCK = "clock"
"""The Chaos Clock, in the middle of some boards and next to others. Nobody stands there (CM-304)."""


def alien_figure(seat: str) -> str:
    """The miniature of the seat's alien."""
    return f"figure:{seat}"


def echo(seat: str, spot: str) -> str:
    """The sign of a seat at the other spots of the merged space that its alien stands in."""
    return f"echo:{seat}:{spot}"


def home_base(seat: str) -> str:
    """The mark of the home planet of the seat's alien."""
    return f"home:{seat}"


def landing_flag(seat: str, planet: str) -> str:
    """The seat's landing flag on a planet (CM-334)."""
    return f"flag:{seat}:{planet}"


def hand_card(seat: str, card: str, copy: int = 1) -> str:
    """A card of a hand, for who may see the hand."""
    return f"hand:{seat}:{card}:{copy}"


def shown_card(seat: str, card: str, copy: int = 1) -> str:
    """A card of the loser's hand, while the winner sees it and takes one (CM-451)."""
    return f"shown:{seat}:{card}:{copy}"


def envelope_card(planet: str, card: str, copy: int = 1) -> str:
    """A face-down card of an envelope, for who may look into it."""
    return f"envelope:{planet}:{card}:{copy}"


def face_up_card(planet: str, card: str) -> str:
    """The face-up card on top of an envelope, for who may look into it."""
    return f"face-up:{planet}:{card}"


def pool_card(card: str, copy: int = 1) -> str:
    """A card of the Cosmic Pool."""
    return f"pool:{card}:{copy}"


def alien_card(seat: str, alien: str) -> str:
    """One of the aliens that were dealt to a seat (CM-103)."""
    return f"alien:{seat}:{alien}"


def open_card(zone: str, card: str, copy: int = 1) -> str:
    """A card of the Void or the game box, while the board is put right."""
    return f"{zone}:{card}:{copy}"


def zone_tray(zone: str) -> str:
    """The cards of the Void or the game box, one by one."""
    return f"cards:{zone}"


def zone_of_tray(tray: str) -> str:
    """The zone of such a tray; anything else as it is."""
    return tray.removeprefix(zone_tray(""))


def envelope_token(planet: str) -> str:
    """The envelope of a planet, as it lies in the box or in front of a seat."""
    return f"token:{planet}"


def seat_tray(seat: str) -> str:
    """The place in front of a seat, for the envelope of the planet that it controls."""
    return f"front:{seat}"


def seat_of_tray(tray: str) -> str:
    """The seat of such a place; any other place as it is."""
    return tray.removeprefix(seat_tray(""))


def numbered(cards: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Each card with the number of its copy, from 1."""
    counts: Counter[str] = Counter()
    for card in cards:
        counts[card] += 1
        yield card, counts[card]
