"""Names of aliens, planets, stars, wormholes, cards and seats, and the text printed on cards.

Most slots, stars and wormholes have no name of their own. Stars are numbered, with a C for those across
the clock from each other; wormholes have letters. Merged ones share one name (CM-302 … CM-304) unless
the set names both. Layouts that use an id alike give it the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from domain.games.chaosmos.components.document import SlotMap
from domain.games.chaosmos.reading import rolled_infinity
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
    Sentences,
    capitalized,
    counted,
    figure,
    listed,
    listed_runs,
    readable,
    signed,
    told_of,
    with_text,
)

# The text of a card, in a few words: its cost, its type, its effect.

COSTS = {"action": "action", "combat": "combat", "free": "free"}
SINGLE_USE = "single-use"
OVOID_ICON = "gem"
"""Of the Ovoid alone."""
ICONS = {
    "score": "swords",
    "opponent_score": "swords",
    "cancel": "shield",
    "reduce_clock": "clock",
    "scry_hand": "eye",
    "scry_planet": "eye",
    "send_card": "send",
    "on_open_banish_home": "triangle-alert",
    "on_open_no_take": "lock",
    "manual": "sparkles",
}


def called(thing: Mapping[str, Json]) -> str:
    """The name of a thing of a document, from its id where it has none."""
    return told_of(thing)[0] or readable(thing["id"])


def card_names(document: Json, planets: Mapping[str, str], invented: Set[str]) -> dict[str, Name]:
    """Every card: `value` is its figure in combat, `of` the alien that it is native to.

    invented: the sections, and the single rows as `cards/ID`, that nobody has compared with a box.
    """
    return {
        card["id"]: Name(
            "card",
            called(card),
            _text(card, document, planets),
            value=_value(card),
            of=card["native_of"],
            icon=_icon(card),
            invented=is_invented("cards", card, invented),
        )
        for card in document["cards"]
    }


def is_invented(section: str, thing: Mapping[str, Json], invented: Set[str]) -> bool:
    """Whether the thing or its whole section is among the invented parts."""
    return section in invented or f"{section}/{thing['id']}" in invented


def _icon(card: Json) -> str | None:
    if card["is_ovoid"]:
        return OVOID_ICON
    if card["is_enviro_gear"]:
        return "waves"
    effects = [effect["effect"] for effect in card["effects"]]
    return ICONS["cancel" if "cancel" in effects else effects[0]] if effects else None


def _value(card: Json) -> str:
    """`+3`, or what it takes from the other side."""
    own = sum(effect["n"] for effect in card["effects"] if effect["effect"] == "score")
    other = sum(effect["n"] for effect in card["effects"] if effect["effect"] == "opponent_score")
    return " ".join(signed(number) for number in (own, other) if number)


def _text(card: Json, document: Json, planets: Mapping[str, str]) -> str:
    own = told_of(card)[1]
    if card["is_ovoid"]:
        return with_text("win alone if it is in your hand when the clock is at 0", own, ". ")
    if card["is_enviro_gear"]:
        wearers = [
            f"{called(alien)} on {planets[alien['toxic']]}"
            for alien in document["aliens"]
            if alien["gear"] == card["id"]
        ]
        return with_text(f"Enviro Gear: {listed(wearers)}", own, ". ")
    types = [readable(kind).lower() for kind in card["types"]]
    traits = [COSTS[card["cost"]], *types, *([SINGLE_USE] if card["single_use"] else ())]
    does = own or "; ".join(_effect(effect, document) for effect in card["effects"])
    return f"{', '.join(traits)}: {does or 'not playable'}"


def _effect(effect: Json, document: Json) -> str:
    match effect["effect"]:
        case "score":
            return f"{signed(effect['n'])} to your score"
        case "opponent_score":
            return f"{signed(effect['n'])} to the opponent’s score"
        case "cancel":
            return f"cancels {_cancelled(effect, document)}"
        case "reduce_clock":
            return f"take {'1 to ' if effect['max'] > 1 else ''}{effect['max']} off the clock"
        case "scry_hand":
            return "look at a hand"
        case "scry_planet":
            return "look into an envelope"
        case "send_card":
            return "send a card from your hand into an envelope"
        case "on_open_banish_home":
            return "the player who opens the envelope is banished home and loses the rest of the turn"
        case "on_open_no_take":
            return "the player who opens the envelope cannot take cards out"
        case _:
            return "resolve its printed text"


def _cancelled(effect: Json, document: Json) -> str:
    native = {called(card) for card in document["cards"] if card["native_of"] is not None}
    cards = effect.get("cards") or ()
    named = (
        *(effect.get("names") or ()),
        *(called(card) for card in document["cards"] if card["id"] in cards),
    )
    kinds = [f"every {readable(kind).lower()}" for kind in effect.get("types") or ()]
    rest = list(dict.fromkeys(named))
    if native and native <= {*named}:
        kinds.append("every native weapon")
        rest = [name for name in rest if name not in native]
    return " and ".join((*kinds, *([listed(rest)] if rest else ())))


# What slots, stars and wormholes are called: most have no name of their own.


def slot_names(document: Json) -> dict[str, Name]:
    """`Slot 3`: where a planet is put."""
    names: dict[str, Name] = {}
    for layout in document["layouts"]:
        for number, slot in enumerate(layout["slots"], 1):
            names.setdefault(slot, Name("slot", f"Slot {number}"))
    return names


def space_names(components: ComponentSet) -> dict[str, Name]:
    """Every star and wormhole of all layouts; one that layouts use differently gets a number of its own.

    Where the set itself names it differently in them, it has all these names.
    Those that are merged are of the kind `spot` except the one that names the space, so that a form
    lists each space once.
    """
    told: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    named: set[str] = set()
    for layout in components.document["layouts"]:
        for place in (*layout["stars"], *layout["wormholes"]):
            name, text = told_of(place)
            named |= {place["id"]} if name else set()
            texts[place["id"]] = texts.get(place["id"]) or text
        for id, name in _of_a_layout(layout, components.box.layouts[layout["id"]].map):
            told.setdefault(id, []).append(name)
    spaces = {space for layout in components.box.layouts.values() for space in layout.map.space_of.values()}
    fresh = len(told)
    names: dict[str, Name] = {}
    for id, known in told.items():
        name = " or ".join(dict.fromkeys(known))
        if name != known[0] and id not in named:
            fresh += 1
            name = f"Star {fresh}"
        names[id] = Name("space" if id in spaces else "spot", name, texts.get(id, ""), place=id)
    return names


def _of_a_layout(layout: Json, slots: SlotMap) -> Iterator[tuple[str, str]]:
    spaces = slots.space_of
    letters: dict[str, set[str]] = {}
    for hole in layout["wormholes"]:
        letters.setdefault(spaces[hole["id"]], set()).add(hole["letter"])
    own = {place["id"]: told_of(place)[0] for place in (*layout["stars"], *layout["wormholes"])}
    names: dict[str, str] = {}
    crossings = stars = 0
    for id, space in spaces.items():
        if space in letters:
            names.setdefault(space, f"Wormhole {'/'.join(sorted(letters[space]))}")
        elif space in slots.clock_sides and space not in names:
            crossings += 1
            names[space] = f"Star C{crossings}"
        elif space not in names:
            stars += 1
            names[space] = f"Star {stars}"
        yield id, own.get(id) or own[space] or names[space]


# The names of the aliens, planets, stars, wormholes, cards and seats of Chaosmos.

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
"""The kinds that members of actions and facts, and keys of objects, name. Planets and stars are spaces."""

USUAL_LIMIT = 7
OPEN_ZONES = {"pool": "the Cosmic Pool", "void": "the Void", "removed": "the game box"}


def names(components: ComponentSet) -> Mapping[str, Name]:
    """Every alien, planet, star, wormhole, slot and card of the set, and the toxic planet of each alien.

    Of an alien `value` is the hand limit, `of` its Enviro Gear and `place` its home; see `toxic_planet`.
    """
    document = components.document
    invented = {str(told).partition(":")[0] for told in document["invented"]}
    planets = {planet["id"]: called(planet) for planet in document["planets"]}
    cards = card_names(document, planets, invented)
    return {
        **{
            layout["id"]: Name("layout", called(layout), told_of(layout)[1]) for layout in document["layouts"]
        },
        **slot_names(document),
        **space_names(components),
        **cards,
        **{planet["id"]: _planet(planet, document, invented) for planet in document["planets"]},
        **{alien["id"]: _alien(alien, planets, cards, invented) for alien in document["aliens"]},
        **{
            f"toxic:{alien['id']}": Name(
                "toxic", planets[alien["toxic"]], of=alien["id"], place=alien["toxic"]
            )
            for alien in document["aliens"]
        },
    }


def _planet(planet: Json, document: Json, invented: Set[str]) -> Name:
    id = planet["id"]
    told = [
        f"{relation} {listed([called(alien) for alien in aliens])}"
        for relation, member in (("home of", "home"), ("toxic for", "toxic"))
        if (aliens := [alien for alien in document["aliens"] if alien[member] == id])
    ]
    beings = ", ".join(told)
    text = with_text(capitalized(beings), told_of(planet)[1], ". ")
    return Name("space", called(planet), text, place=id, invented=is_invented("planets", planet, invented))


def _alien(alien: Json, planets: Mapping[str, str], cards: Mapping[str, Name], invented: Set[str]) -> Name:
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
        invented=is_invented("aliens", alien, invented),
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
    """The cost and effect of a card: `action, single-use: 1 to 8 off the clock`."""
    known = naming.components.get(card)
    return "" if known is None else known.text


def card_kind(naming: Naming, card: str) -> str:
    """A card in a word or two: `weapon +4`, `tool`, `Enviro Gear`."""
    known = naming.components.get(card)
    traits, colon, _ = card_text(naming, card).partition(": ")
    kinds = [trait for trait in traits.split(", ") if trait not in COSTS.values() and trait != SINGLE_USE]
    return " ".join((", ".join(kinds), known.value if known else "")).strip() if colon else ""


def card_does(naming: Naming, card: str) -> str:
    """What its kind and figure do not say: `action, single-use: take 1 to 2 off the clock`."""
    text = card_text(naming, card)
    traits, colon, does = text.partition(": ")
    if not colon:
        return text
    kept = [trait for trait in traits.split(", ") if trait in (*COSTS.values(), SINGLE_USE)]
    kept = [trait for trait in kept if trait != "combat"]
    rest = "; ".join(part for part in does.split("; ") if not part.endswith("to your score"))
    return ": ".join(part for part in (", ".join(kept), rest) if part)


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


# The names in the templates of Chaosmos: cards as part of a sentence, lists of them, the viewer.

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
