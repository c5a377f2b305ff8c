"""A combat that goes on: both sides with dice and scores, the cards in the order of play, what is next."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.reading.combat_scores import dice_total
from domain.kernel import Json, Line, Naming, Zone, figure

ASKED = {
    "choose_resolution": "takes spoils or banishes the loser",
    "take_spoils": "takes a card from the loser’s hand",
    "give_back": "gives a card back",
    "take_envelope": "takes the envelope or leaves it",
    "own_trap": "suffers its own Trap or sends it to the Void",
}
"""What a pending choice waits for."""


def combat_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """The running combat, before everything else."""
    combat = view["combat"]
    if combat is not None:
        yield Zone(
            "combat",
            f"Combat at {naming.name(combat['space'])}",
            "list",
            rank=-2,
            note=f"{naming.seat(combat['attacker']).text} attacks {naming.seat(combat['defender']).text}",
            lines=(*_sides(view, combat, naming), *_played(combat, naming)),
        )


def _sides(view: Json, combat: Json, naming: Naming) -> Iterator[Line]:
    for seat in (combat["attacker"], combat["defender"]):
        yield Line(naming.seat(seat).text, _power(combat, seat), "dices")
    if combat["winner"] is not None:
        yield Line("Won by", naming.seat(combat["winner"]).text, "trophy")
    yield Line("Next", _next(view, combat, naming), "user")


def _played(combat: Json, naming: Naming) -> Iterator[Line]:
    """CM-411, CM-522: in the order of play; what is cancelled says so."""
    for number, played in enumerate(combat["table"], 1):
        card = naming.components.get(played["card"])
        worth = card.value if card is not None and played["active"] else ""
        if worth.startswith("−"):
            worth = f"{worth} to the opponent"
        told = f"{naming.name(played['card'])} {worth if played['active'] else 'is cancelled'}".strip()
        yield Line(f"{number}. {naming.seat(played['seat']).text}", told, None if card is None else card.icon)


def _power(combat: Json, seat: str) -> str:
    """`9: dice 4 and 3, cards +2`; CM-403, CM-404."""
    faces = combat["dice"].get(seat)
    if faces is None:
        return "has not rolled"
    dice = f"dice {' and '.join(map(str, faces))}"
    if "infinity" in faces:
        return dice
    total = dice_total(faces)
    if "scores" not in combat:
        return f"{dice}: {total}"
    score = combat["scores"][seat]
    rest = score - total
    cards = f", cards {'+' if rest > 0 else ''}{figure(rest)}" if rest else ""
    return f"{figure(score)}: {dice}{cards}"


def _next(view: Json, combat: Json, naming: Naming) -> str:
    if view["pending"] is not None:
        pending = view["pending"]
        return f"{naming.seat(pending['seat']).text} {ASKED[pending['kind']]}"
    if combat["to_act"] is None:
        return "the combat is over"
    seat = naming.seat(combat["to_act"]).text
    if combat["passes"]:
        return f"{seat} plays a card, or passes and the scores are compared"
    return f"{seat} plays a card or passes"
