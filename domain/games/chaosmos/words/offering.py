"""Shared parts of the labels of offers: values of parameters, short texts about the table.

It also lists which facts an action's sentence already covers, so that no line repeats them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from domain.games.chaosmos.places import alien_figure
from domain.games.chaosmos.words.names import card_does, card_kind, hand_limit, toxic_planet
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    ParameterWords,
    ValueWords,
    listed,
    offered_values,
    variant_key,
)

# What lies on the table, in a few words: what a player looks at before a choice.


def own(view: Json, seat: str) -> Json:
    """The seat's private part of the view, if the viewer may know it; else nothing."""
    if view.get("me", {}).get("seat") == seat:
        return view["me"]
    return view["truth"]["seats"].get(seat, {}) if "truth" in view else {}


def hand_of(view: Json, seat: str) -> list[str]:
    """The cards of a hand that the viewer knows."""
    return list(own(view, seat).get("hand", ()))


def envelope_of(view: Json, seat: str) -> Json:
    """The envelope that the seat controls, as it sees it; nothing where it controls none."""
    return own(view, seat).get("envelope") or {}


def limit_of(view: Json, seat: str, naming: Naming) -> int:
    """How many cards the seat may hold."""
    return hand_limit(naming, view["seats"][seat]["alien"])


def opponent_of(combat: Json, seat: str) -> str:
    """The other combatant."""
    return str(combat["defender"] if seat == combat["attacker"] else combat["attacker"])


def names_of(seats: Iterable[str], naming: Naming) -> str:
    """`North and East`."""
    return listed([naming.seat(seat).text for seat in seats])


def standing_at(view: Json, space: str, *, but: str) -> list[str]:
    """The other seats that stand on a space."""
    seats = view["seats"].items()
    return [seat for seat, player in seats if player["position"] == space and seat != but]


def space_words(view: Json, space: str, seat: str, naming: Naming) -> str:
    """Of a planet who controls it and whether it is toxic, of a star where it leads; and who stands there."""
    parts = []
    there = standing_at(view, space, but=seat)
    planet = view["planets"].get(space)
    if planet is not None:
        parts = planet_words(view, space, seat, naming)
        there = [other for other in there if other != planet["controller"]]
    else:
        near, position = view["ways"].get(space, ()), view["seats"][seat]["position"]
        on = [naming.name(name) for name in near if name != position]
        back = f"only back to {naming.name(position)}" if position in near else "no exit"
        parts.append(f"to {listed(on)}" if on else back)
    if there:
        parts.append(f"{names_of(there, naming)} {'is' if len(there) == 1 else 'are'} there")
    return "; ".join(parts)


def planet_words(view: Json, planet: str, seat: str, naming: Naming) -> list[str]:
    """Phrases about a planet: its meaning for the seat's alien, and who controls it or did last."""
    told, parts, alien = view["planets"][planet], [], view["seats"][seat]["alien"]
    known = naming.components.get(alien or "")
    if known is not None and known.place == planet:
        parts.append("your home")
    if toxic_planet(naming, alien) == planet and known is not None:
        gear = naming.name(known.of or "")
        holds = known.of in hand_of(view, seat)
        parts.append(f"toxic; you {'have' if holds else 'lack'} {gear}")
    if told["controller"] == seat:
        parts.append("you control it")
    elif told["controller"] is not None:
        parts.append(f"{naming.seat(told['controller']).text} controls it")
    elif told["flag"] is not None:
        parts.append(f"{'your' if told['flag'] == seat else naming.seat(told['flag']).text + '’s'} flag")
    else:
        parts.append("no flag")
    return parts


def home_of(view: Json, seat: str, naming: Naming) -> str | None:
    """The home planet of the seat's alien."""
    known = naming.components.get(view["seats"][seat]["alien"] or "")
    return None if known is None else known.place


# Shared by the words of offers: the values of a parameter, cards, seats and spaces among them.

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


NOT_SEEN = ValueWords("Unseen", "it stays unnamed; name it later")


def variants(offers: Sequence[Offer], told: Callable[[Collection[str]], str]) -> Mapping[str, str]:
    """The words that distinguish offers with different parameters."""
    return {variant_key(offer): told(offer.parameters.keys()) for offer in offers}


def here(view: Json, seat: str) -> str:
    """The space that the seat stands on."""
    return str(view["seats"][seat]["position"])


def cards(
    ids: Iterable[Json], naming: Naming, piece: Callable[[str], str] | None = None, lying: Iterable[str] = ()
) -> Values:
    """Cards; those that are seen to lie there with what they cost and do, and with their piece on the board.

    Of what an unnamed card may be (CM-R31), who holds it reads the text on the card.
    """
    seen = {*lying}
    return {
        card: NOT_SEEN
        if card == UNKNOWN
        else ValueWords(
            naming.name(card),
            card_kind(naming, card) if card in seen else "",
            details=card_does(naming, card) if card in seen else "",
            piece=piece(card) if piece is not None and card in seen else None,
        )
        for card in map(str, ids)
    }


def seats(ids: Iterable[Json], naming: Naming) -> Values:
    """Seats by their names."""
    return {str(seat): ValueWords(naming.seat(str(seat)).text) for seat in ids}


def figures(view: Json, ids: Iterable[Json], naming: Naming) -> Values:
    """Seats with their aliens, where they stand on the board."""
    return {
        str(seat): ValueWords(
            naming.seat(str(seat)).text,
            naming.name(view["seats"][str(seat)]["alien"] or ""),
            piece=alien_figure(str(seat)),
        )
        for seat in ids
    }


def spaces(view: Json, ids: Iterable[Json], seat: str, naming: Naming) -> Values:
    """Planets and stars with what awaits the seat there."""
    return {
        str(space): ValueWords(
            naming.name(str(space)),
            "toxic" if (told := space_words(view, str(space), seat, naming)).startswith("toxic") else "",
            details=told.removeprefix("toxic; "),
            place=str(space),
        )
        for space in ids
    }


def gear(offers: Sequence[Offer], naming: Naming) -> Mapping[str, ParameterWords]:
    """The Enviro Gear that is shown: never a question, since only the seat's own is possible (CM-331)."""
    shown = offered_values(offers, "gear")
    if not shown:
        return {}
    return {"gear": ParameterWords("Which Enviro Gear do you show?", "never", cards(shown, naming))}


def showing(offers: Sequence[Offer], naming: Naming) -> list[str]:
    """`you show Spore Mask`, where the planet is toxic."""
    return [f"you show {naming.name(str(card))}" for card in offered_values(offers, "gear")]


# Which facts the sentence of an action says already, so that no line repeats them.

ASIDE = ("action_spent", "cards_named", "choice_asked", "choice_made")
"""Facts that are not mentioned: the cost, the card that its use names, the subject of the next question."""
OPENING = ("gear_revealed", "envelope_opened", "control_taken")
ACCESS = ("cards_transferred", "flip_activated", "flip_deactivated", "envelope_accessed")

SAID: Mapping[str, Collection[str]] = {
    "remove_alien_pair": ("alien_pair_removed",),
    "arrange_planets": ("planets_arranged",),
    "deal_aliens": ("aliens_dealt",),
    "choose_alien": ("alien_chosen",),
    "prepare_hand": ("hand_prepared", "cards_named"),
    "name_cards": ("cards_named",),
    "set_start_player": ("start_player_chosen",),
    "begin_turn": ("turn_begun",),
    "move": (*ASIDE, "moved"),
    "hyperspace": (*ASIDE, "hypertoken_spent", "moved"),
    "control_planet": (*ASIDE, *OPENING),
    **dict.fromkeys(
        ("transfer_cards", "activate_flip", "deactivate_flip", "access_envelope"), (*ASIDE, *ACCESS)
    ),
    "return_envelope": ("envelope_returned",),
    "attack": (*ASIDE, "gear_revealed", "combat_begun", "combat_ended"),
    "play_combat_card": (*ASIDE, "combat_card_played"),
    "pass_combat": (*ASIDE, "combat_passed", "combat_ended"),
    "choose_resolution": (*ASIDE, "resolution_chosen", "moved", "combat_ended"),
    "take_spoils": (*ASIDE, "card_taken", "combat_ended"),
    "give_back": (*ASIDE, "card_given_back", "combat_ended"),
    "take_envelope": (*ASIDE, *OPENING, "envelope_declined", "combat_ended"),
    "resolve_own_trap": (*ASIDE, "control_taken", "trap_voided", "combat_ended"),
    "play_card": (*ASIDE, "card_played", "card_voided"),
    "use_ability": (*ASIDE, "ability_used"),
    "trade_cosmic_pool": (*ASIDE, "pool_traded"),
    "end_turn": ("turn_ended",),
    "show_ovoid": ("cards_named",),
}
"""The facts that an action's sentence says already."""
