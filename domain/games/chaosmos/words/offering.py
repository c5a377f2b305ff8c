"""What the words of offers share: the values of a parameter, cards, seats and spaces among them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from domain.games.chaosmos.places import alien_figure
from domain.games.chaosmos.words.names import card_text
from domain.games.chaosmos.words.table import space_words
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    ParameterWords,
    ValueWords,
    offered_values,
    variant_key,
)

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


NOT_SEEN = ValueWords("Unseen", "it stays unnamed; name it later")


def variants(offers: Sequence[Offer], told: Callable[[Collection[str]], str]) -> Mapping[str, str]:
    """What tells offers with other parameters apart."""
    return {variant_key(offer): told(offer.parameters.keys()) for offer in offers}


def here(view: Json, seat: str) -> str:
    """The space that the seat stands on."""
    return str(view["seats"][seat]["position"])


def cards(
    ids: Iterable[Json], naming: Naming, piece: Callable[[str], str] | None = None, lying: Iterable[str] = ()
) -> Values:
    """Cards; those that are seen to lie there with what they cost and do, and with their piece on the board.

    Of what an unnamed card may be (CM-R31), who holds it reads the text on the card.
    """
    seen = {*lying}
    return {
        card: NOT_SEEN
        if card == UNKNOWN
        else ValueWords(
            naming.name(card),
            card_text(naming, card) if card in seen else "",
            piece=piece(card) if piece is not None and card in seen else None,
        )
        for card in map(str, ids)
    }


def seats(ids: Iterable[Json], naming: Naming) -> Values:
    """Seats by their names."""
    return {str(seat): ValueWords(naming.seat(str(seat)).text) for seat in ids}


def figures(view: Json, ids: Iterable[Json], naming: Naming) -> Values:
    """Seats with their aliens, where they stand on the board."""
    return {
        str(seat): ValueWords(
            naming.seat(str(seat)).text,
            naming.name(view["seats"][str(seat)]["alien"] or ""),
            piece=alien_figure(str(seat)),
        )
        for seat in ids
    }


def spaces(view: Json, ids: Iterable[Json], seat: str, naming: Naming) -> Values:
    """Planets and stars with what awaits the seat there."""
    return {
        str(space): ValueWords(
            naming.name(str(space)), space_words(view, str(space), seat, naming), place=str(space)
        )
        for space in ids
    }


def gear(offers: Sequence[Offer], naming: Naming) -> Mapping[str, ParameterWords]:
    """The Enviro Gear that is shown: never asked, since it can only be the own one (CM-331)."""
    shown = offered_values(offers, "gear")
    if not shown:
        return {}
    return {"gear": ParameterWords("Which Enviro Gear do you show?", "never", cards(shown, naming))}


def showing(offers: Sequence[Offer], naming: Naming) -> list[str]:
    """`you show Spore Mask`, where the planet is toxic."""
    return [f"you show {naming.name(str(card))}" for card in offered_values(offers, "gear")]
