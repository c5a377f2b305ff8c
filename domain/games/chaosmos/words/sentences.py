"""What the templates of Chaosmos may name: cards as they stand in a sentence, lists of them, who looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.reading.combat_scores import rolled_infinity
from domain.games.chaosmos.words.names import card_name, card_names_in, is_ovoid, space_run, zone_says
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Run,
    Says,
    Sentences,
    capitalized,
    counted,
    figure,
    listed,
    listed_runs,
)

ORIGINS = {"hand": " from hand", "envelope": ", which was inside,"}
"""Of a flip card that is placed on an envelope."""

FACES = {"mirror": "a mirror"}
TWICE: Mapping[tuple[str, ...], str] = {
    ("a mirror", "a mirror"): "two mirrors",
    ("infinity", "infinity"): "infinity twice",
}


def how_many(number: int, thing: str) -> str:
    """`1 card`, `2 cards`, `no cards`."""
    return counted(number, thing) if number else f"no {thing}s"


def _look(naming: Naming, seats: Sequence[str]) -> Says:
    """`North looks`, `North and East look`, `Nobody looks`."""
    runs = [naming.seat(seat) for seat in dict.fromkeys(seats)]
    return (*listed_runs(runs or ["Nobody"]), " look" if len(runs) > 1 else " looks")


def aliens_in(naming: Naming, aliens: Sequence[str]) -> str:
    """`Drusu and an unnamed alien`."""
    return listed(["an unnamed alien" if alien == UNKNOWN else naming.name(alien) for alien in aliens])


def plays(naming: Naming, aliens: Mapping[str, str]) -> Says:
    """`North plays Drusu; East plays Gazmae`."""
    says: list[str | Run] = []
    for seat, alien in aliens.items():
        says += ["; " if says else "", naming.seat(seat), f" plays {aliens_in(naming, [alien])}"]
    return tuple(says)


def dice(faces: Sequence[int | str]) -> str:
    """`3 and a mirror`, `two mirrors`."""
    shown = tuple(FACES.get(str(face), str(face)) for face in faces)
    return TWICE.get(shown) or listed(shown)


def against(scores: Mapping[str, int], seat: str) -> str:
    """`8 to 5`, the seat's score first."""
    other = next((name for name in scores if name != seat), seat)
    return f"{figure(scores[seat])} to {figure(scores[other])}"


def _rolls(naming: Naming, rolled: Mapping[str, Json]) -> Says:
    """CM-403 … CM-410: who rolled infinity has no score."""
    says: list[str | Run] = []
    for seat, faces in rolled["dice"].items():
        score = "" if rolled_infinity(faces) else f", {figure(rolled['scores'][seat])} in all"
        says += ["; " if says else "", naming.seat(seat), f" rolls {dice(faces)}{score}"]
    return tuple(says)


def _final(naming: Naming, decided: Mapping[str, Json]) -> str:
    return against(decided["scores"], decided["winner"]) if decided.get("scores") else ""


def _filled(naming: Naming, envelopes: Mapping[str, Sequence[str]]) -> Says:
    says: Says = ()
    for planet, cards in envelopes.items():
        inside = f": {card_names_in(naming, cards)}."
        says = (*says, " In the envelope of ", space_run(naming, planet), inside)
    return says


def _taken_back(naming: Naming, hands: Mapping[str, Sequence[str]]) -> Says:
    says: list[str | Run] = []
    for seat, cards in hands.items():
        if cards:
            says += [" " if says else "", naming.seat(seat), f" takes {card_names_in(naming, cards)} back."]
    return tuple(says)


SENTENCES = Sentences(
    {
        **dict.fromkeys(("space", "planet"), space_run),
        "zone": zone_says,
        "alien": lambda naming, alien: aliens_in(naming, [alien]),
        "aliens": aliens_in,
        "card": card_name,
        "first_card": lambda naming, card: capitalized(card_name(naming, card)),
        "cards": card_names_in,
        "pool": lambda naming, cards: card_names_in(
            naming, [card for card in cards if not is_ovoid(naming, card)]
        ),
        "unnamed": lambda naming, cards: "An unnamed card" if len(cards) == 1 else "Unnamed cards",
        "are": lambda naming, cards: "is" if len(cards) == 1 else "are",
        "a_card": lambda naming, cards: "a card" if len(cards) == 1 else "cards",
        "hand": lambda naming, cards: f": {card_names_in(naming, cards)}" if cards else ", which is empty",
        "origin": lambda naming, origin: ORIGINS.get(origin, ""),
        "plays": plays,
        "filled": _filled,
        "taken_back": _taken_back,
        "look": _look,
        "rolls": _rolls,
        "final": _final,
        "tie": lambda naming, scores: " to ".join(map(figure, scores.values())),
        "actions": lambda naming, number: counted(number, "action"),
        "text": lambda naming, text: f"“{text.rstrip('.')}”",
    }
)
