"""The board of the page in words, as wide as the terminal: its zones, then the panel of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click

from domain.kernel.board import Board, Card, Line, Piece, SeatPanel, Track, Zone
from domain.kernel.words import Naming
from replays.counting import counted
from service.cli.output import fitted

KEPT = "\N{NO-BREAK SPACE}"
"""Marks where a line must not break. It is printed as a normal space."""
BETWEEN = f"{KEPT}| "
"""Between the figures of a seat, whose words have commas, semicolons and dots of their own."""


def show_board(board: Board, naming: Naming, *, finished: bool) -> None:
    """Print the board. finished: nobody has to act any more."""
    click.echo()
    click.echo(fitted(f"The table: {board.title}" if board.title else "The table", indent=2))
    for zone in sorted(board.zones, key=_order):
        if zone.of is None:
            _print(_zone(zone, naming))
    for seat in board.seats:
        own = [zone for zone in sorted(board.zones, key=_order) if zone.of == seat.seat]
        _print(_seat(seat, own, naming, finished=finished))


def _order(zone: Zone) -> tuple[int, int]:
    """As on the page: current events, drawn zones, then lists; each by its rank."""
    return (0 if zone.rank < 0 else 1 if zone.places else 2), zone.rank


def _print(lines: Sequence[str]) -> None:
    """A heading with what stands below it."""
    if lines:
        click.echo()
    for line in lines:
        depth = len(line) - len(line.lstrip())
        click.echo(fitted(line, indent=depth + 2).replace(KEPT, " "))


def _zone(zone: Zone, naming: Naming) -> list[str]:
    """Nothing where nothing is in it, as on the page."""
    heading = f"{zone.title} – {zone.note}" if zone.note else zone.title
    told = [
        *_places(zone, naming),
        *map(_track, zone.tracks),
        *_cards(zone.cards),
        *map(_line, zone.lines),
    ]
    return _below(heading, told) if told else []


def _below(heading: str, lines: Iterable[str]) -> list[str]:
    return [heading, *(f"  {line}" for line in lines)]


def _seat(panel: SeatPanel, zones: Iterable[Zone], naming: Naming, *, finished: bool) -> list[str]:
    """A seat with its figures in one paragraph, its cards, and the zones that belong to it.

    Its id is added if the label does not show it, because `--as` takes the id.
    """
    known = [panel.role] if panel.role and panel.role not in panel.label else []
    known += [panel.seat] if panel.seat.casefold() not in panel.label.casefold() else []
    heading = f"{panel.label} ({', '.join(known)})" if known else panel.label
    if panel.score is not None:
        heading += f", {panel.score} {'point' if panel.score == '1' else 'points'}"
    if panel.winner:
        heading += ", wins"
    if panel.active and not finished:
        heading += ", to act"
    told = [BETWEEN.join(map(_line, panel.lines))] if panel.lines else []
    told += _cards(panel.cards)
    for zone in zones:
        told += _zone(zone, naming)
    return _below(heading, told)


def _places(zone: Zone, naming: Naming) -> Iterator[str]:
    """A line for each place with something on it; the others together, by what they are noted to be."""
    names = _without_common_end({place.id: place.name for place in zone.places})
    bare: dict[str, list[str]] = {}
    for place in zone.places:
        there = [_piece(piece, naming) for piece in place.pieces]
        note = "" if place.note in there else place.note
        if place.owner is not None:
            held = f"held by {naming.seat(place.owner).text}"
            note = f"{note}, {held}" if note else held
        if there:
            about = f" ({note})" if note else ""
            yield _about(f"{names[place.id]}{about}", ", ".join(there))
        else:
            bare.setdefault(note, []).append(names[place.id])
    empty = bare.pop("", [])
    for note, alike in bare.items():
        listed = _listed(alike)
        yield _about(note, listed) if len(alike) > 1 and len(note) < len(listed) else _about(listed, note)
    if empty:
        yield counted(len(empty), "empty place") if zone.folded else f"empty: {_listed(empty)}"


def _about(what: str, told: str) -> str:
    """What is told of something, which may have a colon of its own."""
    return f"{what} – {told}" if ":" in what else f"{what}: {told}"


def _without_common_end(names: Mapping[str, str]) -> dict[str, str]:
    """The names without the last words that all of them share: the title above says those."""
    words = {id: name.split(" ") for id, name in names.items()}
    shared = 0
    if len(words) > 1:
        least = min(map(len, words.values()))
        while shared < least - 1 and len({tuple(of[-shared - 1 :]) for of in words.values()}) == 1:
            shared += 1
    return {id: " ".join(of[: len(of) - shared]) for id, of in words.items()}


def _listed(names: Iterable[str]) -> str:
    """Each name once: signs that are called alike are one place."""
    known = list(dict.fromkeys(names))
    return ("; " if any("," in name or ":" in name for name in known) else ", ").join(known)


def _piece(piece: Piece, naming: Naming) -> str:
    """A label may count by itself (`2 cubes of Red`), and may leave its seat to the colour of the sign."""
    told = piece.label
    if piece.count > 1 and str(piece.count) not in told.split():
        told += f"{KEPT}×{piece.count}"
    if piece.seat is not None and (seat := naming.seat(piece.seat).text) not in told:
        told += f" ({seat})"
    return told


def _line(line: Line) -> str:
    return _about(line.label, line.value)


def _track(track: Track) -> str:
    """Where each stands, in the words of the step."""
    at = [f"{mark.label} {track.steps.get(str(mark.at), mark.at)}" for mark in track.marks]
    return f"{track.title}: {', '.join(at) or 'nobody'}"


def _cards(cards: Sequence[Card]) -> Iterator[str]:
    """A line for each kind of card that has a text, and one for all that have none."""
    kinds = Counter((card.label, card.value, card.text) for card in cards)
    bare = []
    for (label, value, text), number in kinds.items():
        name = f"{label} ({value})" if value else label
        many = f"{number}{KEPT}× {name}" if number > 1 else name
        if text:
            yield _about(many, text)
        else:
            bare.append(many)
    if bare:
        yield _listed(bare)
