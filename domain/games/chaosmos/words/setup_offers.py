"""Words of the setup's offers (1xx)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.places import alien_card, envelope_card
from domain.games.chaosmos.rules.setup_cards import HOME_SIZES, OTHER_SIZES
from domain.games.chaosmos.state import POOL_SIZE
from domain.games.chaosmos.words.names import hand_limit
from domain.games.chaosmos.words.offering import NOT_SEEN, Values, cards, seats
from domain.games.chaosmos.words.sentences import how_many
from domain.games.chaosmos.words.table import envelope_of, own
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    listed,
    offered_values,
)


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
    """CM-113 … CM-116: cards are asked for pile by pile; the last question goes on with a planet."""
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
