"""Checks of words and boards: every button and value has words, every place that they name exists.

One sentence for each thing that a player would stumble over. The trial game asks it of every new game, the
contract suite of every moment of whole games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain.kernel.engine.views import state_view
from domain.kernel.game import Game
from domain.kernel.messages import PUBLIC, Json, Viewer
from domain.kernel.offers import (
    Assign,
    Dealt,
    Domain,
    Each,
    Gathered,
    Joined,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Split,
    values_of,
)
from domain.kernel.session.rendering import asked_in_words, board_of, offers_in_words, waits_in_words
from domain.kernel.ui.board import Board
from domain.kernel.ui.labels import chosen_words, member_words, offers_after, whole
from domain.kernel.ui.words import (
    KEYS,
    Naming,
    NarrowedWords,
    OfferWords,
    ParameterWords,
    Says,
    ValueWords,
    offer_key,
    value_key,
    variant_key,
)


class RenderedMoment(Struct, frozen=True):
    """Everything that one viewer sees of a moment: offers in words, what each seat is asked, the board, and
    whom the table waits for.
    """

    offers: tuple[Offer, ...]
    words: Mapping[str, OfferWords]
    asks: Mapping[str, Says]
    board: Board
    waits: Mapping[str, str] = {}


def actors_for(game: Game[Any], seats: Sequence[str], viewer: Viewer) -> tuple[str | None, ...]:
    """The seats whose offers the viewer may see if it records for the whole table; None: the table's own."""
    return tuple(actor for actor in (None, *seats) if game.shows_offers_of(actor, viewer))


def telling_of(
    game: Game[Any], state: Any, viewer: Viewer, naming: Naming, seats: Sequence[str]
) -> RenderedMoment:
    """Render the moment for the viewer, with the offers of the table and of every seat that it may see.

    Raises any error that the game's modules raise.
    """
    view, standing, moment = map(
        _as_json, (state_view(game, state, viewer), game.standing(state), game.moment(state))
    )
    actors = actors_for(game, seats, viewer)
    offers = tuple(offer for actor in actors for offer in game.offers(state, actor, viewer))
    return RenderedMoment(
        offers,
        whole(offers_in_words(game, view, offers, naming, strict=True)),
        asked_in_words(game, view, moment, naming, strict=True),
        board_of(game, view, standing, moment, None, naming, strict=True),
        waits_in_words(
            game, _as_json(state_view(game, state, PUBLIC)), game.moment(state), naming, strict=True
        ),
    )


def faults_of(game: Game[Any], telling: RenderedMoment) -> Iterator[str]:
    """Yield faults of the rendering: missing words, unknown places and pieces, an inconsistent board."""
    if game.words is not None:
        for offer in telling.offers:
            yield from _unsaid(offer, telling)
    yield from _of_board(telling.board)
    yield from (
        f"What {seat} is awaited for has no words." for seat, does in telling.waits.items() if not does
    )
    places, pieces = _tapped(telling.board), pieces_of(telling.board)
    for key, words in telling.words.items():
        for parameter in words.parameters.values():
            for value in parameter.values.values():
                if value.place is not None and value.place not in places:
                    yield f"{key} names the place {value.place}, which is not on the board."
                if value.piece is not None and value.piece not in pieces:
                    yield f"{key} names the piece {value.piece}, which is not on the board."
            for place in {parameter.stock, *parameter.places.values()} - places - {None}:
                yield f"{key} lays pieces from or on {place}, which is not on the board."
            for piece in {*chain.from_iterable(parameter.pieces.values())} - pieces:
                yield f"{key} lays the piece {piece}, which is not on the board."


def _unsaid(offer: Offer, telling: RenderedMoment) -> Iterator[str]:
    key = offer_key(offer)
    words = telling.words[key]
    if not words.label:
        yield f"The button of {key} has no label."
    kinds = {variant_key(other) for other in telling.offers if offer_key(other) == key}
    if len(kinds) > 1 and not words.variants.get(variant_key(offer)):
        yield f"The variant {variant_key(offer)!r} of {key} has no words."
    for name, domain in offer.parameters.items():
        parameter = words.parameters.get(name)
        if parameter is None:
            yield f"The parameter {name} of {key} has no words."
            continue
        for field in fields_of(domain, parameter):
            for value in field.values:
                known = field.words.get(value_key(value))
                if known is None and isinstance(value, int) and not isinstance(value, bool):
                    continue  # a number says itself
                if known is None or not known.label:
                    yield f"The value {value_key(value)} of {name} of {key} has no words."


class Field(NamedTuple):
    """One question of a page, with its possible values. path: where the answer goes in the parameter."""

    path: str
    values: tuple[Json, ...]
    words: Mapping[str, ValueWords]


def fields_of(domain: Domain, words: ParameterWords, path: str = "") -> Iterator[Field]:
    """Yield the questions that a page asks, one after another, to build a value of the domain."""
    match domain:
        case Optional(of=of) | Outcome(of=of):
            yield from fields_of(of, words, path)
        case Each(keys=keys):
            yield Field(f"{path}/{KEYS}", tuple(keys), member_words(words, KEYS).values)
            for name, of in keys.items():
                yield from fields_of(of, member_words(words, name), f"{path}/{name}")
        case Assign(keys=keys, values=values) | Dealt(keys=keys, values=values):
            yield Field(f"{path}/{KEYS}", keys, member_words(words, KEYS).values)
            yield Field(path, values, words.values)
        case Split(limits=limits):
            yield Field(f"{path}/{KEYS}", tuple(limits), member_words(words, KEYS).values)
        case Joined(parts=parts) | Gathered(parts=parts) | Listed(of=parts):
            for place, part in enumerate(parts):
                yield from fields_of(part, words, f"{path}/{place}")
        case Open(form=form):
            if form is not None:
                yield from fields_of(form, words, path)
        case _:
            yield Field(path, tuple(values_of(domain)), words.values)


def ambiguous_labels(telling: RenderedMoment) -> Iterator[str]:
    """Labels that a page shows for more than one value.

    Nobody can distinguish two values of one field with one label. Words are kept by `value_key`, so `"1"` and
    1 share theirs: where a parameter holds both, in different fields, one of them is misnamed.
    """
    for key, words in telling.words.items():
        offers = [offer for offer in telling.offers if offer_key(offer) == key]
        for narrowed in (NarrowedWords({}), *words.narrowed):
            left = offers_after(offers, narrowed.when)
            for fault in _ambiguous(left, chosen_words(words, narrowed.when)):
                yield f"{key} {dict(narrowed.when) or ''}: {fault}"


def _ambiguous(offers: Sequence[Offer], words: OfferWords) -> Iterator[str]:
    yield from (f"two variants are both called {label}" for label in _twice(words.variants.values()))
    for name, parameter in words.parameters.items():
        domains = [offer.parameters[name] for offer in offers if name in offer.parameters]
        values: dict[str, dict[str, Json]] = {}
        known: dict[str, Mapping[str, ValueWords]] = {}
        for field in chain.from_iterable(fields_of(domain, parameter) for domain in domains):
            values.setdefault(field.path, {}).update({value_key([one]): one for one in field.values})
            known[field.path] = field.words
        called: dict[tuple[int, str], Json] = {}
        for path, asked in values.items():
            labels = [_label(value, known[path]) for value in asked.values()]
            yield from (f"two values of {name}{path} are both called {label}" for label in _twice(labels))
            for value in asked.values():
                if (own := known[path].get(value_key(value))) is not None:
                    other = called.setdefault((id(own), value_key(value)), value)
                    if type(other) is not type(value):
                        yield f"{other!r} and {value!r} of {name} are both called {own.label}"


def _label(value: Json, words: Mapping[str, ValueWords]) -> str:
    known = words.get(value_key(value))
    return value_key(value) if known is None else known.label


def _twice(labels: Iterable[str]) -> list[str]:
    return [label for label, times in Counter(labels).items() if times > 1]


def _of_board(board: Board) -> Iterator[str]:
    for what, ids in (
        ("zone", [zone.id for zone in board.zones]),
        ("place", [place.id for zone in board.zones for place in zone.places]),
        ("piece", list(_every_piece(board))),
        ("line", list(_every_line(board))),
    ):
        for id, times in Counter(ids).items():
            if times > 1:
                yield f"The {what} {id} is {times} times on the board."
    places = places_of(board)
    for zone in board.zones:
        for link in zone.links:
            if not {link.start, link.end} <= places:
                yield f"A way leads from {link.start} to {link.end}, and one of them is not on the board."
        for track in zone.tracks:
            if not all(track.least <= mark.at <= track.most for mark in track.marks):
                yield f"A mark lies outside the track {track.id}."


def places_of(board: Board) -> set[str]:
    """The ids of the places."""
    return {place.id for zone in board.zones for place in zone.places}


def _tapped(board: Board) -> set[str]:
    """The ids of what can be tapped as a place: of places and of tracks."""
    return places_of(board) | {track.id for zone in board.zones for track in zone.tracks}


def pieces_of(board: Board) -> set[str]:
    """The ids of the pieces, and of the cards that have one."""
    return set(_every_piece(board))


def _every_piece(board: Board) -> Iterator[str]:
    cards = chain(
        chain.from_iterable(zone.cards for zone in board.zones),
        chain.from_iterable(panel.cards for panel in board.seats),
    )
    yield from (card.id for card in cards if card.id is not None)
    yield from (piece.id for zone in board.zones for place in zone.places for piece in place.pieces)


def _every_line(board: Board) -> Iterator[str]:
    for lines in (*(zone.lines for zone in board.zones), *(panel.lines for panel in board.seats)):
        yield from (line.id for line in lines if line.id is not None)


def _as_json(value: Any) -> Json:
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=list))
