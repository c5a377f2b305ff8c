"""The constraints on a component set and its layouts; RULEBOOK.md lists them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from domain.games.chaosmos.components.document import (
    FIRST_GAME_ALIENS,
    CardEntry,
    Document,
    Effect,
    LayoutEntry,
    Place,
    known,
    slot_map,
)
from domain.kernel import UNKNOWN, ComponentFault

# The constraints of a layout, which RULEBOOK.md lists.

CLOCK_PAIRS = 3
MOST_ASTEROID_FIELDS = 4
MOST_WORMHOLE_TILES = 6
LETTER_A_NEIGHBOURS = ("Guriwan", "Jagladak")
OUT_OF_FIRST_GAME = ("Ob", "Vorshei")


class Kind(Struct, frozen=True):
    """The contents of a layout of this kind (CM-106 … CM-108, CM-122). `fixed` None: either."""

    slots: int
    clock_pairs: int
    letters: frozenset[str]
    asteroids: int
    fixed: bool | None


KINDS = {
    "first_game": Kind(8, CLOCK_PAIRS, frozenset("A"), 2, True),
    "standard": Kind(10, 0, frozenset("AB"), 3, None),
    "two_player": Kind(8, CLOCK_PAIRS, frozenset("A"), 2, False),
}
"""CM-107."""


def _references(document: Document, layout: LayoutEntry) -> str | None:
    stars = [star.id for star in layout.stars]
    places = stars + [hole.id for hole in layout.wormholes]
    names = [*layout.slots, *places, *(planet.id for planet in document.planets)]
    both: tuple[Place, ...] = (*layout.stars, *layout.wormholes)
    beside = {(slot, place.id) for place in both for slot in place.slots}
    if len(set(names)) != len(names):
        return "ids of slots, planets, stars and wormholes may not collide."
    if not all(slot in layout.slots for slot, _ in beside):
        return "a star or wormhole is next to an unknown slot."
    if not all(star in stars for hole in layout.wormholes for star in hole.stars):
        return "a wormhole touches an unknown star."
    if not all(star in stars for pair in layout.clock_pairs for star in pair):
        return "a clock pair names an unknown star."
    if not all(edge in beside for field in layout.asteroids for edge in field.blocks):
        return "an asteroid field closes an unknown edge."
    planets = {planet.id for planet in document.planets}
    if layout.fixed is not None and (
        sorted(layout.fixed) != sorted(layout.slots)
        or not planets.issuperset(layout.fixed.values())
        or len(set(layout.fixed.values())) != len(layout.fixed)
    ):
        return "fixed must give each slot a planet of its own."
    return None


def _exits(document: Document, layout: LayoutEntry) -> str | None:
    beside = slot_map(layout).beside
    shut = [slot for slot in layout.slots if not any(beside[slot].values())]
    return f"{', '.join(shut)} has no exit left." if shut else None


def _letters(document: Document, layout: LayoutEntry) -> str | None:
    touching = {(star, hole.letter) for hole in layout.wormholes for star in hole.stars}
    several = [star for star, letters in Counter(star for star, _ in touching).items() if letters > 1]
    return f"{', '.join(several)} is touched by wormholes of several letters." if several else None


def _counts(document: Document, layout: LayoutEntry) -> str | None:
    paired = Counter(star for pair in layout.clock_pairs for star in pair)
    if any(times > 1 for times in paired.values()) or len(layout.clock_pairs) not in (0, CLOCK_PAIRS):
        return "there are three clock pairs or none, and a star is in one of them at most."
    if len(layout.asteroids) > MOST_ASTEROID_FIELDS or len(layout.wormholes) > MOST_WORMHOLE_TILES:
        return "there are at most four asteroid fields and six wormhole tiles."
    return None


def _kind(document: Document, layout: LayoutEntry) -> str | None:
    kind = KINDS[layout.kind]
    fits = (
        len(layout.slots) == kind.slots
        and len(layout.clock_pairs) == kind.clock_pairs
        and {hole.letter for hole in layout.wormholes} == kind.letters
        and len(layout.asteroids) == kind.asteroids
        and kind.fixed in (None, layout.fixed is not None)
    )
    if fits and layout.kind == "first_game":
        fits = _first_layout(document, layout)
    return None if fits else f"this is not a board of the kind {layout.kind}."


def _first_layout(document: Document, layout: LayoutEntry) -> bool:
    fixed = layout.fixed or {}
    beside_a = {fixed[slot] for hole in layout.wormholes for slot in hole.slots}
    neighbours = known(document.planets, LETTER_A_NEIGHBOURS)
    return beside_a.issuperset(neighbours) and not known(document.planets, OUT_OF_FIRST_GAME) & {
        *fixed.values()
    }


LayoutCheck = Callable[[Document, LayoutEntry], str | None]

LAYOUT_CHECKS: tuple[tuple[str, LayoutCheck], ...] = (
    ("layout-references", _references),
    ("exits", _exits),
    ("star-letters", _letters),
    ("layout-counts", _counts),
    ("layout-kind", _kind),
)


# What a component set must satisfy: RULEBOOK.md lists the constraints.

CARDS = 76
CARDS_WITHOUT_ICON = 62
CARDS_STANDARD = 8
CARDS_OTHER = 6
BONUS_RANKS = (1, 2, 3)
ALIENS = PLANETS = 10
ALIENS_PER_GEAR = 2
PLANET_NAMES = (*OUT_OF_FIRST_GAME, *LETTER_A_NEIGHBOURS)
COMBAT_EFFECTS = {"score", "opponent_score", "cancel"}
OPENING_EFFECTS = {"on_open_banish_home", "on_open_no_take"}
PARAMETERS = {
    "score": {"n"},
    "opponent_score": {"n"},
    "cancel": {"names", "types"},
    "reduce_clock": {"max"},
}
"""The members that an effect of this kind takes; all other kinds take none."""

Check = Callable[[Document], str | None]


def faults_of(document: Document) -> Iterator[ComponentFault]:
    """Every constraint that the document breaks. What follows a broken reference is not asked."""
    found = False
    for constraint, pointer, check in CHECKS:
        message = check(document)
        if message is not None:
            found = True
            yield ComponentFault(constraint, message, pointer)
    if not found:
        for index, layout in enumerate(document.layouts):
            for constraint, check_layout in LAYOUT_CHECKS:
                message = check_layout(document, layout)
                if message is not None:
                    yield ComponentFault(constraint, f"{layout.id}: {message}", f"/layouts/{index}")
                    break


def _unless(holds: bool, message: str) -> str | None:
    return None if holds else message


def _unique(values: Sequence[object]) -> bool:
    return len(set(values)) == len(values)


def _card_names(document: Document) -> str | None:
    cards = document.cards
    return _unless(
        _unique([card.id for card in cards]) and _unique([card.name for card in cards]),
        "Card ids and card names must be unique.",
    )


def _reserved(document: Document) -> str | None:
    ids = {card.id for card in document.cards} | {alien.id for alien in document.aliens}
    return _unless(UNKNOWN not in ids, f"No card and no alien may be called {UNKNOWN}: it stands for any.")


def _totals(document: Document) -> str | None:
    totals: Counter[str | None] = Counter()
    for card in document.cards:
        totals[card.set_icon] += card.count
    return _unless(
        totals.total() == CARDS
        and totals[None] == CARDS_WITHOUT_ICON
        and totals["standard"] == CARDS_STANDARD
        and totals["bonus"] + totals["other"] == CARDS_OTHER,
        f"{CARDS} cards: {CARDS_WITHOUT_ICON} without icon, {CARDS_STANDARD} standard, {CARDS_OTHER} others.",
    )


def _ovoid(document: Document) -> str | None:
    ovoids = [card for card in document.cards if card.is_ovoid]
    return _unless(
        len(ovoids) == 1 and ovoids[0].count == 1 and ovoids[0].set_icon is None and not ovoids[0].effects,
        "There must be exactly one Ovoid, one copy, without set icon and without effect.",
    )


def _bonus(document: Document) -> str | None:
    ranked = [card for card in document.cards if card.bonus_rank]
    return _unless(
        tuple(sorted(card.bonus_rank or 0 for card in ranked)) == BONUS_RANKS
        and all(card.count == 1 for card in ranked),
        "There is one bonus card of each of the ranks 1, 2 and 3, one copy each.",
    )


def _bonus_icon(document: Document) -> str | None:
    return _unless(
        all((card.set_icon == "bonus") == (card.bonus_rank is not None) for card in document.cards),
        "The set icon is bonus exactly where there is a bonus rank.",
    )


def _native_weapons(document: Document) -> str | None:
    native = [card for card in document.cards if card.native_of is not None]
    return _unless(
        sorted(card.native_of or "" for card in native) == sorted(alien.id for alien in document.aliens)
        and all("weapon" in card.types and card.cost == "combat" for card in native),
        "Each alien must have exactly one native weapon, a combat card of the type weapon.",
    )


def _combat_cost(document: Document) -> str | None:
    def fits(card: CardEntry) -> bool:
        kinds = {effect.effect for effect in card.effects}
        if card.cost == "combat":
            return bool(kinds) and kinds <= COMBAT_EFFECTS
        return not kinds & COMBAT_EFFECTS

    return _broken_card(document, fits, "has the cost combat without combat effects alone, or the reverse")


def _flip(document: Document) -> str | None:
    def fits(card: CardEntry) -> bool:
        kinds = [effect.effect for effect in card.effects]
        if card.flip:
            return card.cost != "combat" and len(kinds) <= 1 and set(kinds) <= OPENING_EFFECTS
        return not OPENING_EFFECTS.intersection(kinds)

    return _broken_card(document, fits, "is a flip card with other effects, or has a flip card's effect")


def _one_effect(document: Document) -> str | None:
    return _broken_card(
        document,
        lambda card: card.cost == "combat" or len(card.effects) <= 1,
        "has more than one effect outside combat",
    )


def _gear(document: Document) -> str | None:
    gear = [card for card in document.cards if card.is_enviro_gear]
    return _unless(
        all(card.set_icon is None and not card.effects for card in gear)
        and {card.id for card in gear} == {alien.gear for alien in document.aliens},
        "Enviro Gear cards have no icon and no effect and are exactly those that aliens name.",
    )


def _effects(document: Document) -> str | None:
    return _broken_card(
        document,
        lambda card: all(_well_formed(effect) for effect in card.effects),
        "has an effect with the wrong members",
    )


def _well_formed(effect: Effect) -> bool:
    given = {name for name in ("n", "names", "types", "max") if getattr(effect, name) is not None}
    if effect.effect == "cancel":
        return bool(effect.names or effect.types) and given <= PARAMETERS["cancel"]
    if effect.effect == "opponent_score" and (effect.n or 0) > 0:
        return False
    return given == PARAMETERS.get(effect.effect, set())


def _broken_card(document: Document, fits: Callable[[CardEntry], bool], message: str) -> str | None:
    broken = [card.id for card in document.cards if not fits(card)]
    return f"{', '.join(broken)} {message}." if broken else None


def _die(document: Document) -> str | None:
    faces = document.combat_die
    return _unless(
        "mirror" in faces and "infinity" in faces and any(isinstance(face, int) for face in faces),
        "The combat die needs a number, a mirror and an infinity.",
    )


def _aliens(document: Document) -> str | None:
    aliens = document.aliens
    return _unless(
        len(aliens) == ALIENS
        and _unique([alien.id for alien in aliens])
        and _unique([alien.name for alien in aliens])
        and _unique([alien.color for alien in aliens]),
        "There must be ten aliens of ten colours, ids and names unique.",
    )


def _homes(document: Document) -> str | None:
    planets = {planet.id for planet in document.planets}
    return _unless(
        sorted(alien.home for alien in document.aliens) == sorted(planets)
        and all(alien.toxic in planets and alien.toxic != alien.home for alien in document.aliens),
        "Every planet is the home of one alien; a toxic planet is another planet than the home.",
    )


def _gear_pairs(document: Document) -> str | None:
    named = Counter(alien.gear for alien in document.aliens)
    return _unless(
        set(named.values()) == {ALIENS_PER_GEAR}, "Each gear card must be named by exactly two aliens."
    )


def _planets(document: Document) -> str | None:
    planets = document.planets
    return _unless(
        len(planets) == PLANETS
        and _unique([planet.id for planet in planets])
        and _unique([planet.name for planet in planets])
        and len(known(planets, PLANET_NAMES)) == len(PLANET_NAMES),
        "There must be ten planets, ids and names unique; by name or id Ob, Vorshei, Guriwan and Jagladak.",
    )


def _first_game(document: Document) -> str | None:
    gone = known(document.planets, OUT_OF_FIRST_GAME)
    chosen = known(document.aliens, FIRST_GAME_ALIENS)
    homes = {alien.home for alien in document.aliens if alien.id in chosen}
    return _unless(
        len(chosen) == len(FIRST_GAME_ALIENS) and not homes & gone,
        "By name or id Drusu, Gazmae, Haghouhen and Vroon must be there, none at home on Ob or Vorshei.",
    )


def _layout_ids(document: Document) -> str | None:
    return _unless(
        bool(document.layouts) and _unique([layout.id for layout in document.layouts]),
        "There must be layouts, their ids unique.",
    )


CHECKS: tuple[tuple[str, str, Check], ...] = (
    ("card-names", "/cards", _card_names),
    ("reserved-id", "/cards", _reserved),
    ("card-totals", "/cards", _totals),
    ("one-ovoid", "/cards", _ovoid),
    ("bonus-cards", "/cards", _bonus),
    ("native-weapons", "/cards", _native_weapons),
    ("combat-cost", "/cards", _combat_cost),
    ("flip-cards", "/cards", _flip),
    ("one-effect", "/cards", _one_effect),
    ("bonus-icon", "/cards", _bonus_icon),
    ("gear-cards", "/cards", _gear),
    ("effect-members", "/cards", _effects),
    ("combat-die", "/combat_die", _die),
    ("aliens", "/aliens", _aliens),
    ("homes-and-toxic-planets", "/aliens", _homes),
    ("gear-pairs", "/aliens", _gear_pairs),
    ("planets", "/planets", _planets),
    ("first-game-aliens", "/aliens", _first_game),
    ("layout-ids", "/layouts", _layout_ids),
)
