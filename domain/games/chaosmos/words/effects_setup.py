"""Facts of the setup in words (1xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.names import card_names_in, is_ovoid, space_run
from domain.games.chaosmos.words.sentences import how_many
from domain.kernel import UNKNOWN, FactWords, Json, Naming, Run, Says, Told, listed

Message = Mapping[str, Json]


def _alien_pair_removed(fact: Message, naming: Naming) -> Told:
    """CM-104."""
    return Told((f"{_aliens(naming, fact['aliens'])} leave the game with their home planets.",))


def _planets_arranged(fact: Message, naming: Naming) -> Told:
    return Told(("The planets are laid out.",))


def _aliens_dealt(fact: Message, naming: Naming) -> Told:
    """CM-102, CM-812: one each is dealt openly; of two each a seat is told its own."""
    aliens = fact["aliens"]
    each = fact.get("each") or max(map(len, aliens.values()), default=0)
    if each == 1:
        return Told(_played(naming, {seat: dealt[0] for seat, dealt in aliens.items()}))
    says: Says = (f"Each seat is dealt {how_many(each, 'alien')} in secret.",)
    for seat, dealt in aliens.items():
        if any(alien != UNKNOWN for alien in dealt):
            says = (*says, " ", naming.seat(seat), f" gets {_aliens(naming, dealt)}.")
    return Told(says)


def _played(naming: Naming, aliens: Mapping[str, str]) -> Says:
    says: list[str | Run] = []
    for seat, alien in aliens.items():
        says += ["; " if says else "", naming.seat(seat), f" plays {_aliens(naming, [alien])}"]
    return (*says, ".")


def _aliens(naming: Naming, aliens: list[str]) -> str:
    told = ["an unnamed alien" if alien == UNKNOWN else naming.name(alien) for alien in aliens]
    return listed(told)


def _alien_chosen(fact: Message, naming: Naming) -> Told:
    """CM-812: others learn that a seat has chosen."""
    if fact.get("alien") is None:
        return Told((naming.seat(fact["seat"]), " has chosen an alien."))
    return Told((naming.seat(fact["seat"]), f" chooses {_aliens(naming, [fact['alien']])}."))


def _aliens_revealed(fact: Message, naming: Naming) -> Told:
    return Told(("All aliens are revealed: ", *_played(naming, fact["aliens"])))


def _bonus_cards_swapped(fact: Message, naming: Naming) -> Told:
    """CM-112."""
    out, new = card_names_in(naming, fact["taken_out"]), card_names_in(naming, fact["put_in"])
    return Told((f"Nobody can use {out}. Added to the deck instead: {new}.",))


def _cards_dealt(fact: Message, naming: Naming) -> Told:
    """CM-813: of the envelopes a seat is told what lies in its home."""
    draws = [card for card in fact["pool_draws"] if not is_ovoid(naming, card)]
    put_back = " The Ovoid was drawn and is shuffled back into the deck."
    back = put_back if fact["ovoid_put_back"] else ""
    says: Says = (f"The Cosmic Pool: {card_names_in(naming, draws)}.{back}",)
    for planet, cards in (fact.get("envelopes") or {}).items():
        says = (
            *says,
            " In the envelope of ",
            space_run(naming, planet),
            f": {card_names_in(naming, cards)}.",
        )
    return Told(says)


def _hand_prepared(fact: Message, naming: Naming) -> Told:
    """CM-813."""
    seat, planet = naming.seat(fact["seat"]), space_run(naming, fact["planet"])
    cards, left = fact.get("cards"), fact.get("left")
    taken = "a hand" if cards is None else card_names_in(naming, cards)
    stays = "" if left is None else f" and leaves {card_names_in(naming, left)} there"
    return Told((seat, f" takes {taken} out of the envelope of ", planet, f"{stays}."))


def _start_player_chosen(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " takes the first turn."))


SETUP: Mapping[str, FactWords] = {
    "alien_pair_removed": _alien_pair_removed,
    "planets_arranged": _planets_arranged,
    "aliens_dealt": _aliens_dealt,
    "alien_chosen": _alien_chosen,
    "aliens_revealed": _aliens_revealed,
    "bonus_cards_swapped": _bonus_cards_swapped,
    "cards_dealt": _cards_dealt,
    "hand_prepared": _hand_prepared,
    "start_player_chosen": _start_player_chosen,
}
