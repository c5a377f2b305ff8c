"""What differs between two boards, in words: scores and lines, what stands where, who has which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from domain.kernel.board import Board, Card, Place, Zone
from domain.kernel.plain_words import readable
from domain.kernel.words import Naming

NOTHING = "–"
"""What stands where there is nothing."""

Key: TypeAlias = tuple[Hashable, ...]
Part: TypeAlias = tuple[Key, str, str]
"""What lasts from one board to the next, what it is called, and what is told of it now."""


class Difference(Struct, frozen=True):
    """One thing that is otherwise: a score, a line, a place, or where a piece or a card is."""

    what: str
    before: str
    after: str


def board_differences(before: Board, after: Board, naming: Naming) -> list[Difference]:
    """What is otherwise, in the order of the later board; what is there no longer comes last."""
    old, new = _told(before, naming), _told(after, naming)
    found = []
    for key in (*new, *(key for key in old if key not in new)):
        was, becomes = (parts[key][1] if key in parts else NOTHING for parts in (old, new))
        if was != becomes:
            found.append(Difference((new if key in new else old)[key][0], was, becomes))
    return found


def _told(board: Board, naming: Naming) -> dict[Key, tuple[str, str]]:
    """Each part by its key. What stands in several places, or several times, is told of all of them."""
    names: dict[Key, str] = {}
    values: dict[Key, list[str]] = {}
    for key, what, value in _parts(board, naming):
        names.setdefault(key, what)
        values.setdefault(key, []).append(value)
    return {key: (what, _together(values[key])) for key, what in names.items()}


def _together(values: Sequence[str]) -> str:
    if len(values) == 1:
        return values[0]
    return ", ".join(
        value if count == 1 else f"{value} ×{count}" for value, count in sorted(Counter(values).items())
    )


def _parts(board: Board, naming: Naming) -> Iterator[Part]:
    if board.title:
        yield ("title",), "The game", board.title
    for seat in board.seats:
        if seat.score is not None:
            yield ("score", seat.seat), f"{seat.label}: score", seat.score
        if seat.winner:
            yield ("winner", seat.seat), seat.label, "wins"
        for line in seat.lines:
            yield ("line", seat.seat, line.label), f"{seat.label}: {line.label}", line.value
        for card in seat.cards:
            yield _card(card, seat.label)
    twice = _twice(board)
    for zone in board.zones:
        yield from _zone(zone, naming, twice)


def _zone(zone: Zone, naming: Naming, twice: set[str]) -> Iterator[Part]:
    title = _title(zone, naming, twice)
    if zone.note:
        yield ("note", zone.id), title, zone.note
    for place in zone.places:
        name = f"{place.name}, {title}" if place.name in twice else place.name
        if told := _of_place(place, naming):
            yield ("place", place.id), name, told
        for piece in place.pieces:
            face = "" if piece.face is None or piece.face in piece.label else f", {piece.face}"
            count = "" if piece.count == 1 else f" ×{piece.count}"
            yield ("piece", piece.id), piece.label, f"{name}{face}{count}"
    for link in zone.links:
        told = link.label or readable(link.kind)
        yield ("link", zone.id, link.start, link.end), f"{title}: {link.start} to {link.end}", told
    for track in zone.tracks:
        for mark in track.marks:
            step = track.steps.get(str(mark.at), str(mark.at))
            yield ("mark", track.id, mark.seat, mark.label), f"{track.title}: {mark.label}", step
    for card in zone.cards:
        yield _card(card, title)
    for line in zone.lines:
        yield ("line", zone.id, line.label), f"{title}: {line.label}", line.value


def _title(zone: Zone, naming: Naming, twice: set[str]) -> str:
    """What the zone is called, with its seat where several seats have one of that name."""
    if zone.of is None or zone.title not in twice:
        return zone.title
    return f"{zone.title} of {naming.seat(zone.of).text}"


def _card(card: Card, holder: str) -> Part:
    """A card by where it lies: those that are called alike are alike. Backs by whom they lie with."""
    if card.id is None:
        return ("back", holder, card.label), f"{holder}, face down", card.label
    return ("card", card.label), card.label, f"{holder}{', face down' if card.back else ''}"


def _of_place(place: Place, naming: Naming) -> str:
    owner = "" if place.owner is None else f"of {naming.seat(place.owner).text}"
    tone = "" if place.tone == "neutral" else place.tone
    return ", ".join(filter(None, (tone, owner, *map(readable, place.marks), place.note)))


def _twice(board: Board) -> set[str]:
    """Names that several zones, or several places, of the board have."""
    titles = Counter(zone.title for zone in board.zones)
    places = Counter(place.name for zone in board.zones for place in zone.places)
    return {name for counted in (titles, places) for name, number in counted.items() if number > 1}
