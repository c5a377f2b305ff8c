"""Words of the setup's offers (1xx): stacks, characters, the draft of Items, the start player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light.words.names import tile_name
from domain.games.first_light.words.offering import Values, items, texts, when
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
)


def _reveal_stacks(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    def tops(parameter: str, kind: str, named: str) -> ParameterWords:
        return ParameterWords(
            f"Which {named} Tiles are on top, from the left?",
            values={tile: ValueWords(tile_name(naming, kind, tile)) for tile in texts(offers, parameter)},
        )

    return OfferWords(
        "Lay out the tiles",
        "three stacks of Farm Tiles and three of Upgrade Tiles, top tiles face up",
        "layers",
        rank=0,
        parameters={
            "farm_tops": tops("farm_tops", "farm", "Farm"),
            "upgrade_tops": tops("upgrade_tops", "upgrade", "Upgrade"),
        },
    )


def _deal_characters(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    return OfferWords(
        "Deal the characters",
        "two to each player, to keep one",
        "users",
        rank=0,
        parameters={
            "characters": ParameterWords(
                "Which characters are dealt?", values=_characters(texts(offers, "characters"), naming)
            )
        },
    )


def _characters(ids: Sequence[str], naming: Naming) -> Values:
    return {
        id: ValueWords(naming.seat(id).text)
        if id in naming.seats
        else ValueWords(naming.name(id), naming.components[id].text)
        for id in ids
    }


def _choose_character(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    is_open = view["config"]["character_mode"] != "deal"
    return OfferWords(
        "Choose a character",
        "everyone sees it at once" if is_open else "the other goes back unseen; all are revealed together",
        "user",
        rank=0,
        parameters={
            "character": ParameterWords(
                "Which character do you choose?", values=_characters(texts(offers, "character"), naming)
            )
        },
    )


def _deal_items(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    alone = view["config"]["humans"] == 1
    seats = {seat: ValueWords(naming.seat(seat).text) for seat in naming.seats}
    return OfferWords(
        "Deal the Items",
        "five, to keep three" if alone else "four to each player, for the draft",
        "gallery-horizontal-end",
        rank=0,
        parameters={
            "hands": ParameterWords(
                "Which Items are dealt?", values={**items(offers, "hands", naming), **seats}
            )
        },
    )


def _packet(view: Json, seat: str) -> list[str]:
    known = view["seats"][seat]
    return [item for item in (*known.get("packet", ()), *known.get("hand", ())) if item is not None]


def _draft_item(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-116, FL-117; an unseen card is kept by leaving it out (FL-718)."""
    seat = acting_seat(offers)
    last = view["seats"][seat]["packet_size"] == 2
    packet = _packet(view, seat)
    return OfferWords(
        "Keep an Item",
        "the other one goes under the draw pile" if last else "the others go to the left",
        "hand-grab",
        rank=0,
        parameters={
            "keep": ParameterWords(
                "Which Item do you keep?", when(offers, "keep"), items(offers, "keep", naming, packet)
            ),
            "bottom": ParameterWords(
                "Which Item goes under the pile?",
                when(offers, "bottom"),
                items(offers, "bottom", naming, packet),
            ),
        },
        variants={
            "keep": "name the Item kept",
            "bottom": "name the Item that goes under the pile",
            "bottom,keep": "name both Items",
        },
    )


def _keep_items(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    packet = _packet(view, acting_seat(offers))
    return OfferWords(
        "Keep three Items",
        "the other two are discarded",
        "hand-grab",
        rank=0,
        parameters={
            "items": ParameterWords(
                "Which three Items do you keep?", values=items(offers, "items", naming, packet)
            )
        },
    )


def _set_start_player(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seats = {seat: ValueWords(naming.seat(seat).text) for seat in texts(offers, "start_player")}
    return OfferWords(
        "Draw the start player",
        "turns go clockwise from there",
        "flag",
        rank=0,
        parameters={"start_player": ParameterWords("Who is the start player?", values=seats)},
    )


def _name_item(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    known = view["seats"][seat]
    unseen = sum(card is None for card in (*known.get("hand", ()), *known.get("packet", ())))
    return OfferWords(
        "Name an Item",
        f"you have {counted(unseen, 'unnamed Item')}" if unseen else "an unnamed one",
        "search",
        rank=80,
        parameters={
            "item": ParameterWords("Which Item is it?", values=items(offers, "item", naming)),
        },
    )


SETUP: Mapping[str, OfferTold] = {
    "reveal_stacks": _reveal_stacks,
    "deal_characters": _deal_characters,
    "choose_character": _choose_character,
    "deal_items": _deal_items,
    "draft_item": _draft_item,
    "keep_items": _keep_items,
    "set_start_player": _set_start_player,
    "name_item": _name_item,
}
