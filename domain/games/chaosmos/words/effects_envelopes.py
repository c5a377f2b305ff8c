"""Facts of envelopes and flip cards in words (33x, 34x, 51x)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.words.names import card_name, card_names_in, space_run
from domain.games.chaosmos.words.sentences import lookers
from domain.kernel import FactWords, Json, Naming, Says, Told

Message = Mapping[str, Json]

WHERE_FROM = {"hand": " from hand", "envelope": ", which was inside,"}


def envelope(naming: Naming, planet: str) -> Says:
    """`the envelope of Ashkel`."""
    return ("the envelope of ", space_run(naming, planet))


def inside(naming: Naming, fact: Message) -> str:
    """What lies in an envelope, as far as it is told: `; inside: Mind Lens; face up: Iron Vault`."""
    if fact.get("face_down") is None:
        return ""
    up = f"; face up: {card_name(naming, fact['face_up'])}" if fact.get("face_up") else ""
    return f"; inside: {card_names_in(naming, fact['face_down'])}{up}"


def _envelope_returned(fact: Message, naming: Naming) -> Told:
    planet = space_run(naming, fact["planet"])
    return Told((naming.seat(fact["seat"]), "’s envelope of ", planet, " returns to the box."))


def _gear_revealed(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), f" shows {card_name(naming, fact['card'])}."))


def _envelope_opened(fact: Message, naming: Naming) -> Told:
    up = fact.get("face_up")
    lies = "no card is face up" if up is None else f"{card_name(naming, up)} is face up"
    return Told((naming.seat(fact["seat"]), " opens ", *envelope(naming, fact["planet"]), f": {lies}."))


def _flip_triggered(fact: Message, naming: Naming) -> Told:
    card = card_name(naming, fact["card"])
    return Told((f"{card} is face up on ", *envelope(naming, fact["planet"]), "."), "chaos")


def _control_taken(fact: Message, naming: Naming) -> Told:
    """CM-334, CM-514: the controller alone sees what lies inside."""
    bound = " and cannot take cards out of it" if fact.get("no_take") else ""
    seat, planet = naming.seat(fact["seat"]), space_run(naming, fact["planet"])
    return Told((seat, " takes control of ", planet, f"{bound}{inside(naming, fact)}."))


def _cards_transferred(fact: Message, naming: Naming) -> Told:
    taken, put = fact.get("to_hand") or (), fact.get("to_envelope") or ()
    seat, there = naming.seat(fact["seat"]), envelope(naming, fact["planet"])
    if not taken and not put:
        return Told((seat, " looks into ", *there, " and moves no card."))
    says: Says = (seat,)
    if taken:
        says = (*says, f" takes {card_names_in(naming, taken)} out of ", *there)
    if put:
        says = (*says, f"{' and' if taken else ''} puts {card_names_in(naming, put)} ")
        says = (*says, "there") if taken else (*says, "into ", *there)
    return Told((*says, "."))


def _envelope_accessed(fact: Message, naming: Naming) -> Told:
    """CM-807: whatever was done, others see that the envelope was in hand."""
    return Told((naming.seat(fact["seat"]), " accesses ", *envelope(naming, fact["planet"]), "."))


def _flip_activated(fact: Message, naming: Naming) -> Told:
    """CM-808: an announced card is known to all, where it came from is not."""
    where = WHERE_FROM.get(fact.get("origin", ""), "")
    card = card_name(naming, fact["card"]) if fact.get("card") is not None else "a flip card"
    return Told(
        (
            naming.seat(fact["seat"]),
            f" places {card}{where} face up on ",
            *envelope(naming, fact["planet"]),
            ".",
        )
    )


def _flip_deactivated(fact: Message, naming: Naming) -> Told:
    card = card_name(naming, fact["card"]) if fact.get("card") is not None else "the flip card"
    seat, there = naming.seat(fact["seat"]), envelope(naming, fact["planet"])
    if fact.get("to") == "hand":
        return Told((seat, f" takes {card} from the top of ", *there, " into hand."))
    return Told((seat, f" turns {card} face down in ", *there, "."))


def _trap_voided(fact: Message, naming: Naming) -> Told:
    return Told((f"{card_name(naming, fact['card'])} goes to the Void.",))


def _no_take_lifted(fact: Message, naming: Naming) -> Told:
    return Told(("The Vault on ", space_run(naming, fact["planet"]), " is open: cards can be taken out."))


def _planet_shown(fact: Message, naming: Naming) -> Told:
    """CM-525: who looks is told what lies inside."""
    who, there = lookers(naming, fact["to"]), envelope(naming, fact["planet"])
    return Told((*who, " into ", *there, f"{inside(naming, fact) if fact['to'] else ''}."))


ENVELOPES: Mapping[str, FactWords] = {
    "envelope_returned": _envelope_returned,
    "gear_revealed": _gear_revealed,
    "envelope_opened": _envelope_opened,
    "flip_triggered": _flip_triggered,
    "control_taken": _control_taken,
    "cards_transferred": _cards_transferred,
    "envelope_accessed": _envelope_accessed,
    "flip_activated": _flip_activated,
    "flip_deactivated": _flip_deactivated,
    "trap_voided": _trap_voided,
    "no_take_lifted": _no_take_lifted,
    "planet_shown": _planet_shown,
}
