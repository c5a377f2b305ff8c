"""Words of placing a die on the Negotiation Board (FL-305, FL-353, FL-355)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light import places
from domain.games.first_light.words.counting import bundle
from domain.games.first_light.words.die_values import die_values
from domain.games.first_light.words.locations import and_more
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.negotiating import setback_met
from domain.games.first_light.words.offering import drawn, numbers, said, texts
from domain.games.first_light.words.reckoning import acting_die, cell_price
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    listed,
    variant_key,
)


def _negotiation(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """FL-305: which cells can be paid, what they are worth, what a die brings about there.

    Cells are pointed at where nothing else is asked; else cell and value are one tap. What a cell costs and
    what a die brings there hangs on the clan, which is asked first.
    """
    seat = acting_seat(offers)
    die = acting_die(view, naming, seat)
    cells: dict[str, dict[int, str]] = {}
    for offer in offers:
        for clan in texts([offer], "clan"):
            for row in numbers([offer], "row"):
                cost = cell_price(view, naming, seat, clan, row, *([die] if die else []))
                points = view["negotiation"]["cells"][clan][row - 1]["points"]
                cells.setdefault(clan, {})[row] = f"{bundle(cost)} for {points} ★"

    only = next(iter(cells)) if len(cells) == 1 else None
    one_value = len(numbers(offers, "value")) == 1
    rows = {
        str(row): ValueWords(
            cells[only][row] if only else f"Row {row}",
            place=places.cell(only, row) if only and one_value else None,
        )
        for row in sorted({row for at in cells.values() for row in at})
    }

    def brings(value: int) -> str:
        """What it brings below every clan that may yet be chosen."""
        found = {_brings(view, clan, value) for clan in cells}
        return found.pop() if len(found) == 1 else ""

    return OfferWords(
        "Negotiate",
        listed([f"{naming.name(clan)} {_from(at)}" for clan, at in cells.items()], " or "),
        "message-square",
        "places",
        10,
        parameters={
            "clan": ParameterWords(
                "Which clan?",
                values={
                    clan: ValueWords(
                        naming.name(clan), clan_hint(view, naming, seat, clan), place=places.sign(clan)
                    )
                    for clan in cells
                },
            ),
            "row": ParameterWords("Which space?", values=rows),
            "value": die_values(view, offers, naming, brings),
            **drawn(offers, naming),
        },
        variants=_below(offers, naming),
    )


def _from(cells: Mapping[int, str]) -> str:
    """`2 Gems for 4 ★`, where there are more the first of them."""
    first = cells[min(cells)]
    return first if len(cells) == 1 else f"from {first}"


def _below(offers: Sequence[Offer], naming: Naming) -> Mapping[str, str]:
    found: dict[str, list[str]] = {}
    for offer in offers:
        below = found.setdefault(variant_key(offer), [])
        below += [naming.name(clan) for clan in texts([offer], "clan") if naming.name(clan) not in below]
    return {kind: f"with {listed(clans, ' or ')}" for kind, clans in found.items()}


def clan_hint(view: Json, naming: Naming, seat: str, clan: str) -> str:
    """The sum of the dice there, which setbacks threaten, and what the clan does for whoever comes."""
    spots = [cell["die"] for cell in view["negotiation"]["cells"][clan] if cell["die"] is not None]
    total = sum(spot["value"] for spot in spots)
    effect = box_of(naming).document.clans[clan][view["config"]["clan_sides"][clan]]
    from_clan = ability_says(effect.kind, effect.gain)
    dice = f"sum of dice {total}" if spots else "no dice yet"
    return said(dice, from_clan, and_more(view, naming, seat, "negotiation", clan))


def ability_says(kind: str, gain: Mapping[str, int]) -> str:
    """What a clan lets its guest do."""
    told = {
        "set_die": "change one of your dice",
        "gain": f"gain {bundle(gain)}",
        "move": "move the Harvester",
        "manual": "as printed on its board",
    }
    return f"then you may {told[kind]}" if kind in told else ""


def _brings(view: Json, clan: str, value: int) -> str:
    """FL-353, FL-355: whether the die is the first of its value, and whether it meets a setback."""
    return listed(
        [
            *(["an advancement"] if value in view["negotiation"]["left_values"] else []),
            *(["a setback"] if setback_met(view, clan, value) else []),
        ]
    )


NEGOTIATION: Mapping[str, OfferTold] = {
    "place_negotiation": _negotiation,
}
