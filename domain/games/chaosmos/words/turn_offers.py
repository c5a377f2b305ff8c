"""Labels of offers of the setup (1xx), turns, moves and attacks (2xx, 31x, 32x, 35x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.chaosmos.drawing import spot_beside
from domain.games.chaosmos.places import alien_card, alien_figure, envelope_card
from domain.games.chaosmos.reading import INFINITY, MIRROR
from domain.games.chaosmos.rules.setup import HOME_SIZES, OTHER_SIZES
from domain.games.chaosmos.state import ACTIONS_PER_TURN, POOL_SIZE
from domain.games.chaosmos.words.asking import turns_left
from domain.games.chaosmos.words.names import hand_limit, how_many, is_ovoid
from domain.games.chaosmos.words.offering import (
    NOT_SEEN,
    Values,
    cards,
    envelope_of,
    gear,
    hand_of,
    here,
    own,
    seats,
    showing,
    spaces,
)
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
    listed,
    offered_values,
    value_key,
)

# Words of the offers that begin and end a turn, move and attack (2xx, 31x, 32x, 35x).

FACES = {
    MIRROR: ValueWords("Mirror", "counts as the other die"),
    INFINITY: ValueWords("Infinity", "wins at once"),
}


def _begin_turn(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Begin the turn",
        f"{ACTIONS_PER_TURN} actions; {turns_left(view)}",
        "hourglass",
        rank=0,
        leads=True,
        begins=True,
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
        space: replace(told, place=spot_beside(view, space, here(view, seat)))
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
        "; ".join((f"1 action, 1 of {how_many(tokens, 'hypertoken')}", *leaving(view, seat, naming))),
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
    """The figures of the combat cards in hand: what the attack can count on in addition to the dice."""
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
    parts = [f"clock {clock} → {clock - 1}"]
    if clock == 1:
        parts = ["clock 1 → 0: the game ends"]
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


# Words of the setup's offers (1xx).


def _remove_alien_pair(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-104."""
    aliens = {
        str(alien): ValueWords(naming.name(str(alien)), _pair(naming, str(alien)))
        for alien in offered_values(offers, "alien")
    }
    return OfferWords(
        "Remove a pair",
        "one random alien and the one with the same Enviro Gear, with their home planets",
        "dices",
        rank=0,
        parameters={"alien": ParameterWords("Which alien did you draw?", values=aliens)},
    )


def _pair(naming: Naming, alien: str) -> str:
    gear = naming.components[alien].of
    pair = [
        name
        for id, name in naming.components.items()
        if name.kind == "alien" and name.of == gear and id != alien
    ]
    return f"leaves with {listed([name.name for name in pair])}" if pair else "leaves alone"


def _arrange_planets(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-108, CM-122."""
    lain = {
        str(id): ValueWords(
            naming.name(str(id)), place=str(id) if naming.components[str(id)].kind == "slot" else None
        )
        for id in offered_values(offers, "planets")
    }
    return OfferWords(
        "Lay out the planets",
        "at random; the layout sets stars, wormholes and asteroid fields",
        "dices",
        rank=1,
        parameters={"planets": ParameterWords("Which planet is in which slot?", values=lain)},
    )


def aliens(naming: Naming, ids: Sequence[Json]) -> Values:
    """Aliens with home, toxic planet, Enviro Gear and hand limit."""
    return {
        str(alien): NOT_SEEN
        if alien == UNKNOWN
        else ValueWords(naming.name(str(alien)), naming.components[str(alien)].text)
        for alien in ids
    }


def _deal_aliens(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-102, CM-103."""
    dealt = offered_values(offers, "aliens")
    known = {
        **aliens(naming, [id for id in dealt if id not in view["seats"]]),
        **seats(view["seats"], naming),
    }
    is_open = view["mode"] == "first_game"
    return OfferWords(
        "Deal aliens",
        "one each, openly" if is_open else "two each in secret; each seat keeps one",
        "users",
        rank=2,
        parameters={"aliens": ParameterWords("Which aliens does each seat get?", values=known)},
    )


def _choose_alien(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    dealt = own(view, seat).get("dealt_aliens", ())
    offered = {
        alien: ValueWords(told.label, told.hint, piece=alien_card(seat, alien) if alien in dealt else None)
        for alien, told in aliens(naming, offered_values(offers, "alien")).items()
    }
    return OfferWords(
        "Choose your alien",
        "the other leaves the game unseen; all are revealed together",
        "user",
        rank=0,
        parameters={"alien": ParameterWords("Which alien do you play?", values=offered)},
    )


def _deal_cards(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-113 … CM-116: the questions go pile by pile; a planet's name completes the last one."""
    table = (view["mode"], len(view["seats"]))
    home, other = HOME_SIZES.get(table), OTHER_SIZES.get(table)
    deck = [id for id, name in naming.components.items() if name.kind == "card"]
    dealt = {**cards((*deck, UNKNOWN), naming), **{id: ValueWords(naming.name(id)) for id in view["planets"]}}
    return OfferWords(
        "Deal cards",
        f"{POOL_SIZE} to the Cosmic Pool, {home} to each home envelope, {other} to each other one",
        "layers",
        rank=3,
        parameters={
            "pool_draws": ParameterWords("Which cards go to the Cosmic Pool?", values=dealt),
            "envelopes": ParameterWords("Which cards go to the envelope of", values=dealt),
        },
    )


def _prepare_hand(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-119."""
    seat = acting_seat(offers)
    envelope, limit = envelope_of(view, seat), hand_limit(naming, view["seats"][seat]["alien"])
    planet, inside = envelope.get("planet", ""), envelope.get("face_down", [])
    home = f" of {naming.name(planet)}" if planet else ""
    return OfferWords(
        "Prepare your hand",
        f"up to {limit} of {how_many(len(inside), 'card')} in the envelope{home}; at least one stays",
        "hand",
        rank=0,
        leads=True,
        parameters={
            "cards": ParameterWords(
                "Which cards do you take?",
                values=cards(
                    offered_values(offers, "cards"), naming, lambda card: envelope_card(planet, card), inside
                ),
            )
        },
    )


def _set_start_player(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Choose the start player",
        "by any method",
        "flag",
        rank=4,
        parameters={
            "start_player": ParameterWords(
                "Who takes the first turn?", values=seats(offered_values(offers, "start_player"), naming)
            )
        },
    )


SETUP: Mapping[str, OfferTold] = {
    "remove_alien_pair": _remove_alien_pair,
    "arrange_planets": _arrange_planets,
    "deal_aliens": _deal_aliens,
    "choose_alien": _choose_alien,
    "deal_cards": _deal_cards,
    "prepare_hand": _prepare_hand,
    "set_start_player": _set_start_player,
}
