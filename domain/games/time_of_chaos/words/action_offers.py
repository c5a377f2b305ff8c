"""Words of the six actions' offers (3xx), and of naming what one of them drew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.time_of_chaos.components import REFRESHING_POINTS, tile_id
from domain.games.time_of_chaos.state import DELIVERIES_THAT_END
from domain.games.time_of_chaos.words.names import card_name, city_of, era_of
from domain.games.time_of_chaos.words.offering import (
    CLOAK,
    after_a_cube,
    cards,
    cost,
    hand_of,
    pawn,
    tile_words,
    unknown,
    variants,
)
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


def _travel(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat, era = acting_seat(offers), era_of(pawn(view, offers))
    cities = {
        city: ValueWords(
            naming.name(city),
            tile_words(view, tile_id(era, city), seat, naming),
            place=tile_id(era, city),
        )
        for city in offered_values(offers, "city")
    }
    return OfferWords(
        "Travel",
        "to an adjacent city; no cube",
        "footprints",
        rank=10,
        parameters={"city": ParameterWords("Where to?", values=cities)},
    )


def _time_travel(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat, departure = acting_seat(offers), pawn(view, offers)
    goals = {era: tile_id(era, city_of(departure)) for era in offered_values(offers, "era")}
    eras = {
        era: ValueWords(f"The {era}", tile_words(view, tile, seat, naming), place=tile)
        for era, tile in goals.items()
    }
    only = next(iter(goals.values())) if len(goals) == 1 else None
    on = "On" if any("cloak" in offer.parameters for offer in offers) else "Cube on"
    ends = {
        "departure": ValueWords(
            f"{on} {naming.name(departure)}, where you start", after_a_cube(view, departure), place=departure
        ),
        "arrival": ValueWords(
            f"{on} {naming.name(only) if only else naming.name(city_of(departure))}, where you arrive",
            after_a_cube(view, only) if only else "",
            place=only,
        ),
    }
    return OfferWords(
        "Time travel",
        f"same city, another era, for {cost(offers)}",
        "hourglass",
        rank=20,
        parameters={
            "era": ParameterWords("To which era?", values=eras),
            "cube_on": ParameterWords("Where does the cube go?", values=ends),
            "cloak": CLOAK,
        },
        variants=variants(view, offers),
    )


def _grab(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """TC-R39: the last value is what a recorder says who has not seen the card."""
    era = era_of(pawn(view, offers))
    left = view["decks"][era]
    drawn = offered_values(offers, "card")
    named = dict(cards(drawn, naming))
    if UNKNOWN in drawn:
        named[UNKNOWN] = ValueWords("Not seen", "keep it face down and name it later")
    return OfferWords(
        "Grab",
        f"draw the top card of {left}; no cube" if left > 1 else "draw the last card; no cube",
        "hand-grab",
        rank=40,
        parameters={"card": ParameterWords("Which artifact did you draw?", values=named)},
    )


def _name_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    decks = listed([f"the {deck}" for deck in unknown(view, acting_seat(offers))])
    return OfferWords(
        "Name a card",
        f"name the one you drew face down from {decks}; uses no action",
        "gallery-horizontal-end",
        rank=45,
        parameters={
            "card": ParameterWords(
                "Which artifact is it?", values=cards(offered_values(offers, "card"), naming)
            )
        },
    )


def _search(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Search",
        f"take one from the display, for {cost(offers)}",
        "search",
        rank=30,
        parameters={
            "card": ParameterWords(
                "Which artifact?", values=cards(offered_values(offers, "card"), naming, on_board=True)
            ),
            "refill": ParameterWords(
                "Which artifact refills the display?", values=cards(offered_values(offers, "refill"), naming)
            ),
            "cloak": CLOAK,
        },
        variants=variants(view, offers, here=True),
    )


def _deliver(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """TC-507: a grabbed card is shown to all."""
    seat = acting_seat(offers)
    is_last = len(view["seats"][seat]["tableau"]) + 1 == DELIVERIES_THAT_END and view["end_trigger"] is None
    spent = any(player["cloak"] == "exhausted" for player in view["seats"].values())
    artifacts, known, face_down = {}, hand_of(view, seat), unknown(view, seat)
    seen = [held.get("card") for held in view["seats"][seat]["hand"] if held["via"] == "search"]
    for card in offered_values(offers, "card"):
        value = card_name(naming, card).value
        gains = [f"+{value} ★"]
        if card not in known and (deck := card_name(naming, card).of) in face_down:
            gains.append(f"your face-down card from the {deck}")
        if value == str(REFRESHING_POINTS):
            gains.append("refreshes every exhausted cloak" if spent else "refreshes cloaks")
        if is_last:
            gains.append("your fourth: triggers the last turns")
        artifacts[card] = ValueWords(
            card_name(naming, card).name, "; ".join(gains), piece=card if card in known else None
        )
    return OfferWords(
        "Deliver",
        f"deliver one here, for {cost(offers)}",
        "package-check",
        rank=5,
        must_be_last=not any(card in seen for card in artifacts),
        parameters={"card": ParameterWords("Which artifact?", values=artifacts), "cloak": CLOAK},
        variants=variants(view, offers, here=True),
    )


def _restore(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    own_tile = view["options"]["restore_scope"] == "own_tile"
    tiles = {
        tile: ValueWords(naming.name(tile), _sends_home(view, tile, naming), place=tile)
        for tile in offered_values(offers, "tile")
    }
    return OfferWords(
        "Restore",
        "flip this tile to order; no cube" if own_tile else "flip this city to order in another era; no cube",
        "sparkles",
        rank=15,
        parameters={"tile": ParameterWords("Which tile?", values=tiles)},
    )


def _sends_home(view: Json, tile: str, naming: Naming) -> str:
    colors = view["tiles"][tile]["cubes"]
    owners = [naming.seat(seat).text for seat, player in view["seats"].items() if player["color"] in colors]
    sent = "the cubes" if len(owners) > 1 else "the cube"
    return f"returns {sent} of {listed(owners)}" if owners else "no cubes there"


ACTION_STEP: Mapping[str, OfferTold] = {
    "travel": _travel,
    "time_travel": _time_travel,
    "grab": _grab,
    "name_card": _name_card,
    "search": _search,
    "deliver": _deliver,
    "restore": _restore,
}
