"""Words of the offers that begin and end a turn, move and attack (2xx, 31x, 32x, 35x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.drawing_fit import spot_beside
from domain.games.chaosmos.places import alien_figure
from domain.games.chaosmos.reading.combat_scores import INFINITY, MIRROR
from domain.games.chaosmos.state import ACTIONS_PER_TURN
from domain.games.chaosmos.words.asking import turns_left
from domain.games.chaosmos.words.names import is_ovoid
from domain.games.chaosmos.words.offering import gear, here, showing, spaces
from domain.games.chaosmos.words.sentences import how_many
from domain.games.chaosmos.words.table import hand_of, own
from domain.kernel import (
    UNKNOWN,
    Json,
    Name,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    offered_values,
    value_key,
)

FACES = {
    MIRROR: ValueWords("Mirror", "counts as the other die"),
    INFINITY: ValueWords("Infinity", "wins at once"),
}


def _begin_turn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Begin the turn", f"{ACTIONS_PER_TURN} actions; {turns_left(view)}", "hourglass", rank=0
    )


def leaving(view: Json, seat: str, naming: Naming) -> list[str]:
    """CM-314: what leaving costs who controls the planet."""
    planet = here(view, seat)
    controls = view["planets"].get(planet, {}).get("controller") == seat
    return [f"gives up {naming.name(planet)}"] if controls else []


def _move(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    found = spaces(view, offered_values(offers, "to"), seat, naming)
    goals = {
        space: ValueWords(told.label, told.hint, place=spot_beside(view, space, here(view, seat)))
        for space, told in found.items()
    }
    return OfferWords(
        "Move",
        "; ".join(("1 action", *leaving(view, seat, naming))),
        "footprints",
        rank=10,
        parameters={"to": ParameterWords("Where to?", values=goals)},
    )


def _hyperspace(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-320."""
    seat = acting_seat(offers)
    tokens = view["seats"][seat]["hypertokens"]
    return OfferWords(
        "Hyperspace",
        "; ".join(
            (f"anywhere; 1 action, 1 of {how_many(tokens, 'hypertoken')}", *leaving(view, seat, naming))
        ),
        "rocket",
        rank=40,
        parameters={
            "to": ParameterWords("Where to?", values=spaces(view, offered_values(offers, "to"), seat, naming))
        },
    )


def _attack(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-350 … CM-352."""
    seat, space = acting_seat(offers), here(view, acting_seat(offers))
    controller = view["planets"].get(space, {}).get("controller")
    targets = {}
    for target in map(str, offered_values(offers, "target")):
        parts = [naming.name(view["seats"][target]["alien"] or "")]
        if controller == target:
            parts.append(f"controls {naming.name(space)}; the winner may take its envelope")
        targets[target] = ValueWords(naming.seat(target).text, "; ".join(parts), piece=alien_figure(target))
    faces = {
        value_key(value): FACES.get(str(value)) or ValueWords(_seat_or_face(value, naming))
        for value in offered_values(offers, "dice")
    }
    return OfferWords(
        "Attack",
        "; ".join(("1 action", *showing(offers, naming), *_armed(view, seat, naming))),
        "swords",
        rank=15,
        parameters={
            "target": ParameterWords("Which seat?", values=targets),
            **gear(offers, naming),
            "dice": ParameterWords("What did the dice show?", values=faces),
        },
    )


def _seat_or_face(value: Json, naming: Naming) -> str:
    return naming.seat(value).text if value in naming.seats else str(value)


def _armed(view: Json, seat: str, naming: Naming) -> list[str]:
    """The figures of the combat cards in hand: what the attack can count on beside the dice."""
    if "hand" not in own(view, seat):
        return []
    held = [naming.components[card] for card in hand_of(view, seat) if card in naming.components]
    fit = [card for card in held if card.text.startswith("combat")]
    figures = sorted((card.value for card in fit if _is_own_figure(card)), key=int, reverse=True)
    others = [card.name for card in fit if not _is_own_figure(card)]
    return [f"you have {', '.join((*figures, *others))}" if fit else "you have no combat cards"]


def _is_own_figure(card: Name) -> bool:
    """`+4`; what takes from the opponent or cancels alone is known by its name."""
    return card.value.startswith("+") and card.value[1:].isdigit()


def _end_turn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-207, CM-601."""
    seat, clock, left = acting_seat(offers), view["clock"], view["turn"]["actions_left"]
    parts = [f"the clock goes from {clock} to {clock - 1}"]
    if clock == 1:
        parts = ["the clock goes to 0: the game ends"]
        parts += _ovoid(view, seat, naming)
    if left:
        parts.append(f"{how_many(left, 'action')} unused")
    return OfferWords("End turn", "; ".join(parts), "corner-down-left", group="end", rank=90, ends=True)


def _ovoid(view: Json, seat: str, naming: Naming) -> list[str]:
    """CM-602, as far as the hand is known; an unnamed card may be the Ovoid (CM-R31)."""
    hand = hand_of(view, seat)
    if any(is_ovoid(naming, card) for card in hand):
        return ["the Ovoid is in your hand"]
    return [] if "hand" not in own(view, seat) or UNKNOWN in hand else ["the Ovoid is not in your hand"]


TURN: Mapping[str, OfferTold] = {
    "begin_turn": _begin_turn,
    "move": _move,
    "hyperspace": _hyperspace,
    "attack": _attack,
    "end_turn": _end_turn,
}
