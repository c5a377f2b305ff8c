"""The log: each action as a sentence that a fellow player would say, and what it leaves to its facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.chaosmos.words.effects import FACTS
from domain.games.chaosmos.words.effects_cards import upon
from domain.games.chaosmos.words.effects_envelopes import envelope, inside
from domain.games.chaosmos.words.names import card_name, card_names_in, space_run
from domain.games.chaosmos.words.sentences import how_many
from domain.kernel import ActionWords, Json, Naming, Says

Message = Mapping[str, Json]


def found(facts: Sequence[Message], tag: str) -> Message | None:
    """The first fact of this name, if it is shown."""
    return next((fact for fact in facts if fact["fact"] == tag), None)


def as_fact(tag: str, otherwise: Callable[[Message, Naming], Says]) -> ActionWords:
    """The sentence of an action that one fact says already."""

    def tell(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        fact = found(facts, tag)
        return otherwise(action, naming) if fact is None else FACTS[tag](fact, naming).says

    return tell


def does(what: str) -> Callable[[Message, Naming], Says]:
    """A sentence of the seat that acts."""
    return lambda action, naming: (naming.seat(action["seat"]), f" {what}.")


def happens(what: str) -> Callable[[Message, Naming], Says]:
    """A sentence of the table."""
    return lambda action, naming: (what,)


def _deal_cards(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """CM-806: how many cards were dealt where is open."""
    dealt = found(facts, "cards_dealt") or {}
    cards = dealt.get("envelopes") or {}
    sizes = dealt.get("envelope_sizes") or {planet: len(inside) for planet, inside in cards.items()}
    homes = {*(dealt.get("homes") or {}).values()}
    told = [
        f"{how_many(next(iter(numbers)), 'card')} to each {whose}"
        for whose, numbers in (
            ("home", {size for planet, size in sizes.items() if planet in homes}),
            ("other planet", {size for planet, size in sizes.items() if planet not in homes}),
        )
        if len(numbers) == 1
    ]
    return (f"The cards are dealt{': ' if told else ''}{', '.join(told)}.",)


def _name_cards(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """CM-R31: others are not told what, nor where."""
    if action.get("cards") is None:
        return (naming.seat(action["seat"]), " names unnamed cards.")
    where = "hand" if action["place"] == "hand" else "envelope"
    what = "a card" if len(action["cards"]) == 1 else "cards"
    cards = card_names_in(naming, action["cards"])
    return (naming.seat(action["seat"]), f" names {what} in the {where}: {cards}.")


def _move(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    moved = found(facts, "moved")
    verb = "moves" if action["type"] == "move" else "spends a hypertoken and jumps"
    to = action["to"] if moved is None else moved["to"]
    return (naming.seat(action["seat"]), f" {verb} to ", space_run(naming, to), ".")


def _control(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """CM-331 … CM-334, CM-470: what a flip card made of it follows."""
    gear = found(facts, "gear_revealed")
    shows = () if gear is None else (f" shows {card_name(naming, gear['card'])} and",)
    seat, taken = naming.seat(action["seat"]), found(facts, "control_taken")
    if taken is not None:
        bound = ", whose cards cannot be taken out" if taken.get("no_take") else ""
        planet = space_run(naming, taken["planet"])
        return (seat, *shows, " takes control of ", planet, f"{bound}{inside(naming, taken)}.")
    opened = found(facts, "envelope_opened")
    there = ("the envelope",) if opened is None else envelope(naming, opened["planet"])
    return (seat, *shows, " opens ", *there, ".")


def _take_envelope(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    declined = found(facts, "envelope_declined")
    if action["accept"] or declined is None:
        return _control(action, facts, naming)
    return FACTS["envelope_declined"](declined, naming).says


def _access(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """CM-807, CM-808: others see that the envelope was in hand, or the card that was announced."""
    for tag in ("cards_transferred", "flip_activated", "flip_deactivated", "envelope_accessed"):
        fact = found(facts, tag)
        if fact is not None:
            return FACTS[tag](fact, naming).says
    return (naming.seat(action["seat"]), " accesses the envelope.")


def _return_envelope(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    returned = found(facts, "envelope_returned")
    there = ("the envelope",) if returned is None else envelope(naming, returned["planet"])
    return (naming.seat(action["seat"]), " puts ", *there, " in the box.")


def _attack(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    begun, gear = found(facts, "combat_begun"), found(facts, "gear_revealed")
    where: Says = () if begun is None else (" at ", space_run(naming, begun["space"]))
    shows = () if gear is None else (f" shows {card_name(naming, gear['card'])} and",)
    return (naming.seat(action["seat"]), *shows, " attacks ", naming.seat(action["target"]), *where, ".")


def _pass_combat(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    passed = found(facts, "combat_passed") or {}
    then: Says = (".",)
    if passed.get("to_act") is not None:
        then = ("; ", naming.seat(passed["to_act"]), " may play or end it.")
    return (naming.seat(action["seat"]), " passes", *then)


def _own_trap(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    trap = found(facts, "trap_voided")
    card = "its own Trap" if trap is None else f"its own {card_name(naming, trap['card'])}"
    if action["choice"] == "suffer":
        return (naming.seat(action["seat"]), f" suffers {card}, which goes to the Void.")
    taken = found(facts, "control_taken")
    gains: Says = (".",)
    if taken is not None:
        gains = (" and takes control of ", space_run(naming, taken["planet"]), f"{inside(naming, taken)}.")
    return (naming.seat(action["seat"]), f" sends {card} to the Void", *gains)


def _play_card(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    card = card_name(naming, action["card"])
    gone = "; the card goes to the Void" if found(facts, "card_voided") is not None else ""
    return (naming.seat(action["seat"]), f" plays {card}", *upon(naming, action), f"{gone}.")


def _use_ability(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    cost = " for an action" if action["cost"] else ""
    return (naming.seat(action["seat"]), f" uses an ability{cost}: “{action['ability'].rstrip('.')}”.")


def _end_turn(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    ended = found(facts, "turn_ended")
    if ended is None:
        return (naming.seat(action["seat"]), " ends the turn.")
    left = ended.get("actions_left") or 0
    unused = f" with {how_many(left, 'action')} unused" if left else ""
    following = ended.get("next")
    then: Says = () if following is None else ("; next is ", naming.seat(following))
    says = f" ends the turn{unused}: the clock clicks to {ended['clock']}"
    return (naming.seat(action["seat"]), says, *then, ".")


def _show_ovoid(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    if action.get("holder") is None:
        return ("Nobody shows the Ovoid.",)
    return (naming.seat(action["holder"]), " shows the Ovoid.")


def _combat_card(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    played = found(facts, "combat_card_played")
    if played is None:
        return (naming.seat(action["seat"]), f" plays {card_name(naming, action['card'])}.")
    return FACTS["combat_card_played"](played, naming).says


ACTIONS: Mapping[str, ActionWords] = {
    "remove_alien_pair": as_fact("alien_pair_removed", happens("A pair of aliens leaves the game.")),
    "arrange_planets": as_fact("planets_arranged", happens("The planets are laid out.")),
    "deal_aliens": as_fact("aliens_dealt", happens("The aliens are dealt.")),
    "choose_alien": as_fact("alien_chosen", does("chooses an alien")),
    "deal_cards": _deal_cards,
    "prepare_hand": as_fact("hand_prepared", does("prepares a hand")),
    "name_cards": _name_cards,
    "set_start_player": as_fact("start_player_chosen", happens("The start player is chosen.")),
    "begin_turn": as_fact("turn_begun", does("begins the turn")),
    "move": _move,
    "hyperspace": _move,
    "control_planet": _control,
    **dict.fromkeys(("transfer_cards", "activate_flip", "deactivate_flip", "access_envelope"), _access),
    "return_envelope": _return_envelope,
    "attack": _attack,
    "play_combat_card": _combat_card,
    "pass_combat": _pass_combat,
    "choose_resolution": as_fact("resolution_chosen", does("chooses")),
    "take_spoils": as_fact("card_taken", does("takes a card")),
    "give_back": as_fact("card_given_back", does("gives a card back")),
    "take_envelope": _take_envelope,
    "resolve_own_trap": _own_trap,
    "play_card": _play_card,
    "use_ability": _use_ability,
    "trade_cosmic_pool": as_fact("pool_traded", does("trades with the Cosmic Pool")),
    "end_turn": _end_turn,
    "show_ovoid": _show_ovoid,
}
