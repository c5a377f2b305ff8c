"""Cards that lie open, and those that who looks may see: Pool, Void, game box, envelopes, a shown hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.games.chaosmos.places import (
    alien_card,
    envelope_card,
    face_up_card,
    numbered,
    pool_card,
    shown_card,
)
from domain.games.chaosmos.words.names import card_name, card_names_in
from domain.games.chaosmos.words.sentences import how_many
from domain.kernel import UNKNOWN, Card, Json, Line, Name, Naming, Zone

SCORES = "swords"
"""The symbol of cards that do nothing but change scores."""
UNSAID = ("combat", "weapon")
"""What goes without saying of most of them."""


def face(id: str | None, card: str, naming: Naming, *, told: bool = True) -> Card:
    """A card, face up; one that nobody has named lies face down (CM-R31). told: with what it does."""
    known = naming.components.get(card)
    if known is None or card == UNKNOWN:
        return Card(None, card_name(naming, card), back=True)
    return Card(id, known.name, known.value, _brief(known, naming) if told else "", known.icon)


def _brief(card: Name, naming: Naming) -> str:
    """What the card does; of one that does nothing but change scores its figure tells that."""
    if card.icon != SCORES:
        return card.text
    traits = [trait for trait in card.text.partition(":")[0].split(", ") if trait not in UNSAID]
    aimed = ["off the opponent’s score"] if card.value.startswith("−") else []
    native = [] if card.of is None else [f"native to {naming.name(card.of)}"]
    return ", ".join((*traits, *aimed, *native))


def faces(
    cards: Sequence[str], id_of: Callable[[str, int], str], naming: Naming, *, told: bool = True
) -> tuple[Card, ...]:
    """Cards in their order, each under an id of its own."""
    return tuple(face(id_of(card, copy), card, naming, told=told) for card, copy in numbered(cards))


def _piles(cards: Sequence[str], naming: Naming) -> tuple[Card, ...]:
    """Cards that nobody chooses among: copies together, without what they do."""
    counts = dict(numbered(cards))
    piles = (face(None, card, naming, told=False) for card in counts)
    return tuple(
        pile
        if count == 1
        else Card(None, f"{count} × {pile.label}", pile.value, icon=pile.icon, back=pile.back)
        for pile, count in zip(piles, counts.values(), strict=True)
    )


def known_by_seat(view: Json) -> Mapping[str, Json]:
    """Seat → what only it may know, of the seats that who looks may know it of (CM-802, CM-803)."""
    if "truth" in view:
        return dict(view["truth"]["seats"])
    return {view["me"]["seat"]: view["me"]} if "me" in view else {}


def card_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """Every zone of cards, where there are any."""
    yield from _shown_hand(view, naming)
    for seat, own in known_by_seat(view).items():
        yield from _dealt_aliens(view, seat, own, naming)
        if "envelope" in own:
            yield _envelope(seat, own["envelope"], naming, told="me" in view)
    if "truth" in view:
        yield _box(view, naming)
    yield _pool(view, naming)
    for id, title, rank, note in (
        ("void", "Void", 60, "out of play"),
        ("removed", "Game box", 70, "out of this game"),
    ):
        count = how_many(len(view[id]), "card")
        yield Zone(id, title, "cards", rank, f"{count}, {note}", folded=True, cards=_piles(view[id], naming))


def _shown_hand(view: Json, naming: Naming) -> Iterator[Zone]:
    """CM-451, CM-810."""
    pending, combat = view["pending"], view["combat"]
    if pending is None or "shown_hand" not in pending or combat is None:
        return
    loser = combat["loser"]
    cards = faces(pending["shown_hand"], lambda card, copy: shown_card(loser, card, copy), naming)
    title = f"{naming.seat(loser).text}’s hand"
    yield Zone("shown", title, "cards", -1, "visible to the winner only", of=pending["seat"], cards=cards)


def _dealt_aliens(view: Json, seat: str, own: Json, naming: Naming) -> Iterator[Zone]:
    """CM-103, CM-812: in secret until all have chosen."""
    if view["phase"] != "setup" or not own.get("dealt_aliens"):
        return
    chosen = own.get("chosen_alien")
    cards = tuple(
        Card(alien_card(seat, alien), naming.name(alien), text=naming.components[alien].text)
        for alien in own["dealt_aliens"]
        if alien in naming.components
    )
    note = "choose one" if chosen is None else f"{naming.name(chosen)} is chosen"
    yield Zone(
        f"aliens:{seat}", f"Aliens dealt to {naming.seat(seat).text}", "cards", 5, note, of=seat, cards=cards
    )


def _envelope(seat: str, envelope: Json, naming: Naming, *, told: bool) -> Zone:
    """CM-803: all of it, for its controller; for who sees every hand without what each card does."""
    planet, face_up, face_down = envelope["planet"], envelope["face_up"], envelope["face_down"]
    cards = faces(face_down, lambda card, copy: envelope_card(planet, card, copy), naming, told=told)
    top = "nothing face up"
    if face_up is not None:
        own = "your own " if envelope.get("mine") else ""
        top = f"{own}{card_name(naming, face_up)} is face up"
        cards = (face(face_up_card(planet, face_up), face_up, naming, told=told), *cards)
    note = f"{how_many(len(face_down), 'card')} face down; {top}"
    title = f"Envelope of {naming.name(planet)}"
    return Zone(f"envelope:{planet}", title, "cards", 20, note, of=seat, cards=cards)


def _box(view: Json, naming: Naming) -> Zone:
    """CM-819: the envelopes that nobody controls, for the auditor."""
    lines = tuple(
        Line(naming.name(planet), _contents(envelope, naming))
        for planet, envelope in view["truth"]["envelopes"].items()
        if view["planets"][planet]["controller"] is None
    )
    return Zone("box", "Envelope box", "list", 50, "known only to the log", folded=True, lines=lines)


def _contents(envelope: Json, naming: Naming) -> str:
    face_up = envelope["face_up"]
    top = "" if face_up is None else f"{card_name(naming, face_up)} face up; "
    return f"{top}{card_names_in(naming, envelope['face_down'])}"


def _pool(view: Json, naming: Naming) -> Zone:
    """CM-370."""
    turn = view["turn"]
    note = "traded this turn" if turn is not None and turn["traded"] else "one trade per turn, at home"
    cards = faces(view["pool"], pool_card, naming)
    return Zone("pool", "Cosmic Pool", "cards", 30, note, folded=True, cards=cards)
