"""Facts of combat and of what follows from it in words (4xx)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.reading.combat_scores import rolled_infinity
from domain.games.chaosmos.words.names import card_name, card_names_in, space_run
from domain.games.chaosmos.words.sentences import how_many, lookers
from domain.kernel import FactWords, Json, Naming, Run, Says, Told, figure, listed

Message = Mapping[str, Json]

FACES = {"mirror": "a mirror"}
TWICE: Mapping[tuple[str, ...], str] = {
    ("a mirror", "a mirror"): "two mirrors",
    ("infinity", "infinity"): "infinity twice",
}


def dice(faces: Sequence[int | str]) -> str:
    """`3 and a mirror`, `two mirrors`."""
    told = tuple(FACES.get(str(face), str(face)) for face in faces)
    return TWICE.get(told) or listed(told)


def against(scores: Mapping[str, int], seat: str) -> str:
    """`8 to 5`, the seat's score first."""
    other = next((name for name in scores if name != seat), seat)
    return f"{figure(scores[seat])} to {figure(scores[other])}"


def _combat_begun(fact: Message, naming: Naming) -> Told:
    seats = (naming.seat(fact["attacker"]), " attacks ", naming.seat(fact["defender"]))
    return Told((*seats, " at ", space_run(naming, fact["space"]), "."))


def _combat_dice_rolled(fact: Message, naming: Naming) -> Told:
    """CM-403 … CM-410."""
    says: list[str | Run] = []
    for seat, faces in fact["dice"].items():
        score = "" if rolled_infinity(faces) else f", {figure(fact['scores'][seat])} in all"
        says += ["; " if says else "", naming.seat(seat), f" rolls {dice(faces)}{score}"]
    first = (".",) if fact.get("to_act") is None else ("; ", naming.seat(fact["to_act"]), " acts first.")
    return Told((*says, *first))


def _combat_card_played(fact: Message, naming: Naming) -> Told:
    """CM-412, CM-522."""
    seat, card = naming.seat(fact["seat"]), card_name(naming, fact["card"])
    how: Says = () if fact["active"] else (", which is cancelled",)
    if fact["cancelled"]:
        other = next((naming.seat(name) for name in fact["scores"] if name != fact["seat"]), "the other side")
        how = (f" and cancels {how_many(len(fact['cancelled']), 'card')} of ", other)
    goes_on = fact["to_act"] == fact["seat"]
    then: Says = ("and acts again",) if goes_on else ("then ", naming.seat(fact["to_act"]), " acts")
    return Told((seat, f" plays {card}", *how, f": {against(fact['scores'], fact['seat'])}, ", *then, "."))


def _combat_passed(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " passes."))


def _combat_table_cleared(fact: Message, naming: Naming) -> Told:
    """CM-430."""
    says: Says = ()
    if fact["to_void"]:
        says = (f"To the Void: {card_names_in(naming, fact['to_void'])}.",)
    back = [(seat, cards) for seat, cards in fact["to_hands"].items() if cards]
    for seat, cards in back:
        says = (*says, *([" "] if says else []), naming.seat(seat))
        says = (*says, f" takes {card_names_in(naming, cards)} back.")
    return Told(says or ("No card was played.",))


def _combat_decided(fact: Message, naming: Naming) -> Told:
    """CM-405, CM-406, CM-431."""
    scores: Mapping[str, int] = fact.get("scores") or {}
    match fact["by"]:
        case "cancelled":
            return Told(("Both roll infinity: the combat is cancelled.",), "chaos")
        case "draw":
            both = f", {' to '.join(map(figure, scores.values()))}" if scores else ""
            return Told((f"A draw{both}: nobody gains anything.",))
        case "infinity":
            return Told((naming.seat(fact["winner"]), " wins by infinity."), "score")
        case _:
            told = f", {against(scores, fact['winner'])}" if scores else ""
            return Told((naming.seat(fact["winner"]), f" wins the combat{told}."), "score")


def _combat_ended(fact: Message, naming: Naming) -> Told:
    return Told(("The combat is over.",))


CHOICES = {
    "choose_resolution": " chooses between spoils and banishment.",
    "take_spoils": " must take a card as spoils.",
    "give_back": " has too many cards and must give one back.",
    "take_envelope": " may take the envelope for free.",
    "own_trap": " triggers its own Trap and must suffer it or send it to the Void.",
}


def _choice_asked(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), CHOICES[fact["kind"]]))


def _choice_made(fact: Message, naming: Naming) -> Told:
    return Told((naming.seat(fact["seat"]), " has chosen."))


def _resolution_chosen(fact: Message, naming: Naming) -> Told:
    winner, loser = naming.seat(fact["seat"]), naming.seat(fact["loser"])
    if fact["choice"] == "spoils":
        return Told((winner, " takes spoils from ", loser, "."))
    return Told((winner, " banishes ", loser, " to ", space_run(naming, fact["planet"]), "."), "chaos")


def _hand_shown(fact: Message, naming: Naming) -> Told:
    """CM-810, CM-811: who looks is told the cards."""
    cards = fact.get("cards") if fact["to"] else None
    told = "" if cards is None else f": {card_names_in(naming, cards)}" if cards else ", which is empty"
    return Told((*lookers(naming, fact["to"]), " at ", naming.seat(fact["of"]), f"’s hand{told}."))


def _card_taken(fact: Message, naming: Naming) -> Told:
    """CM-451, CM-453, CM-810: all learn whether a card was taken, winner and loser which."""
    seat, loser, card = naming.seat(fact["seat"]), naming.seat(fact["loser"]), fact.get("card")
    if not fact.get("taken", card is not None):
        return Told((loser, "’s hand is empty: ", seat, " takes nothing."))
    told = "a card" if card is None else card_name(naming, card)
    return Told((seat, f" takes {told} from ", loser, "’s hand."), "score")


def _card_given_back(fact: Message, naming: Naming) -> Told:
    told = card_name(naming, fact["card"]) if fact.get("card") is not None else "a card"
    return Told((naming.seat(fact["seat"]), f" gives {told} to ", naming.seat(fact["to"]), "."))


def _envelope_declined(fact: Message, naming: Naming) -> Told:
    planet = space_run(naming, fact["planet"])
    return Told((naming.seat(fact["seat"]), " leaves the envelope of ", planet, " in the box."))


COMBAT: Mapping[str, FactWords] = {
    "combat_begun": _combat_begun,
    "combat_dice_rolled": _combat_dice_rolled,
    "combat_card_played": _combat_card_played,
    "combat_passed": _combat_passed,
    "combat_table_cleared": _combat_table_cleared,
    "combat_decided": _combat_decided,
    "combat_ended": _combat_ended,
    "choice_asked": _choice_asked,
    "choice_made": _choice_made,
    "resolution_chosen": _resolution_chosen,
    "hand_shown": _hand_shown,
    "card_taken": _card_taken,
    "card_given_back": _card_given_back,
    "envelope_declined": _envelope_declined,
}
