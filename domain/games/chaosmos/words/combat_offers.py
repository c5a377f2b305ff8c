"""Words of the offers in a combat and after it (41x, 45x)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.places import hand_card, shown_card
from domain.games.chaosmos.words.names import card_text, how_many, toxic_planet
from domain.games.chaosmos.words.offering import (
    Values,
    cards,
    hand_of,
    home_of,
    limit_of,
    names_of,
    opponent_of,
    own,
    standing_at,
    variants,
)
from domain.kernel import (
    Json,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    ParameterWords,
    ValueWords,
    acting_seat,
    figure,
    offered_values,
)


def _play_combat_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-411, CM-412: both scores as they would stand, and if the seat acts again."""
    seat, combat = acting_seat(offers), view["combat"]
    other = opponent_of(combat, seat)
    plays, held = own(view, seat).get("plays", {}), hand_of(view, seat)
    offered = {}
    for card in map(str, offered_values(offers, "card")):
        after, does = plays.get(card, {}), _beside_figures(card_text(naming, card))
        again = "you act again" if after and after[seat] <= after[other] else ""
        offered[card] = ValueWords(
            naming.name(card),
            f"{figure(after[seat])} to {figure(after[other])}" if after else "",
            details="; ".join(part for part in (again, does) if part),
            piece=hand_card(seat, card) if card in held else None,
        )
    return OfferWords(
        "Play a combat card",
        _scores(combat, seat, other, naming),
        "swords",
        rank=0,
        parameters={"card": ParameterWords("Which one? The scores then:", values=offered)},
    )


def _beside_figures(text: str) -> str:
    """The traits and effect of a combat card, without what the scores show: `weapon, single-use`."""
    traits, _, does = text.partition(": ")
    rest = "; ".join(part for part in does.split("; ") if not part.endswith("score"))
    kinds = ", ".join(trait for trait in traits.split(", ") if trait != "combat")
    return ": ".join(part for part in (kinds, rest) if part)


def _scores(combat: Json, seat: str, other: str, naming: Naming) -> str:
    scores = combat.get("scores")
    if not scores:
        return f"against {naming.seat(other).text}"
    return f"you have {figure(scores[seat])}, {naming.seat(other).text} {figure(scores[other])}"


def _pass_combat(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-413, CM-414: the second pass in a row ends it."""
    seat, combat = acting_seat(offers), view["combat"]
    other = opponent_of(combat, seat)
    name, scores = naming.seat(other).text, combat.get("scores")
    if not combat["passes"] or not scores:
        hint = f"{name} may then play a card, or pass to end the combat"
    elif (mine := scores[seat]) == (theirs := scores[other]):
        hint = f"{name} has passed: a draw, {figure(mine)} to {figure(theirs)}"
    else:
        wins = "you win" if mine > theirs else f"{name} wins"
        hint = f"{name} has passed: {wins}, {figure(max(mine, theirs))} to {figure(min(mine, theirs))}"
    return OfferWords("Pass", hint, "check", group="end", rank=90, ends=True)


def _choose_resolution(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-450 … CM-460."""
    seat, combat = acting_seat(offers), view["combat"]
    loser = opponent_of(combat, seat)
    name, space = naming.seat(loser).text, combat["space"]
    in_turn = view["turn"] is not None and view["turn"]["active"] == loser
    answers = {
        "spoils": ValueWords("Take spoils", f"see {name}’s hand and take a card", "hand-grab"),
        "banish": ValueWords(
            "Banish", f"{name} to a planet{', which ends the turn' if in_turn else ''}", "send"
        ),
    }
    controlled = view["planets"].get(space, {}).get("controller") == loser
    then = f"; then you may take the envelope of {naming.name(space)}" if controlled else ""
    return OfferWords(
        "Spoils or banishment",
        f"you beat {name}{then}",
        "trophy",
        rank=0,
        parameters={
            "choice": ParameterWords(
                f"What happens to {name}?",
                values={str(choice): answers[str(choice)] for choice in offered_values(offers, "choice")},
            ),
            "planet": ParameterWords(
                f"Banish {name} to which planet?",
                values=_exiles(view, offered_values(offers, "planet"), seat, loser, naming),
            ),
        },
        variants=variants(offers, lambda asked: "banish" if "planet" in asked else "take spoils"),
    )


def _exiles(view: Json, planets: Sequence[Json], winner: str, loser: str, naming: Naming) -> Values:
    """CM-460, CM-R25: each planet with what it means to who is put there."""
    told, name = {}, naming.seat(loser).text
    for planet in map(str, planets):
        parts = []
        if home_of(view, loser, naming) == planet:
            parts.append(f"{name}’s home")
        if toxic_planet(naming, view["seats"][loser]["alien"]) == planet:
            parts.append(f"toxic for {name}")
        if view["seats"][loser]["position"] == planet:
            parts.append(f"{name} stays here")
        controller = view["planets"][planet]["controller"]
        if controller == winner:
            parts.append("you control it")
        elif controller not in (None, loser):
            parts.append(f"{naming.seat(controller).text} controls it")
        there = [seat for seat in standing_at(view, planet, but=loser) if seat not in (controller, winner)]
        if there:
            parts.append(f"{names_of(there, naming)} {'is' if len(there) == 1 else 'are'} there")
        told[planet] = ValueWords(naming.name(planet), "; ".join(parts), place=planet)
    return told


def _take_spoils(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-451, CM-452."""
    seat = acting_seat(offers)
    loser = opponent_of(view["combat"], seat)
    shown, number = view["pending"].get("shown_hand", ()), len(hand_of(view, seat))
    full = "hand" in own(view, seat) and number >= limit_of(view, seat, naming)
    return OfferWords(
        "Take a card",
        f"from {naming.seat(loser).text}’s hand{'; your hand is full: give one back' if full else ''}",
        "hand-grab",
        rank=0,
        parameters={
            "card": ParameterWords(
                "Which one?",
                values=cards(
                    offered_values(offers, "card"), naming, lambda card: shown_card(loser, card), shown
                ),
            )
        },
    )


def _give_back(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CM-452."""
    seat = acting_seat(offers)
    loser, held = opponent_of(view["combat"], seat), hand_of(view, seat)
    limit = limit_of(view, seat, naming)
    return OfferWords(
        "Give a card back",
        f"to {naming.seat(loser).text}: you have {how_many(len(held), 'card')}, the limit is {limit}",
        "undo-2",
        rank=0,
        parameters={
            "card": ParameterWords(
                "Which one?",
                values=cards(
                    offered_values(offers, "card"), naming, lambda card: hand_card(seat, card), held
                ),
            )
        },
    )


COMBAT: Mapping[str, OfferTold] = {
    "play_combat_card": _play_combat_card,
    "pass_combat": _pass_combat,
    "choose_resolution": _choose_resolution,
    "take_spoils": _take_spoils,
    "give_back": _give_back,
}
