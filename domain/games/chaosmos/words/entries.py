"""The log: each action as a sentence that a fellow player would say, and what it leaves to its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.words.effects import ABILITY, FACTS, UPON, inside
from domain.games.chaosmos.words.names import SENTENCES, how_many
from domain.kernel import ActionWords, Json, Naming, Says, by_value

Message = Mapping[str, Json]

said = SENTENCES.action


def as_fact(*tags: str, otherwise: ActionWords) -> ActionWords:
    """The sentence of an action that one of its facts says already, the first of these that is shown."""

    def tell(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        shown = {fact["fact"]: fact for fact in reversed(facts)}
        tag = next((tag for tag in tags if tag in shown), None)
        return otherwise(action, facts, naming) if tag is None else FACTS[tag](shown[tag], naming).says

    return tell


def _deal_cards(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """CM-806: how many cards were dealt where is open."""
    dealt = next((fact for fact in facts if fact["fact"] == "cards_dealt"), {})
    cards = dealt.get("envelopes") or {}
    sizes = dealt.get("envelope_sizes") or {planet: len(inside) for planet, inside in cards.items()}
    homes = {*(dealt.get("homes") or {}).values()}
    each = [
        f"{how_many(next(iter(numbers)), 'card')} to each {whose}"
        for whose, numbers in (
            ("home", {size for planet, size in sizes.items() if planet in homes}),
            ("other planet", {size for planet, size in sizes.items() if planet not in homes}),
        )
        if len(numbers) == 1
    ]
    return (f"The cards are dealt{': ' if each else ''}{', '.join(each)}.",)


SHOWS = "[ shows {gear_revealed.card} and]"
GAINS = "takes control of {control_taken.planet}"
INSIDE = inside("control_taken.")
TRAP = "[{trap_voided.card}|Trap]"

CONTROL = said(
    "{seat}" + SHOWS + " "
    "["
    + GAINS
    + "[{control_taken.no_take:if}, whose cards cannot be taken out]"
    + INSIDE
    + "|opens the envelope[ of {envelope_opened.planet}]]."
)
"""CM-331 … CM-334, CM-470: what a flip card made of it follows."""
ACCESS = as_fact(
    "cards_transferred",
    "flip_activated",
    "flip_deactivated",
    "envelope_accessed",
    otherwise=said("{seat} accesses the envelope."),
)
"""CM-807, CM-808: others see that the envelope was in hand, or the card that was announced."""

ACTIONS: Mapping[str, ActionWords] = {
    "remove_alien_pair": as_fact("alien_pair_removed", otherwise=said("A pair of aliens leaves the game.")),
    "arrange_planets": said("The planets are laid out."),
    "deal_aliens": as_fact("aliens_dealt", otherwise=said("The aliens are dealt.")),
    "choose_alien": as_fact("alien_chosen", otherwise=said("{seat} chooses an alien.")),
    "deal_cards": _deal_cards,
    "prepare_hand": as_fact("hand_prepared", otherwise=said("{seat} prepares a hand.")),
    "name_cards": said("{seat} names [{cards:a_card} in the {place}: {cards}|unnamed cards]."),
    "set_start_player": as_fact("start_player_chosen", otherwise=said("The start player is chosen.")),
    "begin_turn": as_fact("turn_begun", otherwise=said("{seat} begins the turn.")),
    "move": said("{seat} moves to [{moved.to:space}|{to:space}]."),
    "hyperspace": said("{seat} spends a hypertoken and jumps to [{moved.to:space}|{to:space}]."),
    "control_planet": CONTROL,
    **dict.fromkeys(("transfer_cards", "activate_flip", "deactivate_flip", "access_envelope"), ACCESS),
    "return_envelope": said("{seat} puts the envelope[ of {envelope_returned.planet}] in the box."),
    "attack": said("{seat}" + SHOWS + " attacks {target:seat}[ at {combat_begun.space}]."),
    "play_combat_card": as_fact("combat_card_played", otherwise=said("{seat} plays {card}.")),
    "pass_combat": said("{seat} passes[; {combat_passed.to_act:seat} may play or end it]."),
    "choose_resolution": as_fact("resolution_chosen", otherwise=said("{seat} chooses.")),
    "take_spoils": as_fact("card_taken", otherwise=said("{seat} takes a card.")),
    "give_back": as_fact("card_given_back", otherwise=said("{seat} gives a card back.")),
    "take_envelope": by_value("accept", {True: CONTROL}, as_fact("envelope_declined", otherwise=CONTROL)),
    "resolve_own_trap": by_value(
        "choice",
        {"suffer": said("{seat} suffers its own " + TRAP + ", which goes to the Void.")},
        said("{seat} sends its own " + TRAP + " to the Void[ and " + GAINS + INSIDE + "]."),
    ),
    "play_card": said("{seat} plays {card}" + UPON + "[{card_voided.card:if}; the card goes to the Void]."),
    "use_ability": said(ABILITY),
    "trade_cosmic_pool": as_fact("pool_traded", otherwise=said("{seat} trades with the Cosmic Pool.")),
    "end_turn": said(
        "{seat} ends the turn[[{turn_ended.actions_left:if} with {turn_ended.actions_left:actions} unused]"
        ": the clock clicks to {turn_ended.clock}[; next is {turn_ended.next:seat}]]."
    ),
    "show_ovoid": said("[{holder:seat}|Nobody] shows the Ovoid."),
}
"""CM-R31: others do not learn which cards are named, nor where."""
