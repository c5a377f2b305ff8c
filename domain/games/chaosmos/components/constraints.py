"""The constraints on a component set and its layouts, and what is warned of; RULEBOOK.md lists both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from domain.games.chaosmos.components.constraints_layouts import (
    LAYOUT_CHECKS,
    LAYOUT_WARNINGS,
    LETTER_A_NEIGHBOURS,
    OUT_OF_FIRST_GAME,
    Check,
    Found,
    called,
    ids_on,
    repeated,
    repeated_member,
)
from domain.games.chaosmos.components.document import (
    CardEntry,
    Document,
    first_game_aliens,
    known,
)
from domain.kernel import UNKNOWN, ComponentFault, listed, readable


def faults_of(document: Document) -> Iterator[ComponentFault]:
    """Every constraint that the document breaks, at the value that breaks it."""
    return _all(CHECKS, document)


def faults_of_new_set(document: Document) -> Iterator[ComponentFault]:
    """The faults of a valid document that only sets which are stored already may have."""
    return _all(OF_NEW, document)


def warnings_of(document: Document) -> Iterator[ComponentFault]:
    """Where a box differs from that of the source although no rule asks for it."""
    return _all(WARNINGS, document)


def _all(checks: Mapping[str, Check], document: Document) -> Iterator[ComponentFault]:
    for constraint, check in checks.items():
        for pointer, message, *others in check(document):
            yield ComponentFault(constraint, message, pointer, tuple(others))


# Cards. How many of them there are: the deal uses up the deck (CM-110, CM-111, CM-116).

CARDS_WITHOUT_ICON = 62
CARDS_STANDARD = 8
CARDS_OTHER = 6
DECK = CARDS_WITHOUT_ICON + CARDS_STANDARD
CARDS = DECK + CARDS_OTHER
BONUS_RANKS = (1, 2, 3)
COMBAT_EFFECTS = ("score", "opponent_score", "cancel")
OPENING_EFFECTS = ("on_open_banish_home", "on_open_no_take")
MEMBERS = {"score": ("n",), "opponent_score": ("n",), "reduce_clock": ("max",)}
"""The members that an effect of this kind needs. A cancellation takes one of `TARGETS`, all others none."""
TARGETS = ("cards", "names", "types")
MEANT = {
    "n": "a number of points",
    "max": "the most that it takes off the clock",
    "cards": "cards to cancel",
    "names": "names of cards to cancel",
    "types": "types of cards to cancel",
}


def _card_ids(document: Document) -> Found:
    return repeated_member("cards", document.cards, "id", "id")


def _reserved(document: Document) -> Found:
    ids = [
        *((f"/cards/{index}/id", card.id) for index, card in enumerate(document.cards)),
        *((f"/aliens/{index}/id", alien.id) for index, alien in enumerate(document.aliens)),
    ]
    for pointer, id in ids:
        if id == UNKNOWN:
            yield pointer, f"The id {UNKNOWN} stands for any card or alien; choose another."


def _copies(document: Document) -> Counter[str | None]:
    """Set icon → the number of cards with it."""
    copies: Counter[str | None] = Counter()
    for card in document.cards:
        copies[card.set_icon] += card.count
    return copies


def _totals(document: Document) -> Found:
    """CM-116, in each mode that the set has a board for."""
    copies = _copies(document)
    plain, standard = copies[None], copies["standard"]
    modes = {layout.kind for layout in document.layouts}
    if "first_game" in modes and plain != CARDS_WITHOUT_ICON:
        yield (
            "/cards",
            f"The first game deals exactly {CARDS_WITHOUT_ICON} cards to the Cosmic Pool and the envelopes: "
            f"those without a set icon. Here are {plain}.",
        )
    if modes - {"first_game"} and plain + standard != DECK:
        yield (
            "/cards",
            f"The standard and the two-player game deal exactly {DECK} cards: those without a set icon and "
            f"those with the standard icon. Here are {plain} and {standard}.",
        )


def _ovoid(document: Document) -> Found:
    ovoids = [(f"/cards/{index}", card) for index, card in enumerate(document.cards) if card.is_ovoid]
    if not ovoids:
        yield "/cards", "One card is the Ovoid; here no card is marked as the Ovoid."
    for at, card in ovoids[1:]:
        first, other = ovoids[0]
        message = f"There is only one Ovoid; {called(other)} and {called(card)} are both marked as it."
        yield f"{at}/is_ovoid", message, f"{first}/is_ovoid"
    for at, card in ovoids:
        if card.count != 1:
            yield f"{at}/count", f"There is only one Ovoid; here are {card.count} copies."
        if card.set_icon is not None:
            yield f"{at}/set_icon", "The Ovoid is part of every game; it has no set icon."
        if card.effects:
            yield f"{at}/effects", "Nobody can play the Ovoid; it has no effect."


def _bonus(document: Document) -> Found:
    first: dict[int, int] = {}
    for index, card in enumerate(document.cards):
        at, rank = f"/cards/{index}", card.bonus_rank
        if rank is not None and rank in first:
            before = called(document.cards[first[rank]])
            message = f"{before} and {called(card)} are both bonus card {rank}; each rank has one card."
            yield f"{at}/bonus_rank", message, f"/cards/{first[rank]}/bonus_rank"
        if rank is not None:
            first.setdefault(rank, index)


def _bonus_icon(document: Document) -> Found:
    for index, card in enumerate(document.cards):
        at = f"/cards/{index}"
        if card.bonus_rank is not None and card.set_icon != "bonus":
            message = f"{called(card)} is bonus card {card.bonus_rank}; it needs the bonus icon."
            yield f"{at}/set_icon", message, f"{at}/bonus_rank"
        if card.bonus_rank is None and card.set_icon == "bonus":
            message = f"{called(card)} has the bonus icon; its rank among the bonus cards is missing."
            yield f"{at}/bonus_rank", message, f"{at}/set_icon"


def _native_weapons(document: Document) -> Found:
    aliens = {alien.id: alien for alien in document.aliens}
    for index, card in enumerate(document.cards):
        at = f"/cards/{index}/native_of"
        if card.native_of is None:
            continue
        if card.native_of not in aliens:
            alien = readable(card.native_of)
            yield at, f"{called(card)} is native to {alien}, which is not an alien of this set."
        elif card.cost != "combat":
            message = f"{called(card)} is not played in combat; only a combat card is a native weapon."
            yield at, message, f"/cards/{index}/cost"


def _combat_cost(document: Document) -> Found:
    """CM-520 … CM-522."""
    for index, card in enumerate(document.cards):
        at, in_combat = f"/cards/{index}", card.cost == "combat"
        if in_combat and not card.effects:
            message = f"{called(card)} is played in combat; it needs an effect on the scores or on cards."
            yield f"{at}/effects", message
        for place, effect in enumerate(card.effects):
            if in_combat and effect.effect not in COMBAT_EFFECTS:
                message = f"{called(card)} is played in combat, where cards change scores or cancel cards."
            elif not in_combat and effect.effect in COMBAT_EFFECTS:
                message = f"{called(card)} changes scores or cancels cards; only a combat card does that."
            else:
                continue
            yield f"{at}/effects/{place}/effect", message, f"{at}/cost"


def _flip(document: Document) -> Found:
    """CM-510 … CM-514, CM-527, CM-528."""
    for index, card in enumerate(document.cards):
        at = f"/cards/{index}"
        if card.flip and card.cost == "combat":
            yield f"{at}/cost", f"{called(card)} is a flip card, which nobody plays in combat.", f"{at}/flip"
        for place, effect in enumerate(card.effects):
            if card.flip and effect.effect not in OPENING_EFFECTS:
                message = f"{called(card)} is a flip card; it has the effect of a Trap, of a Vault or none."
            elif not card.flip and effect.effect in OPENING_EFFECTS:
                message = f"{called(card)} has the effect of a Trap or Vault; only a flip card has that."
            else:
                continue
            yield f"{at}/effects/{place}/effect", message, f"{at}/flip"


def _one_effect(document: Document) -> Found:
    """CM-R39."""
    for index, card in enumerate(document.cards):
        if card.cost != "combat" and len(card.effects) > 1:
            message = (
                f"{called(card)} has {len(card.effects)} effects; outside combat a card has one at most. "
                "If its text does more, resolve it by hand."
            )
            yield f"/cards/{index}/effects/1", message


def _gear(document: Document) -> Found:
    cards = {card.id: (f"/cards/{index}", card) for index, card in enumerate(document.cards)}
    for index, alien in enumerate(document.aliens):
        place = f"/aliens/{index}/gear"
        if alien.gear not in cards:
            yield place, f"The Enviro Gear of {called(alien)} is not in this set: {readable(alien.gear)}."
            continue
        at, card = cards[alien.gear]
        if not card.is_enviro_gear:
            message = f"{called(card)} is the gear of {called(alien)} but is not marked as Enviro Gear."
            yield place, message, f"{at}/is_enviro_gear"
    named = {alien.gear for alien in document.aliens}
    for at, card in cards.values():
        if not card.is_enviro_gear:
            continue
        if card.set_icon is not None:
            yield (
                f"{at}/set_icon",
                f"{called(card)} is Enviro Gear, which is part of every game; it has no set icon.",
            )
        if card.effects:
            yield f"{at}/effects", f"{called(card)} is Enviro Gear, which is only shown; it has no effect."
        if card.id not in named:
            message = f"{called(card)} is Enviro Gear, but no alien names it as its own."
            yield at, message, f"{at}/is_enviro_gear"


def _effects(document: Document) -> Found:
    for index, card in enumerate(document.cards):
        for place, effect in enumerate(card.effects):
            at = f"/cards/{index}/effects/{place}"
            cancels = effect.effect == "cancel"
            needed = MEMBERS.get(effect.effect, ())
            for member in MEANT:
                given = getattr(effect, member)
                if given is None and member in needed:
                    yield f"{at}/{member}", f"An effect of {called(card)} needs {MEANT[member]}."
                elif given is not None and member not in (TARGETS if cancels else needed):
                    message = f"An effect of {called(card)} has no use for {MEANT[member]}."
                    yield f"{at}/{member}", message
            if cancels and not (effect.cards or effect.names or effect.types):
                yield at, f"{called(card)} cancels cards; say which, by card, name or type."
            if effect.effect == "opponent_score" and (effect.n or 0) > 0:
                message = (
                    f"{called(card)} lowers the opponent’s score: 0 or less is possible, not {effect.n}."
                )
                yield f"{at}/n", message
            ids = {other.id for other in document.cards}
            for number, id in enumerate(effect.cards or ()):
                if id not in ids:
                    message = f"{called(card)} cancels {readable(id)}, which is not in this set."
                    yield f"{at}/cards/{number}", message


def _die(document: Document) -> Found:
    faces = document.combat_die
    lacks = [face for face in ("mirror", "infinity") if face not in faces]
    lacks = [*lacks, *(() if any(isinstance(face, int) for face in faces) else ("number",))]
    if lacks:
        missing = listed([f"{'an' if face == 'infinity' else 'a'} {face}" for face in lacks])
        yield "/combat_die", f"The die has a number, a mirror and an infinity; missing here: {missing}."


# Aliens and planets: boards, deal and flags are made for ten of each (CM-103, CM-104, CM-107, CM-116).

ALIENS = PLANETS = 10
ALIENS_PER_GEAR = 2
ALIENS_IN_FIRST_GAME = 4


def _aliens(document: Document) -> Found:
    if len(document.aliens) != ALIENS:
        yield "/aliens", f"There are ten aliens; here are {len(document.aliens)}."
    for member, word in (("id", "id"), ("name", "name"), ("color", "colour")):
        yield from repeated_member("aliens", document.aliens, member, word)


def _planets(document: Document) -> Found:
    if len(document.planets) != PLANETS:
        yield "/planets", f"There are ten planets; here are {len(document.planets)}."
    for member in ("id", "name"):
        yield from repeated_member("planets", document.planets, member, member)


def _homes(document: Document) -> Found:
    planets = {planet.id: planet for planet in document.planets}
    at_home: dict[str, int] = {}
    for index, alien in enumerate(document.aliens):
        at = f"/aliens/{index}"
        for member, id in (("home", alien.home), ("toxic", alien.toxic)):
            if id not in planets:
                what = "home" if member == "home" else "toxic planet"
                message = f"The {what} of {called(alien)} is not in this set: {readable(id)}."
                yield f"{at}/{member}", message
        if alien.home in planets and alien.home in at_home:
            other = at_home[alien.home]
            message = (
                f"{called(planets[alien.home])} is the home of {called(document.aliens[other])} and of "
                f"{called(alien)}; each planet is the home of one alien."
            )
            yield f"{at}/home", message, f"/aliens/{other}/home"
        at_home.setdefault(alien.home, index)
        if alien.toxic == alien.home:
            message = f"The home of {called(alien)} cannot be its toxic planet as well."
            yield f"{at}/toxic", message, f"{at}/home"
    for index, planet in enumerate(document.planets):
        if planet.id not in at_home:
            yield f"/planets/{index}", f"{called(planet)} needs an alien that has its home there."


def _gear_pairs(document: Document) -> Found:
    """CM-104: an alien leaves together with the one other that has its gear."""
    cards = {card.id: card for card in document.cards}
    users: dict[str, list[int]] = {}
    for index, alien in enumerate(document.aliens):
        users.setdefault(alien.gear, []).append(index)
    for gear, places in users.items():
        if gear in cards and len(places) != ALIENS_PER_GEAR:
            names = listed([called(document.aliens[place]) for place in places])
            message = f"{called(cards[gear])} is the gear of {names}; each gear belongs to two aliens."
            last, *others = (f"/aliens/{place}/gear" for place in reversed(places))
            yield last, message, *others


def _first_game(document: Document) -> Found:
    """CM-102: a table of four needs that many."""
    chosen = first_game_aliens(document.aliens)
    plays = any(layout.kind == "first_game" for layout in document.layouts)
    if plays and len(chosen) < ALIENS_IN_FIRST_GAME:
        yield (
            "/aliens",
            "Four aliens are dealt in the first game, in the rulebook Drusu, Gazmae, Haghouhen and Vroon; "
            f"this set has {len(chosen)}. Mark those of your box.",
        )


CHECKS: Mapping[str, Check] = {
    "card-ids": _card_ids,
    "reserved-id": _reserved,
    "card-totals": _totals,
    "one-ovoid": _ovoid,
    "bonus-cards": _bonus,
    "native-weapons": _native_weapons,
    "combat-cost": _combat_cost,
    "flip-cards": _flip,
    "one-effect": _one_effect,
    "bonus-icon": _bonus_icon,
    "gear-cards": _gear,
    "effect-members": _effects,
    "combat-die": _die,
    "aliens": _aliens,
    "homes-and-toxic-planets": _homes,
    "gear-pairs": _gear_pairs,
    "planets": _planets,
    "first-game-aliens": _first_game,
    **LAYOUT_CHECKS,
}


# What is asked of new sets alone.


def _shared_ids(document: Document) -> Found:
    """The log calls cards, aliens, planets, boards and spaces by their ids alone."""
    ids = [
        *((f"/planets/{index}/id", planet.id) for index, planet in enumerate(document.planets)),
        *((f"/aliens/{index}/id", alien.id) for index, alien in enumerate(document.aliens)),
        *((f"/cards/{index}/id", card.id) for index, card in enumerate(document.cards)),
        *((f"/layouts/{index}/id", layout.id) for index, layout in enumerate(document.layouts)),
    ]
    for pointer, id, first in repeated(ids):
        yield pointer, f"The id {id} already belongs to something else; choose another.", first
    taken = {id: pointer for pointer, id in ids}
    for index, layout in enumerate(document.layouts):
        for pointer, id in ids_on(f"/layouts/{index}", layout):
            if id in taken:
                yield pointer, f"The id {id} already belongs to something else; choose another.", taken[id]


OF_NEW: Mapping[str, Check] = {"shared-ids": _shared_ids}


# What is warned of: counts and names of the source that no rule of the log depends on.


def _card_counts(document: Document) -> Found:
    copies = _copies(document)
    for told, there, number in (
        ("without a set icon", copies[None], CARDS_WITHOUT_ICON),
        ("with the standard icon", copies["standard"], CARDS_STANDARD),
        ("with the bonus icon or another", copies["bonus"] + copies["other"], CARDS_OTHER),
    ):
        if there != number:
            yield "/cards", f"The rulebook counts {number} cards {told}; here are {there}."


def _card_names(document: Document) -> Found:
    """Copies may be rows of their own; cards of one name that differ are a slip, perhaps."""
    first: dict[str, int] = {}
    for index, card in enumerate(document.cards):
        before = first.setdefault(card.name, index)
        if card.name and _content(document.cards[before]) != _content(card):
            message = f"Two cards that differ are called {card.name}."
            yield f"/cards/{index}/name", message, f"/cards/{before}/name"


def _content(card: CardEntry) -> tuple[object, ...]:
    return card.cost, card.single_use, card.flip, card.set_icon, card.native_of, card.types, card.effects


def _cancelled_names(document: Document) -> Found:
    names = {card.name for card in document.cards}
    for index, card in enumerate(document.cards):
        for place, effect in enumerate(card.effects):
            for number, name in enumerate(effect.names or ()):
                if name not in names:
                    message = f"{called(card)} cancels {name}, but no card of this set has that name."
                    yield f"/cards/{index}/effects/{place}/names/{number}", message


def _bonus_counts(document: Document) -> Found:
    ranks = {card.bonus_rank for card in document.cards}
    lacks = [str(rank) for rank in BONUS_RANKS if rank not in ranks]
    if lacks:
        yield "/cards", f"There are three bonus cards, ranked 1 to 3; missing here: {listed(lacks)}."
    for index, card in enumerate(document.cards):
        if card.bonus_rank is not None and card.count != 1:
            message = (
                f"{called(card)} has {card.count} copies; only one of a bonus card ever comes into play."
            )
            yield f"/cards/{index}/count", message


def _native_counts(document: Document) -> Found:
    for index, alien in enumerate(document.aliens):
        weapons = {called(card) for card in document.cards if card.native_of == alien.id}
        if len(weapons) != 1:
            message = (
                f"Each alien has one native weapon; {called(alien)} has {listed(sorted(weapons)) or 'none'}."
            )
            yield f"/aliens/{index}", message


def _more_in_first_game(document: Document) -> Found:
    chosen = first_game_aliens(document.aliens)
    if len(chosen) > ALIENS_IN_FIRST_GAME:
        yield "/aliens", f"Four aliens are dealt in the first game; here {len(chosen)} are marked for it."


def _planet_names(document: Document) -> Found:
    for name in (*OUT_OF_FIRST_GAME, *LETTER_A_NEIGHBOURS):
        if not known(document.planets, (name,)):
            yield "/planets", f"The rulebook names a planet {name}; here none has that name or id."


WARNINGS: Mapping[str, Check] = {
    "card-counts": _card_counts,
    "card-names": _card_names,
    "cancelled-names": _cancelled_names,
    "bonus-counts": _bonus_counts,
    "native-counts": _native_counts,
    "first-game-counts": _more_in_first_game,
    "planet-names": _planet_names,
    **LAYOUT_WARNINGS,
}
