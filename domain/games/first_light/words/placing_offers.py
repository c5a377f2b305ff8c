"""Words of placing a die at the Headquarters and the Depository (30x, 31x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.rules.placing import HEADQUARTERS_ITEMS, HEADQUARTERS_WATER, ROW_DICE, ROW_ITEMS
from domain.games.first_light.state import ROWS
from domain.games.first_light.words import printed
from domain.games.first_light.words.counting import bundle
from domain.games.first_light.words.die_values import die_values, treated
from domain.games.first_light.words.locations import and_more
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.offering import drawn, moves, numbers, said, texts
from domain.games.first_light.words.reckoning import acting_die, comes, price
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    capitalized,
    listed,
    variant_key,
)


def row_rewards(view: Json, seat: str) -> Mapping[str, str]:
    """What each row of the Depository gives the seat now."""
    return {
        "top": "a move of the Harvester",
        "middle": comes(view, seat, {"dice": ROW_DICE}),
        "bottom": comes(view, seat, {"items": ROW_ITEMS}),
    }


ROW_NAMES = {row: f"{row.capitalize()} row" for row in ROWS}


def _headquarters(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    seat = acting_seat(offers)
    gains = {"water": {"water": HEADQUARTERS_WATER}, "items": {"items": HEADQUARTERS_ITEMS}}
    told = {gain: ValueWords(capitalized(comes(view, seat, gains[gain]))) for gain in texts(offers, "gain")}
    slot = next((at for at, die in enumerate(view["headquarters"], 1) if die is None), 1)
    return OfferWords(
        "Headquarters",
        said(
            listed([words.label for words in told.values()], " or "),
            f"the die acts first next Round, slot {slot}",
            and_more(view, naming, seat, "headquarters"),
        ),
        "house",
        "places",
        40,
        parameters={
            "gain": ParameterWords("What do you gain?", values=told),
            "value": die_values(view, offers, naming),
            **drawn(offers, naming),
        },
        variants=_by_gain(offers, told),
    )


def _by_gain(offers: Sequence[Offer], told: Mapping[str, ValueWords]) -> Mapping[str, str]:
    """Drawing Items is what tells the offers apart."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        labels = [told[gain].label for gain in texts([offer], "gain")]
        found.setdefault(variant_key(offer), []).extend(labels)
    return {kind: listed(labels, " or ") for kind, labels in found.items()}


def _depository(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-310 … FL-312: in the column of the value; an Item for its price, and the row's reward.

    Items are not pointed at: so Item and value are one tap, where they are few.
    """
    seat = acting_seat(offers)
    die = acting_die(view, naming, seat)
    hand = [item for item in view["seats"][seat].get("hand", ()) if item is not None]
    box, columns, rewards = box_of(naming), _columns(view, offers), row_rewards(view, seat)
    only = columns[0] if len(columns) == 1 else None
    rows = {
        row: ValueWords(
            f"{ROW_NAMES[row]}: {rewards[row]}",
            place=places.sign(f"depository:{row}") if only is None else places.shelf(only, row),
        )
        for row in texts(offers, "row")
    }
    costs = {
        item: price(view, naming, seat, "depository", box.items[item].cost, *([die] if die else []))
        for item in texts(offers, "item")
    }
    items = {
        item: ValueWords(
            f"{naming.name(item)}, {box.items[item].points} ★, for {bundle(cost)}",
            box.items[item].text or printed.benefit(box.items[item]),
        )
        if item in hand
        else ValueWords(naming.name(item))
        for item, cost in costs.items()
    }
    return OfferWords(
        "Depository",
        said(
            listed([words.label for words in items.values()], " or ")
            if len(items) == 1
            else f"one of {len(items)} Items in your hand",
            "the die stays there",
            and_more(view, naming, seat, "depository"),
        ),
        "archive",
        "places",
        20,
        parameters={
            "row": ParameterWords("Which row?", values=rows),
            "item": ParameterWords("Which Item?", values=items),
            "move_to": moves(view, offers, naming, "Where does the Harvester go?"),
            "value": die_values(view, offers, naming, asks="Which column?"),
            "treated_as": treated(offers, asks="Which column?"),
            **drawn(offers, naming),
        },
        variants=_rows(offers, rows),
    )


def _columns(view: Json, offers: Sequence[Offer]) -> list[int]:
    """The columns that the die may come into."""
    found = [
        value
        for offer in offers
        for value in numbers([offer], "treated_as" if "treated_as" in offer.parameters else "value")
    ]
    return sorted(set(found))


def _rows(offers: Sequence[Offer], rows: Mapping[str, ValueWords]) -> Mapping[str, str]:
    """The row tells most offers apart; the others, that the die counts as another value."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        told = found.setdefault(variant_key(offer), [])
        told += [rows[row].label for row in texts([offer], "row") if rows[row].label not in told]
    return {
        kind: listed(labels, " or ") + ("; as another value" if "treated_as" in kind.split(",") else "")
        for kind, labels in found.items()
    }


PLACING: Mapping[str, OfferTold] = {
    "place_headquarters": _headquarters,
    "place_depository": _depository,
}
