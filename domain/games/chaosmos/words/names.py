"""What the things of Chaosmos are called: aliens, planets, stars, wormholes, cards, seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.games.chaosmos.words.printed import OVOID_ICON, called, card_names
from domain.games.chaosmos.words.sky import slot_names, space_names
from domain.kernel import (
    SEAT_COLORS,
    UNKNOWN,
    ComponentSet,
    Json,
    Name,
    Naming,
    Run,
    Says,
    SeatName,
    capitalized,
    listed,
    readable,
    told_of,
    with_text,
)

SEATS = (
    *(
        "seat",
        "attacker",
        "defender",
        "target",
        "winner",
        "loser",
        "to_act",
        "next",
        "start_player",
        "holder",
    ),
    *("scores", "dice", "seen_by", "known_to", "of", "aliens[]", "homes[]", "to_hands[]"),
    *("card_given_back.to", "hand_shown.to", "planet_shown.to"),
)
SPACES = (
    *("space", "planet", "planets", "homes", "envelopes[]"),
    *("move.to", "hyperspace.to", "moved.to", "moved.origin"),
)
CARDS = (
    *("card", "cards", "gear", "give", "take", "given", "taken", "sent_card", "to_hand", "to_envelope"),
    *(
        "pool_draws",
        "envelopes",
        "left",
        "taken_out",
        "put_in",
        "face_down",
        "face_up",
        "to_void",
        "to_hands",
    ),
)
KINDS = {
    **dict.fromkeys(SEATS, "seat"),
    **dict.fromkeys(SPACES, "space"),
    **dict.fromkeys(CARDS, "card"),
    **dict.fromkeys(("alien", "aliens"), "alien"),
    "planets[]": "slot",
    "action_spent.kind": "action",
}
"""What the members of actions and facts name, and the keys of objects. Planets and stars are spaces."""

USUAL_LIMIT = 7
OPEN_ZONES = {"pool": "the Cosmic Pool", "void": "the Void", "removed": "the game box"}


def names(components: ComponentSet) -> Mapping[str, Name]:
    """Every alien, planet, star, wormhole, slot and card of the set, and the toxic planet of each alien.

    Of an alien `value` is the hand limit, `of` its Enviro Gear and `place` its home; see `toxic_planet`.
    """
    document = components.document
    invented = {str(told).partition(":")[0] for told in document["invented"]}
    planets = {planet["id"]: called(planet) for planet in document["planets"]}
    cards = card_names(document, planets, invented="cards" in invented)
    return {
        **{
            layout["id"]: Name("layout", called(layout), told_of(layout)[1]) for layout in document["layouts"]
        },
        **slot_names(document),
        **space_names(components),
        **cards,
        **{planet["id"]: _planet(planet, document, "planets" in invented) for planet in document["planets"]},
        **{alien["id"]: _alien(alien, planets, cards, "aliens" in invented) for alien in document["aliens"]},
        **{
            f"toxic:{alien['id']}": Name(
                "toxic", planets[alien["toxic"]], of=alien["id"], place=alien["toxic"]
            )
            for alien in document["aliens"]
        },
    }


def _planet(planet: Json, document: Json, invented: bool) -> Name:
    id = planet["id"]
    told = [
        f"{relation} {listed([called(alien) for alien in aliens])}"
        for relation, member in (("home of", "home"), ("toxic for", "toxic"))
        if (aliens := [alien for alien in document["aliens"] if alien[member] == id])
    ]
    beings = ", ".join(told)
    text = with_text(capitalized(beings), told_of(planet)[1], ". ")
    return Name("space", called(planet), text, place=id, invented=invented)


def _alien(alien: Json, planets: Mapping[str, str], cards: Mapping[str, Name], invented: bool) -> Name:
    limit = alien.get("hand_limit", USUAL_LIMIT)
    told = [
        f"Home {planets[alien['home']]}, toxic {planets[alien['toxic']]}",
        f"{cards[alien['gear']].name} is its Enviro Gear",
        *([f"hand limit {limit}"] if limit != USUAL_LIMIT else ()),
        *([text] if (text := told_of(alien)[1]) else alien.get("abilities", ())),
    ]
    return Name(
        "alien",
        called(alien),
        ". ".join(told),
        value=str(limit),
        of=alien["gear"],
        place=alien["home"],
        invented=invented,
    )


def seat_name(seat: Mapping[str, Json], names: Mapping[str, Name]) -> SeatName:
    """A seat is called by its id; which alien it plays is known later."""
    id = str(seat["seat"])
    return SeatName(readable(id), id.lower() if id.lower() in SEAT_COLORS else None)


def toxic_planet(naming: Naming, alien: str | None) -> str | None:
    """The planet that the alien needs its Enviro Gear on."""
    known = naming.components.get(f"toxic:{alien}")
    return None if known is None else known.place


def hand_limit(naming: Naming, alien: str | None) -> int:
    """How many cards the alien may hold: 7 unless its sheet says otherwise."""
    known = naming.components.get(alien or "")
    return int(known.value) if known is not None and known.value.isdigit() else USUAL_LIMIT


def space_run(naming: Naming, space: str) -> Run:
    """`Ashkel`, `star 4`, `the A wormholes`: as it stands in a sentence."""
    return Run(naming.name(space), place=space)


def card_name(naming: Naming, card: str) -> str:
    """A card in a sentence: `the Ovoid`, and `an unnamed card` where nobody has seen it (CM-R31)."""
    if card == UNKNOWN:
        return "an unnamed card"
    return f"the {naming.name(card)}" if is_ovoid(naming, card) else naming.name(card)


def is_ovoid(naming: Naming, card: str) -> bool:
    """Whether the card is the one that decides the game."""
    known = naming.components.get(card)
    return known is not None and known.icon == OVOID_ICON


def card_text(naming: Naming, card: str) -> str:
    """What a card costs and does: `action, single-use: 1 to 8 off the clock`."""
    known = naming.components.get(card)
    return "" if known is None else known.text


def card_names_in(naming: Naming, cards: Iterable[str]) -> str:
    """`Mind Lens, Iron Vault and Ember Lash`, copies as `2 × Ion Cannon`; `no card`."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    told = [
        (f"{count} unnamed cards" if card == UNKNOWN else f"{count} × {card_name(naming, card)}")
        if count > 1
        else card_name(naming, card)
        for card, count in counts.items()
    ]
    return listed(told) or "no card"


def zone_says(naming: Naming, zone: str) -> Says:
    """Where a card lies: `North’s hand`, `the envelope of Ashkel`, `the Cosmic Pool`."""
    kind, _, of = zone.partition(":")
    match kind:
        case "hand":
            return (naming.seat(of), "’s hand")
        case "envelope":
            return ("the envelope of ", space_run(naming, of))
        case "face_up":
            return ("the top of the envelope of ", space_run(naming, of))
        case _:
            return (OPEN_ZONES.get(kind, kind),)
